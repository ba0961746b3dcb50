package io.quartet.results.events;

import io.quartet.model.Text;
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
  public static List<Outage> of(List<Event> events) {
    List<Outage> ended = new ArrayList<>();
    Map<String, Outage> open = new LinkedHashMap<>();
    for (Event event : events) {
      String vm = event.fields().path("vm").asText();
      if (event.name().equals(Event.TIER_A_LOST)) {
        // Its databases were not silent: it did not pass their answers on.
        String ofTheSet = event.fields().path("set").asText() + "-";
        open.values().removeIf(outage -> !outage.isLoss && outage.vm.startsWith(ofTheSet));
      }
      switch (event.name()) {
        case Event.DATABASE_LOST, Event.TIER_A_LOST, Event.DATABASE_SILENT ->
            open.merge(vm, begun(event, vm), Outage::continuedBy);
        case Event.DATABASE_RESTORED, Event.TIER_A_RESTORED -> {
          Outage outage = open.remove(vm);
          if (outage != null) {
            ended.add(outage.endedBy(event));
          }
        }
        default -> {
          // Nothing about a VM.
        }
      }
    }
    ended.addAll(open.values());
    ended.sort((a, b) -> Long.compare(a.fromUtcMillis, b.fromUtcMillis));
    return List.copyOf(ended);
  }

  private static Outage begun(Event event, String vm) {
    return new Outage(
        vm,
        !event.name().equals(Event.DATABASE_SILENT),
        event.utcMillis(),
        OptionalLong.empty(),
        event.fields().path("waiting").asLong(),
        0,
        event.fields().path("reason").asText());
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

  private Outage endedBy(Event restored) {
    long lasted = restored.fields().path("lostMillis").asLong();
    return new Outage(
        vm,
        isLoss,
        restored.utcMillis() - lasted,
        OptionalLong.of(lasted),
        waiting,
        restored.fields().path("failed").asLong(),
        reason);
  }

  /** The VM and how long, for a message. */
  public String describe() {
    return millis.isPresent()
        ? Text.format("%s for %.1f s", vm, millis.getAsLong() / 1e3)
        : vm + " to the end";
  }
}
