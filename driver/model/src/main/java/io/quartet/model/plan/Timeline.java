package io.quartet.model.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All segments of a run in order, without gaps: rampUp, warmUp, the phases, rampDown. Pseudo-phases
 * of length zero are kept, so that tables always have the same rows.
 *
 * @param segments the segments; index equals position
 */
public record Timeline(List<Segment> segments) {

  public Timeline {
    segments = List.copyOf(segments);
  }

  /** Lays the phases of the table out in time. Pseudo-phases run at its average shares. */
  public static Timeline of(PhaseTable table, Timing timing) {
    return of(table, timing, table.rows().size());
  }

  /** Lays out so many phases in time; after its last row the table begins again. */
  static Timeline of(PhaseTable table, Timing timing, int phases) {
    LoadShare average = table.average();
    List<Segment> segments = new ArrayList<>();
    Duration at = append(segments, "rampUp", false, Duration.ZERO, timing.rampUp(), average);
    at = append(segments, "warmUp", false, at, timing.warmUp(), average);
    for (int i = 0; i < phases; i++) {
      LoadShare shares = table.rows().get(i % table.rows().size());
      at = append(segments, Integer.toString(i + 1), true, at, timing.phase(i), shares);
    }
    append(segments, "rampDown", false, at, timing.rampDown(), average);
    return new Timeline(segments);
  }

  private static Duration append(
      List<Segment> segments,
      String name,
      boolean isMeasured,
      Duration start,
      Duration length,
      LoadShare shares) {
    Duration end = start.plus(length);
    segments.add(new Segment(segments.size(), name, isMeasured, start, end, shares));
    return end;
  }

  /**
   * The segment that holds the offset; before the start the first one, after the end the last one.
   */
  public Segment at(Duration offset) {
    for (Segment segment : segments) {
      if (offset.compareTo(segment.end()) < 0) {
        return segment;
      }
    }
    return segments.get(segments.size() - 1);
  }

  /** The segment of that name; empty if there is none. */
  public Optional<Segment> segment(String name) {
    return segments.stream().filter(segment -> segment.name().equals(name)).findFirst();
  }

  /**
   * Position of a segment among the phases, from 0. What comes before them counts as the first,
   * what comes after them as the last.
   */
  public int phaseOf(Segment segment) {
    int before = 0;
    while (!segments.get(before).isMeasured()) {
      before++;
    }
    return Math.max(0, Math.min(segment.index() - before, phases().size() - 1));
  }

  /** The phases, without the pseudo-phases. */
  public List<Segment> phases() {
    return segments.stream().filter(Segment::isMeasured).toList();
  }

  /** From the first request to the end of rampDown. */
  public Duration total() {
    return segments.get(segments.size() - 1).end();
  }

  /** Sum of the lengths of the phases. */
  public Duration measured() {
    return phases().stream().map(Segment::length).reduce(Duration.ZERO, Duration::plus);
  }
}
