package io.quartet.audit.internal.official;

import io.quartet.audit.Outlook;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.DecidedBy;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.books.CellRow;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Disclosure;
import io.quartet.model.plan.LoadShare;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.Timing;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.PhaseInEffect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Rules about the plan of an official run, and whether the run kept to it. */
public final class OfficialRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.OFFICIAL
              .fatal("official-values", "The benchmark file has the values of an official run")
              .reads(RunInfo.NAME)
              .how("each deviation from the table of docs/spec/run-rules.md, \"Official run\"")
              .ofPlan(OfficialRules::values),
          Scope.OFFICIAL
              .fatal("load-mode", "One closed pool of users, the same in all phases")
              .number(23)
              .reads(RunInfo.NAME)
              .how("neither a rate nor a ramp")
              .ofPlan(OfficialRules::load),
          Scope.OFFICIAL
              .fatal("elasticity-table", "Ten phases, column means 10/20/30/40, no share below 5")
              .number(2)
              .reads(RunInfo.NAME)
              .how("the shares of the plan")
              .ofPlan(OfficialRules::elasticityTable),
          Scope.OFFICIAL
              .fatal(
                  "sizes",
                  "Load Units of Groups A to D are in the ratio 1:2:3:4, loaded and active")
              .number(3)
              .reads(RunInfo.NAME)
              .how(
                  "a run compares the databases with the plan before it starts (`LOADED_OTHERWISE`)")
              .ofPlan(OfficialRules::sizes),
          Scope.OFFICIAL
              .fatal(
                  "interval", "Ten phases of 720 s after ramp-up and warm-up, ramp-down after them")
              .number(12)
              .reads(RunInfo.NAME, PhasesCsv.NAME)
              .how("the plan's timing, and the length that was measured")
              .before(OfficialRules::otherTiming, DecidedBy.PLAN)
              .judge(OfficialRules::new, OfficialRules::interval),
          Scope.OFFICIAL
              .fatal(
                  "phase-switches",
                  "The first customer request of every phase came within 50 ms of its start")
              .number(13)
              .reads(EventLog.NAME)
              .how("on every worker")
              .judge(OfficialRules::new, OfficialRules::phaseSwitches),
          Scope.OFFICIAL
              .warning("dips", "No phase below 80 % of the mean throughput")
              .number(17)
              .reads(PhasesCsv.NAME)
              .how("Trade-Results by second of each phase")
              .judge(OfficialRules::new, OfficialRules::dips),
          Scope.OFFICIAL
              .fatal("distinct-data", "Different Sets hold different data")
              .number(48)
              .reads(RunInfo.NAME)
              .how("a seed per Set")
              .ofPlan(OfficialRules::distinctData),
          Scope.OFFICIAL
              .fatal("redundancy", "Redundancy of data and WAL devices recorded")
              .number(8)
              .reads(RunInfo.NAME)
              .how(
                  "the benchmark file discloses it for `data` and `wal` (`disclosure.storage`). By hand:"
                      + " check that it is true")
              .ofPlan(OfficialRules::redundancy),
          Scope.OFFICIAL
              .information("cache-declared", "Cache state declared")
              .number(11)
              .reads(RunInfo.NAME)
              .how(
                  "the benchmark file discloses it (`disclosure.cache`). By hand: check that it is true")
              .ofPlan(OfficialRules::cache));

  private static final double OFFICIAL_SECONDS = Duration.ofHours(2).toSeconds();
  private static final long SWITCH_LIMIT_MILLIS = 50;
  private static final double LOWEST_SHARE_PERCENT = 5;
  private static final double DIP_LIMIT = 0.8;

  private final RunResults results;
  private final RunPlan plan;

  private OfficialRules(AuditedRun run) {
    this.results = run.results();
    this.plan = run.plan();
  }

  private static Judgment values(RunPlan plan) {
    List<String> deviations = Deviations.of(plan);
    return Judgment.of(
        deviations.isEmpty(),
        Text.counted(deviations.size(), "deviation"),
        "none",
        String.join("; ", deviations));
  }

  private static Judgment load(RunPlan plan) {
    boolean isClosed = !plan.workload().isPaced() && !plan.workload().isRamp();
    return Judgment.of(isClosed, plan.workload().describeLoad(), "closed");
  }

  private static Judgment elasticityTable(RunPlan plan) {
    double[] sums = new double[VmGroup.values().length];
    double lowest = 100;
    for (LoadShare row : plan.schedule().phases().rows()) {
      double[] percents = row.percents();
      for (int i = 0; i < sums.length; i++) {
        sums[i] += percents[i];
        lowest = Math.min(lowest, percents[i]);
      }
    }
    int rows = plan.schedule().phases().rows().size();
    boolean hasMeans = true;
    for (VmGroup group : VmGroup.values()) {
      double mean = sums[group.ordinal()] / rows;
      hasMeans &= Math.abs(mean - group.averageSharePercent()) < 1e-6;
    }
    return Judgment.of(
        rows == 10 && hasMeans && lowest >= LOWEST_SHARE_PERCENT,
        Text.counted(rows, "phase") + ", lowest share " + Text.chosen(lowest) + " %",
        "10 phases, 5 %",
        hasMeans ? "" : "the column means are not 10/20/30/40");
  }

  /** The data and the part of it that a run uses both follow the average shares of the load. */
  private static Judgment sizes(RunPlan plan) {
    Map<VmGroup, Integer> loaded = plan.database().loadUnits();
    Map<VmGroup, Integer> active = plan.database().activeLoadUnits();
    return Judgment.of(
        Deviations.hasOfficialRatio(loaded) && Deviations.hasOfficialRatio(active),
        ratio(loaded),
        "1:2:3:4",
        plan.database().hasIdleLoadUnits() ? "active: " + ratio(active) : "all of them active");
  }

  private static String ratio(Map<VmGroup, Integer> loadUnits) {
    return new TreeMap<>(loadUnits)
        .values().stream().map(Text::count).collect(Collectors.joining(":"));
  }

  private static Optional<Judgment> otherTiming(Outlook outlook) {
    RunPlan plan = outlook.plan();
    return plan.schedule().timing().equals(Timing.OFFICIAL)
        ? Optional.empty()
        : Optional.of(interval(false, plan.timeline().measured().toMillis() / 1e3));
  }

  private Judgment interval() {
    double seconds = results.figures().measuredSeconds();
    return interval(Math.abs(seconds - OFFICIAL_SECONDS) <= 1, seconds);
  }

  private static Judgment interval(boolean isOfficial, double seconds) {
    return Judgment.of(isOfficial, Text.seconds(seconds, 0), Text.chosen(OFFICIAL_SECONDS) + " s");
  }

  private Judgment phaseSwitches() {
    Set<String> phases =
        plan.timeline().phases().stream().map(Segment::name).collect(Collectors.toSet());
    // One event per phase, of each worker where there are several.
    List<PhaseInEffect> timed =
        LoggedEvent.only(results.events(), PhaseInEffect.class)
            .filter(event -> phases.contains(event.phase()))
            .toList();
    int expected = phases.size() * plan.driver().workerCount();
    if (timed.size() < expected) {
      return Judgment.notJudged(
          "phase switches timed in events.jsonl: " + timed.size() + ", expected: " + expected);
    }
    double worst = timed.stream().mapToDouble(event -> event.afterMicros() / 1e3).max().orElse(0);
    return Judgment.of(
        worst <= SWITCH_LIMIT_MILLIS, Text.figure(worst, 2) + " ms", SWITCH_LIMIT_MILLIS + " ms");
  }

  private Judgment dips() {
    RunFigures figures = results.figures();
    double mean = figures.meanRate().orElse(0);
    List<Finding> dips = new ArrayList<>();
    for (Segment phase : plan.timeline().phases()) {
      double etps =
          figures.measured(
                  row ->
                      row.phase().equals(phase.name())
                          && row.kind() == TransactionType.TRADE_RESULT,
                  CellRow::committedInPhase)
              / (phase.length().toNanos() / 1e9);
      if (etps < DIP_LIMIT * mean) {
        dips.add(
            Finding.of(
                Subject.PHASE,
                phase.name(),
                Text.format("phase %s: %s etps", phase.name(), Text.figure(etps, 2))));
      }
    }
    return Judgment.of(Text.counted(dips.size(), "phase") + " below", "0", dips);
  }

  private static Judgment distinctData(RunPlan plan) {
    long seeds = plan.sets().stream().map(plan.database()::seedOf).distinct().count();
    return Judgment.of(
        seeds == plan.sets().size(),
        Text.counted(seeds, "seed"),
        Text.counted(plan.sets().size(), "Set"));
  }

  /** Rule 8. Only the person who runs the benchmark knows it. */
  private static Judgment redundancy(RunPlan plan) {
    List<String> recorded = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Storage storage : List.of(Storage.DATA, Storage.WAL)) {
      plan.publication()
          .disclosure()
          .redundancy(storage)
          .ifPresentOrElse(
              redundancy -> recorded.add(storage.label() + ": " + redundancy),
              () -> missing.add("disclosure.storage." + storage.label() + ".redundancy"));
    }
    return Judgment.of(
        missing.isEmpty(),
        recorded.isEmpty() ? "nothing" : String.join("; ", recorded),
        "data and wal",
        missing.isEmpty() ? "" : "not in the benchmark file: " + String.join(", ", missing));
  }

  /**
   * No program can see whether machine or databases were restarted or caches were filled before.
   */
  private static Judgment cache(RunPlan plan) {
    Optional<String> declared =
        Optional.ofNullable(plan.publication().disclosure().facts().get(Disclosure.Fact.CACHE));
    return Judgment.of(
        declared.isPresent(),
        declared.orElse("nothing"),
        "cold, prewarmed or hot",
        declared.isPresent() ? "" : "not in the benchmark file: disclosure.cache");
  }
}
