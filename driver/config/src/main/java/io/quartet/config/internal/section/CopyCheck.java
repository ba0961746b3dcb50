package io.quartet.config.internal.section;

import io.quartet.config.DocumentPath;
import io.quartet.config.PlanDocument;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Judges events that copy databases: a copy replaces what its target holds. */
final class CopyCheck {

  private static final String WAL_LEVEL = "wal_level";
  private static final String MAX_WAL_SENDERS = "max_wal_senders";

  /** The backup itself, and the write-ahead log of its time. */
  private static final int SENDERS = 2;

  private static final DocumentPath[] NEEDED = {
    ProviderCodec.PATH, PlanDocument.SETS, PhasesCodec.PATH, ClientLoadCodec.PATH
  };

  private final RunPlan plan;
  private final PlannedEvent event;
  private final Section item;
  private final DocumentPath targets;

  private CopyCheck(RunPlan plan, PlannedEvent event, Copy copy, Section item) {
    this.plan = plan;
    this.event = event;
    this.item = item;
    this.targets = EventActionCodec.targets(copy, item);
  }

  /**
   * Does nothing for other events.
   *
   * @param isTimed false if its times are wrong themselves
   * @param before earlier events of the file
   */
  static void check(
      RunPlan plan, PlannedEvent event, Section item, boolean isTimed, List<PlannedEvent> before) {
    if (!(event.action() instanceof Copy copy)) {
      return;
    }
    CopyCheck check = new CopyCheck(plan, event, copy, item);
    if (!(plan.workload() instanceof Pgbench workload)) {
      check.wrong(
          check.targets,
          " needs workload.kind pgbench: the checks of a brokerage need the databases of each Set"
              + " to agree. Set that kind, or leave this event out.");
    } else if (!plan.provider().isLocal()) {
      check.wrong(
          check.targets,
          " needs servers whose files the driver can replace. Set provider.kind: embedded, or copy"
              + " with a command.");
    } else if (check.areTargets(copy.targets(), before)) {
      check.settings();
      if (isTimed) {
        check.times(workload);
      }
    }
  }

  private void wrong(DocumentPath place, String text) {
    item.wrong(place, text, NEEDED);
  }

  private boolean areTargets(List<String> vms, List<PlannedEvent> before) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < vms.size(); i++) {
      String vm = vms.get(i);
      String fault = fault(vm, !seen.add(vm), before);
      if (!fault.isEmpty()) {
        wrong(targets.child(i), " is " + vm + ", " + fault);
        return false;
      }
    }
    return true;
  }

  private String fault(String vm, boolean isSecond, List<PlannedEvent> before) {
    if (set(vm).isEmpty()) {
      return "which is no VM with a database of this plan. Name one such as b1-vm3.";
    } else if (vm.equals(event.on())) {
      return "which is the source of the copies. Name another VM.";
    } else if (isSecond) {
      return "which is named twice. Leave it once.";
    }
    return before.stream()
        .filter(
            other ->
                other.copies().contains(vm)
                    || (other.action() instanceof Copy && other.on().equals(vm))
                    || other.copies().contains(event.on()))
        .findFirst()
        .map(
            other ->
                "but event '"
                    + other.name()
                    + "' copies from or to it, or to the source. Each VM can be in one event that"
                    + " copies.")
        .orElse("");
  }

  /** The Set of a VM with a database. */
  private Optional<VmSet> set(String vm) {
    return plan.sets().stream()
        .filter(set -> plan.databaseRoles().stream().map(set::vmName).anyMatch(vm::equals))
        .findFirst();
  }

  private void settings() {
    Map<String, String> settings =
        set(event.on())
            .map(set -> plan.provider().size(set, VmRole.of(event.on()).orElseThrow()).settings())
            .orElse(Map.of());
    String level = settings.getOrDefault(WAL_LEVEL, "replica");
    String senders = settings.getOrDefault(MAX_WAL_SENDERS, "").strip();
    if (level.strip().equals("minimal")
        || (senders.matches("[0-9]{1,6}") && Integer.parseInt(senders) < SENDERS)) {
      wrong(
          item.at(EventsCodec.ON),
          " is "
              + event.on()
              + ", whose settings allow no copy: it needs wal_level replica and max_wal_senders of"
              + " at least "
              + SENDERS
              + ". Change or remove these settings.");
    }
  }

  private void times(Pgbench workload) {
    Optional<Duration> first =
        event.copies().stream()
            .flatMap(vm -> set(vm).stream())
            .flatMap(set -> workload.load().begin(set, plan.timeline()).stream())
            .min(Duration::compareTo);
    if (event.until().isEmpty()) {
      item.wrong(
          item.at(EventsCodec.AT),
          " has no until beside it, which copies need. Add "
              + latest(first)
              + ", the latest moment at which they must be complete.",
          NEEDED);
    } else if (first.isPresent() && event.end(plan.timeline()).compareTo(first.get()) > 0) {
      wrong(
          item.at(EventsCodec.UNTIL),
          " is later than the first clients of a target. A copy replaces what it holds: set "
              + latest(first)
              + " or earlier, or let the target begin later in load.clients.");
    }
  }

  private String latest(Optional<Duration> first) {
    Segment segment = plan.timeline().at(first.orElse(plan.timeline().total()));
    return "until: {phase: " + segment.name() + "}";
  }
}
