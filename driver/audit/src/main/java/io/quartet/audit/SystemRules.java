package io.quartet.audit;

import io.quartet.books.CellRow;
import io.quartet.model.RunPlan;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmMachine;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.events.Event;
import io.quartet.results.statistics.MachineRate.Source;
import io.quartet.results.statistics.MachineStatistics;
import io.quartet.results.system.DatabaseSettings;
import java.time.Duration;
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
 * Rules about the VMs of an official run: all of them took part, their databases were durable, were
 * cleaned up, made checkpoints and were watched. Rules 1, 7, 10, 28 and 44 of run-rules.md section
 * 3.4.
 */
final class SystemRules {

  private static final Duration LONGEST_BETWEEN_CHECKPOINTS = Duration.ofMinutes(30);

  /** So many samples may be missing in a row. */
  private static final int MISSING_SAMPLES = 2;

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

  private SystemRules(RunResults results) {
    this.results = results;
    this.plan = results.info().plan();
    this.databases = plan.databases();
  }

  static List<Check> judge(RunResults results) {
    SystemRules rules = new SystemRules(results);
    return List.of(
        rules.topology(),
        rules.durability(),
        rules.cleanUp(),
        rules.checkpoints(),
        rules.statistics(),
        rules.machineStatistics());
  }

  /** Rule 7 alone. */
  static Check durabilitySettings(RunResults results) {
    return new SystemRules(results).durability();
  }

  /** A VM whose clock was read had answered. */
  private Check topology() {
    Set<String> expected = new TreeSet<>(databases);
    plan.sets().forEach(set -> expected.add(set.vmName(VmRole.TIER_A)));
    Map<String, String> addresses = new TreeMap<>();
    results
        .info()
        .vms()
        .forEach(vm -> addresses.put(vm.path("vm").asText(), vm.path("address").asText()));
    Set<String> answered =
        ClockOffset.of(results.events()).stream()
            .map(ClockOffset::machine)
            .collect(Collectors.toSet());
    List<String> problems = new ArrayList<>();
    for (String vm : expected) {
      if (addresses.getOrDefault(vm, "").isEmpty()) {
        problems.add(vm + " has no address in run.json");
      } else if (!answered.contains(vm)) {
        problems.add(vm + " gave no sign before the run");
      }
    }
    if (Set.copyOf(addresses.values()).size() < addresses.size()) {
      problems.add("two VMs have the same address");
    }
    return check(
        "topology",
        "Every VM of every Set took part",
        problems,
        addresses.size() + " VMs",
        expected.size() + " VMs");
  }

  private Check durability() {
    String id = "durability-settings";
    String title = "fsync, full_page_writes and synchronous_commit are on in every database";
    List<String> problems = new ArrayList<>();
    for (String vm : databases) {
      Optional<DatabaseSettings> settings = DatabaseSettings.read(results.folder(), vm);
      if (settings.isEmpty()) {
        return Check.notJudged(id, title, Severity.FATAL, "settings/ has no file of " + vm);
      }
      problems.addAll(notDurable(vm, settings.get()));
    }
    return check(id, title, problems, problems.size() + " settings that lose commits", "none");
  }

  private static List<String> notDurable(String vm, DatabaseSettings settings) {
    return DURABLE.entrySet().stream()
        .filter(rule -> !rule.getValue().contains(settings.get(rule.getKey())))
        .map(rule -> vm + ": " + rule.getKey() + " is " + settings.get(rule.getKey()))
        .toList();
  }

  private Check cleanUp() {
    List<String> problems =
        plan.sets().stream()
            .filter(set -> cleanUps(set) < plan.databaseRoles().size())
            .map(set -> set.name() + ": " + cleanUps(set) + " of its databases")
            .toList();
    return check(
        "clean-up",
        "Trade-Cleanup left no order of an earlier run in any database",
        problems,
        plan.sets().size() - problems.size() + " Sets",
        plan.sets().size() + " Sets");
  }

  private long cleanUps(VmSet set) {
    return results
        .figures()
        .whole(
            row -> row.set().equals(set) && row.type() == TransactionType.TRADE_CLEANUP,
            CellRow::committed);
  }

  /** The borders of the interval count as moments too, so that neither end can hide a gap. */
  private Check checkpoints() {
    RunFigures figures = results.figures();
    List<String> problems = new ArrayList<>();
    long longest = 0;
    int without = 0;
    for (String vm : databases) {
      List<Long> moments =
          results.events().stream()
              .filter(event -> event.name().equals(Event.CHECKPOINT))
              .filter(event -> event.fields().path("vm").asText().equals(vm))
              .map(Event::utcMillis)
              .filter(utc -> utc > figures.startUtcMillis() && utc <= figures.endUtcMillis())
              .toList();
      long gap = figures.interval().longestGapMillis(moments);
      longest = Math.max(longest, gap);
      if (moments.isEmpty()) {
        without++;
        problems.add(vm + ": none");
      } else if (gap > LONGEST_BETWEEN_CHECKPOINTS.toMillis()) {
        problems.add(Text.format("%s: %.1f minutes without one", vm, gap / 60e3));
      }
    }
    return check(
        "checkpoints",
        "Every database makes checkpoints in the interval, at most 30 minutes apart",
        problems,
        without == 0
            ? Text.format("at most %.1f minutes apart", longest / 60e3)
            : Text.format("none in %d of %d databases", without, databases.size()),
        LONGEST_BETWEEN_CHECKPOINTS.toMinutes() + " minutes");
  }

  private Check statistics() {
    Gaps gaps = new Gaps();
    databases.forEach(vm -> gaps.look(vm, "pg_stat_database"));
    return gaps.check(
        "statistics", "The statistics of every database cover the interval without gaps");
  }

  private Check machineStatistics() {
    String id = "machine-statistics";
    String title = "The statistics of every machine cover the interval without gaps";
    Gaps gaps = new Gaps();
    for (VmMachine machine : VmMachine.of(plan)) {
      for (Source source : Source.values()) {
        if (!results.folder().has(MachineStatistics.file(machine.name(), source))) {
          return Check.notJudged(
              id,
              title,
              Severity.FATAL,
              MachineStatistics.file(machine.name(), source)
                  + " is missing: no collector ran there (prepared machines have some with"
                  + " provider.ssh)");
        }
        gaps.look(machine.name(), source.fileName());
      }
    }
    return gaps.check(id, title);
  }

  /** Times without samples, of which two in a row may be missing. */
  private final class Gaps {

    private final long allowed = (MISSING_SAMPLES + 1) * plan.collectInterval().toMillis();
    private final List<String> problems = new ArrayList<>();
    private long longest;

    void look(String vm, String source) {
      Set<Long> moments = results.samples().moments(vm, source);
      long gap = results.figures().interval().longestGapMillis(moments);
      longest = Math.max(longest, gap);
      if (moments.isEmpty()) {
        problems.add(vm + ": no statistics in " + source + ".csv");
      } else if (gap > allowed) {
        problems.add(Text.format("%s: %.1f s without a sample in %s.csv", vm, gap / 1e3, source));
      }
    }

    Check check(String id, String title) {
      return SystemRules.check(
          id,
          title,
          problems,
          Text.format("at most %.1f s without a sample", longest / 1e3),
          Text.format("%.1f s", allowed / 1e3));
    }
  }

  private static Check check(
      String id, String title, List<String> problems, String actual, String limit) {
    return Check.of(
        id, title, Severity.FATAL, problems.isEmpty(), actual, limit, Text.first(problems));
  }
}
