package io.quartet.report.internal.figure;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Map;

/**
 * Rows of a table. In JSON a list of objects. Immutable.
 *
 * @param <R> a row
 */
public record Rows<R>(Table<R> table, List<R> list) {

  public Rows {
    list = List.copyOf(list);
  }

  /** As JSON has them. */
  @JsonValue
  List<Map<String, Object>> json() {
    return list.stream().map(table::json).toList();
  }
}
