package io.quartet.run.internal.definedtool;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.plan.FigureColumn;
import io.quartet.model.plan.ToolDefinition.FigureTable;
import io.quartet.model.plan.ToolDefinition.JsonRows;
import io.quartet.model.plan.ToolDefinition.Patterns;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the figures in lines of a tool, as one table of its definition says. Thread-safe. */
final class FigureReader {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final List<Expression> expressions = new ArrayList<>();
  private final JsonPointer rows;
  private final Map<JsonPointer, String> where = new LinkedHashMap<>();
  private final Map<FigureColumn, JsonPointer> columns = new EnumMap<>(FigureColumn.class);

  private record Expression(Pattern pattern, Map<FigureColumn, String> groups) {}

  /**
   * Figures of one kind of transaction in one line, as texts.
   *
   * @param values at least one
   */
  record Row(Map<FigureColumn, String> values) {

    /**
     * The number of a column.
     *
     * @throws NumberFormatException if it is none, or negative
     */
    double number(FigureColumn column) {
      double number = Double.parseDouble(values.get(column).strip());
      if (!(number >= 0) || Double.isInfinite(number)) {
        throw new NumberFormatException("not a number of at least 0");
      }
      return number;
    }
  }

  FigureReader(FigureTable table) {
    if (table instanceof JsonRows json) {
      rows = JsonPointer.compile(json.rows());
      json.where().forEach((pointer, text) -> where.put(JsonPointer.compile(pointer), text));
      json.columns()
          .forEach((column, pointer) -> columns.put(column, JsonPointer.compile(pointer)));
    } else {
      rows = null;
      ((Patterns) table).patterns().forEach(text -> expressions.add(expression(text)));
    }
  }

  private static Expression expression(String text) {
    Map<FigureColumn, String> groups = new EnumMap<>(FigureColumn.class);
    Patterns.groups(text).forEach(name -> groups.put(FigureColumn.of(name).orElseThrow(), name));
    return new Expression(Pattern.compile(text), groups);
  }

  /** What a line has; nothing if it is about something else. */
  List<Row> read(String line) {
    return rows == null ? found(line) : parsed(line);
  }

  private List<Row> found(String line) {
    for (Expression expression : expressions) {
      Matcher match = expression.pattern.matcher(line);
      if (match.find()) {
        Map<FigureColumn, String> values = new EnumMap<>(FigureColumn.class);
        expression.groups.forEach(
            (column, group) -> {
              String value = match.group(group);
              if (value != null) {
                values.put(column, value);
              }
            });
        return values.isEmpty() ? List.of() : List.of(new Row(values));
      }
    }
    return List.of();
  }

  private List<Row> parsed(String line) {
    if (!line.startsWith("{") && !line.startsWith("[")) {
      return List.of();
    }
    JsonNode found;
    try {
      found = MAPPER.readTree(line).at(rows);
    } catch (JsonProcessingException e) {
      return List.of();
    }
    List<Row> all = new ArrayList<>();
    for (JsonNode row : found.isArray() ? found : List.of(found)) {
      if (where.entrySet().stream()
          .allMatch(one -> row.at(one.getKey()).asText().equals(one.getValue()))) {
        Map<FigureColumn, String> values = new EnumMap<>(FigureColumn.class);
        columns.forEach(
            (column, pointer) -> {
              JsonNode value = row.at(pointer);
              if (value.isValueNode() && !value.isNull()) {
                values.put(column, value.asText());
              }
            });
        if (!values.isEmpty()) {
          all.add(new Row(values));
        }
      }
    }
    return all;
  }
}
