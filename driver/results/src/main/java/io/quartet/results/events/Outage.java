package io.quartet.results.events;

import io.quartet.model.Text;
import io.quartet.results.events.RunEvent.VmRestored;
import io.quartet.results.events.RunEvent.VmTrouble;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A time in which a VM could not be reached or did not answer, as {@code events.jsonl} tells it.
 *
 * @param vm the VM
 * @param isLoss true if its connection failed, false if it was only silent
 * @param fromUtcMillis when it was lost, or gave its last answer
 * @param millis how long until it answered again; empty if it never did
 * @param waiting requests without an answer when the outage was noticed
 * @param failed attempts that failed by it; attempts of an outage without end are not counted
 * @param reason what was seen of it
 */
public record Outage(
    String vm,
    boolean isLoss,
    long fromUtcMillis,
    OptionalLong millis,
    long waiting,
    long failed,
    String reason) {

  /** All outages, by their beginnings. */
  public static List<Outage> of(List<LoggedEvent> events) {
    List<Outage> ended = new ArrayList<>();
    Map<String, Outage> open = new LinkedHashMap<>();
    for (LoggedEvent logged : events) {
      if (logged.event() instanceof VmTrouble trouble) {
        if (trouble.kind() == VmTrouble.Kind.TIER_A_LOST) {
          // Its databases were not silent: it did not pass their answers on.
          String ofTheSet = trouble.set() + "-";
          open.values().removeIf(outage -> !outage.isLoss && outage.vm.startsWith(ofTheSet));
        }
        open.merge(trouble.vm(), begun(logged.utcMillis(), trouble), Outage::continuedBy);
      } else if (logged.event() instanceof VmRestored restored) {
        Outage outage = open.remove(restored.vm());
        if (outage != null) {
          ended.add(outage.endedBy(logged.utcMillis(), restored));
        }
      }
    }
    ended.addAll(open.values());
    ended.sort((a, b) -> Long.compare(a.fromUtcMillis, b.fromUtcMillis));
    return List.copyOf(ended);
  }

  private static Outage begun(long utcMillis, VmTrouble trouble) {
    return new Outage(
        trouble.vm(),
        trouble.kind() != VmTrouble.Kind.DATABASE_SILENT,
        utcMillis,
        OptionalLong.empty(),
        trouble.waiting(),
        0,
        trouble.reason());
  }

  /** A silence may end in a loss. */
  private Outage continuedBy(Outage next) {
    return new Outage(
        vm,
        isLoss || next.isLoss,
        fromUtcMillis,
        millis,
        Math.max(waiting, next.waiting),
        failed,
        isLoss ? reason : next.reason);
  }

  private Outage endedBy(long utcMillis, VmRestored restored) {
    return new Outage(
        vm,
        isLoss,
        utcMillis - restored.lostMillis(),
        OptionalLong.of(restored.lostMillis()),
        waiting,
        restored.failed(),
        reason);
  }

  /** The VM and how long, for a message. */
  public String describe() {
    return vm
        + (millis.isPresent()
            ? " for " + Text.seconds(millis.getAsLong() / 1e3, 1)
            : " to the end");
  }
}
