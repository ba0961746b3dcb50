package io.quartet.measure.validity;

import io.quartet.measure.results.ResultsFolder;
import io.quartet.measure.results.RunFigures;
import io.quartet.measure.results.RunInfo;
import io.quartet.measure.results.RunResults;
import io.quartet.measure.results.StatsCsv;
import io.quartet.measure.validity.Check.Severity;
import io.quartet.measure.validity.Samples.Increase;
import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.Text;
import io.quartet.model.VmMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Rules 46 and 47 of run-rules.md section 3.4: nothing else ran on the machines, and nobody took
 * their processors away. Judged by the collectors of each machine: that of the driver where the VMs
 * are processes on it, otherwise the prepared machines.
 */
final class HostRules {

  /** Of the interval, rows have to cover that. */
  private static final double KNOWN_PART = 0.9;

  /**
   * Most of a machine's processor time that others may take. Own decision: the collectors and the
   * kernel's own threads, which write the pages back, are among them.
   */
  private static final double LIMIT_PERCENT = 5;

  private static final double STEAL_LIMIT_PERCENT = 5;
  private static final double BUSY_PERCENT = 85;

  private final RunResults results;
  private final RunPlan plan;
  private final boolean isPrepared;
  private final Map<VmMachine, Busy> machines = new LinkedHashMap<>();

  private HostRules(RunResults results) {
    this.results = results;
    this.plan = results.info().plan();
    this.isPrepared = !plan.provider().hosts().isEmpty();
    VmMachine.of(plan).forEach(machine -> machines.put(machine, busy(machine)));
  }

  static List<Check> judge(RunResults results) {
    HostRules rules = new HostRules(results);
    return List.of(rules.nothingElse(), rules.steal());
  }

  /**
   * What was found on one machine.
   *
   * @param excess what the rule limits; above the limit is wrong
   */
  private record Finding(boolean isWrong, double excess, String actual, String detail) {}

  /** The worst machine decides, but nothing holds for machines of which too little is known. */
  private static Check judge(
      String id,
      String title,
      Severity severity,
      String limit,
      List<Finding> findings,
      List<String> unknown) {
    Optional<Finding> worst =
        findings.stream()
            .max(Comparator.comparing(Finding::isWrong).thenComparing(Finding::excess));
    if (worst.isEmpty() || (!worst.get().isWrong() && !unknown.isEmpty())) {
      return Check.notJudged(id, title, severity, RunRules.first(unknown));
    }
    Finding found = worst.get();
    return Check.of(id, title, severity, !found.isWrong(), found.actual(), limit, found.detail());
  }

  /** A machine that is all busy may well wait for its processors. */
  private Check steal() {
    List<Finding> findings = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    machines.forEach(
        (machine, busy) -> {
          if (!busy.isKnown()) {
            unknown.add(notCovered(machine, "cpu"));
          } else {
            findings.add(
                new Finding(
                    busy.stolenPercent() > STEAL_LIMIT_PERCENT && busy.percent() < BUSY_PERCENT,
                    busy.stolenPercent(),
                    Text.format(
                            "%.1f %% stolen, %.1f %% busy", busy.stolenPercent(), busy.percent())
                        + place(machine),
                    ""));
          }
        });
    return judge(
        "steal",
        "Nobody took the processors of the machine away while it was not busy",
        Severity.WARNING,
        Text.format("%.0f %% while less than %.0f %% busy", STEAL_LIMIT_PERCENT, BUSY_PERCENT),
        findings,
        unknown);
  }

  private Check nothingElse() {
    List<Finding> findings = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    machines.forEach(
        (machine, busy) -> {
          int processors = processors(machine.name());
          if (!busy.isKnown()) {
            unknown.add(notCovered(machine, "cpu"));
          } else if (processors == 0) {
            unknown.add("stats/" + machine.name() + "/facts.json does not tell the processors");
          } else if (isPrepared) {
            ofPrograms(machine.name())
                .ifPresentOrElse(
                    own -> findings.add(others(machine, busy, own / processors, processors)),
                    () -> unknown.add(notCovered(machine, "processes")));
          } else {
            Map<String, Double> own = own();
            List<String> missing = vms().stream().filter(vm -> !own.containsKey(vm)).toList();
            if (missing.isEmpty()) {
              double sum = own.values().stream().mapToDouble(Double::doubleValue).sum();
              findings.add(others(machine, busy, 100 * sum / processors, processors));
            } else {
              unknown.add("the processor time of " + RunRules.first(missing) + " is not known");
            }
          }
        });
    return judge(
        "nothing-else-ran",
        "Nothing else ran on the machine",
        Severity.FATAL,
        Text.format("%.0f %%", LIMIT_PERCENT),
        findings,
        unknown);
  }

