package io.quartet.report.internal.experiment;

import static io.quartet.report.internal.figure.Column.change;
import static io.quartet.report.internal.figure.Column.count;
import static io.quartet.report.internal.figure.Column.flag;
import static io.quartet.report.internal.figure.Column.number;
import static io.quartet.report.internal.figure.Column.oneOf;
import static io.quartet.report.internal.figure.Column.part;
import static io.quartet.report.internal.figure.Column.position;
import static io.quartet.report.internal.figure.Column.positionOrNull;
import static io.quartet.report.internal.figure.Column.rows;
import static io.quartet.report.internal.figure.Column.whole;
import static io.quartet.report.internal.figure.Column.word;
import static io.quartet.report.internal.figure.Column.wordOrNull;
import static io.quartet.report.internal.figure.Column.words;

import io.quartet.model.experiment.Experiment.Precision;
import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.Cost;
import io.quartet.report.experiment.ExperimentCell.Difference;
import io.quartet.report.experiment.ExperimentCell.DiskCost;
import io.quartet.report.experiment.ExperimentCell.Etps;
import io.quartet.report.experiment.ExperimentCell.Run;
import io.quartet.report.experiment.ExperimentCell.WorstServed;
import io.quartet.report.experiment.ExperimentCurve;
import io.quartet.report.experiment.ExperimentCurve.Linear;
import io.quartet.report.experiment.ExperimentCurve.Point;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.experiment.ExperimentReport.Answer;
import io.quartet.report.experiment.ExperimentReport.Control;
import io.quartet.report.experiment.ExperimentReport.ControlPoint;
import io.quartet.report.experiment.ExperimentReport.Failure;
import io.quartet.report.experiment.ExperimentReport.HeatMap;
import io.quartet.report.experiment.ExperimentReport.Known;
import io.quartet.report.experiment.ExperimentReport.Plan;
import io.quartet.report.experiment.ExperimentReport.Progress;
import io.quartet.report.experiment.ExperimentReport.Reference;
import io.quartet.report.internal.HeadlineFigures;
import io.quartet.report.internal.compare.ComparisonFigures;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;

/** The report of an experiment as its {@code report.json} has it. */
public final class ExperimentFigures {

  private static final Table<Precision> PRECISION =
      Table.of(
          number("etpsPercent", Precision::etpsPercent).limited("exclusiveMinimum", 0),
          position("atMost", Precision::atMost));

  private static final Table<Plan> PLAN =
      Table.of(
          word("name", Plan::name),
          wordOrNull("purpose", Plan::purpose),
          whole("seed", Plan::seed).meaning("Of the order of the cells."),
          position("repeats", Plan::repeats),
          part("precision", PRECISION, Plan::precision)
              .orNull()
              .meaning(
                  "Repeats are added until half the interval of every difference from the baseline"
                      + " is at most {unit}Percent of the baseline, up to atMost repeats."),
          Column.<Plan>named("percentOf", Column.type("string"), plan -> plan.percentOf().values())
              .meaning(
                  "Values of the cells that others are shown in percent of, by key; empty if there"
                      + " are none."),
          words("alone", (Plan plan) -> plan.percentOf().labels())
              .meaning("Labels of cells in which databases have their machines alone."),
          change("maximumEtps", Plan::maximumEtps)
              .meaning("Theoretical maximum that the file states."),
          position("baseline", Plan::baseline).meaning("Number of its cell."),
          part("notes", HeadlineFigures.NOTES, Plan::notes)
              .meaning("What its owner says of it, of notes.json."));

  private static final Table<Answer> ANSWER =
      Table.of(
          word("headline", Answer::headline)
              .limited("minLength", 1)
              .meaning("The answer in one sentence."),
          words("more", Answer::more));

