package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.audit.ValidityRules;
import io.quartet.report.section.Contents;
import io.quartet.report.section.ToolLoad.DatabaseLoad;
import io.quartet.report.section.ToolLoad.Variation;
import io.quartet.results.Check;
import io.quartet.results.Finding;
import io.quartet.results.RunResults;
import io.quartet.results.ToolCsv;
import io.quartet.results.ToolProcess;
import io.quartet.results.folder.ProcessesCsv;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.ProcessorUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class PgbenchReportTest {

  /** What only a brokerage has. */
  private static final Pattern OF_BROKERAGE =
      Pattern.compile(
          "etps|\"targetPercent|Trade|Tier A|Load Unit|DSS|Customer Emulator|-vm[12]"
              + "|conservation|Data-Maintenance|Short history");

  /** Seconds at which the processes of a phase begin and end. */
  private static final Map<String, long[]> PROCESSES =
      Map.of("1", new long[] {0, 8}, "2", new long[] {8, 18}, "3", new long[] {18, 25});

  @TempDir static Path results;
  private static Path folder;
  private static Report report;

  @BeforeAll
  static void simulate() {
    folder = SimulatedPgbench.finished(results);
    report = ReportWriter.write(folder);
  }

  @Test
  void finishedRunIsValid() {
    assertThat(report.verdict().reasons()).isEmpty();
    assertThat(report.contents()).isEqualTo(Contents.PGBENCH);
  }

  @Test
  void jsonFitsTheSchemaAndHasTps() throws IOException {
    TestPages.assertFitsSchema(folder);
    JsonNode json = new ObjectMapper().readTree(folder.resolve(ReportWriter.JSON).toFile());
    assertThat(json.path("metric").path("tps").asDouble()).isPositive();
    assertThat(json.path("run").path("workload").asText()).isEqualTo("pgbench");
    assertThat(json.has("conservation")).isFalse();
    assertThat(json.path("charts").has("targets")).isFalse();
  }

  @Test
  void nothingOfABrokerageIsShown() throws IOException {
    List<String> shown =
        List.of(
            Files.readString(folder.resolve(ReportWriter.JSON)),
            ShownText.ofPage(Files.readString(folder.resolve(ReportWriter.HTML))),
            ShownText.ofDocument(Files.readAllBytes(folder.resolve(ReportWriter.PDF))),
            ShownText.ofDocument(Files.readAllBytes(folder.resolve(ReportWriter.DISCLOSURE))));
    for (String text : shown) {
      assertThat(text.lines().filter(line -> OF_BROKERAGE.matcher(line).find())).isEmpty();
    }
  }

  @Test
  void pageSaysWhatTheFigureMayBeComparedWith() throws IOException {
    assertThat(ShownText.ofPage(Files.readString(folder.resolve(ReportWriter.HTML))))
        .contains("The figure is of pgbench. Compare it only with runs of the same workload");
  }

  @Test
  void databasesOfEachPhaseSumToItsThroughput() {
    report
        .workload()
        .phases()
        .forEach(
            phase ->
                assertThat(
                        report.tool().databases().stream()
                            .filter(row -> row.phase().equals(phase.phase()))
                            .mapToDouble(DatabaseLoad::tps)
                            .sum())
                    .isCloseTo(phase.etps(), within(1e-6)));
  }

  @Test
  void databaseWithoutClientsIsNotCompared() {
    assertThat(report.tool().variations())
        .filteredOn(Variation::isBetweenDatabases)
        .extracting(Variation::within)
        .containsExactly("1", "2", "all");
    assertThat(report.tool().databases())
        .filteredOn(row -> row.vm().equals("b1-vm3") && row.phase().equals("3"))
        .extracting(DatabaseLoad::clients)
        .containsExactly(0);
  }

  @Test
  void everyProcessIsThereAndItsLogIsWhole() {
    assertThat(report.tool().processes()).hasSize(5).allMatch(ToolProcess::isWhole);
  }

  @Test
  void processesOfOnePhaseCountInThatPhaseOnly(@TempDir Path other) throws IOException {
    ResultsFolder run = ResultsFolder.open(SimulatedPgbench.finished(other));
    sample(run, "driver", new long[] {0, 25}, 0);
    double before = ownProcessors(run);
    for (ToolProcess process : report.tool().processes()) {
      String name = ToolProcess.name("pgbench", process.set(), process.phase());
      sample(run, name, PROCESSES.get(process.phase()), 400);
    }
    // a1 uses 0.4 processors all the time, b1 until the end of its second phase.
    assertThat(ownProcessors(run) - before).isCloseTo(0.4 + 0.4 * 16 / 23, within(0.1));
  }

  /** Adds samples of a program to those of the machine. */
  private static void sample(ResultsFolder run, String name, long[] seconds, int millisPerSecond)
      throws IOException {
    Path file = run.file(StatsCsv.name("host", ProcessesCsv.SOURCE));
    List<String> lines = Files.readAllLines(file);
    List<String> rows = new ArrayList<>(lines.subList(1, lines.size()));
    for (long second = seconds[0]; second <= seconds[1]; second++) {
      long millis = SimulatedDemo.START_UTC_MILLIS + 1_000 * second;
      long used = millisPerSecond * (second - seconds[0]);
      rows.add("%d,%s,1,1,%d,0,0,0".formatted(millis, name, used));
    }
    rows.sort(Comparator.comparing(row -> row.substring(0, row.indexOf(','))));
    rows.add(0, lines.get(0));
    Files.write(file, rows);
  }

  private static double ownProcessors(ResultsFolder folder) {
    RunResults results = RunResults.read(folder);
    return ProcessorUse.read(folder, results.figures(), results.info().host())
        .orRefuse()
        .orElseThrow()
        .ownProcessors()
        .orElseThrow();
  }

  @Test
  void clientsThatConnectAfterTheBeginOfTheirPhaseBreakARule(@TempDir Path other)
      throws IOException {
    Path late = SimulatedPgbench.finished(other);
    Path file = late.resolve(ToolCsv.NAME);
    List<ToolProcess> processes = report.tool().processes();
    String first = Long.toString(processes.get(0).firstAfterMicros().getAsLong());
    Files.writeString(file, Files.readString(file).replaceFirst("," + first + ",", ",4600000,"));
    List<Check> broken = ValidityRules.evaluate(ResultsFolder.open(late)).broken();
    assertThat(broken).extracting(Check::id).contains("tool-begin");
    assertThat(broken)
        .filteredOn(check -> check.id().equals("tool-begin"))
        .flatExtracting(Check::findings)
        .extracting(Finding::text)
        .containsExactly(
            "a1-vm3, phase 1: its 4 clients began 2.6 s after the phase, perhaps because they took so"
                + " long to connect. Give them a longer timing.rampUp");
  }
}
