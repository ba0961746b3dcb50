package io.quartet.report.internal.advise;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A node of a plan, in the form of {@code EXPLAIN (FORMAT JSON)}.
 *
 * @param json one object {@code Plan}
 */
record PlanNode(JsonNode json) {

  private static final List<String> CONDITIONS =
      List.of("Index Cond", "Recheck Cond", "Filter", "Join Filter", "Hash Cond", "Merge Cond");
  private static final List<String> BUFFERS = List.of("Shared Hit Blocks", "Shared Read Blocks");
  private static final List<String> REMOVED =
      List.of(
          "Rows Removed by Filter", "Rows Removed by Join Filter", "Rows Removed by Index Recheck");

  /** The nodes of a plan, each before those below it. */
  static List<PlanNode> all(JsonNode root) {
    List<PlanNode> nodes = new ArrayList<>();
    collect(root, nodes);
    return nodes;
  }

  private static void collect(JsonNode node, List<PlanNode> nodes) {
    if (node.isObject()) {
      nodes.add(new PlanNode(node));
      node.path("Plans").forEach(child -> collect(child, nodes));
    }
  }

  /** Names of the indexes that a plan reads. */
  static Set<String> indexes(JsonNode root) {
    return all(root).stream()
        .map(node -> node.text("Index Name"))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }

  /** A text, or empty text if the node has none of that name. */
  String text(String key) {
    return json.path(key).asText("");
  }

  String table() {
    return text("Relation Name");
  }

  /**
   * Blocks that it touched without the nodes below it, of all its loops. Those of a WITH query
   * count where its plan is, not where its rows are read again.
   */
  double buffers() {
    if (isRereading(json)) {
      return 0;
    }
    double below = 0;
    for (JsonNode child : json.path("Plans")) {
      below += isRereading(child) ? 0 : sum(child, BUFFERS);
    }
    return Math.max(0, sum(json, BUFFERS) - below);
  }

  private static boolean isRereading(JsonNode node) {
    return node.path("Node Type").asText().equals("CTE Scan");
  }

  /** Rows that it threw away, of all its loops: PostgreSQL gives their mean. */
  double rowsRemoved() {
    return sum(json, REMOVED) * json.path("Actual Loops").asDouble();
  }

  /** Rows that it passed on, of all its loops. */
  double rows() {
    return json.path("Actual Rows").asDouble() * json.path("Actual Loops").asDouble();
  }

  private static double sum(JsonNode node, List<String> keys) {
    return keys.stream().mapToDouble(key -> node.path(key).asDouble()).sum();
  }

  /** For instance {@code Index Scan using trade_pkey on trade}. */
  String description() {
    String index = text("Index Name");
    return Stream.of(
            text("Node Type"),
            index.isEmpty() ? "" : "using " + index,
            table().isEmpty() ? "" : "on " + table())
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** For instance {@code Index Cond: (t_id = $1); Filter: t_is_cash}. */
  String conditions() {
    return CONDITIONS.stream()
        .filter(json::has)
        .map(key -> key + ": " + text(key))
        .collect(Collectors.joining("; "));
  }
}