  private static final Table<Progress> PROGRESS =
      Table.of(
          flag("isFinished", Progress::isFinished),
          count("cellsMeasured", Progress::cellsMeasured)
              .meaning("Cells with at least one run that counts."),
          count("runsEnded", Progress::runsEnded)
              .meaning("Attempts that ended, well or not, without those that were interrupted."),
          count("runsPlanned", Progress::runsPlanned)
              .meaning(
                  "With the runs of the control. With a precision, those of the blocks planned so"
                      + " far."),
          flag("isRunning", Progress::isRunning).meaning("An attempt goes on."),
          positionOrNull("cell", Progress::cell)
              .meaning("The one that runs, or else the last that ran."),
          positionOrNull("block", Progress::block).meaning("Its block."),
          whole("startedUtcMillis", Progress::startedUtcMillis).orNull(),
          whole("updatedUtcMillis", Progress::updatedUtcMillis)
              .orNull()
              .meaning("Moment of the last event."),
          change("secondsLeft", Progress::secondsLeft)
              .limited("minimum", 0)
              .meaning("Estimate from the attempts that ended."));

  private static final Table<WorstServed> WORST_SERVED =
      Table.of(word("set", WorstServed::set), number("percent", WorstServed::percent));

  private static final Table<VariedKey> VARIED_KEY =
      Table.of(
          word("key", VariedKey::key).meaning("As in a benchmark file."),
          word("label", VariedKey::label).meaning("Its last word."),
          words("values", VariedKey::values).limited("minItems", 1));

  private static final Table<Etps> ETPS =
      Table.of(
          position("runs", Etps::runs),
          number("mean", Etps::mean),
          change("low", Etps::low),
          change("high", Etps::high),
          number("median", Etps::median),
          number("least", Etps::least).meaning("Of the runs."),
          number("most", Etps::most).meaning("Of the runs."),
          change("variationPercent", Etps::variationPercent).meaning("Coefficient of variation."));

  private static final Table<Difference> DIFFERENCE =
      Table.of(
          change("percent", Difference::percent),
          change("lowPercent", Difference::lowPercent),
          change("highPercent", Difference::highPercent),
          oneOf(
              "verdict",
              Difference::verdict,
              Conclusion::words,
              EnumSet.complementOf(EnumSet.of(Conclusion.DIFFERS))),
          words("obstacles", Difference::obstacles).meaning("Why the runs are not comparable."));

  private static final Table<DiskCost> DISK_COST =
      new Table<>(
          "Load of disks over all machines and measured phases. Null: not known, for instance"
              + " because a disk also has another part of a database.",
          List.of(
              word("of", DiskCost::of),
              change("operationsPerSecond", DiskCost::operationsPerSecond),
              change("mibPerSecond", DiskCost::mibPerSecond),
              change("awaitMillis", DiskCost::awaitMillis),
              change("operationsPerTrade", DiskCost::operationsPerTrade)
                  .meaning("Of all disks of databases only."),
              change("mibPerTrade", DiskCost::mibPerTrade)));

  private static final Table<Cost> COST =
      Table.of(
          change("p90Millis", Cost::p90Millis).ofBrokerage().meaning("Of Trade-Order."),
          processors("Tier A and databases.").ofBrokerage(),
          processors("Databases.").ofTools(),
          change("diskOperationsPerTrade", Cost::diskOperationsPerTrade),
          change("walBytesPerTrade", Cost::walBytesPerTrade),
          change("tableBytes", Cost::tableBytes),
          change("indexBytes", Cost::indexBytes),
          change("tableGrowthPerTrade", Cost::tableGrowthPerTrade).meaning("In bytes."),
          change("indexGrowthPerTrade", Cost::indexGrowthPerTrade).meaning("In bytes."),
          change("heapFetchesPerTrade", Cost::heapFetchesPerTrade)
              .meaning("Rows that index scans looked up in their tables."),
          change("foreignPercent", Cost::foreignPercent),
          rows("disks", DISK_COST, Cost::disks)
              .meaning("By what lies on them; empty if that is not known."));

  private static final Table<Run> RUN =
      Table.of(
          position("block", Run::block),
          flag("isControl", Run::isControl),
          wordOrNull("runId", Run::runId),
          oneOf("state", Run::state, "running", "finished", "failed", "interrupted"),
          flag("isCounted", Run::isCounted),
          wordOrNull("reason", Run::reason).meaning("Why it does not count."),
          change("etps", Run::etps),
          link(Run::report));

