package io.quartet.results.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The plans of all statements of the engine on one database, as {@code quartet-lab plans} prints
 * them. Immutable.
 *
 * @param role {@code dss} or {@code oltp}
 * @param serverVersion of PostgreSQL
 * @param isAnalyzed true if the statements were executed
 * @param statements in the order of the transactions
 */
public record CapturedPlans(
    String role, String serverVersion, boolean isAnalyzed, List<Statement> statements) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public CapturedPlans {
    statements = List.copyOf(statements);
  }

  /**
   * A statement of the engine.
   *
   * @param name for instance {@code TL1}
   * @param transaction as {@code quartet-lab} calls it
   * @param plans each plan that it had; more than one where sessions planned it differently
   */
  public record Statement(String name, String transaction, String sql, List<Plan> plans) {

    public Statement {
      plans = List.copyOf(plans);
    }
  }

  /**
   * A plan of a statement. Without execution all counts are 0.
   *
   * @param scans how each table is read, in words; equal for equal plans
   * @param executions with this plan
   * @param milliseconds of all executions
   * @param sharedHit blocks found in shared buffers, of all executions
   * @param sharedRead blocks read into them, of all executions
   * @param rowsRemoved rows that were read and thrown away, of all executions
   * @param heapFetches of index-only scans, of all executions
   * @param root the object {@code Plan} of PostgreSQL, of the first execution
   */
  public record Plan(
      String scans,
      long executions,
      double milliseconds,
      long sharedHit,
      long sharedRead,
      long rowsRemoved,
      long heapFetches,
      JsonNode root) {}

  /**
   * Reads what was printed.
   *
   * @throws IllegalArgumentException if it is no JSON
   */
  public static CapturedPlans printed(String text) {
    try {
      return of(JSON.readTree(text));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + text, e);
    }
  }

  /** Reads the document; what it does not have is empty or 0. */
  static CapturedPlans of(JsonNode document) {
    return new CapturedPlans(
        document.path("role").asText(),
        document.path("serverVersion").asText(),
        document.path("analyzed").asBoolean(),
        list(document.path("statements"), CapturedPlans::statement));
  }

  private static Statement statement(JsonNode node) {
    return new Statement(
        node.path("name").asText(),
        node.path("transaction").asText(),
        node.path("sql").asText(),
        list(node.path("plans"), CapturedPlans::plan));
  }

  private static Plan plan(JsonNode node) {
    return new Plan(
        node.path("scans").asText(),
        node.path("executions").asLong(),
        node.path("milliseconds").asDouble(),
        node.path("sharedHit").asLong(),
        node.path("sharedRead").asLong(),
        node.path("rowsRemoved").asLong(),
        node.path("heapFetches").asLong(),
        node.path("plan"));
  }

  private static <T> List<T> list(JsonNode array, Function<JsonNode, T> reader) {
    List<T> all = new ArrayList<>();
    array.forEach(one -> all.add(reader.apply(one)));
    return all;
  }
}
