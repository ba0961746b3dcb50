package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.report.section.Contents;
import io.quartet.report.section.PgbenchLoad.DatabaseLoad;
import io.quartet.report.section.PgbenchLoad.Variation;
import io.quartet.results.ToolProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
                        report.pgbench().databases().stream()
                            .filter(row -> row.phase().equals(phase.phase()))
                            .mapToDouble(DatabaseLoad::tps)
                            .sum())
                    .isCloseTo(phase.etps(), within(1e-6)));
  }

  @Test
  void databaseWithoutClientsIsNotCompared() {
    assertThat(report.pgbench().variations())
        .filteredOn(Variation::isBetweenDatabases)
        .extracting(Variation::within)
        .containsExactly("1", "2", "all");
    assertThat(report.pgbench().databases())
        .filteredOn(row -> row.vm().equals("b1-vm3") && row.phase().equals("3"))
        .extracting(DatabaseLoad::clients)
        .containsExactly(0);
  }

  @Test
  void everyProcessIsThereAndItsLogIsWhole() {
    assertThat(report.pgbench().processes()).hasSize(5).allMatch(ToolProcess::isWhole);
  }
}
