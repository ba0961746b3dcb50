package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.report.internal.ReportBuilder;
import io.quartet.report.internal.charts.ChartFigures;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.section.Statistics;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What columns say of JSON is what the schema of the report says, but for the explanations. It may
 * say more where the written schema is silent.
 */
@Tag("unit")
class GeneratedSchemaTest {

  private static JsonNode written(String name) throws IOException {
    try (InputStream schema = Report.class.getResourceAsStream(name)) {
      return new ObjectMapper().readTree(schema);
    }
  }

  private static JsonNode resolved(JsonNode schema, JsonNode definitions) {
    JsonNode reference = schema.path("$ref");
    if (reference.isTextual()) {
      ObjectNode known = definitions.path(reference.asText().replace("#/$defs/", "")).deepCopy();
      known.setAll((ObjectNode) schema);
      return known.without("$ref");
    }
    JsonNode either = schema.path("oneOf");
    if (either.isArray() && either.path(0).path("type").asText().equals("null")) {
      ObjectNode known = resolved(either.path(1), definitions).deepCopy();
      JsonNode type = known.path("type");
      known.putArray("type").add(type).add("null");
      return known;
    }
    return schema;
  }

  private static void assertTells(
      JsonNode writtenHere, JsonNode generatedHere, JsonNode definitions, String path) {
    JsonNode written = resolved(writtenHere, definitions);
    JsonNode generated = resolved(generatedHere, definitions);
    if (!(written instanceof ObjectNode)) {
      assertThat(generated).as(path).isEqualTo(written);
      return;
    }
    for (var field : written.properties()) {
      if (!field.getKey().equals("description") || !field.getValue().isTextual()) {
        String below = path + "/" + field.getKey();
        assertThat(generated.has(field.getKey())).as(below).isTrue();
        assertTells(field.getValue(), generated.get(field.getKey()), definitions, below);
      }
    }
  }

  private static void assertAsWritten(Table<?> table, String path) throws IOException {
    JsonNode schema = written("report.schema.json");
    assertTells(schema.at(path), table.schema(), schema.path("$defs"), path);
  }

  @Test
  void charts() throws IOException {
    assertAsWritten(ChartFigures.TABLE, "/properties/charts");
  }

  @Test
  void statistics(@TempDir Path results) throws IOException {
    ResultsFolder folder = ResultsFolder.open(SimulatedDemo.finished(results));
    Statistics statistics = ReportBuilder.build(folder).report().statistics();

    assertAsWritten(statistics.groups().table(), "/$defs/activity");
    assertAsWritten(
        statistics.machines().table(), "/properties/statistics/properties/machines/items");
    assertAsWritten(statistics.disks().table(), "/properties/statistics/properties/disks/items");
  }
}
