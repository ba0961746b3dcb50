package io.quartet.report.internal.compare;

import static io.quartet.report.internal.figure.Column.change;
import static io.quartet.report.internal.figure.Column.count;
import static io.quartet.report.internal.figure.Column.number;
import static io.quartet.report.internal.figure.Column.oneOf;
import static io.quartet.report.internal.figure.Column.part;
import static io.quartet.report.internal.figure.Column.position;
import static io.quartet.report.internal.figure.Column.rows;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.whole;
import static io.quartet.report.internal.figure.Column.word;
import static io.quartet.report.internal.figure.Column.wordOrNull;
import static io.quartet.report.internal.figure.Column.words;

import io.quartet.report.compare.Change;
import io.quartet.report.compare.Comparison;
import io.quartet.report.compare.Comparison.Difference;
import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.compare.Comparison.Pair;
import io.quartet.report.compare.Comparison.Resource;
import io.quartet.report.compare.Comparison.Run;
import io.quartet.report.compare.Comparison.RunSet;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.compare.Method;
import io.quartet.report.compare.Method.Family;
import io.quartet.report.compare.Spread;
import io.quartet.report.internal.HeadlineFigures;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.section.Contents;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** A comparison as {@code quartet compare --json} prints it. */
public final class ComparisonFigures {

  private static final Table<Family> FAMILY =
      new Table<>(
          "Rows that are judged together.",
          List.of(
              count("rows", Family::rows).meaning("How many have a p-value."),
              number("level", Family::level)
                  .limited("exclusiveMinimum", 0)
                  .limited("maximum", 0.05)
                  .meaning("A row is higher or lower if its p-value is at most this.")));

  /** How intervals and verdicts were made, also those of an experiment. */
  public static final Table<Method> METHOD =
      new Table<>(
          "How intervals and verdicts were made. The seconds of a run are resampled with the seed"
              + " plus a hash of its {result}s by second, the runs of a side with the seed,"
              + " those of the baseline of a difference with the seed plus 1.",
          List.of(
              percentInside("confidencePercent", Method::confidencePercent),
              count("resamples", Method::resamples).limited("minimum", 2000),
              whole("seed", Method::seed),
              percentInside("falseDiscoveryPercent", Method::falseDiscoveryPercent)
                  .meaning(
                      "Of the rows that are higher or lower, the share that may be so by chance."),
              part("primary", FAMILY, Method::primary)
                  .meaning("Etps of each side against the baseline."),
              part("others", FAMILY, Method::others).meaning("All other rows of all sides.")));

  private static final Table<Spread> SPREAD =
      new Table<>(
          "One figure of the runs of a side that have it.",
          List.of(
              position("runs", Spread::runs),
              number("mean", Spread::mean),
              number("median", Spread::median),
              number("min", Spread::min),
              number("max", Spread::max),
              change("variationPercent", Spread::variationPercent)
                  .meaning("Standard deviation in percent of the mean; null with one run."),
              change("low", Spread::low)
                  .meaning(
                      "Lower end of the interval of the mean; null with fewer than three runs."),
              change("high", Spread::high)));

  private static final Table<Change> CHANGE =
      new Table<>(
          "One figure of both sides.",
          List.of(
              part("baseline", SPREAD, Change::baseline).orNull(),
              part("other", SPREAD, Change::other).orNull(),
              change("differencePercent", Change::differencePercent).meaning("Of the means."),
              change("lowPercent", Change::lowPercent)
                  .meaning(
                      "Lower end of the plain interval of the difference; null if there is not"
                          + " enough data or the sides are not comparable."),
              change("highPercent", Change::highPercent),
              change("pValue", Change::pValue)
                  .limited("minimum", 0)
                  .limited("maximum", 1)
                  .meaning(
                      "Null with fewer than three runs on a side. The verdict compares it with the"
                          + " level of its family in method."),
              oneOf(
                  "verdict", Change::verdict, Conclusion::words, EnumSet.allOf(Conclusion.class))));

  private static final Table<Figure> FIGURE =
      Table.of(
          wordOrNull("phase", Figure::phase)
              .meaning(
                  "Null: all measured phases. Of an event: 'before', 'during' or 'after', and its"
                      + " name."),
          Column.<Figure>oneOf("group", Figure::group, "A", "B", "C", "D", null)
              .meaning("Null: all Groups."),
          wordOrNull("transaction", Figure::transaction).meaning("Null: a throughput."),
          part("change", CHANGE, Figure::change));

  private static final Table<Resource> RESOURCE =
      new Table<>(
          "What a {trade} costs on both sides. A {trade} in the unit is a completed {result}.",
          List.of(
              word("quantity", Resource::quantity),
              word("of", Resource::of)
                  .meaning("A role of VMs, machines, or disks by what lies on them."),
              units(Contents.BROKERAGE).ofBrokerage(),
              units(Contents.PGBENCH).ofTools(),
              part("change", CHANGE, Resource::change)));

