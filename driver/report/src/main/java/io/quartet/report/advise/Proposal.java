package io.quartet.report.advise;

import java.util.List;

/**
 * An index that would serve plan nodes which throw rows away.
 *
 * @param role {@code OLTP} or {@code DSS}
 * @param createIndex the statement that {@code --try} takes
 * @param usedBy the statements that it would serve, by transaction
 * @param rowsRemoved rows that these nodes throw away in one execution of each, in sum
 */
public record Proposal(
    String role, String createIndex, List<IndexAdvice.Use> usedBy, double rowsRemoved) {

  public Proposal {
    usedBy = List.copyOf(usedBy);
  }
}
