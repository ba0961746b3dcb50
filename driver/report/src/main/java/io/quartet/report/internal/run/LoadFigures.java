package io.quartet.report.internal.run;

import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.MeasuredLoad;
import io.quartet.report.section.MeasuredLoad.Cell;
import io.quartet.report.section.MeasuredLoad.Phase;
import io.quartet.report.section.MeasuredLoad.Ramp;
import io.quartet.results.LoadStep;
import java.util.List;

/** The load of the measured phases. */
public final class LoadFigures {

  private static final Table<Cell> CELL =
      Table.of(
          Column.oneOf("group", Cell::group, "A", "B", "C", "D"),
          Column.count("requests", Cell::requests)
              .meaning("Of the Customer Emulator, by the phase of their intended start."),
          Column.seconds("targetPercent", Cell::targetPercent).ofBrokerage(),
          Column.rounded("sharePercent", Cell::sharePercent),
          Column.change("differencePoints", Cell::differencePoints).ofBrokerage(),
          Column.change("differenceRequests", Cell::differenceRequests).ofBrokerage(),
          Column.rounded("limitPoints", Cell::limitPoints)
              .ofBrokerage()
              .meaning("Largest allowed difference in percentage points."),
          Column.judgment("verdict", Cell::verdict).ofBrokerage(),
          Column.count("tradeResults", Cell::tradeResults),
          Column.rounded("expectedTradeResults", Cell::expectedTradeResults)
              .ofBrokerage()
              .meaning("From the shares and the delays of the exchange; never judged."),
          Column.seconds("requestsPerSecond", Cell::requestsPerSecond),
          Column.seconds("targetRequestsPerSecond", Cell::targetRequestsPerSecond)
              .ofBrokerage()
              .meaning("The Group's share of what the whole system did in the phase."),
          Column.rounded("targetRatioPercent", Cell::targetRatioPercent)
              .ofBrokerage()
              .meaning("Actual of target requests per second; null if the target is 0."));

  private static final Table<Phase> PHASE =
      Table.of(
          Column.word("phase", Phase::phase),
          Column.count("startUtcMillis", Phase::startUtcMillis),
          Column.count("endUtcMillis", Phase::endUtcMillis),
          Column.seconds("seconds", Phase::seconds),
          Column.count("requests", Phase::requests),
          Column.seconds("requestsPerSecond", Phase::requestsPerSecond),
          Column.count("tradeResults", Phase::tradeResults),
          Column.rounded("etps", Phase::etps),
          Column.rows("cells", CELL, Phase::cells)
              .limited("maxItems", 4)
              .meaning("One for each Group with VMs."));

  private static final Table<LoadStep> STEP =
      Table.of(
          Column.word("phase", LoadStep::phase),
          Column.seconds("offered", LoadStep::offered)
              .shownBy("", number -> Format.plain(Math.round(number.doubleValue() * 1e3) / 1e3)),
          Column.seconds("etps", LoadStep::etps).shown("etps", 1),
          Column.count("requests", LoadStep::requests).shownWhole("Requests"),
          Column.count("skipped", LoadStep::skipped).shownWhole("Skipped"),
          Column.count("failed", LoadStep::failed).shownWhole("Failed"),
          Column.seconds("meanResponseMillis", LoadStep::meanResponseMillis)
              .shownBy("Mean response, ms", Format::millis),
          Column.seconds("worstOfLimitPercent", LoadStep::worstOfLimitPercent)
              .meaning("Largest 90th percentile in percent of its limit; 0 with too few answers.")
              .shownBy("Worst p90 of its limit", percent -> Format.figure(percent, 1) + " %"),
          Column.count("notJudged", LoadStep::notJudged)
              .meaning(
                  "Transactions with a limit that had answers, but on no Set the 30 that a 90th"
                      + " percentile takes."),
          Column.flag("isWithinLimits", LoadStep::isWithinLimits)
              .shown("Limits", LoadFigures::limits)
              .inked(LoadFigures::ink)
              .followed(LoadFigures::notJudged)
              .left());

  private static final Table<Ramp> RAMP =
      Table.of(
          Column.oneOf("unit", Ramp::unit, "users", "etps").meaning("Of what was offered."),
          Column.rows("steps", STEP, Ramp::steps),
          Column.wordOrNull("kneePhase", Ramp::kneePhase)
              .meaning(
                  "The last phase before the first whose etps is less than 5 % above the best"
                      + " earlier one; null if there is no such phase."),
          Column.wordOrNull("bestPhase", Ramp::bestPhase)
              .meaning(
                  "Highest etps of the phases that sent every request, without a failure, and met"
                      + " every limit that could be judged; null if none did."));

  /** In JSON. */
  public static final List<Column<MeasuredLoad>> COLUMNS =
      List.of(
          Column.rows("phases", PHASE, MeasuredLoad::phases)
              .meaning("Measured phases that have begun, in time order."),
          Column.part("ramp", RAMP, MeasuredLoad::ramp)
              .ofBrokerage()
              .meaning("Null if the load was the same in all phases.")
              .orNull(),
          Column.rows("measuredShares", CELL, MeasuredLoad::measuredShares)
              .limited("maxItems", 4)
              .meaning("Over all measured phases, against the mean of their targets by time."),
          Column.rows("transactions", TransactionFigures.TABLE, MeasuredLoad::transactions)
              .meaning("Over the measured phases, by the phase of the intended start."),
          Column.rows("events", EventFigures.TABLE, MeasuredLoad::events)
              .meaning("Events of the benchmark file."));

  private LoadFigures() {}

  /** The steps of a ramp. */
  public static View.Shown steps(Ramp ramp) {
    List<Column<LoadStep>> figures = STEP.chosen("etps", "requests", "skipped", "failed");
    List<Column<LoadStep>> limits =
        STEP.chosen("meanResponseMillis", "worstOfLimitPercent", "isWithinLimits");
    return new View<>(
            Column.joined(
                List.of(
                    Column.label("Phase", step -> phase(step, ramp)),
                    STEP.column("offered").titled("Offered, " + ramp.unit())),
                figures,
                limits))
        .of(ramp.steps());
  }

  private static String phase(LoadStep step, Ramp ramp) {
    return step.phase()
        + (step.phase().equals(ramp.kneePhase()) ? " (knee)" : "")
        + (step.phase().equals(ramp.bestPhase()) ? " (best)" : "");
  }

  private static String limits(LoadStep step) {
    if (hasTooFewAnswers(step)) {
      return "too few answers";
    }
    return step.isWithinLimits() ? "✓ met" : "✗ missed";
  }

  private static String ink(LoadStep step) {
    if (hasTooFewAnswers(step)) {
      return "";
    }
    return step.isWithinLimits() ? "mark pass" : "mark fail";
  }

  private static String notJudged(LoadStep step) {
    return hasTooFewAnswers(step) || step.notJudged() == 0
        ? ""
        : ", " + step.notJudged() + " not judged";
  }

  private static boolean hasTooFewAnswers(LoadStep step) {
    return step.worstOfLimitPercent() == 0;
  }
}
