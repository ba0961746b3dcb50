package io.quartet.model.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All segments of a run in order, without gaps: rampUp, warmUp, the phases, rampDown. Pseudo-phases
 * of length zero are kept, so that tables always have the same rows. Where each phase has a ramp of
 * its own, those of the second phase and later ones stand between the phases.
 *
 * @param segments the segments; index equals position
 */
public record Timeline(List<Segment> segments) {

  private static final String RAMP_UP = "rampUp";

  public Timeline {
    segments = List.copyOf(segments);
  }

  /** Lays the phases of the table out in time. Pseudo-phases run at its average shares. */
  public static Timeline of(PhaseTable table, Timing timing) {
    return of(table, timing, table.rows().size(), false);
  }

  /**
   * Lays out so many phases in time; after its last row the table begins again.
   *
   * @param rampsUpEachPhase true if the first ramp comes again before each phase, at its shares
   */
  static Timeline of(PhaseTable table, Timing timing, int phases, boolean rampsUpEachPhase) {
    List<LoadShare> rows = table.rows();
    LoadShare before = rampsUpEachPhase ? rows.get(0) : table.average();
    List<Segment> segments = new ArrayList<>();
    Duration at = append(segments, RAMP_UP, false, Duration.ZERO, timing.rampUp(), before);
    at = append(segments, "warmUp", false, at, timing.warmUp(), before);
    for (int i = 0; i < phases; i++) {
      LoadShare shares = rows.get(i % rows.size());
      if (i > 0 && rampsUpEachPhase && !timing.rampUp().isZero()) {
        String name = RAMP_UP + (i + 1);
        at = append(segments, name, false, at, timing.rampUp(), shares);
      }
      at = append(segments, Integer.toString(i + 1), true, at, timing.phase(i), shares);
    }
    LoadShare after = rampsUpEachPhase ? rows.get((phases - 1) % rows.size()) : before;
    append(segments, "rampDown", false, at, timing.rampDown(), after);
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
   * Position of a segment among the phases, from 0. What comes before a phase counts as that phase,
   * what comes after the last one as the last.
   */
  public int phaseOf(Segment segment) {
    long before = segments.stream().limit(segment.index()).filter(Segment::isMeasured).count();
    return (int) Math.min(before, phases().size() - 1);
  }

  /**
   * Begin of the ramp of a phase: the end of the phase before, or the begin of the run. For the
   * first phase the warm-up follows the ramp.
   *
   * @param phase of this timeline, not a pseudo-phase
   */
  public Duration rampBegin(Segment phase) {
    return segments.stream()
        .limit(phase.index())
        .filter(Segment::isMeasured)
        .map(Segment::end)
        .reduce(Duration.ZERO, (before, end) -> end);
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
