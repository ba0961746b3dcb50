package io.quartet.config.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.GoldenFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of docs/guide/keys.md is made from the schema of the benchmark file. */
@Tag("unit")
class KeysPageTest {

  private static final String HEADER = "| key | takes | default | meaning |";

  private final Schema schema = Schema.benchmark();
  private final List<String> rows = new ArrayList<>(List.of(HEADER, "|---|---|---|---|"));
  private final List<String> withoutMeaning = new ArrayList<>();

  @Test
  void everyKeyStandsOnThePageWithItsMeaning() {
    add("", schema.root());
    assertThat(withoutMeaning).isEmpty();
    GoldenFile.assertTable("docs/guide/keys.md", rows);
  }

  private void add(String prefix, JsonNode parent) {
    JsonNode resolved = schema.resolved(parent);
    resolved.path("oneOf").forEach(branch -> add(prefix, branch));
    if (resolved.has("items")) {
      add(prefix.replaceFirst("\\.$", "[]."), resolved.get("items"));
    }
    namesBySchema(resolved.path("properties"))
        .forEach(
            (value, names) -> {
              String key =
                  prefix + (names.size() == 1 ? names.get(0) : "{" + String.join(",", names) + "}");
              rows.add(row(key, value, names.size() == 1));
              add(key + ".", value);
            });
  }

  /** Keys that take the same, such as those of the four Groups, share a row. */
  private static Map<JsonNode, List<String>> namesBySchema(JsonNode properties) {
    Map<JsonNode, List<String>> names = new LinkedHashMap<>();
    properties
        .properties()
        .forEach(
            property ->
                names
                    .computeIfAbsent(property.getValue(), any -> new ArrayList<>())
                    .add(property.getKey()));
    return names;
  }

  /**
   * @param isNamed false if the keys above say what these mean
   */
  private String row(String key, JsonNode value, boolean isNamed) {
    String meaning =
        value.path("description").asText(schema.resolved(value).path("description").asText());
    if (meaning.isEmpty() && isNamed) {
      withoutMeaning.add(key);
    }
    String takes = schema.expectation(value);
    boolean isSaid = meaning.equalsIgnoreCase(takes + ".");
    JsonNode byDefault = value.path("default");
    String text = byDefault.isTextual() ? byDefault.asText() : byDefault.toString();
    return "| `%s` | %s | %s | %s |"
        .formatted(
            key,
            takes.replace("|", "\\|"),
            byDefault.isMissingNode() || byDefault.isNull() ? "" : "`" + text + "`",
            isSaid ? "" : meaning.replace("|", "\\|"));
  }
}
