package io.quartet.cli;

import io.quartet.config.BenchmarkFile;
import io.quartet.config.Problem;
import io.quartet.model.RunPlan;
import io.quartet.orchestrate.Prerequisite;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Parameters;

/** The benchmark file on the command line. */
final class Plans {

  @Parameters(paramLabel = "FILE", description = "Benchmark file; quartet init writes one.")
  private Path file;

  /** The plan in the file, complete and validated. */
  RunPlan load() {
    return BenchmarkFile.load(file);
  }

  /** As above; what it names has to be usable before a verb starts anything. */
  RunPlan loadWith(Prerequisite... prerequisites) {
    return loadWith(file, prerequisites);
  }

  /** As above, for a file that is named elsewhere on the command line. */
  static RunPlan loadWith(Path file, Prerequisite... prerequisites) {
    RunPlan plan = BenchmarkFile.load(file);
    List<Problem> problems =
        Stream.of(prerequisites).flatMap(one -> one.problems(plan).stream()).toList();
    if (!problems.isEmpty()) {
      throw BenchmarkFile.error(file, problems);
    }
    return plan;
  }

  /** A problem of the file in a line, with its place. */
  String line(Problem problem) {
    return BenchmarkFile.line(file, problem);
  }
}
