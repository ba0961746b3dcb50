package io.quartet.audit;

import io.quartet.books.CellRow;
import io.quartet.model.Disclosure;
import io.quartet.model.Load;
import io.quartet.model.LoadShare;
import io.quartet.model.RunPlan;
import io.quartet.model.Segment;
import io.quartet.model.Storage;
import io.quartet.model.Text;
import io.quartet.model.Timing;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.events.Event;
import io.quartet.results.statistics.SpaceStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The further rules of an official run, numbered as in run-rules.md section 3.4. Rules that this
 * version cannot judge are listed as such: they keep a run from being official.
 */
final class OfficialRules {

  private static final long SWITCH_LIMIT_MILLIS = 50;
  private static final double LOWEST_SHARE_PERCENT = 5;
  private static final double DIP_LIMIT = 0.8;

  /**
   * A rule without a judge.
   *
   * @param number its number in run-rules.md section 3.4
   * @param why why no program can tell, and what an auditor has to do instead
   */
  private record Unjudged(int number, String title, Severity severity, String why) {}

  private static final List<Unjudged> NOT_JUDGED =
      List.of(
          new Unjudged(
              40,
              "Data accessibility under device failure",
              Severity.FATAL,
              "it needs a storage device that fails: fail one of each kind under load by hand, and"
                  + " publish the throughput graph of that run. No run passes this in the kit, so"
                  + " an auditor has the last word"));

  private final RunResults results;
  private final RunPlan plan;

  private OfficialRules(RunResults results) {
    this.results = results;
    this.plan = results.info().plan();
  }

  static List<Check> judge(RunResults results, Supplements supplements) {
    OfficialRules rules = new OfficialRules(results);
    List<Check> checks = new ArrayList<>();
    checks.add(rules.load());
    checks.add(rules.elasticityTable());
    checks.add(rules.sizes());
    checks.add(rules.interval());
    checks.add(rules.phaseSwitches());
    checks.add(rules.dips());
    checks.add(rules.distinctData());
    checks.add(rules.redundancy());
    checks.add(rules.cache());
    checks.addAll(SystemRules.judge(results));
    checks.addAll(SteadyRules.judge(results));
    checks.addAll(InstallationRules.judge(results));
    checks.addAll(InputRules.judge(results));
    SpaceStatistics space =
        SpaceStatistics.read(results.folder(), rules.plan.sets(), results.figures().interval());
    checks.addAll(StorageRules.judge(results, space));
    checks.addAll(UpkeepRules.judge(results, space));
    checks.addAll(HostRules.judge(results));
    checks.add(MemoryRule.judge(results));
    checks.add(RepeatRule.judge(results, supplements.secondRun()));
    checks.addAll(AcidRules.judge(results, supplements.acid()));
    checks.addAll(DurabilityRules.judge(results, supplements.durabilityRun()));
    NOT_JUDGED.stream()
        .map(
            rule ->
                Check.notJudged("rule-" + rule.number(), rule.title(), rule.severity(), rule.why()))
        .forEach(checks::add);
    return checks;
  }

  private Check load() {
    boolean isClosed = plan.load() instanceof Load.Closed && !plan.load().ladder().isRamp();
    return Check.of(
        "load-mode",
        "One closed pool of users, the same in all phases",
        Severity.FATAL,
        isClosed,
        plan.load().describe(),
        "closed",
        "");
  }

  private Check elasticityTable() {
    double[] sums = new double[VmGroup.values().length];
    double lowest = 100;
    for (LoadShare row : plan.phases().rows()) {
      double[] percents = row.percents();
      for (int i = 0; i < sums.length; i++) {
        sums[i] += percents[i];
        lowest = Math.min(lowest, percents[i]);
      }
    }
    int rows = plan.phases().rows().size();
    boolean hasMeans = true;
    for (VmGroup group : VmGroup.values()) {
      double mean = sums[group.ordinal()] / rows;
      hasMeans &= Math.abs(mean - group.averageSharePercent()) < 1e-6;
    }
    return Check.of(
        "elasticity-table",
        "Ten phases, column means 10/20/30/40, no share below 5",
        Severity.FATAL,
        rows == 10 && hasMeans && lowest >= LOWEST_SHARE_PERCENT,
        rows + " phases, lowest share " + lowest + " %",
        "10 phases, 5 %",
        hasMeans ? "" : "the column means are not 10/20/30/40");
  }