  private static final Table<Pair> PAIR =
      Table.of(
          Column.constant("baseline", 1),
          position("side", Pair::side).limited("minimum", 2),
          words("notComparable", Pair::notComparable)
              .meaning("Why no figure has a verdict; empty if they have."),
          words("leftOut", Pair::leftOut).meaning("Which runs are not in the figures and why."),
          word("summary", Pair::summary),
          rows("throughput", FIGURE, Pair::throughput)
              .meaning("{Result}s per second: in all, by Group, by phase, by both."),
          rows("meanResponse", FIGURE, Pair::meanResponse)
              .meaning(
                  "Milliseconds by transaction, in all and by Group; answers counted by"
                      + " completion."),
          rows("p90Response", FIGURE, Pair::p90Response)
              .meaning(
                  "Milliseconds by transaction, in all and by Group; answers counted by intended"
                      + " start."),
          rows("resources", RESOURCE, Pair::resources)
              .meaning("What the trades cost, over all measured phases."));

  private static final Table<Run> RUN =
      Table.of(
          position("number", Run::number),
          position("side", Run::side).meaning("Number of its side."),
          word("folder", Run::folder).meaning("As it was named."),
          word("runId", Run::runId),
          word("name", Run::name),
          whole("startedUtcMillis", Run::startedUtcMillis),
          oneOf("profile", Run::profile, "demo", "custom", "official"),
          oneOf(
              "state",
              Run::state,
              "finished",
              "measured",
              "aborted",
              "killed",
              "running",
              "unknown"),
          part("verdict", HeadlineFigures.VERDICT, Run::verdict).meaning("As in report.json."),
          seconds("measuredSeconds", Run::measuredSeconds),
          Column.<Run>of("blockSeconds", Column.type("integer"), Run::blockSeconds)
              .orNull()
              .meaning(
                  "Length of the blocks in which the seconds of the shortest phase were"
                      + " resampled."),
          change("foreignPercent", Run::foreignPercent)
              .meaning(
                  "Share of the processor time that others got, on the machine where it is"
                      + " largest; null if not known."),
          change("etps", Run::etps),
          part("notes", HeadlineFigures.NOTES, Run::notes).meaning("As in report.json."));

  private static final Table<RunSet> SIDE =
      Table.of(
          position("number", RunSet::number),
          word("label", RunSet::label).meaning("Its runs in words."),
          Column.<RunSet>of("runs", Column.list(Column.positive()), RunSet::runs)
              .limited("minItems", 1)
              .meaning("Numbers of its runs."));

  private static final Table<Difference> DIFFERENCE =
      Table.of(
          oneOf(
              "area",
              Difference::area,
              "plan",
              "caches",
              "PostgreSQL",
              "schema",
              "versions",
              "host",
              "machine",
              "provider"),
          word("name", Difference::name),
          Column.<Difference>of(
                  "values", Column.list(Column.orNull(Column.type("string"))), Difference::values)
              .limited("minItems", 2));

  /** All of it. */
  public static final Table<Comparison> TABLE =
      new Table<>(
          "Two or more sides beside each other, each a run or a set of runs. Side 1 is the baseline."
              + " A figure that a side does not have is null. Differences in percent of the"
              + " baseline.",
          List.of(
              Column.constant("schemaVersion", Comparison.SCHEMA_VERSION),
              word("notice", Comparison::notice)
                  .meaning("What the figures may not be compared with."),
              words("differentWork", Comparison::differentWork)
                  .meaning(
                      "In what the runs were not asked for the same work, so that their figures"
                          + " measure different things; empty if they were."),
              words("notes", Comparison::notes)
                  .limited("minItems", 2)
                  .meaning("What to know before reading the figures."),
              part("method", METHOD, Comparison::method),
              rows("runs", RUN, Comparison::runs).limited("minItems", 2),
              rows("sides", SIDE, Comparison::sides).limited("minItems", 2),
              rows("configuration", DIFFERENCE, Comparison::configuration)
                  .meaning(
                      "Everything in which the runs differ. values: one per run, null where the run"
                          + " has no such thing. caches: what became of those that were to be"
                          + " cleared or warmed. PostgreSQL (effective values), schema (of what has"
                          + " the same name; at most 20 parts and a count of the others) and machine"
                          + " are compared VM by VM, and have one text for all VMs of a run."),
              rows("pairs", PAIR, Comparison::pairs)
                  .limited("minItems", 1)
                  .meaning("Every other side against the baseline.")));

  private ComparisonFigures() {}

  private static Column<Resource> units(Contents contents) {
    return oneOf(
        "unit",
        Resource::unit,
        Stream.of(
                "ms/{trade}",
                "1/{trade}",
                "KiB/{trade}",
                "bytes/{trade}",
                "MiB",
                "1/s",
                "MiB/s",
                "ms")
            .map(contents::words)
            .toArray(String[]::new));
  }

  private static Column<Method> percentInside(String key, Function<Method, Double> value) {
    return number(key, value).limited("exclusiveMinimum", 0).limited("exclusiveMaximum", 100);
  }
}