  private static final Table<ExperimentCell> CELL =
      Table.of(
          position("number", ExperimentCell::number),
          word("label", ExperimentCell::label).meaning("Its values in words."),
          Column.<ExperimentCell>named("values", Column.type("string"), ExperimentCell::values)
              .meaning(
                  "By key, as in the experiment file or else in the benchmark file; left out where"
                      + " neither has the key."),
          flag("isBaseline", ExperimentCell::isBaseline),
          oneOf(
              "state",
              ExperimentCell::state,
              ExperimentCell.State::word,
              EnumSet.allOf(ExperimentCell.State.class)),
          part("etps", ETPS, ExperimentCell::etps)
              .orNull()
              .meaning(
                  "Over the runs that count; low and high are the ends of the interval of the"
                      + " mean."),
          part("difference", DIFFERENCE, ExperimentCell::difference)
              .orNull()
              .meaning("From the baseline; null for the baseline and without figures of both."),
          part("cost", COST, ExperimentCell::cost)
              .orNull()
              .meaning(
                  "Medians over the runs that count, foreignPercent of the run with the largest"
                      + " share. Null: not collected."),
          change("percentOfMaximum", ExperimentCell::percentOfMaximum),
          change("percentOfBest", ExperimentCell::percentOfBest)
              .meaning("Of the highest mean of the same curve."),
          change("percentOfSeries", ExperimentCell::percentOfSeries)
              .meaning(
                  "Of the cell that has the values of experiment.percentOf and otherwise its own."),
          change("percentOfSum", ExperimentCell::percentOfSum)
              .meaning(
                  "Of what its Sets would bring together if each had its machines alone: as one in"
                      + " the cell of experiment.percentOf, or as in those of experiment.alone. Null"
                      + " unless experiment.percentOf has sets or experiment.alone has labels."),
          part("worstServed", WORST_SERVED, ExperimentCell::worstServed)
              .orNull()
              .meaning(
                  "The Set that got the smallest part of what it gets alone; null where percentOfSum"
                      + " is."),
          rows("runs", RUN, ExperimentCell::runs));

  private static final Table<Point> POINT =
      Table.of(
          position("cell", Point::cell),
          word("value", Point::value),
          number("amount", Point::amount)
              .meaning("In the base unit of its kind: bytes, seconds, percent."),
          number("etps", Point::etps)
              .meaning(
                  "Mean of the baseline, changed by the difference within the blocks of the"
                      + " experiment."),
          change("low", Point::low),
          change("high", Point::high),
          number("median", Point::median).meaning("Of the runs, changed in the same proportion."));

  private static final Table<Linear> LINEAR =
      Table.of(
          position("fromCell", Linear::fromCell),
          position("toCell", Linear::toCell),
          number("slope", Linear::slope).meaning("Etps by unit of the value."));

  private static final Table<ExperimentCurve> CURVE =
      Table.of(
          word("key", ExperimentCurve::key),
          word("label", ExperimentCurve::label),
          word("series", ExperimentCurve::series).meaning("The other keys in words."),
          rows("points", POINT, ExperimentCurve::points),
          positionOrNull("peakCell", ExperimentCurve::peakCell),
          positionOrNull("kneeCell", ExperimentCurve::kneeCell)
              .meaning(
                  "The last cell before the first whose mean is less than 5 % above the best earlier"
                      + " one."),
          part("linear", LINEAR, ExperimentCurve::linear)
              .orNull()
              .meaning(
                  "From the first point to the last whose {unit} by unit of the value is within 10 %"
                      + " of the first point's."));

  private static final Table<HeatMap> HEAT_MAP =
      Table.of(
          word("rowKey", HeatMap::rowKey),
          word("columnKey", HeatMap::columnKey),
          Column.<HeatMap>of(
                  "cells",
                  Column.list(Column.list(Column.orNull(Column.positive()))),
                  HeatMap::cells)
              .meaning(
                  "For each value of the row key the cells in the order of the column key; null"
                      + " where no cell has both."));

