package io.quartet.results.statistics;

import io.quartet.books.CellRow;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * A stretch of time.
 *
 * @param name the phase, or empty
 */
public record Span(String name, long startUtcMillis, long endUtcMillis) {

  /** Figures of one measured phase, or of all of them together. */
  public interface Phased {

    /** {@code 1} to {@code n}, or {@link Activity#ALL_PHASES}. */
    String phase();

    /** True for those of all measured phases together. */
    default boolean isOfAllPhases() {
      return phase().equals(Activity.ALL_PHASES);
    }

    /**
     * Some of the rows, in their order.
     *
     * @param areOfAllPhases true for the rows of all phases together, false for those of one phase
     */
    static <P extends Phased> List<P> chosen(List<P> rows, boolean areOfAllPhases) {
      return rows.stream().filter(row -> row.isOfAllPhases() == areOfAllPhases).toList();
    }
  }

  /** True if there is a moment of both, other than an end. */
  boolean overlaps(Span other) {
    return startUtcMillis < other.endUtcMillis && other.startUtcMillis < endUtcMillis;
  }

  /** The segment of the run that a row counts. */
  public static Span of(CellRow cell) {
    return new Span(cell.phase(), cell.startUtcMillis(), cell.endUtcMillis());
  }

  /** The measured phases that took any time, in their order. */
  public static List<Span> measured(List<CellRow> cells) {
    return cells.stream()
        .filter(CellRow::isMeasured)
        .map(Span::of)
        .filter(phase -> phase.endUtcMillis() > phase.startUtcMillis())
        .distinct()
        .toList();
  }

  /**
   * The measured interval: from the begin of the first phase to the end of the last; 0 to 0 if none
   * was run.
   */
  public static Span interval(List<CellRow> cells) {
    return new Span(
        "",
        cells.stream()
            .filter(CellRow::isMeasured)
            .mapToLong(CellRow::startUtcMillis)
            .min()
            .orElse(0),
        cells.stream()
            .filter(CellRow::isMeasured)
            .mapToLong(CellRow::endUtcMillis)
            .max()
            .orElse(0));
  }

  /** Its length. */
  public double seconds() {
    return (endUtcMillis - startUtcMillis) / 1e3;
  }

  /** True if nothing between two moments lies outside of it. */
  public boolean holds(long fromUtcMillis, long toUtcMillis) {
    return fromUtcMillis >= startUtcMillis && toUtcMillis <= endUtcMillis;
  }

  /** The longest time in it without any of the moments, both ends counting as moments too. */
  public long longestGapMillis(Collection<Long> moments) {
    long before = startUtcMillis;
    long longest = 0;
    for (long moment : new TreeSet<>(moments)) {
      if (moment > startUtcMillis && moment < endUtcMillis) {
        longest = Math.max(longest, moment - before);
        before = moment;
      }
    }
    return Math.max(longest, endUtcMillis - before);
  }

  /** How much of the time between two moments lies in it. */
  double secondsWithin(long fromUtcMillis, long toUtcMillis) {
    return Math.max(
        0, (Math.min(endUtcMillis, toUtcMillis) - Math.max(startUtcMillis, fromUtcMillis)) / 1e3);
  }
}
