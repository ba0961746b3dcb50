package io.quartet.report.internal.plot;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What a chart shows. {@code report.js} draws it on the page, and {@link PlotDrawing} in the
 * document for print. Both decide only how: where ticks stand, and how large texts are.
 *
 * @param place id of the element that holds it; plots of one place stand one below the other, or
 *     side by side if they are {@link Kind#BINS}
 * @param title above it; empty if its place has a title of its own
 * @param height on the page, in pixels, without lanes
 * @param x the axis across
 * @param y the upright axis
 * @param at where the points of all series lie on the axis across, ascending
 * @param bands behind the series, in order
 * @param lanes below the series, from the top
 * @param marks over the series
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Plot(
    String place,
    String title,
    Kind kind,
    int height,
    Axis x,
    Axis y,
    List<Double> at,
    List<Series> series,
    List<Band> bands,
    List<Lane> lanes,
    List<Mark> marks) {

  /** How the series are drawn. */
  public enum Kind {
    /** Lines that break where a value is null. A value between two nulls is a dot. */
    LINES,
    /** Lines that go on where a value is null. */
    JOINED,
    /** Each value holds from the point before it up to its own. */
    STEPS,
    /** Areas on top of each other, the first at the bottom. */
    STACKED,
    /** Points, each with the label of the mark of the same number. */
    POINTS,
    /** Each value holds from its point up to the next: one area. */
    BINS
  }

  /** What the positions of an axis mean. */
  public enum AxisKind {
    LINEAR,
    LOGARITHMIC,
    /** Seconds since the start of the run, shown as minutes and seconds. */
    TIME
  }

  /**
   * One axis.
   *
   * @param title what it measures, with its unit; empty if the place says so
   * @param unit after a value, with a space if it needs one; empty if there is none
   * @param decimals of a value
   * @param from where it begins; null: at 0, or the smallest value below 0. Time begins with the
   *     bands
   * @param to where it ends; null: a little above the largest value. Time ends with the bands
   */
  public record Axis(
      String title, AxisKind kind, String unit, int decimals, Double from, Double to) {

    /** The time of a run. */
    public static final Axis TIME = new Axis("", AxisKind.TIME, "", 0, null, null);

    /** A linear axis from 0. */
    public static Axis of(String title, String unit, int decimals) {
      return new Axis(title, AxisKind.LINEAR, unit, decimals, null, null);
    }
  }

  /** Style of a line. */
  public enum Dash {
    SOLID,
    DASHED,
    DOTTED
  }

  /**
   * One series.
   *
   * @param color of its line, as in {@link Palette}
   * @param fill of its area; null if it has none
   * @param values one for each point; null where nothing is known
   */
  public record Series(String label, String color, Dash dash, String fill, List<Double> values) {

    /** A line. */
    public static Series line(String label, String color, Dash dash, List<Double> values) {
      return new Series(label, color, dash, null, values);
    }

    /** An area. */
    public static Series area(String label, String color, double white, List<Double> values) {
      return new Series(label, color, Dash.SOLID, Palette.tint(color, white), values);
    }
  }

  /**
   * A part of the axis across.
   *
   * @param label above it, where there is room
   */
  public record Band(String label, boolean isMeasured, String color, double from, double to) {}

  /**
   * A row below the series.
   *
   * @param label at its left
   * @param isSpans false if only the moments are known at which something began
   */
  public record Lane(String label, String color, boolean isSpans, List<Span> spans) {}

  /**
   * Something on a lane.
   *
   * @param isFilled false for a hollow box
   */
  public record Span(double from, double to, boolean isFilled) {}

  /**
   * A position on the axis across with a word: above, or below the names of bands.
   *
   * @param isLabelBefore true if the label stands before the position
   */
  public record Mark(double at, String label, Dash dash, boolean isLabelBefore) {}
}
