package io.quartet.results.events;

import io.quartet.model.Text;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How far the clock of a machine is from the driver's.
 *
 * @param machine a VM, for instance {@code a1-vm3}, or a worker
 * @param micros its clock minus the driver's
 * @param uncertaintyMicros half of the round trip in which it was read: the truth lies within
 */
public record ClockOffset(String machine, long micros, long uncertaintyMicros) {

  /** Beyond this a run does not start. Source: design.md section 9. */
  public static final Duration LIMIT = Duration.ofMillis(50);

  /** Beyond this a run carries a warning. */
  public static final Duration WARNING = Duration.ofMillis(10);

  /** The offsets in a run's events. */
  public static List<ClockOffset> of(List<Event> events) {
    return events.stream()
        .filter(event -> event.name().equals(Event.CLOCK_OFFSET))
        .map(
            event ->
                new ClockOffset(
                    event.fields().path("machine").asText(),
                    event.fields().path("offsetMicros").asLong(),
                    event.fields().path("uncertaintyMicros").asLong()))
        .toList();
  }

  /** Fields of its event. */
  public Map<String, Object> fields() {
    return Map.of(
        "machine", machine, "offsetMicros", micros, "uncertaintyMicros", uncertaintyMicros);
  }

  /** True if the clocks are surely further apart than this. */
  public boolean exceeds(Duration limit) {
    return Math.abs(micros) - uncertaintyMicros > limit.toNanos() / 1_000;
  }

  /** In words, for instance {@code a1-vm3 80.2 ms ahead (± 0.3 ms)}. */
  public String describe() {
    return Text.format(
        "%s %.1f ms %s (± %.1f ms)",
        machine, Math.abs(micros) / 1e3, micros < 0 ? "behind" : "ahead", uncertaintyMicros / 1e3);
  }
}
