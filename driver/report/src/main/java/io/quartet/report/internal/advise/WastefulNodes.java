package io.quartet.report.internal.advise;

import io.quartet.model.TransactionType;
import io.quartet.report.advise.IndexAdvice;
import io.quartet.report.advise.Proposal;
import io.quartet.report.advise.TransactionAdvice;
import io.quartet.report.advise.TransactionAdvice.Node;
import io.quartet.results.lab.CapturedPlans;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The nodes of the plans that were executed after the run: those with the most buffers, those that
 * throw the most rows away, and the indexes that would serve them.
 */
public final class WastefulNodes {

  private static final int SHOWN = 3;

  /** No index is worth what a transaction saves that runs once. */
  private static final String ONCE_IN_A_RUN = TransactionType.TRADE_CLEANUP.label();

  /** Text that tells a node from all others. */
  private record Key(String transaction, String statement, String node, String conditions) {}

  /** One node, of all plans and databases that have it. */
  private static final class Sum {
    private long executions;
    private double buffers;
    private double rowsRemoved;
    private String createIndex;

    void add(PlanNode node, long times, String index) {
      executions += times;
      buffers += times * node.buffers();
      rowsRemoved += times * node.rowsRemoved();
      createIndex = index == null ? createIndex : index;
    }

    Node node(Key key) {
      return new Node(
          key.statement(),
          key.node(),
          key.conditions(),
          executions,
          tenths(buffers / executions),
          tenths(rowsRemoved / executions),
          createIndex);
    }

    private static double tenths(double value) {
      return Math.round(10 * value) / 10.0;
    }
  }

  private final RoleEvidence evidence;
  private final Map<Key, Sum> sums = new LinkedHashMap<>();

  private WastefulNodes(RoleEvidence evidence) {
    this.evidence = evidence;
    evidence.after().values().stream()
        .filter(CapturedPlans::isAnalyzed)
        .flatMap(plans -> plans.statements().stream())
        .forEach(this::add);
  }

  private void add(CapturedPlans.Statement statement) {
    for (CapturedPlans.Plan plan : statement.plans()) {
      if (plan.executions() > 0) {
        for (PlanNode node : PlanNode.all(plan.root())) {
          Key key =
              new Key(
                  RoleEvidence.label(statement.transaction()),
                  statement.name(),
                  node.description(),
                  node.conditions());
          sums.computeIfAbsent(key, any -> new Sum())
              .add(node, plan.executions(), IndexProposal.of(node, evidence.schema()).orElse(null));
        }
      }
    }
  }

  /** The nodes by transaction, role by role. */
  public static List<TransactionAdvice> transactions(RunEvidence run) {
    return run.roles().stream()
        .flatMap(role -> new WastefulNodes(role).transactions().stream())
        .toList();
  }

  private List<TransactionAdvice> transactions() {
    Map<String, List<Node>> nodes = new LinkedHashMap<>();
    sums.forEach(
        (key, sum) ->
            nodes.computeIfAbsent(key.transaction(), any -> new ArrayList<>()).add(sum.node(key)));
    List<TransactionAdvice> all = new ArrayList<>();
    nodes.forEach(
        (transaction, ofOne) ->
            all.add(
                new TransactionAdvice(
                    evidence.role().name(),
                    transaction,
                    most(ofOne, Node::buffers),
                    most(ofOne, Node::rowsRemoved))));
    return all;
  }

  private static List<Node> most(List<Node> nodes, ToDoubleFunction<Node> figure) {
    return nodes.stream()
        .filter(node -> figure.applyAsDouble(node) > 0)
        .sorted(Comparator.comparingDouble(figure).reversed())
        .limit(SHOWN)
        .toList();
  }

  /** The indexes that would serve them, role by role; the one that saves the most rows first. */
  public static List<Proposal> proposals(RunEvidence run) {
    return run.roles().stream()
        .flatMap(role -> new WastefulNodes(role).proposals().stream())
        .toList();
  }

  private List<Proposal> proposals() {
    Map<String, Map<String, Set<String>>> users = new LinkedHashMap<>();
    Map<String, Double> rows = new LinkedHashMap<>();
    sums.forEach(
        (key, sum) -> {
          if (sum.createIndex != null && !key.transaction().equals(ONCE_IN_A_RUN)) {
            users
                .computeIfAbsent(sum.createIndex, any -> new TreeMap<>())
                .computeIfAbsent(key.transaction(), any -> new TreeSet<>())
                .add(key.statement());
            rows.merge(sum.createIndex, sum.node(key).rowsRemoved(), Double::sum);
          }
        });
    List<Proposal> proposals = new ArrayList<>();
    users.forEach(
        (createIndex, byTransaction) ->
            proposals.add(
                new Proposal(
                    evidence.role().name(),
                    createIndex,
                    byTransaction.entrySet().stream()
                        .map(
                            entry ->
                                new IndexAdvice.Use(entry.getKey(), List.copyOf(entry.getValue())))
                        .toList(),
                    rows.get(createIndex))));
    proposals.sort(Comparator.comparingDouble(Proposal::rowsRemoved).reversed());
    return proposals;
  }
}
