package io.quartet.results.statistics;

import io.quartet.model.QuartetException;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.ResultsFolder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The clocks of the machines during a run. Immutable.
 *
 * @param offsetMicros the time of a machine minus that of the driver, by the driver's moment; none
 *     of a machine whose clock is the driver's, or was never read. A machine is known by the name
 *     of the first VM on it; those of the other VMs are read too
 */
public record MachineClocks(Map<String, TimeSeries> offsetMicros) {

  /** As events tell. */
  public static MachineClocks of(List<LoggedEvent> events) {
    Map<String, TimeSeries> offsets = new HashMap<>();
    for (LoggedEvent logged : events) {
      if (logged.event() instanceof RunEvent.ClockRead read) {
        offsets
            .computeIfAbsent(read.offset().machine(), machine -> new TimeSeries())
            .add(logged.utcMillis(), read.offset().offsetMicros());
      }
    }
    return new MachineClocks(offsets);
  }

  /** As the events of a folder tell. */
  static MachineClocks of(ResultsFolder folder) {
    try {
      return of(folder.has(EventLog.NAME) ? EventLog.read(folder) : List.of());
    } catch (QuartetException e) {
      // The audit reports damaged events; samples can be read without them.
      return of(List.of());
    }
  }

  /** The driver's time at a moment of the clock of a machine. */
  long driverUtcMillis(String machine, long utcMillis) {
    // The offset is small against the time between two readings.
    OptionalDouble micros = offsetMicros.getOrDefault(machine, new TimeSeries()).at(utcMillis);
    return Math.round(utcMillis - micros.orElse(0) / 1e3);
  }
}
