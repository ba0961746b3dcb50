package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.report.internal.run.ActivityFigures;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.MeasuredLoad.Cell;
import io.quartet.report.section.MeasuredLoad.Phase;
import io.quartet.report.section.Statistics;
import io.quartet.results.RecordedRuns;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.MissedSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
@Isolated("changes what the whole process sees")
class ReportWriterTest {

  @TempDir static Path results;
  private static Path folder;
  private static Report report;

  @BeforeAll
  static void simulate() throws IOException {
    folder = SimulatedDemo.finished(results);
    report = ReportWriter.write(folder);
  }

  @Test
  void finishedDemoIsValidForDemo() {
    assertThat(report.verdict().reasons()).isEmpty();
    assertThat(report.verdict().warnings()).isEmpty();
    assertThat(report.verdict().statement())
        .isEqualTo("valid for demo, not publishable, disturbance not known");
    assertThat(report.run().loaded().isShortHistory()).isTrue();
  }

  @Test
  void reportIsTheGoldenOne() throws IOException {
    TestPages.assertGolden(TestPages.RESOURCES + "/golden/demo", folder);
  }

  @Test
  void jsonFitsItsSchema() {
    TestPages.assertFitsSchema(folder);
  }

  @Test
  void everyPhaseHasFourGroupsWithinTheirLimit() {
    assertThat(report.workload().phases()).hasSize(10);
    for (Phase phase : report.workload().phases()) {
      assertThat(phase.cells()).extracting(Cell::group).containsExactly("A", "B", "C", "D");
      assertThat(phase.cells()).allMatch(cell -> cell.verdict() == Judgment.PASS);
      assertThat(phase.cells().stream().mapToLong(Cell::requests).sum())
          .isEqualTo(phase.requests());
    }
  }

  @Test
  void expectedTradeResultsSumToTheActualOnes() {
    double expected =
        report.workload().phases().stream()
            .flatMap(phase -> phase.cells().stream())
            .mapToDouble(Cell::expectedTradeResults)
            .sum();
    assertThat(expected).isCloseTo((double) report.metric().tradeResults(), within(1e-6));
  }

  @Test
  void metricIsTradeResultsByMeasuredSecond() {
    assertThat(report.run().measuredSeconds()).isEqualTo(60);
    assertThat(report.metric().etps())
        .isCloseTo(report.metric().tradeResults() / 60.0, within(1e-9));
  }

  @Test
  void pageNeedsNothingButItself() throws IOException {
    String html = Files.readString(folder.resolve("report.html"));
    assertThat(html)
        .doesNotContainPattern("(?i)(src|href)\\s*=\\s*[\"']?(https?:|//)")
        .doesNotContainPattern("(?i)url\\(")
        .doesNotContain("@import", "fetch(", "XMLHttpRequest", "<link", "import(");
  }

  @Test
  void pageSaysWhatItIsAndWhatItIsNot() throws IOException {
    String html = Files.readString(folder.resolve("report.html"));
    assertThat(html)
        .contains("valid for demo, not publishable", "TPC-V style", "not comparable", "etps")
        .doesNotContain("tpsE", "tpsV", "tpsC")
        .contains("Permission is hereby granted, free of charge");
  }

  @Test
  void pageOfARunWhoseDisturbanceIsNotKnownIsMarked() throws IOException {
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("<div class=\"page disturbed\">", "Do not compare these figures");
  }

  @Test
  void loadUnitsThatTheRunLeftIdleAreShown() throws IOException {
    assertThat(report.run().loaded().loadUnits()).containsEntry("D", 2);
    assertThat(report.run().loaded().activeLoadUnits()).containsEntry("D", 1);
    assertThat(report.metric().etpsPerLoadUnit())
        .isCloseTo(report.metric().etps() / 4, within(1e-9));
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("the run uses 1/1/1/1 of them", "<td>2, 1 active</td>");
  }

  @Test
  void statisticsAreCutByPhaseAndDividedByTradeResults() throws IOException {
    Statistics statistics = report.statistics();
    assertThat(statistics.groups()).hasSize(11 * 4);
    assertThat(statistics.vms()).hasSize(11 * 12);
    // Phases of 6 s; Group C: 300 ms of processor time, 30 kB of WAL per second and VM.
    assertThat(statistics.groups())
        .filteredOn(row -> row.group() == VmGroup.C && row.phase().equals("4"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(figure(row, "/processors")).isEqualTo(0.9);
              assertThat(figure(row, "/walBytes")).isEqualTo(2 * 6 * 30_000.0);
              assertThat(figure(row, "/walBuffersFull")).isEqualTo(2 * 6 * 3.0);
              assertThat(figure(row, "/walSyncMillis")).isEqualTo(2 * 6 * 60.0);
              assertThat(figure(row, "/checkpointsRequested")).isEqualTo(12);
              assertThat(figure(row, "/buffersCheckpointer")).isEqualTo(2 * 6 * 90.0);
              assertThat(figure(row, "/blockHitPercent")).isEqualTo(95);
              assertThat(figure(row, "/indexOnlyPercent")).isEqualTo(60);
              assertThat(figure(row, "/perTradeResult/walBytes"))
                  .isCloseTo(360_000.0 / row.tradeResults(), within(1e-3));
              assertThat(row.isIncomplete()).isFalse();
            });
    assertThat(statistics.gaps()).containsExactly(new MissedSamples("a1-vm2", "database", 1, 1.25));
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("Database activity", "<summary>By VM</summary>", "a1-vm2: 1.3 s in 1 gap(s)");
  }

  private static double figure(Activity row, String path) {
    JsonNode json = new ObjectMapper().valueToTree(ActivityFigures.TABLE.json(row));
    return json.at(path).asDouble(Double.NaN);
  }

  @Test
  void whatTheFilesSayIsEscaped() throws IOException {
    String html = Files.readString(folder.resolve("report.html"));
    assertThat(html).contains("Virtual CPU &lt;2.8 GHz").doesNotContain("CPU <2.8");
  }

  @Test
  void rawFilesStayAsTheyAre() {
    assertThat(Manifest.differences(ResultsFolder.open(folder))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hi-IN-u-nu-deva", "tr-TR"})
  void runOfAnotherMachineGivesTheSameBytes(String language, @TempDir Path elsewhere)
      throws IOException {
    Path copy = RecordedRuns.copyOf(folder, elsewhere);
    Files.delete(copy.resolve("report.html"));
    Files.delete(copy.resolve("report.json"));
    Locale locale = Locale.getDefault();
    TimeZone zone = TimeZone.getDefault();
    Locale.setDefault(Locale.forLanguageTag(language));
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
    try {
      ReportWriter.write(copy);
    } finally {
      Locale.setDefault(locale);
      TimeZone.setDefault(zone);
    }
    for (String name : List.of("report.html", "report.json")) {
      assertThat(copy.resolve(name)).hasSameBinaryContentAs(folder.resolve(name));
    }
  }

  @Test
  void folderOfAnotherFormatIsRefused(@TempDir Path old) throws IOException {
    Files.writeString(
        old.resolve("run.json"), "{\"schemaVersion\": 7, \"versions\": {\"quartet\": \"9.1\"}}");
    assertThatThrownBy(() -> ReportWriter.write(old))
        .isInstanceOf(QuartetException.class)
        .hasMessageContaining("its format is 7")
        .hasMessageContaining("(9.1)");
  }

  @Test
  void folderWithoutRunIsRefused(@TempDir Path empty) {
    assertThatThrownBy(() -> ReportWriter.write(empty))
        .isInstanceOf(QuartetException.class)
        .hasMessageContaining("run.json");
  }
}
