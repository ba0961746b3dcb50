package io.quartet.report.internal.experiment;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.report.ReportWriter;
import io.quartet.report.compare.RunSummary;
import io.quartet.report.compare.Side.Member;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.Attempt.State;
import io.quartet.results.experiment.ExperimentFolder;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The runs of an experiment. A folder that was read as a valid run is not read again: an experiment
 * writes its page after each of hundreds of runs. Thread-safe.
 */
public final class MeasuredRuns {

  private static final String INVALID = "INVALID";
  private static final String OTHER_RUN = "OTHER_RUN";

  private final Map<String, RunSummary> read = new ConcurrentHashMap<>();

  /**
   * An attempt, with what its folder holds.
   *
   * @param run empty unless its figures count
   * @param code why they do not; empty if they do, or the attempt has not come to an end
   * @param reason the same in words
   * @param report page of the run, relative to the folder of the experiment; null if there is none
   */
  record Measured(
      Attempt attempt, Optional<RunSummary> run, String code, String reason, String report) {

    boolean isFailed() {
      return !code.isEmpty();
    }

    /** Throughput of a run that counts; other attempts have none. */
    double etps() {
      return run.orElseThrow().etps().orElseThrow();
    }

    /** The same attempt without its run, because several attempts name its folder. */
    private Measured named() {
      return new Measured(
          attempt,
          Optional.empty(),
          OTHER_RUN,
          "attempts.json names this folder more than once. Restore that file.",
          report);
    }

    Member member() {
      return run.orElseThrow().member(OptionalInt.of(attempt.block()));
    }
  }

  /** Every attempt in its order. */
  List<Measured> of(ExperimentFolder folder) {
    Map<String, Long> names =
        folder.attempts().stream()
            .filter(attempt -> attempt.runId() != null)
            .collect(Collectors.groupingBy(Attempt::runId, Collectors.counting()));
    return folder.attempts().parallelStream()
        .map(attempt -> measured(folder, attempt))
        .map(one -> names.getOrDefault(one.attempt().runId(), 1L) > 1 ? one.named() : one)
        .toList();
  }

  private Measured measured(ExperimentFolder folder, Attempt attempt) {
    String report =
        folder
            .run(attempt)
            .filter(run -> Files.isRegularFile(run.resolve(ReportWriter.HTML)))
            .map(run -> folder.path().relativize(run.resolve(ReportWriter.HTML)).toString())
            .orElse(null);
    if (attempt.state() == State.FAILED) {
      return new Measured(attempt, Optional.empty(), attempt.code(), attempt.message(), report);
    }
    if (attempt.state() != State.FINISHED) {
      return new Measured(attempt, Optional.empty(), "", "", report);
    }
    try {
      RunSummary run = run(folder, attempt);
      if (!run.runId().equals(attempt.runId())) {
        return new Measured(attempt, Optional.empty(), OTHER_RUN, other(run), report);
      }
      if (!run.isOf(folder.experiment().cell(attempt.cell()).plan())) {
        return new Measured(
            attempt,
            Optional.empty(),
            OTHER_RUN,
            "The folder holds a run of another cell. Restore attempts.json.",
            report);
      }
      List<String> reasons = run.verdict().reasons();
      return run.verdict().isValid() && run.etps().isPresent()
          ? new Measured(attempt, Optional.of(run), "", "", report)
          : new Measured(attempt, Optional.empty(), INVALID, String.join(" ", reasons), report);
    } catch (QuartetException e) {
      return new Measured(attempt, Optional.empty(), e.code(), e.getMessage(), report);
    }
  }

  private static String other(RunSummary run) {
    return Text.format("The folder holds run %s. Put the folder of this run back.", run.runId());
  }

  private RunSummary run(ExperimentFolder folder, Attempt attempt) {
    RunSummary known = read.get(attempt.runId());
    if (known != null) {
      return known;
    }
    RunSummary run = RunSummary.read(folder.run(attempt).orElseThrow());
    if (run.verdict().isValid()) {
      read.put(attempt.runId(), run);
    }
    return run;
  }
}
