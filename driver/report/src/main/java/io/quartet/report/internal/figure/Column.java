package io.quartet.report.internal.figure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.size.Bytes;
import io.quartet.report.internal.figure.View.Cell;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.Contents;
import io.quartet.report.section.Judgment;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One figure of each row of a table. Immutable.
 *
 * @param <R> a row
 * @param key its name in JSON; empty if it is only shown
 * @param schema what values JSON has in reports of a workload
 * @param value of a row, as JSON has it; null if it is not known
 * @param unit what one of the page's units is in JSON, for instance 1e6 for bytes shown as MB
 * @param heading above the title, over several columns of the page; empty if there is none
 * @param title over it on the page; null if the page does not show it
 * @param style CSS classes of its cells; empty for none
 * @param cell what the page shows of a row
 * @param only the workloads whose reports have it
 */
public record Column<R>(
    String key,
    Function<Contents, ObjectNode> schema,
    Function<R, ?> value,
    double unit,
    String heading,
    String title,
    String style,
    Function<R, Cell> cell,
    Set<Contents> only) {

  /** Rows of another table inside a row: a list of them, or one that may be null. */
  record Inner<P>(Table<P> table, List<P> rows, boolean isList) {

    Object json(Contents contents) {
      List<Map<String, Object>> json = table.rows(rows, contents);
      return isList ? json : json.isEmpty() ? null : json.get(0);
    }
  }

  /**
   * A value of any kind.
   *
   * @param schema of the value
   */
  public static <R> Column<R> of(String key, ObjectNode schema, Function<R, ?> value) {
    return of(key, contents -> schema, value);
  }

  private static <R> Column<R> of(
      String key, Function<Contents, ObjectNode> schema, Function<R, ?> value) {
    return new Column<>(
        key,
        schema,
        value,
        1,
        "",
        null,
        "",
        row -> Cell.of(Format.text(value.apply(row))),
        EnumSet.allOf(Contents.class));
  }

  /** A value whose schema is defined once for all tables, for instance {@code series}. */
  public static <R> Column<R> defined(String key, String definition, Function<R, ?> value) {
    return of(key, reference(definition), value);
  }

  /** A text that is shown on the left of its cell and is not in JSON. */
  public static <R> Column<R> label(String title, Function<R, String> text) {
    return Column.<R>of("", object(), text).titled(title).left();
  }

  /** A figure from 0 that may not be known, to three decimals. */
  public static <R> Column<R> figure(String key, Function<R, OptionalDouble> value) {
    return rounded(key, row -> Rounded.thousandths(value.apply(row)));
  }

  /** A figure from 0 as a row has it; null if it is not known. */
  public static <R> Column<R> rounded(String key, Function<R, ? extends Number> value) {
    return defined(key, "figure", value);
  }

  /** A figure that may be below 0; null if it is not known. */
  public static <R> Column<R> change(String key, Function<R, ? extends Number> value) {
    return Column.<R>of(key, type("number"), value).orNull();
  }

  /** A whole number from 0 that is always known. */
  public static <R> Column<R> count(String key, Function<R, ? extends Number> value) {
    return defined(key, "count", value);
  }

  /** A whole number from 0; null if it is not known. */
  public static <R> Column<R> countOrNull(String key, Function<R, ? extends Number> value) {
    return Column.<R>of(key, type("integer").put("minimum", 0), value).orNull();
  }

  /** A number of any sign that is always known. */
  public static <R> Column<R> number(String key, Function<R, ? extends Number> value) {
    return of(key, type("number"), value);
  }

  /** A whole number of any sign that is always known, for instance a moment. */
  public static <R> Column<R> whole(String key, Function<R, ? extends Number> value) {
    return of(key, type("integer"), value);
  }

  /** A whole number from 1. */
  public static <R> Column<R> position(String key, Function<R, ? extends Number> value) {
    return of(key, positive(), value);
  }

  /** A whole number from 1; null if there is none. */
  public static <R> Column<R> positionOrNull(String key, Function<R, ? extends Number> value) {
    return Column.<R>of(key, positive(), value).orNull();
  }

  /** A length of time, or another figure from 0, that is always known. */
  public static <R> Column<R> seconds(String key, Function<R, ? extends Number> value) {
    return of(key, type("number").put("minimum", 0), value);
  }

  /** A word that is always known. */
  public static <R> Column<R> word(String key, Function<R, String> value) {
    return Column.<R>of(key, type("string"), value).left();
  }

  /** A word that some rows do not have. */
  public static <R> Column<R> wordOrNull(String key, Function<R, String> value) {
    return word(key, value).orNull();
  }

  /** One of some words; a null among them stands for none. */
  public static <R> Column<R> oneOf(String key, Function<R, String> value, String... words) {
    ObjectNode schema = object();
    for (String word : words) {
      schema.withArray("enum").add(word);
    }
    return Column.<R>of(key, schema, value).left();
  }

  /** One of the constants of an enum, by its word. */
  public static <R, E extends Enum<E>> Column<R> oneOf(
      String key, Function<R, E> value, Function<E, String> word, Collection<E> constants) {
    return oneOf(key, value.andThen(word), constants.stream().map(word).toArray(String[]::new));
  }

  /** The same number in all rows. */
  public static <R> Column<R> constant(String key, int number) {
    return of(key, object().put("const", number), row -> number);
  }

  /** Any number of words or sentences. */
  public static <R> Column<R> words(String key, Function<R, List<String>> value) {
    return defined(key, "sentences", value);
  }

  /** Whether something is so. */
  public static <R> Column<R> flag(String key, Function<R, Boolean> value) {
    return of(key, type("boolean"), value);
  }

  /** A judgment; the page shows it in words. */
  public static <R> Column<R> judgment(String key, Function<R, Judgment> value) {
    Column<R> column = defined(key, "judged", value);
    return column
        .with(row -> Cell.of(Format.words(value.apply(row))))
        .marked(row -> Format.css(value.apply(row)))
        .left();
  }

  /**
   * Values by names that differ from row to row.
   *
   * @param schema of each value
   */
  public static <R> Column<R> named(
      String key, ObjectNode schema, Function<R, ? extends Map<?, ?>> value) {
    ObjectNode named = type("object");
    named.set("additionalProperties", schema);
    return of(key, named, value);
  }

  /** An object with the figures of a part of the row. */
  public static <R, P> Column<R> part(String key, Table<P> part, Function<R, P> value) {
    return of(
        key,
        part::schema,
        row -> new Inner<>(part, Stream.ofNullable(value.apply(row)).toList(), false));
  }

  /** An object with some figures of the row. */
  public static <R> Column<R> part(String key, Table<R> part) {
    return part(key, part, row -> row);
  }

  /** A list of objects. */
  public static <R, P> Column<R> rows(String key, Table<P> table, Function<R, List<P>> value) {
    return of(
        key,
        contents -> list(table.schema(contents)),
        row -> new Inner<>(table, value.apply(row), true));
  }

  /** Columns one after the other. */
  @SafeVarargs
  public static <R> List<Column<R>> joined(List<Column<R>>... parts) {
    return Stream.of(parts).flatMap(List::stream).toList();
  }

  /** The same columns of rows that hold such a row. */
  public static <R, S> List<Column<S>> of(List<Column<R>> columns, Function<S, R> part) {
    return columns.stream().map(column -> column.of(part)).toList();
  }

  /** The schema of a value that is defined once for all tables. */
  public static ObjectNode reference(String definition) {
    return object().put("$ref", "#/$defs/" + definition);
  }

  /** The schema of all values of a type of JSON. */
  public static ObjectNode type(String type) {
    return object().put("type", type);
  }

  /** The schema of whole numbers from 1. */
  public static ObjectNode positive() {
    return type("integer").put("minimum", 1);
  }

  /** The schema of lists of such values. */
  public static ObjectNode list(ObjectNode items) {
    ObjectNode list = type("array");
    list.set("items", items);
    return list;
  }

  /** The schema of such values, whose type it names, and of null. */
  public static ObjectNode orNull(ObjectNode schema) {
    ObjectNode either = schema.deepCopy();
    either.putArray("type").add(schema.get("type")).add("null");
    return either;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** The same of rows that hold such a row. */
  public <S> Column<S> of(Function<S, R> part) {
    return new Column<>(
        key, schema, value.compose(part), unit, heading, title, style, cell.compose(part), only);
  }

  /** The same, or null, of a column whose schema names one type. */
  public Column<R> orNull() {
    return withSchema((contents, mine) -> orNull(mine));
  }

  /** The same with one more rule in the schema, for instance {@code maxItems} of a list. */
  public Column<R> limited(String rule, Number limit) {
    return withSchema((contents, mine) -> mine.deepCopy().putPOJO(rule, limit));
  }

  /** The same with an explanation in the schema. */
  public Column<R> meaning(String meaning) {
    return withSchema((contents, mine) -> explained(mine, contents.words(meaning)));
  }

  /**
   * The description comes first, because readers look for it first. A part may have a description
   * already: this one replaces it.
   */
  private static ObjectNode explained(ObjectNode schema, String meaning) {
    ObjectNode explained = object().put("description", meaning);
    explained.setAll(schema);
    explained.put("description", meaning);
    return explained;
  }

  private Column<R> withSchema(BiFunction<Contents, ObjectNode, ObjectNode> change) {
    Function<Contents, ObjectNode> changed =
        contents -> change.apply(contents, schema.apply(contents));
    return new Column<>(key, changed, value, unit, heading, title, style, cell, only);
  }

  /** The same, only in reports of a brokerage. */
  public Column<R> ofBrokerage() {
    return only(Set.of(Contents.BROKERAGE));
  }

  /** The same, only in reports of tools. */
  public Column<R> ofTools() {
    return only(Set.of(Contents.PGBENCH, Contents.TOOL));
  }

  /** The same, only in reports of pgbench. */
  public Column<R> ofPgbench() {
    return only(Set.of(Contents.PGBENCH));
  }

  /** The same, only in reports of defined tools. */
  public Column<R> ofDefinedTools() {
    return only(Set.of(Contents.TOOL));
  }

  private Column<R> only(Set<Contents> chosen) {
    return new Column<>(key, schema, value, unit, heading, title, style, cell, chosen);
  }

  /** True if reports of the workload have it. */
  boolean isIn(Contents contents) {
    return only.contains(contents);
  }

  /** The same with the terms of the workload. */
  Column<R> in(Contents contents) {
    return title == null ? this : under(contents.words(heading)).retitled(contents.words(title));
  }

  private Column<R> retitled(String newTitle) {
    return new Column<>(key, schema, value, unit, heading, newTitle, style, cell, only);
  }

  /** The same, shown in a larger unit. */
  public Column<R> in(double newUnit) {
    return new Column<>(key, schema, value, newUnit, heading, title, style, cell, only);
  }

  /** The same below a heading that it shares with the columns beside it. */
  public Column<R> under(String newHeading) {
    return new Column<>(key, schema, value, unit, newHeading, title, style, cell, only);
  }

  private Column<R> styled(String another) {
    String both = (style + " " + another).strip();
    return new Column<>(key, schema, value, unit, heading, title, both, cell, only);
  }

  /** The same, divided from the column before by a line. */
  public Column<R> apart() {
    return styled("first");
  }

  /** The same on the left of its cell. */
  public Column<R> left() {
    return styled("l");
  }

  /** The same, a text of any length that may take several lines. */
  public Column<R> wrapped() {
    return styled("wrap");
  }

  /** The same in a lighter ink. */
  public Column<R> dim() {
    return inked(row -> "dim");
  }

  /** The same, shown as it is in JSON. */
  public Column<R> titled(String newTitle) {
    return retitled(newTitle);
  }

  private Column<R> with(Function<R, Cell> newCell) {
    return new Column<>(key, schema, value, unit, heading, title, style, newCell, only);
  }

  /** The same, shown as this text. */
  public Column<R> shown(String newTitle, Function<R, String> text) {
    return titled(newTitle).with(row -> Cell.of(text.apply(row)));
  }

  /** The same, shown as a number in its unit; without decimals it is a count. */
  public Column<R> shown(String newTitle, int mostDecimals) {
    return shownBy(
        newTitle,
        number -> {
          double inUnit = number.doubleValue() / unit;
          return mostDecimals == 0
              ? Format.count(Math.round(inUnit))
              : Format.figure(inUnit, mostDecimals);
        });
  }

  /** The same, bytes shown in MiB. */
  public Column<R> mib(String newTitle) {
    return in(Bytes.MIB).shown(newTitle, 2);
  }

  /** The same, bytes shown in GiB. */
  public Column<R> gib(String newTitle) {
    return in(Bytes.GIB).shown(newTitle, 2);
  }

  /** The same, shown as a number with its sign. */
  public Column<R> shownSigned(String newTitle, int decimals) {
    return shownBy(newTitle, number -> Format.signed(number.doubleValue() / unit, decimals));
  }

  /** The same, shown as a whole number; decimals are cut off. */
  public Column<R> shownWhole(String newTitle) {
    return shownBy(newTitle, Format::count);
  }

  /** The same, a number shown in this format; a dash if it is not known. */
  public Column<R> shownBy(String newTitle, Function<Number, String> text) {
    return titled(newTitle)
        .with(
            row -> {
              Number number = (Number) value.apply(row);
              return Cell.of(number == null ? Format.count(null) : text.apply(number));
            });
  }

  /**
   * The same as a mark.
   *
   * @param mark CSS class of each row: {@code pass}, {@code fail}, {@code warn} or {@code none}
   */
  public Column<R> marked(Function<R, String> mark) {
    return inked(row -> "mark " + mark.apply(row));
  }

  /** The same, with CSS classes of the text of each row; empty for none. */
  public Column<R> inked(Function<R, String> ink) {
    return with(row -> cell.apply(row).inked(ink.apply(row)));
  }

  /** The same after a dot in the colour of a CSS class of each row. */
  public Column<R> dotted(Function<R, String> dot) {
    return with(row -> cell.apply(row).dotted(dot.apply(row)));
  }

  /** The same with a text after it that is not part of the mark. */
  public Column<R> followed(Function<R, String> rest) {
    return with(row -> cell.apply(row).followed(rest.apply(row)));
  }
}
