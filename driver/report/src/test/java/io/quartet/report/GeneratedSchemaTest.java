package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.report.internal.ReportBuilder;
import io.quartet.report.internal.figure.Rows;
import io.quartet.report.section.Statistics;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What columns say of JSON is what the schema of the report says, but for the explanations. */
@Tag("unit")
class GeneratedSchemaTest {

  private static JsonNode written(String path) throws IOException {
    try (InputStream schema = Report.class.getResourceAsStream("report.schema.json")) {
      return new ObjectMapper().readTree(schema).at(path);
    }
  }

  private static JsonNode withoutDescriptions(JsonNode schema) {
    JsonNode bare = schema.deepCopy();
    if (bare instanceof ObjectNode object) {
      if (object.path("description").isTextual()) {
        object.remove("description");
      }
      object.properties().forEach(field -> field.setValue(withoutDescriptions(field.getValue())));
    }
    return bare;
  }

  private static void assertAsWritten(Rows<?> rows, String path) throws IOException {
    assertThat(withoutDescriptions(rows.table().schema()))
        .isEqualTo(withoutDescriptions(written(path)));
  }

  @Test
  void statistics(@TempDir Path results) throws IOException {
    ResultsFolder folder = ResultsFolder.open(SimulatedDemo.finished(results));
    Statistics statistics = ReportBuilder.build(folder).report().statistics();

    assertAsWritten(statistics.groups(), "/$defs/activity");
    assertAsWritten(statistics.machines(), "/properties/statistics/properties/machines/items");
    assertAsWritten(statistics.disks(), "/properties/statistics/properties/disks/items");
  }
}
