package io.quartet.results.statistics;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.ResultsFolder;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The clock of a machine during a run. Between two readings its offset from the driver's clock is a
 * straight line; before the first and after the last it stays.
 *
 * @param offsetMicros its time minus the driver's, by the driver's moment in milliseconds since
 *     1970; empty if it is the driver's clock, or was never read
 */
record MachineClock(NavigableMap<Long, Long> offsetMicros) {

  /**
   * Reads that of a machine, which is known by the name of the first VM on it. Those of the other
   * VMs are read too.
   */
  static MachineClock of(ResultsFolder folder, String machine) {
    NavigableMap<Long, Long> offsets = new TreeMap<>();
    if (!machine.equals(VmMachine.OF_THE_DRIVER) && folder.has(EventLog.NAME)) {
      try {
        EventLog.read(folder).forEach(event -> add(event, machine, offsets));
      } catch (QuartetException e) {
        // The audit reports damaged events; samples can be read without them.
        offsets.clear();
      }
    }
    return new MachineClock(offsets);
  }

  private static void add(LoggedEvent logged, String machine, NavigableMap<Long, Long> offsets) {
    if (logged.event() instanceof RunEvent.ClockRead read
        && read.offset().machine().equals(machine)) {
      offsets.put(logged.utcMillis(), read.offset().offsetMicros());
    }
  }

  /** The driver's time at a moment of this clock. */
  long driverUtcMillis(long utcMillis) {
    if (offsetMicros.isEmpty()) {
      return utcMillis;
    }
    // The offset is small against the time between two readings.
    Map.Entry<Long, Long> before = offsetMicros.floorEntry(utcMillis);
    Map.Entry<Long, Long> after = offsetMicros.ceilingEntry(utcMillis);
    double micros;
    if (before == null || after == null || before.getKey().equals(after.getKey())) {
      micros = (before == null ? after : before).getValue();
    } else {
      double part = (utcMillis - before.getKey()) / (double) (after.getKey() - before.getKey());
      micros = before.getValue() + part * (after.getValue() - before.getValue());
    }
    return Math.round(utcMillis - micros / 1e3);
  }
}
