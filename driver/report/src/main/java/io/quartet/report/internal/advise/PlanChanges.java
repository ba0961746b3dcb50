package io.quartet.report.internal.advise;

import io.quartet.model.VmRole;
import io.quartet.report.advise.PlanChange;
import io.quartet.results.lab.CapturedPlans;
import io.quartet.results.lab.CapturedPlans.Plan;
import io.quartet.results.lab.CapturedPlans.Statement;
import io.quartet.results.lab.MeasuredTrial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Statements whose plan differs between two captures. */
public final class PlanChanges {

  /** Databases with the same change are told together. */
  private record Key(String transaction, String statement, String before, String after) {}

  /** A statement of one database, in both captures. */
  private record Pair(String vm, Statement before, Statement after) {}

  private final String role;
  private final Map<Key, List<Pair>> changes = new LinkedHashMap<>();

  private PlanChanges(String role) {
    this.role = role;
  }

  /** Before and after one run. */
  public static List<PlanChange> within(RunEvidence run) {
    return run.roles().stream()
        .flatMap(
            role -> {
              PlanChanges changes = new PlanChanges(role.role().name());
              changes.compare(role.before(), role.after());
              return changes.all().stream();
            })
        .toList();
  }

  /** After two runs, database by database of the same name; the other run is what was before. */
  public static List<PlanChange> against(RunEvidence run, RunEvidence other) {
    List<PlanChange> all = new ArrayList<>();
    for (RoleEvidence role : run.roles()) {
      PlanChanges changes = new PlanChanges(role.role().name());
      other.roles().stream()
          .filter(before -> before.role() == role.role())
          .forEach(before -> changes.compare(before.after(), role.after()));
      all.addAll(changes.all());
    }
    return all;
  }

  /** Compares the plans of one database without and with the changes of a trial. */
  public static List<PlanChange> of(VmRole role, String vm, MeasuredTrial trial) {
    PlanChanges changes = new PlanChanges(role.name());
    changes.compare(Map.of(vm, trial.plansWithout()), Map.of(vm, trial.plansWith()));
    return changes.all();
  }

  private void compare(Map<String, CapturedPlans> before, Map<String, CapturedPlans> after) {
    after.forEach(
        (vm, plans) -> {
          CapturedPlans earlier = before.get(vm);
          if (earlier != null) {
            Map<String, Statement> known = new HashMap<>();
            earlier.statements().forEach(statement -> known.put(identity(statement), statement));
            for (Statement statement : plans.statements()) {
              Optional.ofNullable(known.get(identity(statement)))
                  .ifPresent(old -> add(new Pair(vm, old, statement)));
            }
          }
        });
  }

  /** Several statements share a name: those that a transaction runs in one of several forms. */
  private static String identity(Statement statement) {
    return statement.transaction() + " " + statement.name() + " " + statement.sql();
  }

  private void add(Pair pair) {
    String before = scans(pair.before());
    String after = scans(pair.after());
    if (!before.equals(after)) {
      changes
          .computeIfAbsent(
              new Key(
                  RoleEvidence.label(pair.after().transaction()),
                  pair.after().name(),
                  before,
                  after),
              any -> new ArrayList<>())
          .add(pair);
    }
  }

  private static String scans(Statement statement) {
    return statement.plans().stream()
        .map(Plan::scans)
        .distinct()
        .sorted()
        .collect(Collectors.joining(" or "));
  }

  private List<PlanChange> all() {
    List<PlanChange> all = new ArrayList<>();
    changes.forEach((key, pairs) -> all.add(change(key, pairs)));
    return all;
  }

  private PlanChange change(Key key, List<Pair> pairs) {
    return new PlanChange(
        role,
        key.transaction(),
        key.statement(),
        pairs.stream().map(Pair::vm).toList(),
        key.before(),
        key.after(),
        mean(pairs, pair -> cost(pair.before())),
        mean(pairs, pair -> cost(pair.after())),
        mean(pairs, pair -> buffers(pair.before())),
        mean(pairs, pair -> buffers(pair.after())),
        mean(pairs, pair -> milliseconds(pair.before())),
        mean(pairs, pair -> milliseconds(pair.after())));
  }

  /** To three decimals; null if it is known of none. */
  private static Double mean(List<Pair> pairs, Function<Pair, Double> figure) {
    List<Double> known = pairs.stream().map(figure).filter(Objects::nonNull).toList();
    return known.isEmpty()
        ? null
        : (Double)
            (Math.round(1e3 * known.stream().mapToDouble(Double::doubleValue).sum() / known.size())
                / 1e3);
  }

  private static Double cost(Statement statement) {
    return statement.plans().isEmpty()
        ? null
        : (Double) statement.plans().get(0).root().path("Total Cost").asDouble();
  }

  private static Double buffers(Statement statement) {
    return byExecution(
        statement,
        statement.plans().stream().mapToDouble(plan -> plan.sharedHit() + plan.sharedRead()).sum());
  }

  private static Double milliseconds(Statement statement) {
    return byExecution(statement, statement.plans().stream().mapToDouble(Plan::milliseconds).sum());
  }

  private static Double byExecution(Statement statement, double sum) {
    long executions = statement.plans().stream().mapToLong(Plan::executions).sum();
    return executions == 0 ? null : (Double) (sum / executions);
  }
}
