package io.quartet.report.advise;

import java.util.List;

/**
 * The most expensive plan nodes of a transaction, from the plans executed after the run.
 *
 * @param role {@code OLTP} or {@code DSS}
 * @param mostBuffers plan nodes with the most buffers, the first one has most
 * @param mostRowsRemoved plan nodes that throw the most rows away, the first one most
 */
public record TransactionAdvice(
    String role, String transaction, List<Node> mostBuffers, List<Node> mostRowsRemoved) {

  public TransactionAdvice {
    mostBuffers = List.copyOf(mostBuffers);
    mostRowsRemoved = List.copyOf(mostRowsRemoved);
  }

  /**
   * A node of the plan of a statement. Figures are means of one execution, without the nodes below.
   *
   * @param node type, index and table, in words
   * @param conditions its conditions as PostgreSQL shows them; empty without any
   * @param executions that were captured
   * @param buffers blocks of shared buffers that it touched
   * @param rowsRemoved rows that it read and threw away
   * @param createIndex the index that would serve it; null if none is known
   */
  public record Node(
      String statement,
      String node,
      String conditions,
      long executions,
      double buffers,
      double rowsRemoved,
      String createIndex) {}
}
