package io.quartet.report.experiment;

import io.quartet.model.experiment.Experiment.PercentOf;
import io.quartet.model.experiment.Experiment.Precision;
import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.report.OutputSchema;
import io.quartet.report.Report;
import io.quartet.report.compare.Method;
import io.quartet.report.section.Contents;
import io.quartet.results.OwnerNotes;
import java.util.List;

/**
 * Everything that the page of an experiment shows: what {@code report.json} of its folder holds.
 * Immutable. {@link OutputSchema#EXPERIMENT} describes the fields.
 *
 * @param contents the workload of all cells, by which figures are named
 * @param experiment what was asked
 * @param answer what the runs say, in sentences
 * @param progress how far it is
 * @param varied the keys that differ between the cells
 * @param cells all of them, in their order
 * @param curves throughput over a key with numbers; empty if no key has numbers
 * @param heatMap null unless exactly two keys vary
 * @param control drift of the baseline over the blocks
 * @param failures attempts that gave no figure
 * @param leftOut valid runs that are in no figure and why, a sentence each
 * @param method how intervals and verdicts were computed; null before there is any
 * @param notes what to know before reading the figures, a sentence or two each
 * @param references figures of a study that the experiment revisits
 */
public record ExperimentReport(
    Contents contents,
    Plan experiment,
    Answer answer,
    Progress progress,
    List<VariedKey> varied,
    List<ExperimentCell> cells,
    List<ExperimentCurve> curves,
    HeatMap heatMap,
    Control control,
    List<Failure> failures,
    List<String> leftOut,
    Method method,
    List<String> notes,
    List<Reference> references) {

  /** Version of the format. */
  public static final int SCHEMA_VERSION = 1;

  public ExperimentReport {
    varied = List.copyOf(varied);
    cells = List.copyOf(cells);
    curves = List.copyOf(curves);
    failures = List.copyOf(failures);
    leftOut = List.copyOf(leftOut);
    notes = List.copyOf(notes);
    references = List.copyOf(references);
  }

  /** States what the figures must not be compared with. */
  public String notice() {
    return Report.notice(contents);
  }

  /** The cell that every other one is compared with. */
  public ExperimentCell baseline() {
    return cell(experiment.baseline());
  }

  /**
   * Cells that the next block has to run again, so that the figures become as precise as the
   * experiment asks for; see {@link ExperimentCell#imprecise}.
   *
   * @return their numbers; empty without a precision
   */
  public List<Integer> imprecise() {
    return experiment.precision() == null
        ? List.of()
        : ExperimentCell.imprecise(cells, experiment.precision().etpsPercent());
  }

  /** A cell by its number, from 1. */
  public ExperimentCell cell(int number) {
    return cells.get(number - 1);
  }

  /**
   * The planned experiment.
   *
   * @param purpose null if the file states none
   * @param seed of the order of the cells
   * @param repeats of each cell
   * @param precision null unless repeats are added until the intervals are narrow enough
   * @param percentOf cells that others are shown in percent of
   * @param maximumEtps stated theoretical maximum; null if none is stated
   * @param baseline number of its cell
   * @param notes what its owner says of it
   */
  public record Plan(
      String name,
      String purpose,
      long seed,
      int repeats,
      Precision precision,
      PercentOf percentOf,
      Double maximumEtps,
      int baseline,
      OwnerNotes notes) {}

  /**
   * The result of the runs.
   *
   * @param headline the answer in one sentence
   * @param more what else the reader should know, a sentence or two each
   */
  public record Answer(String headline, List<String> more) {

    public Answer {
      more = List.copyOf(more);
    }
  }

  /**
   * Progress of the experiment.
   *
   * @param isFinished true if every planned run has ended
   * @param cellsMeasured cells with at least one run that counts
   * @param runsEnded attempts that ended, well or not, without those that were interrupted
   * @param runsPlanned runs of all blocks, the control's among them
   * @param isRunning true if an attempt goes on
   * @param cell number of the cell that runs, or else of the last that ran; null before the first
   * @param block its block, from 1; null likewise
   * @param startedUtcMillis of the first attempt; null before it
   * @param updatedUtcMillis moment of the last event; null before the first
   * @param secondsLeft estimate from the attempts that ended; null if none has, and at the end
   */
  public record Progress(
      boolean isFinished,
      int cellsMeasured,
      int runsEnded,
      int runsPlanned,
      boolean isRunning,
      Integer cell,
      Integer block,
      Long startedUtcMillis,
      Long updatedUtcMillis,
      Double secondsLeft) {}

  /**
   * Two keys against each other.
   *
   * @param rowKey key of the rows
   * @param columnKey key of the columns
   * @param cells numbers of the cells: a list for each value of the row key, in it one number for
   *     each value of the column key; null where no cell has both values
   */
  public record HeatMap(String rowKey, String columnKey, List<List<Integer>> cells) {}

  /**
   * Drift of the baseline over the blocks.
   *
   * @param points runs of the baseline and of the control, in the order of their start
   * @param percent change from the first block to the last, on the fitted line; null with fewer
   *     than three runs or two blocks
   * @param lowPercent lower end of its interval; null likewise
   * @param highPercent its upper end
   * @param sentence what this says
   * @param known whether the runs show a drift
   */
  public record Control(
      List<ControlPoint> points,
      Double percent,
      Double lowPercent,
      Double highPercent,
      String sentence,
      Known known) {

    public Control {
      points = List.copyOf(points);
    }
  }

  /** Whether the runs of the baseline show a drift. */
  public enum Known {
    DRIFT("drift"),
    /** The interval contains zero and no drift of more than 5 %. */
    NO_DRIFT("no drift shown"),
    /** There are too few runs, or the interval contains zero and is wider than that. */
    NO("not known");

    private final String words;

    Known(String words) {
      this.words = words;
    }

    /** As it is written everywhere. */
    public String words() {
      return words;
    }
  }

  /** One run of the baseline. */
  public record ControlPoint(int block, boolean isControl, String runId, double etps) {}

  /**
   * An attempt that gave no figure.
   *
   * @param block from 1
   * @param code of the error; {@code INVALID} for a run that broke a rule
   * @param message what went wrong
   * @param runId null if the attempt had no results folder
   * @param report page of the run, relative to the folder of the experiment; null without a folder
   */
  public record Failure(
      int cell,
      String label,
      int block,
      boolean isControl,
      String code,
      String message,
      String runId,
      String report) {}

  /**
   * A figure of a study that the experiment revisits.
   *
   * @param what was measured
   * @param then the study's figure, in words
   * @param source where the study says so
   * @param now today's figure in words; null before there is one
   * @param note why today's figure is another thing; null if it is not
   */
  public record Reference(String what, String then, String source, String now, String note) {}
}
