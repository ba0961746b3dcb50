package io.quartet.results.events;

import io.quartet.model.Text;
import java.time.Duration;
import java.util.List;

/** Offset of a machine's clock from the driver's clock. */
public record ClockOffset(
    @Means("a VM, or `worker N at HOST:PORT`") String machine,
    @Means("its clock minus the driver's, microseconds") long offsetMicros,
    @Means("half of the round trip in which it was read, microseconds: the truth lies within")
        long uncertaintyMicros) {

  /** Beyond this a run does not start. Source: docs/spec/elasticity.md, "Clocks". */
  public static final Duration LIMIT = Duration.ofMillis(50);

  /** Beyond this a run carries a warning. */
  public static final Duration WARNING = Duration.ofMillis(10);

  /** The offsets in a run's events. */
  public static List<ClockOffset> of(List<LoggedEvent> events) {
    return LoggedEvent.only(events, RunEvent.ClockRead.class)
        .map(RunEvent.ClockRead::offset)
        .toList();
  }

  /** True if the clocks are surely further apart than this. */
  public boolean exceeds(Duration limit) {
    return Math.abs(offsetMicros) - uncertaintyMicros > limit.toNanos() / 1_000;
  }

  /** In words, for instance {@code a1-vm3 80.2 ms ahead (± 0.3 ms)}. */
  public String describe() {
    return machine + " " + amount();
  }

  /** In words without the machine. */
  public String amount() {
    return Text.format(
        "%s ms %s (± %s ms)",
        Text.figure(Math.abs(offsetMicros) / 1e3, 1),
        offsetMicros < 0 ? "behind" : "ahead",
        Text.figure(uncertaintyMicros / 1e3, 1));
  }
}
