package io.quartet.audit.internal;

import io.quartet.audit.Outlook;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.DecidedBy;
import io.quartet.audit.Rule.Scope;
import io.quartet.model.Text;
import io.quartet.model.plan.Limits;
import io.quartet.model.plan.Storage;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.statistics.DiskContents;
import io.quartet.results.statistics.DiskContents.Disk;
import io.quartet.results.statistics.DiskRole.Content;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.MachineStatistics;
import io.quartet.results.statistics.MachineStatistics.Machine;
import io.quartet.results.statistics.SampledRates;
import io.quartet.results.statistics.Span;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Limits that the plan sets beside those of the run rules. */
public final class LimitRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.WITH_LIMITS
              .fatal("await-limits", "The disks kept the limits of the benchmark file")
              .reads("run.json", "stats/*/disk.csv", "stats/*/facts.json")
              .how(
                  "mean time of an operation, queue included, of every disk with data, indexes or"
                      + " write-ahead log in each measured phase, against `limits.await`. A disk with"
                      + " several of them has to keep the limits of all. Of disks that lie on each other, the"
                      + " one is judged whose figures count in the report. W with `limits.broken` `warn`. Not"
                      + " judged if a limited part lies on no known disk, unless another one breaks its limit")
              .before(Outlook::withoutCollectors, DecidedBy.PLAN)
              .judge(LimitRules::new, LimitRules::await));

  private static final double NANOS_PER_MILLI = 1e6;

  private final Limits limits;
  private final DiskContents contents;
  private final List<Span> phases;
  private final MachineStatistics machines;

  private LimitRules(AuditedRun run) {
    this.limits = run.plan().publication().limits();
    this.contents =
        DiskContents.read(run.results().folder(), run.plan(), run.results().info().vms());
    this.phases = Span.measured(run.results().figures().rows());
    this.machines = MachineStatistics.read(run.results().folder(), phases, List.of());
  }

  /**
   * The await of one disk in one phase.
   *
   * @param part the part of a database on it whose limit is the tightest
   */
  private record Await(
      String machine,
      String device,
      Disk disk,
      String phase,
      Storage part,
      double millis,
      Duration limit) {

    double excess() {
      return millis * NANOS_PER_MILLI / limit.toNanos();
    }

    String words() {
      return Text.format(
          "phase %s: %s %s (%s) took %.2f ms, limits.await.%s is %s",
          phase, machine, device, disk.role().label(), millis, part.label(), inMillis(limit));
    }

    Finding finding() {
      return Finding.of(Subject.MACHINE, machine, words())
          .and(Subject.DISK, device)
          .and(Subject.PHASE, phase);
    }
  }

  private Judgment await() {
    List<Await> awaits = awaits();
    List<Finding> broken =
        awaits.stream()
            .filter(await -> await.excess() > 1)
            .sorted(Comparator.comparingDouble(Await::excess).reversed())
            .map(Await::finding)
            .toList();
    Optional<String> missing = missing(awaits);
    if (broken.isEmpty() && missing.isPresent()) {
      return Judgment.notJudged(missing.get());
    }
    Await worst = awaits.stream().max(Comparator.comparingDouble(Await::excess)).orElseThrow();
    return Judgment.of(
            Text.format("%.2f ms, %s", worst.millis(), worst.part().label()),
            inMillis(worst.limit()),
            broken)
        .fatalIf(limits.areFatal());
  }

  private List<Await> awaits() {
    List<Await> awaits = new ArrayList<>();
    for (Machine machine : machines.machines()) {
      machine
          .of(MachineSource.DISK)
          .forEach((device, rates) -> awaits.addAll(awaits(machine.name(), device, rates)));
    }
    return awaits;
  }

  private List<Await> awaits(String machine, String device, SampledRates rates) {
    Disk disk = contents.of(machine, device);
    Optional<Map.Entry<Storage, Duration>> tightest =
        limits.await().entrySet().stream()
            .filter(limit -> disk.isCounted() && disk.role().holds(content(limit.getKey())))
            .min(Map.Entry.comparingByValue());
    List<Await> awaits = new ArrayList<>();
    for (int i = 0; tightest.isPresent() && i < phases.size(); i++) {
      OptionalDouble millis = rates.phases().get(i).awaitMillis();
      if (millis.isPresent()) {
        awaits.add(
            new Await(
                machine,
                device,
                disk,
                phases.get(i).name(),
                tightest.get().getKey(),
                millis.getAsDouble(),
                tightest.get().getValue()));
      }
    }
    return awaits;
  }

  /** Why a limit cannot be judged. */
  private Optional<String> missing(List<Await> awaits) {
    if (!contents.elsewhere().isEmpty()) {
      return Optional.of(contents.elsewhere().get(0));
    }
    return limits.await().keySet().stream()
        .filter(
            part -> awaits.stream().noneMatch(await -> await.disk().role().holds(content(part))))
        .map(
            part ->
                "no samples of a disk with "
                    + content(part).label()
                    + " exist: stats/*/disk.csv and the mounts of stats/*/facts.json have none")
        .findFirst();
  }

  private static String inMillis(Duration limit) {
    return BigDecimal.valueOf(limit.toNanos(), 6).stripTrailingZeros().toPlainString() + " ms";
  }

  private static Content content(Storage part) {
    return switch (part) {
      case DATA -> Content.DATA;
      case INDEX -> Content.INDEX;
      case WAL -> Content.WAL;
    };
  }
}
