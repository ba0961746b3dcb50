package io.quartet.report.section;

import io.quartet.model.plan.PlannedEvent;
import io.quartet.results.events.PlannedSpan;
import java.util.List;

/**
 * An event of the benchmark file, and how the system did before, during and after it.
 *
 * @param number from 1, as marked in the charts
 * @param span the event and its steps
 * @param plannedSeconds its moment by the file, in seconds since the start of the run
 * @param fromSeconds when it was begun; null if the run ended before it
 * @param toSeconds when it was taken back; null if it was not
 * @param before a time as long as the event, from 5 s to 60 s, before it
 * @param during between its steps
 * @param after a time as long as {@code before}, after it
 * @param recoverySeconds from its end until throughput was back; null if it did not come back
 *     before the next event or the end of the phases
 * @param outages databases that were lost or silent during it, and how long
 * @param awaits of the disks by what lies on them
 * @param source how the source of copies did before, while and after they were made; none for other
 *     events
 */
public record EventEffect(
    int number,
    PlannedSpan span,
    double plannedSeconds,
    Double fromSeconds,
    Double toSeconds,
    Pace before,
    Pace during,
    Pace after,
    Double recoverySeconds,
    List<String> outages,
    List<Await> awaits,
    List<SourcePace> source) {

  public EventEffect {
    source = List.copyOf(source);
    outages = List.copyOf(outages);
    awaits = List.copyOf(awaits);
  }

  /**
   * What the whole system did in a time; nulls if no interval lies within it.
   *
   * @param etps committed Trade-Results per second
   * @param responseMillis mean response time of the customers' requests
   * @param failedPerSecond requests that failed
   * @param sharePercent Trade-Results of the Set of its VM, of those of all Sets; null for another
   *     machine, or without any
   */
  public record Pace(
      Double etps, Double responseMillis, Double failedPerSecond, Double sharePercent) {

    /** Nothing is known. */
    public static final Pace UNKNOWN = new Pace(null, null, null, null);
  }

  /**
   * Mean time of a read or write, queue included; nulls if there were none.
   *
   * @param disks what lies on them
   */
  public record Await(String disks, Double beforeMillis, Double duringMillis, Double afterMillis) {}

  /**
   * What the source of copies did in a time; nulls for ends that the run does not show.
   *
   * @param time in words
   * @param seconds of whole intervals in measured phases
   * @param etps what the headline counts, per second
   * @param low lower end of its interval
   * @param high upper end
   * @param changePercent difference from the time before the copies; null for that itself
   */
  public record SourcePace(
      String time,
      double seconds,
      double etps,
      Double low,
      Double high,
      Double changePercent,
      Double changeLow,
      Double changeHigh) {}

  /** The event as the file has it. */
  public PlannedEvent planned() {
    return span.planned();
  }
}