  /** The data and the part of it that a run uses both follow the average shares of the load. */
  private Check sizes() {
    Map<VmGroup, Integer> loaded = plan.database().loadUnits();
    Map<VmGroup, Integer> active = plan.database().activeLoadUnits();
    return Check.of(
        "sizes",
        "Load Units of Groups A to D as 1:2:3:4, loaded and active",
        Severity.FATAL,
        Deviations.hasOfficialRatio(loaded) && Deviations.hasOfficialRatio(active),
        new TreeMap<>(loaded).values().toString(),
        "1:2:3:4",
        plan.database().hasIdleLoadUnits()
            ? "active: " + new TreeMap<>(active).values()
            : "all of them active");
  }

  private Check interval() {
    double seconds = results.figures().measuredSeconds();
    double official = Duration.ofHours(2).toSeconds();
    return Check.of(
        "interval",
        "Ten phases of 720 s after ramp-up and warm-up, ramp-down after them",
        Severity.FATAL,
        plan.timing().equals(Timing.OFFICIAL) && Math.abs(seconds - official) <= 1,
        seconds + " s",
        official + " s",
        "");
  }

  private Check phaseSwitches() {
    String id = "phase-switches";
    String title = "The first CE request of every phase came within 50 ms of its begin";
    Set<String> phases =
        plan.timeline().phases().stream().map(Segment::name).collect(Collectors.toSet());
    // One event per phase, of each worker where there are several.
    List<Event> timed =
        results.events().stream()
            .filter(event -> event.name().equals(Event.PHASE_IN_EFFECT))
            .filter(event -> phases.contains(event.fields().path("phase").asText()))
            .toList();
    int expected = phases.size() * plan.driver().workerCount();
    if (timed.size() < expected) {
      return Check.notJudged(
          id,
          title,
          Severity.FATAL,
          timed.size() + " phase switches timed in events.jsonl, " + expected + " expected");
    }
    double worst =
        timed.stream()
            .mapToDouble(event -> event.fields().path("afterMicros").asDouble() / 1_000)
            .max()
            .orElse(0);
    return Check.of(
        id,
        title,
        Severity.FATAL,
        worst <= SWITCH_LIMIT_MILLIS,
        worst + " ms",
        SWITCH_LIMIT_MILLIS + " ms",
        "");
  }

  private Check dips() {
    RunFigures figures = results.figures();
    double mean = figures.meanEtps().orElse(0);
    List<String> dips = new ArrayList<>();
    for (Segment phase : plan.timeline().phases()) {
      double etps =
          figures.measured(
                  row ->
                      row.phase().equals(phase.name())
                          && row.type() == TransactionType.TRADE_RESULT,
                  CellRow::committedInPhase)
              / (phase.length().toNanos() / 1e9);
      if (etps < DIP_LIMIT * mean) {
        dips.add(Text.format("phase %s: %.2f etps", phase.name(), etps));
      }
    }
    return Check.of(
        "dips",
        "No phase below 80 % of the mean throughput",
        Severity.WARNING,
        dips.isEmpty(),
        dips.size() + " phases below",
        "0",
        Text.first(dips));
  }

  private Check distinctData() {
    long seeds = plan.sets().stream().map(plan.database()::seedOf).distinct().count();
    return Check.of(
        "distinct-data",
        "Different Sets hold different data",
        Severity.FATAL,
        seeds == plan.sets().size(),
        seeds + " seeds",
        plan.sets().size() + " Sets",
        "");
  }

  /** Only whoever runs the benchmark knows it; rule 8. */
  private Check redundancy() {
    List<String> recorded = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Storage storage : List.of(Storage.DATA, Storage.WAL)) {
      plan.disclosure()
          .redundancy(storage)
          .ifPresentOrElse(
              redundancy -> recorded.add(storage.label() + ": " + redundancy),
              () -> missing.add("disclosure.storage." + storage.label() + ".redundancy"));
    }
    return Check.of(
        "redundancy",
        "Redundancy of data and WAL devices recorded",
        Severity.FATAL,
        missing.isEmpty(),
        recorded.isEmpty() ? "nothing" : String.join("; ", recorded),
        "data and wal",
        missing.isEmpty() ? "" : "not in the benchmark file: " + String.join(", ", missing));
  }

  /** What no program sees: whether machine or databases were started anew, or filled before. */
  private Check cache() {
    Optional<String> declared =
        Optional.ofNullable(plan.disclosure().facts().get(Disclosure.Fact.CACHE));
    return Check.of(
        "cache-declared",
        "Cache state declared",
        Severity.INFORMATION,
        declared.isPresent(),
        declared.orElse("nothing"),
        "cold, prewarmed or hot",
        declared.isPresent() ? "" : "not in the benchmark file: disclosure.cache");
  }
}
