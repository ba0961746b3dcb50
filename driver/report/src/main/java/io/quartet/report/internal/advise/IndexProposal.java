package io.quartet.report.internal.advise;

import io.quartet.results.system.InstalledSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The index that would serve a plan node which reads rows to throw them away. */
final class IndexProposal {

  /** Fewer rows are thrown away as fast as an index is read. */
  private static final double FEWEST_ROWS_REMOVED = 50;

  /** PostgreSQL cuts longer names. */
  private static final int LONGEST_NAME = 63;

  private IndexProposal() {}

  /**
   * The statement that makes it; empty if the node throws few rows away, if its conditions compare
   * no columns, or if there is such an index already.
   */
  static Optional<String> of(PlanNode node, InstalledSchema schema) {
    Set<String> columns =
        schema.tables().stream()
            .filter(table -> table.name().equals(node.table()))
            .flatMap(table -> table.columns().stream())
            .map(InstalledSchema.Column::name)
            .collect(Collectors.toSet());
    List<Condition> filter = Condition.in(node.text("Filter"), columns);
    boolean isWasteful =
        node.rowsRemoved() >= FEWEST_ROWS_REMOVED && node.rowsRemoved() >= node.rows();
    if (!isWasteful || filter.isEmpty()) {
      return Optional.empty();
    }
    List<Condition> all = new ArrayList<>(Condition.in(node.text("Index Cond"), columns));
    all.addAll(Condition.in(node.text("Recheck Cond"), columns));
    all.addAll(filter);
    Set<String> equalities =
        all.stream()
            .filter(Condition::isEquality)
            .map(Condition::column)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    Optional<String> range =
        all.stream()
            .filter(condition -> !condition.isEquality())
            .map(Condition::column)
            .filter(column -> !equalities.contains(column))
            .findFirst();
    boolean isThere =
        schema.indexes().stream()
            .filter(index -> index.table().equals(node.table()))
            .anyMatch(index -> IndexColumns.serves(index, equalities, range));
    return isThere ? Optional.empty() : Optional.of(statement(node.table(), equalities, range));
  }

  private static String statement(String table, Set<String> equalities, Optional<String> range) {
    List<String> columns = new ArrayList<>(equalities);
    range.ifPresent(columns::add);
    String name = table + "_by_" + String.join("_", columns);
    return "CREATE INDEX %s ON %s (%s)"
        .formatted(
            name.substring(0, Math.min(LONGEST_NAME, name.length())),
            table,
            String.join(", ", columns));
  }
}
