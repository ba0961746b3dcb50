package io.quartet.results.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * An index that is built or dropped on a copy of a database, to measure what it does.
 *
 * @param isDropped false if it is built
 * @param sql the statement that does it
 */
public record TriedIndex(boolean isDropped, String name, String table, String sql) {

  /** Code of the error of a statement that cannot be tried. */
  public static final String REFUSED = "INDEX_STATEMENT";

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The index of a statement, as {@code quartet-load --index-statement} prints it.
   *
   * @throws IllegalArgumentException if it is no JSON
   */
  public static TriedIndex built(String printed) {
    JsonNode json;
    try {
      json = JSON.readTree(printed);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + printed, e);
    }
    return new TriedIndex(
        false,
        json.path("name").asText(),
        json.path("table").asText(),
        json.path("statement").asText());
  }

  /** An index that is there, and goes. */
  public static TriedIndex dropped(String name, String table) {
    return new TriedIndex(true, name, table, "DROP INDEX " + name);
  }
}
