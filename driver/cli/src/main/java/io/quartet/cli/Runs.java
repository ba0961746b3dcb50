package io.quartet.cli;

import io.quartet.model.QuartetException.Kind;
import io.quartet.orchestrate.RunResult;
import io.quartet.report.ReportWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;

/** What {@code run} and {@code demo} share: whatever becomes of a run, it gets its report. */
final class Runs {

  private Runs() {}

  /**
   * What came of a run.
   *
   * @param summary empty if it ended before it had a results folder
   * @param failure what ended it early
   */
  private record Attempt(Optional<Summary> summary, Optional<RuntimeException> failure) {

    static Attempt of(RunView view, Supplier<RunResult> run) {
      RunResult result;
      try {
        result = run.get();
      } catch (RuntimeException e) {
        return new Attempt(
            view.resultsFolder().flatMap(folder -> reportQuietly(folder, e)), Optional.of(e));
      }
      return new Attempt(Optional.of(reported(result.folder())), Optional.empty());
    }

    private static Summary reported(Path folder) {
      return new Summary(folder, ReportWriter.write(folder));
    }

    /** The error that ended the run is the one to show; a second one only goes with it. */
    private static Optional<Summary> reportQuietly(Path folder, RuntimeException cause) {
      try {
        return Optional.of(reported(folder));
      } catch (RuntimeException e) {
        cause.addSuppressed(e);
        return Optional.empty();
      }
    }

    /**
     * Tells of the failure, if any: here, because after an interrupt the JVM ends as soon as the
     * verb returns.
     */
    int exitCode(CommandLine command) {
      if (failure.isPresent()) {
        return Main.failed(failure.get(), command);
      }
      return summary.map(one -> one.report().verdict().isValid()).orElse(false)
          ? 0
          : Kind.INVALID_RUN.exitCode();
    }
  }

  /**
   * Runs, writes the report, prints the summary.
   *
   * @return exit code
   */
  @SuppressWarnings("try") // Only its end matters.
  static int reported(RunView view, CommandLine command, boolean isJson, Supplier<RunResult> run) {
    try (OrderlyEnd end = new OrderlyEnd()) {
      Attempt attempt = Attempt.of(view, run);
      attempt.summary().ifPresent(summary -> summary.print(command.getOut(), isJson));
      return attempt.exitCode(command);
    }
  }

  /**
   * Does the same several times, one after the other, and prints what the runs came to together. A
   * run that is INVALID does not keep the others from running; one that fails, or a signal, does.
   *
   * @param views makes the view of each run
   * @return exit code: of the failure that ended it, otherwise 4 if any run was INVALID
   */
  static int repeated(
      int repeats,
      Supplier<RunView> views,
      CommandLine command,
      boolean isJson,
      Function<RunView, RunResult> run) {
    PrintWriter out = command.getOut();
    List<Summary> summaries = new ArrayList<>();
    int exitCode = 0;
    try (OrderlyEnd end = new OrderlyEnd()) {
      Optional<Attempt> failed = Optional.empty();
      for (int number = 1; number <= repeats && failed.isEmpty() && !end.isEnding(); number++) {
        RunView view = views.get();
        view.onRepeat(number, repeats);
        Attempt attempt = Attempt.of(view, () -> run.apply(view));
        attempt.summary().ifPresent(summaries::add);
        if (attempt.failure().isPresent()) {
          failed = Optional.of(attempt);
        } else {
          exitCode = Math.max(exitCode, attempt.exitCode(command));
        }
        if (!isJson) {
          attempt.summary().ifPresent(summary -> summary.print(out, false));
        }
      }
      if (!summaries.isEmpty()) {
        new RepeatSummary(repeats, summaries).print(out, isJson);
      }
      if (failed.isPresent()) {
        return failed.get().exitCode(command);
      }
      return end.isEnding() ? Kind.INTERRUPTED.exitCode() : exitCode;
    }
  }
}
