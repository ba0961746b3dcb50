package io.quartet.audit.internal.official;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.Finding;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.evidence.OrderInputs;
import io.quartet.results.evidence.OrderInputsCsv;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Rule 26 of docs/audit.md, "The rules": every stream of inputs has its own seed, and inputs are
 * distributed as defined. Only inputs of Trade-Order are judged, because the databases keep them.
 * Other inputs leave no trace in a run.
 */
public final class InputRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.OFFICIAL
              .fatal("seeds", "Every stream of inputs has its own recorded seed")
              .number(26)
              .reads(RunInfo.NAME)
              .how(
                  "a stream of inputs belongs to a Set and a purpose, not to a user. Each seed is"
                      + " recorded and unique")
              .judge(InputRules::new, InputRules::seeds),
          Scope.OFFICIAL
              .fatal("inputs", "The inputs of Trade-Order are distributed as defined")
              .number(26)
              .reads(OrderInputsCsv.NAME)
              .how(
                  "eleven shares of Trade-Order (types, margin, LIFO, quantities), from the trades in the"
                      + " databases: within 1 % or 4 standard deviations. Inputs of other transactions leave no"
                      + " trace in a run, so the tests of the generator check them")
              .judge(InputRules::new, InputRules::distributions));

  /** A share may be off by this part of itself. */
  private static final double TOLERANCE = 0.01;

  /**
   * Where a run has too few orders for that: by so many standard deviations. Eleven shares are
   * judged; with three, every thirtieth good run would be INVALID.
   */
  private static final double SIGMAS = 4;

  private final RunResults results;
  private final RunPlan plan;

  private InputRules(AuditedRun run) {
    this.results = run.results();
    this.plan = run.plan();
  }

  private Judgment seeds() {
    List<Long> seeds = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      List<Long> ofSet = seedsOf(set);
      if (ofSet.isEmpty()) {
        return Judgment.notJudged("run.json has no streamSeeds of " + set.name());
      }
      seeds.addAll(ofSet);
    }
    Set<Long> seen = new HashSet<>();
    List<Finding> repeated =
        seeds.stream()
            .filter(seed -> !seen.add(seed))
            .map(seed -> Finding.of(seed + " twice"))
            .toList();
    return Judgment.of(
        Text.counted(seen.size(), "seed"), Text.counted(seeds.size(), "stream"), repeated);
  }

  private List<Long> seedsOf(VmSet set) {
    return results.info().vms().stream()
        .filter(vm -> vm.vm().equals(set.vmName(VmRole.TIER_A)))
        .flatMap(vm -> vm.streamSeeds().values().stream())
        .toList();
  }

  /**
   * One value of an input and how often it comes. Source: docs/spec/transactions.md, "Trade-Order".
   *
   * @param of which orders it is drawn for
   * @param is which of them have the value
   */
  private record Definition(
      String name, double share, Predicate<OrderInputs> of, Predicate<OrderInputs> is) {

    static Definition type(String type, double share) {
      return new Definition(type, share, row -> true, row -> row.tradeType().equals(type));
    }

    static Definition quantity(int quantity) {
      return new Definition(
          quantity + " shares", 0.25, row -> true, row -> row.quantity() == quantity);
    }
  }

  private static final List<Definition> DEFINITIONS =
      List.of(
          Definition.type("TMB", 0.3),
          Definition.type("TMS", 0.3),
          Definition.type("TLB", 0.2),
          Definition.type("TLS", 0.1),
          Definition.type("TSL", 0.1),
          new Definition(
              "margin of buys",
              0.16,
              row -> Set.of("TMB", "TLB").contains(row.tradeType()),
              row -> !row.isCash()),
          new Definition("LIFO", 0.35, row -> true, OrderInputs::isLifo),
          Definition.quantity(100),
          Definition.quantity(200),
          Definition.quantity(400),
          Definition.quantity(800));

  /**
   * A share as it was found.
   *
   * @param offBy how far it is off, as a part of what is allowed
   */
  private record Found(String description, double offBy) {

    static Found of(Definition definition, List<OrderInputs> rows) {
      long all = sum(rows.stream().filter(definition.of));
      long hits = sum(rows.stream().filter(definition.of).filter(definition.is));
      double share = all == 0 ? 0 : (double) hits / all;
      double sigma = Math.sqrt(definition.share * (1 - definition.share) / Math.max(1, all));
      double limit = Math.max(TOLERANCE * definition.share, SIGMAS * sigma);
      return new Found(
          Text.format(
              "%s %s %% of %,d orders, %.0f %% ± %s defined",
              definition.name,
              Text.figure(100 * share, 3),
              all,
              100 * definition.share,
              Text.figure(100 * limit, 3)),
          Math.abs(share - definition.share) / limit);
    }

    private static long sum(Stream<OrderInputs> rows) {
      return rows.mapToLong(OrderInputs::orders).sum();
    }
  }

  private Judgment distributions() {
    List<OrderInputs> rows =
        new RunFiles(results.folder()).orderInputs().orRefuse().orElse(List.of());
    List<VmSet> sets =
        rows.stream().filter(row -> row.orders() > 0).map(OrderInputs::set).distinct().toList();
    if (!sets.containsAll(plan.sets())) {
      return Judgment.notJudged("inputs.csv is missing or has no orders of some Sets");
    }
    List<Found> found = DEFINITIONS.stream().map(one -> Found.of(one, rows)).toList();
    List<Finding> problems = new ArrayList<>();
    found.stream()
        .filter(one -> one.offBy > 1)
        .forEach(one -> problems.add(Finding.of(one.description)));
    long strange = Found.sum(rows.stream().filter(row -> !row.isCash() && isSell(row)));
    if (strange > 0) {
      problems.add(
          Finding.of(
              Text.counted(strange, "sell order")
                  + " on margin, which the generator never creates"));
    }
    return Judgment.of(
        Text.format(
            "%d of %d shares of %,d orders",
            found.size() - found.stream().filter(one -> one.offBy > 1).count(),
            found.size(),
            Found.sum(rows.stream())),
        "all within 1 % of their definition, or 4 standard deviations",
        problems);
  }

  private static boolean isSell(OrderInputs row) {
    return Set.of("TMS", "TLS", "TSL").contains(row.tradeType());
  }
}
