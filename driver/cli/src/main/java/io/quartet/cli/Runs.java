package io.quartet.cli;

import io.quartet.cli.view.RepeatSummary;
import io.quartet.cli.view.RunView;
import io.quartet.cli.view.Summary;
import io.quartet.cli.view.WallTime;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.provision.os.Waiting;
import io.quartet.report.Report;
import io.quartet.report.ReportWriter;
import io.quartet.run.RunResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * Shared by {@code run}, {@code demo} and {@code check --finish}: every run gets a report, even if
 * it fails.
 */
final class Runs {

  private Runs() {}

  /**
   * Outcome of a run.
   *
   * @param summary empty if it ended before it had a results folder, or has no figures
   * @param failure reason why it ended early or has no report
   * @param isOver true if the run reached its end, with or without a report
   */
  private record Attempt(
      Optional<Summary> summary, Optional<RuntimeException> failure, boolean isOver) {

    /** Nothing of the view is left on the screen when this returns. */
    static Attempt of(RunView view, Supplier<RunResult> run) {
      try (view) {
        return reported(view, run);
      }
    }

    private static Attempt reported(RunView view, Supplier<RunResult> run) {
      RunResult result;
      try {
        result = run.get();
      } catch (RuntimeException e) {
        view.onReport();
        return new Attempt(
            view.resultsFolder().flatMap(folder -> quietly(() -> reported(folder, view), e)),
            Optional.of(e),
            false);
      }
      view.onReport();
      try {
        return new Attempt(Optional.of(reported(result.folder(), view)), Optional.empty(), true);
      } catch (RuntimeException e) {
        return new Attempt(
            quietly(
                () ->
                    new Summary(result.folder(), ReportWriter.read(result.folder()), view.times()),
                e),
            Optional.of(withoutReport(result, e)),
            true);
      }
    }

    /** An interrupt stops the run, but not its report. */
    private static Summary reported(Path folder, RunView view) {
      Report report = Waiting.uninterrupted(() -> ReportWriter.write(folder));
      return new Summary(folder, report, view.times());
    }

    /** The first error is the one to show; a second one only goes with it. */
    private static Optional<Summary> quietly(Supplier<Summary> summary, RuntimeException cause) {
      try {
        return Optional.of(summary.get());
      } catch (RuntimeException e) {
        cause.addSuppressed(e);
        return Optional.empty();
      }
    }

    /** Hours of measurement are not lost with the report, so the error has to say so. */
    private static RuntimeException withoutReport(RunResult run, RuntimeException cause) {
      String rest =
          (" The run itself is over (%s) and its raw results are complete. 'quartet report %s'"
                  + " writes the report.")
              .formatted(run.verdict().statement(), run.folder());
      return cause instanceof QuartetException known
          ? new QuartetException(known.kind(), known.code(), known.getMessage() + rest, known)
          : new IllegalStateException(cause + "." + rest, cause);
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
   * Runs several times, one after the other, and prints a summary of all runs. A run that is
   * INVALID or has no report does not stop the series. A failed run or a signal does.
   *
   * @param views makes the view of each run
   * @return exit code: of the failure that ended it, otherwise 4 if any run was INVALID, otherwise
   *     that of a report that could not be made
   */
  static int repeated(
      int repeats,
      Supplier<RunView> views,
      CommandLine command,
      boolean isJson,
      Function<RunView, RunResult> run) {
    PrintWriter out = command.getOut();
    List<Summary> summaries = new ArrayList<>();
    WallTime time = WallTime.ofProcess();
    int exitCode = 0;
    try (OrderlyEnd end = new OrderlyEnd()) {
      Optional<Attempt> failed = Optional.empty();
      for (int number = 1; number <= repeats && failed.isEmpty() && !end.isEnding(); number++) {
        time.begin("run " + number);
        RunView view = views.get();
        view.onRepeat(number, repeats);
        Attempt attempt = Attempt.of(view, () -> run.apply(view));
        attempt.summary().ifPresent(summaries::add);
        if (attempt.isOver()) {
          exitCode = Math.max(exitCode, attempt.exitCode(command));
        } else {
          failed = Optional.of(attempt);
        }
        if (!isJson) {
          attempt.summary().ifPresent(summary -> summary.print(out, false));
        }
      }
      if (!summaries.isEmpty()) {
        new RepeatSummary(repeats, summaries, time.parts()).print(out, isJson);
      }
      if (failed.isPresent()) {
        return failed.get().exitCode(command);
      }
      return end.isEnding() ? Kind.INTERRUPTED.exitCode() : exitCode;
    }
  }
}
