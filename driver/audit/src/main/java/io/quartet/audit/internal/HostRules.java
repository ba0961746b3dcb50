package io.quartet.audit.internal;

import io.quartet.audit.Outlook;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.DecidedBy;
import io.quartet.audit.Rule.Scope;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.events.PlannedSpan;
import io.quartet.results.statistics.Guests;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.ProcessorUse.Machine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Rules 46 and 47 of docs/audit.md, "The rules": no other program used the processors, and no
 * hypervisor took them away. Runs that are not official have the foreign share instead, which
 * covers both. The evidence comes from the collectors of each machine: the driver's machine for
 * embedded VMs, otherwise the prepared machines.
 */
public final class HostRules {

  private static final String CPU = "stats/*/cpu.csv";
  private static final String PROCESSES = "stats/*/process{,es}.csv";

  public static final List<Rule> ALL =
      List.of(
          Scope.OFFICIAL
              .fatal("nothing-else-ran", "No other program used the processors of the machine")
              .number(47)
              .reads(CPU, PROCESSES)
              .how(
                  "processor time of everything except VMs, driver and workers: at most 5 % of all"
                      + " processors of a machine. The kit chose this limit; kernel threads and collectors"
                      + " count too. Prepared machines as in rule 46. There, every process named `postgres` or"
                      + " `postmaster` counts as a database, and every `quartet-tier-a` as Tier A. On a"
                      + " hypervisor, the plan's VMs and the controller count as the kit's")
              .before(Outlook::withoutCollectors, DecidedBy.PLAN)
              .judge(HostRules::new, HostRules::nothingElse),
          Scope.OFFICIAL
              .warning("steal", "No significant CPU steal while the host had idle capacity")
              .number(46)
              .reads(CPU)
              .how(
                  "steal above 5 % while the machine is less than 85 % busy. Every machine with VMs is"
                      + " judged, and the worst counts. Prepared machines need `provider.ssh`. If figures of"
                      + " one are missing, the rule is not judged, unless another machine breaks it")
              .before(Outlook::withoutCollectors, DecidedBy.PLAN)
              .judge(HostRules::new, HostRules::steal),
          Scope.NOT_OFFICIAL
              .warning(
                  "foreign-share", "Other programs and virtual machines took little processor time")
              .reads(CPU, PROCESSES)
              .how(
                  "part of the used or stolen processor time that neither the kit nor its databases got,"
                      + " in the measured interval. On a hypervisor, the plan's VMs and the controller count"
                      + " as the kit's. W above 5 % on the machine with the largest part."
                      + " Official runs have rules 46 and 47 instead")
              .judge(HostRules::foreignShare));

  /**
   * Most of a machine's processor time that others may take. Own decision: the kernel's own
   * threads, which write the pages back, are among them, and in rule 47 so are the collectors.
   */
  private static final double LIMIT_PERCENT = 5;

  private static final double STEAL_LIMIT_PERCENT = 5;
  private static final double BUSY_PERCENT = 85;

  private final boolean isLocal;
  private final List<Machine> machines;
  private final Guests guests;
  private final List<PlannedSpan> events;

  private HostRules(AuditedRun run) {
    this.isLocal = run.plan().provider().isLocal();
    this.machines = run.processors().map(ProcessorUse::machines).orElse(List.of());
    this.guests = run.guests();
    this.events = PlannedSpan.of(run.plan(), run.results().events());
  }

  /** Neighbours and commands on a machine that the benchmark file asked for. */
  private String events(Machine machine) {
    String names =
        events.stream()
            .filter(PlannedSpan::wasDone)
            .map(PlannedSpan::planned)
            .filter(event -> event.worksOn(machine.machine()))
            .map(event -> "'" + event.name() + "'")
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : " Events of the benchmark file worked there: " + names + ".";
  }

  private static Judgment foreignShare(AuditedRun run) {
    try {
      return new HostRules(run).foreignShare();
    } catch (QuartetException e) {
      // Figures about neighbours are no reason to leave a run without a verdict.
      return Judgment.notJudged(e.getMessage());
    }
  }

  /**
   * Use of the processors of one machine.
   *
   * @param excess what the rule limits; above the limit is wrong
   */
  private record Use(
      Machine machine, boolean isWrong, double excess, String actual, String detail) {}

