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
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.events.EventLog;
import io.quartet.results.system.DatabaseSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Rules about the VMs of an official run: all of them took part, and their databases were durable
 * and cleaned up.
 */
public final class SystemRules {

  static final Rule DURABILITY_SETTINGS =
      Scope.OFFICIAL
          .fatal(
              "durability-settings",
              "fsync, full_page_writes and synchronous_commit are on in every database")
          .number(7)
          .reads("settings/*.json")
          .how(
              "by hand: mount options (`stats/*/facts.json` has those of the machines "
                  + "that had collectors)")
          .before(SystemRules::notDurable, DecidedBy.PLAN, DecidedBy.MACHINE)
          .judge(SystemRules::new, SystemRules::durability);

  public static final List<Rule> ALL =
      List.of(
          Scope.OFFICIAL
              .fatal("topology", "Every VM of every Set took part")
              .number(1)
              .reads(RunInfo.NAME, EventLog.NAME)
              .how("every VM of every Set has its own address and answered before the run")
              .judge(SystemRules::new, SystemRules::topology),
          DURABILITY_SETTINGS,
          Scope.OFFICIAL
              .fatal("clean-up", "Trade-Cleanup left no order of an earlier run in any database")
              .number(10)
              .reads(PhasesCsv.NAME)
              .how("Trade-Cleanup was committed on every database")
              .judge(SystemRules::new, SystemRules::cleanUp));

  /** Settings without which commits can be lost, and their values that lose none. */
  static final Map<String, Set<String>> DURABLE =
      Collections.unmodifiableMap(
          new TreeMap<>(
              Map.of(
                  "fsync", Set.of("on"),
                  "full_page_writes", Set.of("on"),
                  "synchronous_commit", Set.of("on", "remote_apply"))));

  private final RunResults results;
  private final RunPlan plan;
  private final List<String> databases;

  private SystemRules(AuditedRun run) {
    this.results = run.results();
    this.plan = run.plan();
    this.databases = plan.databases();
  }

  /** A VM whose clock was read had answered. */
  private Judgment topology() {
    Set<String> expected = new TreeSet<>(databases);
    plan.sets().forEach(set -> expected.add(set.vmName(VmRole.TIER_A)));
    Map<String, String> addresses = new TreeMap<>();
    results.info().vms().forEach(vm -> addresses.put(vm.vm(), vm.address()));
    Set<String> answered =
        ClockOffset.of(results.events()).stream()
            .map(ClockOffset::machine)
            .collect(Collectors.toSet());
    List<Finding> problems = new ArrayList<>();
    for (String vm : expected) {
      if (addresses.getOrDefault(vm, "").isEmpty()) {
        problems.add(Finding.of(Subject.VM, vm, vm + " has no address in run.json"));
      } else if (!answered.contains(vm)) {
        problems.add(Finding.of(Subject.VM, vm, vm + " did not answer before the run"));
      }
    }
    if (Set.copyOf(addresses.values()).size() < addresses.size()) {
      problems.add(Finding.of("two VMs have the same address"));
    }
    return Judgment.of(
        Text.counted(addresses.size(), "VM"), Text.counted(expected.size(), "VM"), problems);
  }

  private static Optional<Judgment> notDurable(Outlook outlook) {
    List<Finding> problems = new ArrayList<>();
    for (String vm : outlook.plan().databases()) {
      outlook.settings().apply(vm).map(found -> notDurable(vm, found)).ifPresent(problems::addAll);
    }
    return problems.isEmpty() ? Optional.empty() : Optional.of(durability(problems));
  }

  private Judgment durability() {
    return databases.stream()
        .filter(vm -> DatabaseSettings.read(results.folder(), vm).isEmpty())
        .findFirst()
        .map(vm -> Judgment.notJudged("settings/ has no file of " + vm))
        .orElseGet(() -> durability(List.of()));
  }

  private static Judgment durability(List<Finding> problems) {
    return Judgment.of("settings that lose commits: " + problems.size(), "none", problems);
  }

  private static List<Finding> notDurable(String vm, DatabaseSettings settings) {
    return DURABLE.entrySet().stream()
        .filter(rule -> !rule.getValue().contains(settings.get(rule.getKey())))
        .map(
            rule ->
                Finding.of(
                        Subject.VM,
                        vm,
                        vm + ": " + rule.getKey() + " is " + settings.get(rule.getKey()))
                    .and(Subject.SETTING, rule.getKey()))
        .toList();
  }

  private Judgment cleanUp() {
    List<Finding> problems =
        plan.sets().stream()
            .filter(set -> cleanUps(set) < plan.databaseRoles().size())
            .map(
                set ->
                    Finding.of(
                        Subject.SET,
                        set.name(),
                        set.name() + ": " + cleanUps(set) + " of its databases"))
            .toList();
    return Judgment.of(
        Text.counted(plan.sets().size() - problems.size(), "Set"),
        Text.counted(plan.sets().size(), "Set"),
        problems);
  }

  private long cleanUps(VmSet set) {
    return results
        .figures()
        .whole(
            row -> row.set().equals(set) && row.kind() == TransactionType.TRADE_CLEANUP,
            CellRow::committed);
  }
}
