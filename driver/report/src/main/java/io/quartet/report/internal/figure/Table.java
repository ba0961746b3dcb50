package io.quartet.report.internal.figure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The figures of each row in JSON, in their order. Immutable.
 *
 * @param <R> a row
 * @param description of a row, for the schema; empty if its place says it
 */
public record Table<R>(String description, List<Column<R>> columns) {

  static final ObjectMapper MAPPER = new ObjectMapper();

  public Table {
    columns = List.copyOf(columns);
  }

  /** A row as JSON has it. */
  public ObjectNode json(R row) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    columns.forEach(column -> json.set(column.key(), column.json(row)));
    return json;
  }

  /** The JSON Schema of a row: every column is there, and nothing else. */
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    if (!description.isEmpty()) {
      schema.put("description", description);
    }
    schema.put("type", "object").put("additionalProperties", false);
    columns.forEach(column -> schema.withArray("required").add(column.key()));
    ObjectNode properties = schema.putObject("properties");
    columns.forEach(column -> properties.set(column.key(), column.schema()));
    return schema;
  }
}
