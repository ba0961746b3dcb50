package io.quartet.audit.internal;

import io.quartet.audit.Outlook;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.DecidedBy;
import io.quartet.audit.Rule.Scope;
import io.quartet.model.Text;
import io.quartet.model.plan.Limits;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.statistics.DiskContents;
import io.quartet.results.statistics.DiskContents.Disk;
import io.quartet.results.statistics.DiskRole;
import io.quartet.results.statistics.DiskRole.Content;
import io.quartet.results.statistics.MachineRate;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.MachineStatistics;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.SampledRates;
import io.quartet.results.statistics.Span;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Limits that the plan sets beside those of the run rules. */
public final class LimitRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.WITH_LIMITS
              .fatal("await-limits", "The disks kept the limits of the benchmark file")
              .reads("run.json", "stats/*/disk.csv", "stats/*/facts.json")
              .how(
                  "mean time of a read or write, queue included, without flushes, of every disk with data, indexes or"
                      + " write-ahead log in each measured phase, against `limits.await`. A disk with"
                      + " several of them has to keep the limits of all. Of disks that lie on each other, the"
                      + " one is judged whose figures count in the report. Phases with fewer than 100"
                      + " operations of a disk are not judged. W with `limits.broken` `warn`. Not judged if"
                      + " the disks of a limited part are not known, or not sampled in each phase, on a"
                      + " machine with databases, unless a disk breaks its limit")
              .before(Outlook::withoutCollectors, DecidedBy.PLAN)
              .judge(LimitRules::new, LimitRules::await));

  private static final double NANOS_PER_MILLI = 1e6;

  /** Operations in a phase without which one slow one decides. Own decision. */
  private static final int LEAST_OPERATIONS = 100;

  private final Limits limits;
  private final List<VmMachine> withDatabases;
  private final DiskContents contents;
  private final List<Span> phases;
  private final MachineStatistics machines;

  /** Filled by {@link #await}, as is {@link #missing}. */
  private final List<Await> awaits = new ArrayList<>();

  /** Why a limit cannot be judged. */
  private final List<String> missing = new ArrayList<>();

  private LimitRules(AuditedRun run) {
    this.limits = run.plan().publication().limits();
    this.withDatabases =
        VmMachine.of(run.plan()).stream().filter(one -> !one.databases().isEmpty()).toList();
    this.contents =
        DiskContents.read(
            run.results().folder(), run.plan(), run.results().info().vms(), run.guests());
    this.phases = Span.measured(run.results().figures().rows());
    this.machines = MachineStatistics.read(run.results().folder(), phases, List.of());
  }

  /**
   * The await of one disk in one phase.
   *
   * @param operations how many were done
   * @param millis mean time of one; 0 without any
   * @param part the part of a database on it whose limit is the tightest
   */
  private record Await(
      String machine,
      String device,
      Disk disk,
      String phase,
      long operations,
      double millis,
      Storage part,
      Duration limit) {

    boolean isJudged() {
      return operations >= LEAST_OPERATIONS;
    }

    double excess() {
      return millis * NANOS_PER_MILLI / limit.toNanos();
    }

    String words() {
      return Text.format(
          "%s took %.2f ms over %s, limits.await.%s is %s",
          place(), millis, count(), part.label(), inMillis(limit));
    }

    private String place() {
      return Text.format("phase %s: %s %s (%s)", phase, machine, device, disk.role().label());
    }

    private String count() {
      return Text.counted(operations, "operation");
    }

    Finding finding() {
      return Finding.of(Subject.MACHINE, machine, words())
          .and(Subject.DISK, device)
          .and(Subject.PHASE, phase);
    }
  }

  private Judgment await() {
    withDatabases.forEach(this::read);
    if (phases.isEmpty()) {
      missing.add("no phase was measured");
    }
    List<Await> judged = awaits.stream().filter(Await::isJudged).toList();
    List<Finding> broken =
        judged.stream()
            .filter(await -> await.excess() > 1)
            .sorted(Comparator.comparingDouble(Await::excess).reversed())
            .map(Await::finding)
            .toList();
    Optional<String> elsewhere =
        contents
            .elsewhereInWords(
                role -> limits.await().keySet().stream().anyMatch(one -> holds(role, one)))
            .stream()
            .findFirst();
    if (broken.isEmpty() && (elsewhere.isPresent() || !missing.isEmpty())) {
      return Judgment.notJudged(elsewhere.orElseGet(() -> Text.first(missing)))
          .fatalIf(limits.areFatal());
    }
    if (judged.isEmpty()) {
      return Judgment.notJudged(idle()).fatalIf(limits.areFatal());
    }
    Await worst = judged.stream().max(Comparator.comparingDouble(Await::excess)).orElseThrow();
    return Judgment.of(
            broken.isEmpty(),
            Text.format("%.2f ms, %s", worst.millis(), worst.part().label()),
            inMillis(worst.limit()),
            broken.isEmpty() ? idle() : Finding.first(broken),
            broken)
        .fatalIf(limits.areFatal());
  }

  /** Where too little was done to judge it; empty if everywhere was enough. */
  private String idle() {
    List<String> idle =
        awaits.stream()
            .filter(await -> !await.isJudged())
            .map(await -> await.place() + " had " + await.count())
            .toList();
    return idle.isEmpty() ? "" : "Too few operations to judge: " + Text.first(idle);
  }

  /** Reads the disks of a machine that have a limit. */
  private void read(VmMachine machine) {
    String name = machine.name();
    Map<String, Disk> disks = new TreeMap<>(contents.byMachine().getOrDefault(name, Map.of()));
    for (Storage part : limits.await().keySet()) {
      if (disks.values().stream().noneMatch(disk -> holds(disk.role(), part))) {
        missing.add(
            Text.format("stats/%s/facts.json shows no disk with %s", name, content(part).label()));
      }
    }
    disks.values().removeIf(disk -> tightest(disk).isEmpty());
    Map<String, SampledRates> sampled =
        machines.machines().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .map(one -> one.of(MachineSource.DISK))
            .orElse(Map.of());
    disks.forEach((device, disk) -> read(name, device, disk, sampled.get(device)));
  }

  /**
   * @param sampled null if the disk has no samples
   */
  private void read(String machine, String device, Disk disk, SampledRates sampled) {
    Map.Entry<Storage, Duration> limit = tightest(disk).orElseThrow();
    for (int i = 0; i < phases.size(); i++) {
      String phase = phases.get(i).name();
      Rates rates = sampled == null ? null : sampled.phases().get(i);
      if (rates == null
          || rates.isIncomplete(MachineRate.READ_MILLIS)
          || rates.isIncomplete(MachineRate.WRITE_MILLIS)) {
        missing.add(
            Text.format(
                "%s does not cover phase %s of %s",
                MachineStatistics.file(machine, MachineSource.DISK), phase, device));
        continue;
      }
      awaits.add(
          new Await(
              machine,
              device,
              disk,
              phase,
              Math.round(rates.sumOfAmounts(MachineRate.READS, MachineRate.WRITES).orElseThrow()),
              rates.awaitMillis().orElse(0),
              limit.getKey(),
              limit.getValue()));
    }
  }

  /** The limit that a disk has to keep; empty if it has none, or is counted with others. */
  private Optional<Map.Entry<Storage, Duration>> tightest(Disk disk) {
    return limits.await().entrySet().stream()
        .filter(limit -> disk.isCounted() && holds(disk.role(), limit.getKey()))
        .min(Map.Entry.comparingByValue());
  }

  private static boolean holds(DiskRole role, Storage part) {
    return role.holds(content(part));
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
