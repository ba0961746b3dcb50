package io.quartet.audit.internal.official;

import io.quartet.audit.internal.PlannedSettings;
import io.quartet.model.Text;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.EngineOptions;
import io.quartet.model.plan.EngineOptions.TradeResultIsolation;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timing;
import io.quartet.model.plan.TransactionMix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Differences of a plan from an official run. Source: docs/spec/run-rules.md, "Official run". */
public final class Deviations {

  private static final Duration OFFICIAL_MAINTENANCE = Duration.ofSeconds(60);
  private static final int OFFICIAL_NEWS_LENGTH = 100_000;
  private static final int OFFICIAL_FLUSH = 20;
  private static final Duration OFFICIAL_FLUSH_AFTER = Duration.ofSeconds(5);
  private static final String OFFICIAL_INDEXES = "covering";

  private Deviations() {}

  /** One sentence each; empty for an official plan. */
  public static List<String> of(RunPlan plan) {
    if (!(plan.workload() instanceof Brokerage)) {
      return List.of("the workload is not the brokerage");
    }
    List<String> sentences = new ArrayList<>();
    addLengths(plan.schedule().timing(), sentences);
    if (!plan.schedule().phases().rows().equals(PhaseTable.VLDB2013.rows())) {
      sentences.add(
          "the elasticity table is '" + plan.schedule().phases().name() + "', not vldb2013");
    }
    plan.schedule()
        .growth()
        .ifPresent(
            growth ->
                sentences.add(
                    "the phases are repeated until "
                        + Text.count(growth.untilTrades())
                        + " Trade-Results are completed, "
                        + Text.counted(growth.phases(), "phase")
                        + " in all"));
    if (!plan.schedule().events().isEmpty()) {
      sentences.add(
          "the benchmark file has " + Text.counted(plan.schedule().events().size(), "event"));
    }
    if (plan.workload().isPaced() || plan.workload().isRamp()) {
      sentences.add("the load is not one constant closed pool: " + plan.workload().describeLoad());
    }
    if (!plan.brokerage().mix().cards().equals(TransactionMix.ELASTIC.cards())) {
      sentences.add("the mix is '" + plan.brokerage().mix().name() + "', not elastic");
    }
    if (!plan.brokerage().dataMaintenance().equals(OFFICIAL_MAINTENANCE)) {
      sentences.add(
          "Data-Maintenance comes every "
              + seconds(plan.brokerage().dataMaintenance())
              + " instead of 60 s");
    }
    if (plan.brokerage().market().flush() != OFFICIAL_FLUSH) {
      sentences.add(
          "a Market-Feed carries "
              + Text.counted(plan.brokerage().market().flush(), "ticker")
              + " instead of "
              + OFFICIAL_FLUSH);
    }
    if (!plan.brokerage().market().flushAfter().equals(OFFICIAL_FLUSH_AFTER)) {
      sentences.add(
          "a ticker waits up to "
              + seconds(plan.brokerage().market().flushAfter())
              + " for its Market-Feed instead of 5 s");
    }
    if (!plan.database().indexes().equals(OFFICIAL_INDEXES)) {
      sentences.add("the index profile is " + plan.database().indexes() + ", not covering");
    }
    if (!hasOfficialRatio(plan.database().loadUnits())) {
      sentences.add("the Load Units of Groups A to D are not in the ratio 1:2:3:4");
    }
    if (plan.database().hasIdleLoadUnits()
        && !hasOfficialRatio(plan.database().activeLoadUnits())) {
      sentences.add("the active Load Units of Groups A to D are not in the ratio 1:2:3:4");
    }
    if (plan.database().hasShortHistory()) {
      sentences.add(
          "short history: "
              + Text.counted(plan.database().tradeDays(), "trade day")
              + ", so some right answers are short");
    }
    if (plan.database().newsLength() != OFFICIAL_NEWS_LENGTH) {
      sentences.add(
          Text.format(
              "a news item has %,d characters instead of %,d",
              plan.database().newsLength(), OFFICIAL_NEWS_LENGTH));
    }
    switch (plan.engine().access()) {
      case LIBPQ -> {}
      case ODBC -> sentences.add("the databases are reached through ODBC, not libpq");
      case NONE -> sentences.add("there are no databases: Tier A answers at once");
    }
    if (plan.engine().statements() != EngineOptions.Statements.BATCHED) {
      sentences.add("transactions send one statement at a time, not batches");
    }
    if (plan.engine().tradeResultIsolation() != TradeResultIsolation.SERIALIZABLE) {
      sentences.add("Trade-Result runs at REPEATABLE READ, not at SERIALIZABLE");
    }
    VmRole.DATABASES.forEach(role -> addNotDurable(plan, role, sentences));
    return sentences;
  }

  /** One sentence for all lengths that differ. */
  private static void addLengths(Timing timing, List<String> sentences) {
    List<String> lengths = new ArrayList<>();
    addLength("ramp-up", timing.rampUp(), Timing.OFFICIAL.rampUp(), lengths);
    addLength("warm-up", timing.warmUp(), Timing.OFFICIAL.warmUp(), lengths);
    if (!timing.phases().equals(Timing.OFFICIAL.phases())) {
      boolean isEven = timing.phases().size() == 1;
      lengths.add(
          (isEven ? "each phase " : "phases of ")
              + timing.describePhases(Deviations::seconds)
              + " instead of "
              + seconds(Timing.OFFICIAL.phase(0)));
    }
    addLength("ramp-down", timing.rampDown(), Timing.OFFICIAL.rampDown(), lengths);
    if (!lengths.isEmpty()) {
      sentences.add("other lengths: " + String.join(", ", lengths));
    }
  }

  private static void addLength(
      String part, Duration length, Duration official, List<String> lengths) {
    if (!length.equals(official)) {
      lengths.add(part + " " + seconds(length) + " instead of " + seconds(official));
    }
  }

  /** A sentence for each setting and value that is not durable, with the databases that have it. */
  private static void addNotDurable(RunPlan plan, VmRole role, List<String> sentences) {
    Map<String, List<String>> vms = new TreeMap<>();
    for (VmSet set : plan.sets()) {
      plan.provider().size(set, role).settings().entrySet().stream()
          .filter(setting -> SystemRules.DURABLE.containsKey(setting.getKey()))
          .filter(setting -> PlannedSettings.isOff(setting.getValue()))
          .map(setting -> setting.getKey() + " is " + setting.getValue())
          .forEach(
              text -> vms.computeIfAbsent(text, key -> new ArrayList<>()).add(set.vmName(role)));
    }
    vms.forEach(
        (text, names) ->
            sentences.add(
                "the %s are not durable: %s"
                    .formatted(
                        names.size() == plan.sets().size()
                            ? role.label() + " databases"
                            : "databases " + String.join(", ", names),
                        text)));
  }

  /** True if the Load Units of Groups A to D are in the ratio 1:2:3:4. */
  static boolean hasOfficialRatio(Map<VmGroup, Integer> loadUnits) {
    int unit = loadUnits.get(VmGroup.A);
    return loadUnits.entrySet().stream()
        .allMatch(group -> group.getValue() == unit * group.getKey().number());
  }

  private static String seconds(Duration duration) {
    return Text.chosen(duration.toMillis() / 1e3) + " s";
  }
}
