package io.quartet.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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

  private record Place(JsonNode schema, JsonNode root) {

    Place below(String key) {
      return new Place(schema.get(key), root);
    }

    /** Without references and other ways to allow null. */
    Place resolved() {
      JsonNode reference = schema.path("$ref");
      JsonNode either = schema.path("oneOf");
      if (reference.isTextual()) {
        ObjectNode known = root.at(reference.asText().substring(1)).deepCopy();
        known.setAll((ObjectNode) schema);
        return new Place(known.without("$ref"), root);
      }
      if (either.path(0).path("type").asText().equals("null")) {
        ObjectNode known = new Place(either.get(1), root).resolved().schema().deepCopy();
        JsonNode type = known.path("type");
        known.putArray("type").add(type).add("null");
        return new Place(known, root);
      }
      return this;
    }
  }

  private static void assertTells(
      Place writtenHere, Place generatedHere, String path, SoftAssertions all) {
    Place written = writtenHere.resolved();
    Place generated = generatedHere.resolved();
    if (generated.schema().equals(BooleanNode.FALSE)) {
      return; // Nothing at all is allowed there.
    }
    if (path.endsWith("/type")) {
      all.assertThat(texts(written.schema())).as(path).containsAll(texts(generated.schema()));
      return;
    }
    if (path.endsWith("/required")) {
      all.assertThat(Set.copyOf(texts(generated.schema())))
          .as(path)
          .containsAll(texts(written.schema()));
      return;
    }
    if (!(written.schema() instanceof ObjectNode)) {
      all.assertThat(generated.schema()).as(path).isEqualTo(written.schema());
      return;
    }
    for (var field : written.schema().properties()) {
      String key = field.getKey();
      if (!key.equals("description") || !field.getValue().isTextual()) {
        all.assertThat(generated.schema().has(key)).as(path + "/" + key).isTrue();
        if (generated.schema().has(key)) {
          assertTells(written.below(key), generated.below(key), path + "/" + key, all);
        }
      }
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return array.isTextual() ? List.of(array.asText()) : texts;
  }

  private static void assertTold(String file, OutputSchema generated) throws IOException {
    JsonNode root = written(file);
    ObjectNode schema = root.deepCopy();
    schema.remove(List.of("$schema", "$id", "title", "$defs"));
    JsonNode document = new ObjectMapper().readTree(generated.json());
    SoftAssertions.assertSoftly(
        all -> assertTells(new Place(schema, root), new Place(document, document), "", all));
  }

  @Test
  void report() throws IOException {
    assertTold("report.schema.json", OutputSchema.REPORT);
  }
}