  private Finding others(VmMachine machine, Busy busy, double ownPercent, int processors) {
    double other = Math.max(0, busy.percent() - ownPercent);
    return new Finding(
        other > LIMIT_PERCENT,
        other,
        Text.format("%.1f %% of %d processors", other, processors) + place(machine),
        Text.format("%.1f %% busy, %.1f %% by ", busy.percent(), ownPercent)
            + (isPrepared ? "all its programs named postgres or java" : "VMs and driver"));
  }

  private String place(VmMachine machine) {
    return isPrepared ? " on the machine of " + machine.name() : "";
  }

  private static String notCovered(VmMachine machine, String source) {
    return "stats/" + machine.name() + "/" + source + ".csv does not cover the interval";
  }

  private List<String> vms() {
    List<String> vms = new ArrayList<>(List.of("driver"));
    machines.keySet().forEach(machine -> machine.vms().forEach(vm -> vms.add(vm.name())));
    return vms;
  }

  /** Rates that hold since the row before, each weighed by the time of it in the interval. */
  private static final class Weighed {

    private final RunFigures figures;
    private long before = Long.MIN_VALUE;

    Weighed(RunFigures figures) {
      this.figures = figures;
    }

    /** Milliseconds for which a row counts; 0 if the interval does not hold all of them. */
    long millis(long utcMillis) {
      long since = before;
      before = utcMillis;
      return since >= figures.startUtcMillis() && utcMillis <= figures.endUtcMillis()
          ? utcMillis - since
          : 0;
    }

    boolean isCovered(long millis) {
      return millis >= KNOWN_PART * (figures.endUtcMillis() - figures.startUtcMillis());
    }
  }

  /** What the processors of a machine did in the interval, in percent of all of them. */
  private record Busy(boolean isKnown, double percent, double stolenPercent) {}

  private Busy busy(VmMachine machine) {
    Weighed rows = new Weighed(results.figures());
    double[] sums = new double[2];
    long[] known = new long[1];
    StatsCsv.forEach(
        results.folder(),
        machine.name(),
        "cpu",
        line -> {
          long millis = rows.millis(line.utcMillis());
          OptionalDouble user = line.number("user_pct");
          OptionalDouble system = line.number("system_pct");
          OptionalDouble steal = line.number("steal_pct");
          if (user.isPresent() && system.isPresent() && steal.isPresent()) {
            sums[0] += millis * (user.getAsDouble() + system.getAsDouble());
            sums[1] += millis * steal.getAsDouble();
            known[0] += millis;
          }
        });
    return new Busy(rows.isCovered(known[0]), sums[0] / known[0], sums[1] / known[0]);
  }

  /**
   * What the programs of the VMs on a prepared machine used, in percent of one processor; empty if
   * their rows do not cover the interval.
   */
  private OptionalDouble ofPrograms(String machine) {
    TreeMap<Long, Double> byTime = new TreeMap<>();
    StatsCsv.forEach(
        results.folder(),
        machine,
        "processes",
        line -> {
          OptionalDouble user = line.number("user_pct");
          OptionalDouble system = line.number("system_pct");
          if (user.isPresent() && system.isPresent()) {
            byTime.merge(line.utcMillis(), user.getAsDouble() + system.getAsDouble(), Double::sum);
          }
        });
    Weighed rows = new Weighed(results.figures());
    double sum = 0;
    long known = 0;
    for (Map.Entry<Long, Double> row : byTime.entrySet()) {
      long millis = rows.millis(row.getKey());
      sum += millis * row.getValue();
      known += millis;
    }
    return rows.isCovered(known) ? OptionalDouble.of(sum / known) : OptionalDouble.empty();
  }

  /** Processors that a VM, the driver or a worker kept busy, by name. */
  private Map<String, Double> own() {
    Map<String, Double> own = new TreeMap<>();
    for (String name : sampled(results.folder())) {
      Optional<Increase> used = Samples.increase(results, name, "process", "cpu_ms");
      used.ifPresent(increase -> own.put(name, increase.perMillisecond()));
    }
    return own;
  }

  private static List<String> sampled(ResultsFolder folder) {
    Path stats = folder.file("stats");
    if (!Files.isDirectory(stats)) {
      return List.of();
    }
    try (Stream<Path> names = Files.list(stats)) {
      return names.map(path -> path.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw ResultsFolder.unreadable(stats, "cannot be listed (" + e + ")", e);
    }
  }

  /** Those of a machine, of which a container may use fewer; 0 if they are not known. */
  private int processors(String machine) {
    String facts = "stats/" + machine + "/facts.json";
    int fallback = isPrepared ? 0 : results.info().host().path("cores").asInt();
    if (!results.folder().has(facts)) {
      return fallback;
    }
    try {
      return RunInfo.readJson(results.folder(), facts)
          .path("processors")
          .path("threads")
          .asInt(fallback);
    } catch (QuartetException e) {
      return fallback;
    }
  }
}