  /** The worst machine decides, but nothing holds for machines of which too little is known. */
  private Judgment judge(String limit, Function<Machine, Optional<Use>> rule) {
    List<Use> uses = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (Machine machine : machines) {
      rule.apply(machine).ifPresentOrElse(uses::add, () -> unknown.add(machine.unknown()));
    }
    Optional<Use> worst =
        uses.stream().max(Comparator.comparing(Use::isWrong).thenComparing(Use::excess));
    if (worst.isEmpty() || (!worst.get().isWrong() && !unknown.isEmpty())) {
      return Judgment.notJudged(Text.first(unknown));
    }
    Use most = worst.get();
    List<Finding> findings =
        uses.stream()
            .filter(Use::isWrong)
            .map(use -> Finding.of(Subject.MACHINE, use.machine().machine().name(), use.actual()))
            .toList();
    return Judgment.of(!most.isWrong(), most.actual(), limit, most.detail(), findings);
  }

  /** A machine that is all busy may well wait for its processors. */
  private Judgment steal() {
    return judge(
        Text.format("%.0f %% while less than %.0f %% busy", STEAL_LIMIT_PERCENT, BUSY_PERCENT),
        machine ->
            machine.busyPercent().isEmpty()
                ? Optional.empty()
                : Optional.of(
                    stolen(
                        machine,
                        machine.busyPercent().getAsDouble(),
                        machine.stolenPercent().getAsDouble())));
  }

  private Use stolen(Machine machine, double busy, double stolen) {
    return new Use(
        machine,
        stolen > STEAL_LIMIT_PERCENT && busy < BUSY_PERCENT,
        stolen,
        Text.format("%.1f %% stolen, %.1f %% busy", stolen, busy) + place(machine),
        "");
  }

  private Judgment nothingElse() {
    return judge(
        Text.format("%.0f %%", LIMIT_PERCENT),
        machine ->
            machine.otherPercent().isEmpty()
                ? Optional.empty()
                : Optional.of(others(machine, machine.otherPercent().getAsDouble())));
  }

  private Use others(Machine machine, double other) {
    return new Use(
        machine,
        other > LIMIT_PERCENT,
        other,
        Text.format("%.1f %% of %d processors", other, machine.processors()) + place(machine),
        Text.format(
                "%.1f %% busy, %.1f %% by ",
                machine.busyPercent().getAsDouble(), machine.ownPercent().getAsDouble())
            + own(machine)
            + (neighbours(machine).isEmpty() ? "" : "." + neighbours(machine)));
  }

  private Judgment foreignShare() {
    return judge(
        Text.format("%.0f %%", LIMIT_PERCENT),
        machine ->
            machine.foreignPercent().isEmpty()
                ? Optional.empty()
                : Optional.of(foreign(machine, machine.foreignPercent().getAsDouble())));
  }

  private Use foreign(Machine machine, double foreign) {
    return new Use(
        machine,
        foreign > LIMIT_PERCENT,
        foreign,
        Text.format("%.1f %%", foreign) + place(machine),
        Text.format(
            "Of %d processors, %.1f %% were busy, %.1f %% with the kit and its databases, and %.1f"
                + " %% were stolen by other virtual machines.%s%s Stop other programs, or compare ratios"
                + " only.",
            machine.processors(),
            machine.busyPercent().getAsDouble(),
            machine.ownPercent().getAsDouble() + machine.collectorsPercent(),
            machine.stolenPercent().getAsDouble(),
            neighbours(machine),
            events(machine)));
  }

  private static String neighbours(Machine machine) {
    String words = machine.neighboursInWords();
    return words.isEmpty() ? "" : " " + Text.capitalized(words) + ".";
  }

  private String own(Machine machine) {
    if (machine.machine().isHypervisor()) {
      return guests.of(machine.machine()).isPresent()
          ? "its VMs of the plan and its controller"
          : "all its virtual machines";
    }
    return isLocal ? "VMs and driver" : "its programs named postgres, postmaster or quartet-tier-a";
  }

  private String place(Machine machine) {
    if (machine.machine().isHypervisor()) {
      return " on " + machine.machine().name();
    }
    return isLocal ? "" : " on the machine of " + machine.machine().name();
  }
}
