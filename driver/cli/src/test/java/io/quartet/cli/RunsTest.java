package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.cli.view.RunView;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.report.compare.Spread;
import io.quartet.results.Verdict;
import io.quartet.run.RunResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("unit")
class RunsTest {

  private final RunPlan plan = BenchmarkFile.loadExample("demo");
  private final AtomicInteger begun = new AtomicInteger();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path results;

  private CommandLine command() {
    CommandLine main = Main.commandLine();
    main.parseArgs("run", "some.yaml");
    CommandLine command = main.getSubcommands().get("run");
    return command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
  }

  private int repeated(int repeats, boolean isJson, Function<RunView, RunResult> run) {
    CommandLine command = command();
    return Runs.repeated(
        repeats, () -> RunView.of(plan, new PrintWriter(err, true), isJson), command, isJson, run);
  }

  /** A run that measured nothing, so that it is INVALID. */
  private RunResult empty(RunView view) {
    try {
      Path folder = Files.createDirectory(results.resolve("run-" + begun.incrementAndGet()));
      Files.writeString(folder.resolve("run.json"), "{\"schemaVersion\": 1}");
      view.onResultsFolder(folder);
      return new RunResult(
          folder,
          new Verdict(
              "demo",
              false,
              "INVALID",
              List.of(),
              List.of(),
              Optional.empty(),
              Optional.empty(),
              ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyRunHasItsReportAndOneInvalidRunMakesTheExitCode() {
    assertThat(repeated(3, false, this::empty)).isEqualTo(4);
    assertThat(begun).hasValue(3);
    assertThat(results.resolve("run-3/report.html")).exists();
    assertThat(out.toString())
        .contains("3 of 3 runs:", "run-2", "no valid run, so no median", "all runs: total time ");
    assertThat(err.toString()).contains("==> run 1 of 3", "==> run 3 of 3");
  }

  @Test
  void jsonIsOneObjectWithAllRuns() throws IOException {
    assertThat(repeated(2, true, this::empty)).isEqualTo(4);
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("repeats").asInt()).isEqualTo(2);
    assertThat(json.path("completed").asInt()).isEqualTo(2);
    assertThat(json.path("valid").asInt()).isZero();
    assertThat(json.at("/seconds/total").asDouble()).isPositive();
    assertThat(json.at("/runs/1/seconds/parts/1/name").asText()).isEqualTo("report");
    assertThat(json.path("etps").isNull()).isTrue();
    assertThat(json.at("/runs/1/folder").asText()).endsWith("run-2");
    assertThat(json.at("/runs/1/report/verdict/isValid").asBoolean(true)).isFalse();
    assertThat(err.toString()).contains("\"event\":\"repeat\",\"number\":2,\"repeats\":2");
  }

  /** A run whose last file cannot be written, because a folder is in its place. */
  private RunResult unprintable(RunView view) {
    RunResult result = empty(view);
    try {
      Files.createDirectories(result.folder().resolve("report.pdf/in the way"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return result;
  }

  @Test
  void runWithoutItsReportStillTellsWhatItCameTo() {
    CommandLine command = command();
    RunView view = RunView.of(plan, new PrintWriter(err, true), false);

    assertThat(Runs.reported(view, command, false, () -> unprintable(view))).isEqualTo(3);

    assertThat(out.toString())
        .contains("run-1: INVALID", "no throughput: none was measured", "report: ")
        .doesNotContain("for print");
    assertThat(err.toString())
        .contains(
            "report.pdf cannot be written",
            "The run itself is over (INVALID)",
            "'quartet report " + results.resolve("run-1") + "' writes the report.",
            "[RESULTS_WRITE]");
    assertThat(results.resolve("run-1/run.json")).exists();
  }

  @Test
  void runWithoutItsReportDoesNotKeepTheOthersFromRunning() {
    assertThat(repeated(3, false, view -> begun.get() == 1 ? unprintable(view) : empty(view)))
        .isEqualTo(4);
    assertThat(begun).hasValue(3);
    assertThat(out.toString()).contains("3 of 3 runs:");
    assertThat(err.toString()).contains("run-2' writes the report. [RESULTS_WRITE]");
  }

  @Test
  void interruptEndsAllOfThemWithWhatIsThere() {
    int exitCode =
        repeated(
            5,
            false,
            view -> {
              RunResult result = empty(view);
              if (begun.get() == 2) {
                throw new QuartetException(
                    QuartetException.Kind.INTERRUPTED, "INTERRUPTED", "stopped by a test");
              }
              return result;
            });
    assertThat(exitCode).isEqualTo(130);
    assertThat(begun).hasValue(2);
    assertThat(out.toString()).contains("2 of 5 runs:");
    assertThat(err.toString()).contains("stopped by a test");
  }

  @Test
  void interruptedRunGetsItsWholeReportAndStaysInterrupted() {
    RunView view = RunView.of(plan, new PrintWriter(err, true), false);

    int exitCode =
        Runs.reported(
            view,
            command(),
            false,
            () -> {
              empty(view);
              Thread.currentThread().interrupt();
              throw new QuartetException(
                  QuartetException.Kind.INTERRUPTED, "INTERRUPTED", "stopped by a test");
            });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(exitCode).isEqualTo(130);
    for (String name : List.of("report.html", "report.json", "report.pdf", "disclosure.pdf")) {
      assertThat(results.resolve("run-1").resolve(name)).isNotEmptyFile();
    }
    assertThat(out.toString()).contains("run-1: INVALID", "for print: ");
  }

  @Test
  void runThatCannotBeginSaysOnlyWhy() {
    int exitCode =
        repeated(
            3,
            false,
            view -> {
              throw new QuartetException(
                  QuartetException.Kind.LOAD_OR_CHECK, "NO_SNAPSHOT", "a1-vm2 has no snapshot");
            });
    assertThat(exitCode).isEqualTo(5);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("[NO_SNAPSHOT]");
  }

  @Test
  void medianAndSpreadAreThoseOfTheFigures() {
    assertThat(Spread.of(List.of())).isEmpty();
    Spread odd = Spread.of(List.of(42.0, 40.0, 41.0)).orElseThrow();
    assertThat(odd.median()).isEqualTo(41);
    assertThat(odd.rangePercent()).isCloseTo(100 * 2.0 / 41, within(1e-9));
    Spread even = Spread.of(List.of(10.0, 30.0, 20.0, 40.0)).orElseThrow();
    assertThat(List.of(even.median(), even.min(), even.max(), even.rangePercent()))
        .containsExactly(25.0, 10.0, 40.0, 120.0);
  }
}
