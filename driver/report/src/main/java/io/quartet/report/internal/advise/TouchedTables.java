package io.quartet.report.internal.advise;

import io.quartet.model.TransactionType;
import io.quartet.report.advise.Concern;
import io.quartet.results.lab.CapturedPlans;
import io.quartet.results.lab.TriedIndex;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Transactions that a change of the indexes concerns. */
public final class TouchedTables {

  /** It runs once, before the load, and has nothing to do on a copy. */
  private static final String NOT_MEASURED = TransactionType.TRADE_CLEANUP.name();

  private TouchedTables() {}

  /** By role; a role without such a transaction is left out. */
  public static List<Concern> concerns(RunEvidence run, List<TriedIndex> changes) {
    List<Concern> concerns = new ArrayList<>();
    for (RoleEvidence role : run.roles()) {
      List<TriedIndex> ofRole =
          changes.stream()
              .filter(change -> !change.isDropped() || role.hasIndex(change.name()))
              .toList();
      Set<String> transactions = new LinkedHashSet<>();
      Stream.concat(role.before().values().stream(), role.after().values().stream())
          .flatMap(plans -> plans.statements().stream())
          .filter(statement -> !statement.transaction().equals(NOT_MEASURED))
          .filter(statement -> ofRole.stream().anyMatch(change -> isTouched(statement, change)))
          .forEach(statement -> transactions.add(statement.transaction()));
      if (!transactions.isEmpty()) {
        concerns.add(new Concern(role.role(), ofRole, List.copyOf(transactions)));
      }
    }
    return concerns;
  }

  /** Names in reports of the transactions that write the table of a dropped index. */
  public static Set<String> relieved(CapturedPlans plans, List<TriedIndex> changes) {
    List<TriedIndex> dropped = changes.stream().filter(TriedIndex::isDropped).toList();
    return plans.statements().stream()
        .filter(
            statement ->
                nodes(statement)
                    .anyMatch(node -> dropped.stream().anyMatch(index -> isWrite(node, index))))
        .map(statement -> RoleEvidence.label(statement.transaction()))
        .collect(Collectors.toSet());
  }

  private static boolean isTouched(CapturedPlans.Statement statement, TriedIndex change) {
    return nodes(statement)
        .anyMatch(
            node ->
                change.isDropped()
                    ? node.text("Index Name").equals(change.name()) || isWrite(node, change)
                    : node.table().equals(change.table()));
  }

  private static Stream<PlanNode> nodes(CapturedPlans.Statement statement) {
    return statement.plans().stream().flatMap(plan -> PlanNode.all(plan.root()).stream());
  }

  private static boolean isWrite(PlanNode node, TriedIndex change) {
    return node.text("Node Type").equals("ModifyTable") && node.table().equals(change.table());
  }
}
