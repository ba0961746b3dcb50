package io.quartet.report.internal.run;

import static io.quartet.report.internal.figure.Column.word;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Names with values; a JSON document is flattened into them, in its own order. */
public final class FactTable {

  /** A fact in JSON. */
  public static final Table<Fact> JSON =
      Table.of(word("name", Fact::name), word("value", Fact::value));

  private static final String SHARES = "percents";

  private FactTable() {}

  /** A list of facts. */
  public static <R> Column<R> column(String key, Function<R, List<Fact>> facts) {
    return Column.of(
        key, Column.reference("facts"), row -> facts.apply(row).stream().map(JSON::json).toList());
  }

  /** One fact per value; what is absent or null has none. */
  public static List<Fact> of(JsonNode document) {
    List<Fact> facts = new ArrayList<>();
    append("", document, facts);
    return List.copyOf(facts);
  }

  private static void append(String name, JsonNode node, List<Fact> facts) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              field ->
                  append(
                      name.isEmpty() ? field.getKey() : name + "." + field.getKey(),
                      field.getValue(),
                      facts));
    } else if (node.isArray()) {
      appendArray(name, node, facts);
    } else if (!node.isMissingNode() && !node.isNull()) {
      facts.add(new Fact(name, node.asText()));
    }
  }

  private static void appendArray(String name, JsonNode array, List<Fact> facts) {
    List<String> values = new ArrayList<>();
    for (JsonNode element : array) {
      if (element.isObject() && !element.has(SHARES)) {
        values.clear();
        for (int i = 0; i < array.size(); i++) {
          append(name + "." + (i + 1), array.get(i), facts);
        }
        break;
      }
      values.add(element.isValueNode() ? element.asText() : shares(element));
    }
    if (!values.isEmpty()) {
      facts.add(new Fact(name, String.join(", ", values)));
    }
  }

  /** A row of shares reads better as 10/20/30/40; anything else stays JSON. */
  private static String shares(JsonNode element) {
    JsonNode row = element.isArray() ? element : element.path(SHARES);
    if (!row.isArray()) {
      return element.toString();
    }
    List<String> values = new ArrayList<>();
    row.forEach(value -> values.add(Format.plain(value.asDouble())));
    return String.join("/", values);
  }
}
