package io.quartet.audit;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunResults;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.ProcessorUse.Machine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Rules 46 and 47 of run-rules.md section 3.4: nothing else ran on the machines, and nobody took
 * their processors away; and for runs that are not official the foreign share, which holds both.
 * Judged by the collectors of each machine: that of the driver where the VMs are processes on it,
 * otherwise the prepared machines.
 */
final class HostRules {

  /**
   * Most of a machine's processor time that others may take. Own decision: the kernel's own
   * threads, which write the pages back, are among them, and in rule 47 so are the collectors.
   */
  private static final double LIMIT_PERCENT = 5;

  private static final double STEAL_LIMIT_PERCENT = 5;
  private static final double BUSY_PERCENT = 85;

  private static final String FOREIGN_SHARE = "foreign-share";
  private static final String FOREIGN_SHARE_TITLE =
      "Others took little of the processor time of the machine";

  private final boolean isLocal;
  private final List<Machine> machines;

  private HostRules(RunResults results) {
    this.isLocal = results.info().plan().provider().isLocal();
    this.machines =
        ProcessorUse.read(results.folder(), results.figures(), results.info().host())
            .orRefuse()
            .map(ProcessorUse::machines)
            .orElse(List.of());
  }

  /** The rules of an official run. */
  static List<Check> judge(RunResults results) {
    HostRules rules = new HostRules(results);
    return List.of(rules.nothingElse(), rules.steal());
  }

  /** The rule of the other profiles. */
  static Check foreignShare(RunResults results) {
    try {
      return new HostRules(results).foreignShare();
    } catch (QuartetException e) {
      // Figures about neighbours are no reason to leave a run without a verdict.
      return Check.notJudged(FOREIGN_SHARE, FOREIGN_SHARE_TITLE, Severity.WARNING, e.getMessage());
    }
  }

  /**
   * What was found on one machine.
   *
   * @param excess what the rule limits; above the limit is wrong
   */
  private record Finding(boolean isWrong, double excess, String actual, String detail) {}

  /** The worst machine decides, but nothing holds for machines of which too little is known. */
  private Check judge(
      String id,
      String title,
      Severity severity,
      String limit,
      Function<Machine, Optional<Finding>> rule) {
    List<Finding> findings = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (Machine machine : machines) {
      rule.apply(machine).ifPresentOrElse(findings::add, () -> unknown.add(machine.unknown()));
    }
    Optional<Finding> worst =
        findings.stream()
            .max(Comparator.comparing(Finding::isWrong).thenComparing(Finding::excess));
    if (worst.isEmpty() || (!worst.get().isWrong() && !unknown.isEmpty())) {
      return Check.notJudged(id, title, severity, Text.first(unknown));
    }
    Finding found = worst.get();
    return Check.of(id, title, severity, !found.isWrong(), found.actual(), limit, found.detail());
  }

  /** A machine that is all busy may well wait for its processors. */
  private Check steal() {
    return judge(
        "steal",
        "Nobody took the processors of the machine away while it was not busy",
        Severity.WARNING,
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

  private Finding stolen(Machine machine, double busy, double stolen) {
    return new Finding(
        stolen > STEAL_LIMIT_PERCENT && busy < BUSY_PERCENT,
        stolen,
        Text.format("%.1f %% stolen, %.1f %% busy", stolen, busy) + place(machine),
        "");
  }

  private Check nothingElse() {
    return judge(
        "nothing-else-ran",
        "Nothing else ran on the machine",
        Severity.FATAL,
        Text.format("%.0f %%", LIMIT_PERCENT),
        machine ->
            machine.otherPercent().isEmpty()
                ? Optional.empty()
                : Optional.of(others(machine, machine.otherPercent().getAsDouble())));
  }

  private Finding others(Machine machine, double other) {
    return new Finding(
        other > LIMIT_PERCENT,
        other,
        Text.format("%.1f %% of %d processors", other, machine.processors()) + place(machine),
        Text.format(
                "%.1f %% busy, %.1f %% by ",
                machine.busyPercent().getAsDouble(), machine.ownPercent().getAsDouble())
            + (isLocal ? "VMs and driver" : "all its programs named postgres or java"));
  }

  private Check foreignShare() {
    return judge(
        FOREIGN_SHARE,
        FOREIGN_SHARE_TITLE,
        Severity.WARNING,
        Text.format("%.0f %%", LIMIT_PERCENT),
        machine ->
            machine.foreignPercent().isEmpty()
                ? Optional.empty()
                : Optional.of(foreign(machine, machine.foreignPercent().getAsDouble())));
  }

  private Finding foreign(Machine machine, double foreign) {
    return new Finding(
        foreign > LIMIT_PERCENT,
        foreign,
        Text.format("%.1f %%", foreign) + place(machine),
        Text.format(
            "Of %d processors %.1f %% were busy, %.1f %% for the kit and its databases, and %.1f %%"
                + " went to other virtual machines. Stop what else runs, or compare ratios only.",
            machine.processors(),
            machine.busyPercent().getAsDouble(),
            machine.ownPercent().getAsDouble() + machine.collectorsPercent(),
            machine.stolenPercent().getAsDouble()));
  }

  private String place(Machine machine) {
    return isLocal ? "" : " on the machine of " + machine.machine().name();
  }
}
