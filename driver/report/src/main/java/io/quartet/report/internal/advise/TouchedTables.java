package io.quartet.report.internal.advise;

import io.quartet.model.TransactionType;
import io.quartet.report.advise.Concern;
import io.quartet.results.lab.CapturedPlans;
import io.quartet.results.lab.TriedIndex;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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

  private static boolean isTouched(CapturedPlans.Statement statement, TriedIndex change) {
    return statement.plans().stream()
        .flatMap(plan -> PlanNode.all(plan.root()).stream())
        .anyMatch(
            node ->
                change.isDropped()
                    ? node.text("Index Name").equals(change.name())
                        || isWrite(node) && node.table().equals(change.table())
                    : node.table().equals(change.table()));
  }

  private static boolean isWrite(PlanNode node) {
    return node.text("Node Type").equals("ModifyTable");
  }
}