  private static final Table<ControlPoint> CONTROL_POINT =
      Table.of(
          position("block", ControlPoint::block),
          flag("isControl", ControlPoint::isControl),
          word("runId", ControlPoint::runId),
          number("etps", ControlPoint::etps));

  private static final Table<Control> CONTROL =
      Table.of(
          rows("points", CONTROL_POINT, Control::points),
          change("percent", Control::percent)
              .meaning("Change from the first block to the last, on the fitted line."),
          change("lowPercent", Control::lowPercent),
          change("highPercent", Control::highPercent),
          word("sentence", Control::sentence),
          Column.<Control, Known>oneOf(
                  "known", Control::known, Known::words, EnumSet.allOf(Known.class))
              .meaning(
                  "Whether the runs show a drift. No drift shown: the interval contains zero and no"
                      + " drift of more than 5 %."));

  private static final Table<Failure> FAILURE =
      Table.of(
          position("cell", Failure::cell),
          word("label", Failure::label),
          position("block", Failure::block),
          flag("isControl", Failure::isControl),
          word("code", Failure::code).meaning("Code of the error, or INVALID."),
          word("message", Failure::message),
          wordOrNull("runId", Failure::runId),
          link(Failure::report));

  private static final Table<Reference> REFERENCE =
      Table.of(
          word("what", Reference::what),
          word("then", Reference::then),
          word("source", Reference::source),
          wordOrNull("now", Reference::now).meaning("Today's figure; null before there is one."),
          wordOrNull("note", Reference::note).meaning("Why today's figure is another thing."));

  /** All of it. */
  public static final Table<ExperimentReport> TABLE =
      new Table<>(
          "report.json of the folder of an experiment. Cells are named by their number, from 1. A"
              + " figure that is not known is null. Differences in percent of the baseline. {unit}:"
              + " completed {result}s per second.",
          List.of(
              Column.constant("schemaVersion", ExperimentReport.SCHEMA_VERSION),
              word("notice", ExperimentReport::notice)
                  .meaning("What the figures may not be compared with."),
              part("experiment", PLAN, ExperimentReport::experiment),
              part("answer", ANSWER, ExperimentReport::answer),
              part("progress", PROGRESS, ExperimentReport::progress),
              rows("varied", VARIED_KEY, ExperimentReport::varied).limited("minItems", 1),
              rows("cells", CELL, ExperimentReport::cells).limited("minItems", 1),
              rows("curves", CURVE, ExperimentReport::curves)
                  .meaning(
                      "Over the key with numbers that has the most values, for each combination of"
                          + " the other keys."),
              part("heatMap", HEAT_MAP, ExperimentReport::heatMap)
                  .orNull()
                  .meaning("Null unless exactly two keys vary."),
              part("control", CONTROL, ExperimentReport::control)
                  .meaning("Drift of the baseline over the blocks."),
              rows("failures", FAILURE, ExperimentReport::failures)
                  .meaning("Attempts that gave no figure."),
              words("leftOut", ExperimentReport::leftOut)
                  .meaning("Valid runs that are in no figure and why, a sentence each."),
              part("method", ComparisonFigures.METHOD, ExperimentReport::method)
                  .orNull()
                  .meaning(
                      "How intervals and verdicts were computed, as in a comparison; null before"
                          + " there is any."),
              words("notes", ExperimentReport::notes)
                  .meaning("What to know before reading the figures."),
              rows("references", REFERENCE, ExperimentReport::references)
                  .meaning("Figures of a study that the experiment revisits.")));

  private ExperimentFigures() {}

  private static Column<Cost> processors(String meaning) {
    Column<Cost> processors = change("cpuMillisPerTrade", Cost::cpuMillisPerTrade);
    return processors.meaning(meaning);
  }

  private static <R> Column<R> link(Function<R, String> value) {
    return Column.<R>of(
            "report", Column.type("string").put("pattern", "^runs/[^/]+/report\\.html$"), value)
        .orNull()
        .meaning("Relative to the folder of the experiment; null if there is none.");
  }
}
