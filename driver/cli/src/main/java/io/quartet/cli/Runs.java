package io.quartet.cli;

import io.quartet.model.QuartetException;
import io.quartet.orchestrate.RunResult;
import io.quartet.report.Report;
import io.quartet.report.ReportWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine;

/** What {@code run} and {@code demo} share: whatever becomes of a run, it gets its report. */
final class Runs {

  private Runs() {}

  /**
   * Runs, writes the report, prints the summary.
   *
   * @return exit code
   */
  @SuppressWarnings("try") // Only its end matters.
  static int reported(RunView view, CommandLine command, boolean isJson, Supplier<RunResult> run) {
    PrintWriter out = command.getOut();
    try (OrderlyEnd end = new OrderlyEnd()) {
      RunResult result;
      try {
        result = run.get();
      } catch (RuntimeException e) {
        view.resultsFolder().ifPresent(folder -> reportQuietly(folder, out, isJson, e));
        // Said here, because after an interrupt the JVM ends as soon as this returns.
        return Main.failed(e, command);
      }
      Report report = ReportWriter.write(result.folder());
      new Summary(result.folder(), report).print(out, isJson);
      return report.verdict().isValid() ? 0 : QuartetException.Kind.INVALID_RUN.exitCode();
    }
  }

  /** The error that ended the run is the one to show; a second one only goes with it. */
  private static void reportQuietly(
      Path folder, PrintWriter out, boolean isJson, RuntimeException cause) {
    try {
      new Summary(folder, ReportWriter.write(folder)).print(out, isJson);
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }
}
