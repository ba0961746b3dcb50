package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class GoldenReportTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void longSeriesAreReducedAndShortOnesAreKept() throws IOException {
    ObjectNode report = JSON.createObjectNode().put("version", 1).putNull("ramp");
    ObjectNode charts = report.putObject("charts");
    fill(charts.putArray("short"), 20);
    fill(charts.putArray("long"), 21);

    Map<String, JsonNode> sections = GoldenReport.sections(report);

    assertThat(sections).containsOnlyKeys("charts", "values");
    assertThat(sections.get("values")).isEqualTo(JSON.readTree("{\"version\":1,\"ramp\":null}"));
    assertThat(sections.get("charts").path("short")).hasSize(20);
    // printf '[%s]' "$(seq -s, 0 20)" | sha256sum
    assertThat(sections.get("charts").path("long"))
        .isEqualTo(
            JSON.createObjectNode()
                .put("length", 21)
                .put("sha256", "dc1c077001b8219bb52deaba68e4bfa86f747e1bcec00ce538087459f4638c09"));
  }

  @Test
  void longTableIsReducedByColumn() {
    ObjectNode report = JSON.createObjectNode();
    ArrayNode rows = report.putArray("rows");
    for (int i = 0; i < 101; i++) {
      rows.addObject().put("name", "same").put("figure", i);
    }
    JsonNode before = GoldenReport.sections(report).get("rows");
    ((ObjectNode) rows.get(50)).put("figure", -1);
    JsonNode after = GoldenReport.sections(report).get("rows");

    assertThat(before.path("name").path("length").asInt()).isEqualTo(101);
    assertThat(after.path("name")).isEqualTo(before.path("name"));
    assertThat(after.path("figure")).isNotEqualTo(before.path("figure"));
  }

  @Test
  void differenceNamesItsSectionAndSurplusFilesFail(@TempDir Path golden) throws IOException {
    Files.writeString(golden.resolve("values.json"), "{\"ramp\": null}");
    Files.writeString(golden.resolve("summary.json"), "{\"phases\": 9}");
    JsonNode report = JSON.readTree("{\"ramp\": null, \"summary\": {\"phases\": 10}}");
    assertThatThrownBy(() -> GoldenReport.assertSame(golden, report))
        .hasMessageContaining("summary.phases: expected 9, was 10");

    Files.writeString(golden.resolve("summary.json"), "{\"phases\": 10}");
    GoldenReport.assertSame(golden, report);

    Files.writeString(golden.resolve("surplus.json"), "[1]");
    assertThatThrownBy(() -> GoldenReport.assertSame(golden, report))
        .hasMessageContaining("surplus");

    Files.delete(golden.resolve("surplus.json"));
    Files.delete(golden.resolve("summary.json"));
    assertThatThrownBy(() -> GoldenReport.assertSame(golden, report))
        .hasMessageContaining("summary");
  }

  private static void fill(ArrayNode series, int length) {
    for (int i = 0; i < length; i++) {
      series.add(i);
    }
  }
}
