package io.quartet.cli.option;

import io.quartet.config.BenchmarkFile;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.run.doctor.Prerequisite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Parameters;

/** The benchmark file on the command line. */
public final class Plans {

  @Parameters(paramLabel = "FILE", description = "Benchmark file. quartet init writes one.")
  private Path file;

  /** Name of the file, as it was given. */
  public Path file() {
    return file;
  }

  /** The plan in the file, complete and validated. */
  public RunPlan load() {
    return BenchmarkFile.load(file);
  }

  /**
   * The plan in the file, complete and validated. The files that it names must be usable, as far as
   * reading them shows.
   */
  public RunPlan loadWithFiles() {
    RunPlan plan = load();
    List<Problem> problems = Prerequisite.ofFiles(plan);
    if (!problems.isEmpty()) {
      throw BenchmarkFile.error(file, problems);
    }
    return plan;
  }

  /** {@link BenchmarkFile#oldSpellings} of the file, which can be read. */
  public List<String> oldSpellings() {
    return BenchmarkFile.oldSpellings(file);
  }

  /** As {@link #load}; what it names has to be usable before a verb starts anything. */
  public RunPlan loadWith(Prerequisite... prerequisites) {
    return loadWith(file, prerequisites);
  }

  /** {@link #loadWith(Prerequisite...)} for a file that is named elsewhere on the command line. */
  public static RunPlan loadWith(Path file, Prerequisite... prerequisites) {
    RunPlan plan = BenchmarkFile.load(file);
    List<Problem> problems = new ArrayList<>();
    List<QuartetException> failures = new ArrayList<>();
    for (Prerequisite prerequisite : prerequisites) {
      try {
        problems.addAll(prerequisite.problems(plan));
      } catch (QuartetException e) {
        failures.add(e);
      }
    }
    if (!problems.isEmpty()) {
      throw withFailures(BenchmarkFile.error(file, problems), failures);
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    return plan;
  }

  /** Adds what could not be looked at, and has no place in the file. */
  private static QuartetException withFailures(
      QuartetException error, List<QuartetException> failures) {
    if (failures.isEmpty()) {
      return error;
    }
    String text =
        failures.stream()
            .map(failure -> "\n" + failure.code() + ": " + failure.getMessage())
            .collect(Collectors.joining("", error.getMessage(), ""));
    return new QuartetException(error.kind(), error.code(), text, failures.get(0));
  }

  /** Problems of the file in a line each, with their places and in their order. */
  public Map<Problem, String> lines(List<Problem> problems) {
    return BenchmarkFile.lines(file, problems);
  }
}
