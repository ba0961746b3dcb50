package io.quartet.report.internal.figure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.report.section.Contents;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The figures of each row in JSON, in their order. Immutable.
 *
 * @param <R> a row
 * @param description of a row, for the schema; empty if its place says it
 */
public record Table<R>(String description, List<Column<R>> columns) {

  public Table {
    columns = List.copyOf(columns);
  }

  /** Rows that their place in the document describes. */
  @SafeVarargs
  public static <R> Table<R> of(Column<R>... columns) {
    return new Table<>("", List.of(columns));
  }

  /** The same with further columns after these. */
  public Table<R> and(List<Column<R>> more) {
    return new Table<>(description, Column.joined(columns, more));
  }

  /** How the page shows rows: the columns that have a title. */
  public View<R> view() {
    return new View<>(columns.stream().filter(column -> column.title() != null).toList());
  }

  /** The table of these rows on the page. */
  public View.Shown shown(List<R> rows) {
    return view().of(rows);
  }

  /** The columns with these keys, in their order. */
  public List<Column<R>> chosen(String... keys) {
    return Stream.of(keys).map(this::column).toList();
  }

  /** The column with this key. */
  public Column<R> column(String key) {
    return columns.stream().filter(each -> each.key().equals(key)).findFirst().orElseThrow();
  }

  /** A row as JSON has it, by key; null if there is no row. */
  public Map<String, Object> json(R row) {
    return json(row, Contents.BROKERAGE);
  }

  /** The same in a report of this workload. */
  public Map<String, Object> json(R row, Contents contents) {
    if (row == null) {
      return null;
    }
    Map<String, Object> json = new LinkedHashMap<>();
    for (Column<R> column : columns(contents)) {
      Object value = column.value().apply(row);
      json.put(
          contents.key(column.key()),
          value instanceof Column.Inner<?> inner ? inner.json(contents) : value);
    }
    return json;
  }

  /** Rows as JSON has them in a report of a workload. */
  List<Map<String, Object>> rows(List<R> rows, Contents contents) {
    return rows.stream().map(row -> json(row, contents)).toList();
  }

  private List<Column<R>> columns(Contents contents) {
    return columns.stream().filter(column -> column.isIn(contents)).toList();
  }

  /** The JSON Schema of a row: every column is there, and nothing else. */
  public ObjectNode schema() {
    return schema(Contents.BROKERAGE);
  }

  /** The same in a report of this workload. */
  public ObjectNode schema(Contents contents) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    if (!description.isEmpty()) {
      schema.put("description", contents.words(description));
    }
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = JsonNodeFactory.instance.objectNode();
    for (Column<R> column : columns(contents)) {
      String key = contents.key(column.key());
      schema.withArray("required").add(key);
      properties.set(key, column.schema().apply(contents));
    }
    schema.set("properties", properties);
    return schema;
  }
}
