package io.quartet.report.internal.run;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.internal.run.ChartData.CheckpointSpan;
import io.quartet.report.internal.run.ChartData.Checkpoints;
import io.quartet.report.internal.run.ChartData.Lane;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.Checkpoint;
import io.quartet.results.statistics.LoggedCheckpoint;
import io.quartet.results.statistics.MachineClocks;
import java.util.ArrayList;
import java.util.List;

/**
 * The checkpoints of each database: from what its log said, and where nobody could read that, from
 * the counters that were seen to rise.
 */
final class CheckpointChart {

  private static final String TIMED = "timed";
  private static final String REQUESTED = "requested";

  /** The first rise that was seen does not tell what rose. */
  private static final String UNKNOWN = "unknown";

  private final ReportData data;
  private final MachineClocks clocks;
  private final List<String> withoutLog = new ArrayList<>();

  private CheckpointChart(ReportData data) {
    this.data = data;
    this.clocks = MachineClocks.of(data.events());
  }

  static Checkpoints of(ReportData data) {
    return new CheckpointChart(data).build();
  }

  private Checkpoints build() {
    List<Lane> lanes = new ArrayList<>();
    for (VmSet set : data.sets()) {
      for (VmRole role : data.rolesOfWorkload()) {
        lanes.add(lane(set, set.vmName(role)));
      }
    }
    return new Checkpoints(
        lanes,
        withoutLog.isEmpty()
            ? List.of()
            : List.of(
                "There is no log of "
                    + String.join(", ", withoutLog)
                    + ", so only the start of their checkpoints is known, not the length. The first of each"
                    + " may have been scheduled or requested."));
  }

  private Lane lane(VmSet set, String vm) {
    List<CheckpointSpan> logged = logged(vm);
    if (!logged.isEmpty()) {
      return new Lane(vm, set.group().name(), true, logged);
    }
    List<CheckpointSpan> seen = seen(vm);
    if (!seen.isEmpty()) {
      withoutLog.add(vm);
    }
    return new Lane(vm, set.group().name(), false, seen);
  }

  /** None if there is no file, or one that cannot be read. */
  private List<CheckpointSpan> logged(String vm) {
    return LoggedCheckpoint.read(data.folder(), vm, clocks)
        .<List<LoggedCheckpoint>>fold(found -> found, name -> List.of(), damage -> List.of())
        .stream()
        .map(this::checkpoint)
        .toList();
  }

  private CheckpointSpan checkpoint(LoggedCheckpoint logged) {
    return new CheckpointSpan(
        logged.isTimed() ? TIMED : REQUESTED,
        seconds(logged.beginUtcMillis()),
        seconds(logged.endUtcMillis().orElse(data.grid().endUtcMillis())));
  }

  private List<CheckpointSpan> seen(String vm) {
    List<CheckpointSpan> checkpoints = new ArrayList<>();
    long requestedBefore = -1;
    for (LoggedEvent logged : data.events()) {
      if (logged.event() instanceof Checkpoint event && event.vm().equals(vm)) {
        String kind =
            requestedBefore < 0 ? UNKNOWN : event.requested() > requestedBefore ? REQUESTED : TIMED;
        double at = seconds(logged.utcMillis());
        checkpoints.add(new CheckpointSpan(kind, at, at));
        requestedBefore = event.requested();
      }
    }
    return checkpoints;
  }

  private double seconds(long utcMillis) {
    return Rounded.hundredths(data.grid().seconds(utcMillis));
  }
}
