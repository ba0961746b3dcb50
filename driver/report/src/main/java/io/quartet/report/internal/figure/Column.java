package io.quartet.report.internal.figure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.report.internal.data.Rounded;
import io.quartet.report.internal.page.Format;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * One figure of each row of a table. Immutable.
 *
 * @param <R> a row
 * @param key its name in JSON
 * @param schema what values JSON has
 * @param value of a row, as JSON has it; null if it is not known
 * @param heading above the title, over several columns of the page; empty if there is none
 * @param title over it on the page
 * @param decimals on the page; {@link #WHOLE} cuts them off
 * @param unit what one of the page's units is in JSON, for instance 1e6 for bytes shown as MB
 */
public record Column<R>(
    String key,
    ObjectNode schema,
    Function<R, ?> value,
    String heading,
    String title,
    int decimals,
    double unit) {

  private static final int WHOLE = -1;

  private static <R> Column<R> of(String key, ObjectNode schema, Function<R, ?> value) {
    return new Column<>(key, schema, value, "", "", 0, 1);
  }

  /** A figure from 0 that may not be known, to three decimals. */
  public static <R> Column<R> figure(String key, Function<R, OptionalDouble> value) {
    return of(key, reference("figure"), row -> Rounded.thousandths(value.apply(row)));
  }

  /** A figure from 0 as a row has it; null if it is not known. */
  public static <R> Column<R> rounded(String key, Function<R, Double> value) {
    return of(key, reference("figure"), value);
  }

  /** A whole number from 0 that is always known. */
  public static <R> Column<R> count(String key, Function<R, Long> value) {
    return of(key, reference("count"), value);
  }

  /** A length of time that is always known. */
  public static <R> Column<R> seconds(String key, Function<R, Double> value) {
    return of(key, type("number").put("minimum", 0), value);
  }

  /** A word that is always known. */
  public static <R> Column<R> word(String key, Function<R, String> value) {
    return of(key, type("string"), value);
  }

  /** A word that some rows do not have. */
  public static <R> Column<R> wordOrNull(String key, Function<R, String> value) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.putArray("type").add("string").add("null");
    return of(key, schema, value);
  }

  /** One of some words. */
  public static <R> Column<R> oneOf(String key, Function<R, String> value, String... words) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    for (String word : words) {
      schema.withArray("enum").add(word);
    }
    return of(key, schema, value);
  }

  /** Whether something is so. */
  public static <R> Column<R> flag(String key, Function<R, Boolean> value) {
    return of(key, type("boolean"), value);
  }

  /** Figures in an object of their own. */
  public static <R> Column<R> part(String key, Table<R> part) {
    return of(key, part.schema(), part::json);
  }

  private static ObjectNode reference(String definition) {
    return JsonNodeFactory.instance.objectNode().put("$ref", "#/$defs/" + definition);
  }

  private static ObjectNode type(String type) {
    return JsonNodeFactory.instance.objectNode().put("type", type);
  }

  /** The same with an explanation in the schema. */
  public Column<R> meaning(String meaning) {
    ObjectNode explained = JsonNodeFactory.instance.objectNode().put("description", meaning);
    explained.setAll(schema);
    return new Column<>(key, explained, value, heading, title, decimals, unit);
  }

  /** The same, shown on the page. */
  public Column<R> shown(String newTitle, int newDecimals) {
    return new Column<>(key, schema, value, heading, newTitle, newDecimals, unit);
  }

  /** The same, shown on the page as a whole number. */
  public Column<R> shownWhole(String newTitle) {
    return shown(newTitle, WHOLE);
  }

  /** The same below a heading that it shares with the columns beside it. */
  public Column<R> under(String newHeading) {
    return new Column<>(key, schema, value, newHeading, title, decimals, unit);
  }

  /** The same, shown in a larger unit. */
  public Column<R> in(double newUnit) {
    return new Column<>(key, schema, value, heading, title, decimals, newUnit);
  }

  /** The figure of a row as text. */
  String text(R row) {
    Number number = (Number) value.apply(row);
    if (decimals == WHOLE || number == null) {
      return Format.count(number);
    }
    return Format.fixed(number.doubleValue() / unit, decimals);
  }

  /** The figure of a row in JSON. */
  JsonNode json(R row) {
    return Table.MAPPER.valueToTree(value.apply(row));
  }
}
