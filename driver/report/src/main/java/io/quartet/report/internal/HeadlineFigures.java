package io.quartet.report.internal;

import static io.quartet.report.internal.figure.Column.change;
import static io.quartet.report.internal.figure.Column.count;
import static io.quartet.report.internal.figure.Column.countOrNull;
import static io.quartet.report.internal.figure.Column.defined;
import static io.quartet.report.internal.figure.Column.flag;
import static io.quartet.report.internal.figure.Column.named;
import static io.quartet.report.internal.figure.Column.oneOf;
import static io.quartet.report.internal.figure.Column.part;
import static io.quartet.report.internal.figure.Column.reference;
import static io.quartet.report.internal.figure.Column.rounded;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.type;
import static io.quartet.report.internal.figure.Column.word;
import static io.quartet.report.internal.figure.Column.wordOrNull;
import static io.quartet.report.internal.figure.Column.words;

import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.section.Metric;
import io.quartet.report.section.RunFacts;
import io.quartet.report.section.RunVerdict;
import io.quartet.report.section.Totals;
import io.quartet.report.section.Totals.CheckCounts;
import io.quartet.report.section.Totals.Limits;
import io.quartet.results.OwnerNotes;
import java.util.List;

/** What ran, whether it counts, and its main figures, as {@code report.json} has them. */
public final class HeadlineFigures {

  /** What the owner of a run says of it. */
  public static final Table<OwnerNotes> NOTES =
      Table.of(named("tags", type("string"), OwnerNotes::tags), word("note", OwnerNotes::note));

  static final Table<RunFacts> RUN =
      new Table<>(
          "What ran. Null is what only the plan tells, if it cannot be read.",
          List.of(
              word("runId", RunFacts::runId),
              word("name", RunFacts::name),
              Column.<RunFacts>oneOf("workload", run -> "pgbench", "pgbench").ofPgbench(),
              Column.<RunFacts>oneOf("workload", run -> "tool", "tool").ofDefinedTools(),
              oneOf("profile", RunFacts::profile, "demo", "custom", "official"),
              oneOf(
                      "state",
                      RunFacts::state,
                      "finished",
                      "measured",
                      "aborted",
                      "killed",
                      "running",
                      "unknown")
                  .meaning("measured: the checks after the run are missing."),
              countOrNull("startedUtcMillis", RunFacts::startedUtcMillis),
              countOrNull("endedUtcMillis", RunFacts::endedUtcMillis),
              countOrNull("setsPerGroup", (RunFacts run) -> run.scale().setsPerGroup()),
              defined("groups", "groups", (RunFacts run) -> run.scale().groups())
                  .meaning("Groups with VMs, in their order: those that get load in some phase."),
              countOrNull("virtualMachines", (RunFacts run) -> run.scale().virtualMachines()),
              countOrNull("databases", (RunFacts run) -> run.scale().databases()),
              countOrNull("users", (RunFacts run) -> run.offered().users())
                  .meaning("Most requests of the Customer Emulator under way at once."),
              wordOrNull("load", (RunFacts run) -> run.offered().load())
                  .meaning("How load was offered, in words."),
              flag("isPaced", (RunFacts run) -> run.offered().isPaced())
                  .meaning("Requests had intended start times."),
              named("loadUnits", reference("count"), (RunFacts run) -> run.loaded().loadUnits())
                  .ofBrokerage()
                  .meaning("Load Units loaded by Group with VMs."),
              named(
                      "activeLoadUnits",
                      reference("count"),
                      (RunFacts run) -> run.loaded().activeLoadUnits())
                  .ofBrokerage()
                  .meaning("Load Units the run used by Group; at most those loaded."),
              countOrNull("tradeDays", (RunFacts run) -> run.loaded().tradeDays()).ofBrokerage(),
              flag("isShortHistory", (RunFacts run) -> run.loaded().isShortHistory())
                  .ofBrokerage()
                  .meaning("Fewer than 20 trade days are loaded."),
              wordOrNull("phaseTable", RunFacts::phaseTable),
              wordOrNull("isolation", RunFacts::isolation).ofBrokerage(),
              seconds("measuredSeconds", RunFacts::measuredSeconds),
              count("customerRequests", RunFacts::customerRequests),
              part("notes", NOTES, RunFacts::notes)
                  .meaning("What its owner says of it, of notes.json.")));

  /** Whether a run counts, also in a comparison. */
  public static final Table<RunVerdict> VERDICT =
      new Table<>(
          "Whether the run counts; reasons say why it is INVALID.",
          List.of(
              flag("isValid", RunVerdict::isValid),
              word("statement", RunVerdict::statement),
              flag("isUndisturbed", RunVerdict::isUndisturbed)
                  .meaning(
                      "False if others took more than 20 % of the processor time of a machine, or"
                          + " if their share is not known."),
              words("reasons", RunVerdict::reasons),
              words("warnings", RunVerdict::warnings)));

  static final Table<Metric> METRIC =
      new Table<>(
          "Main figures; null where one does not apply or is not known.",
          List.of(
              change("etps", Metric::etps)
                  .meaning("The one figure: meanEtps, or of a ramp that of its best step."),
              change("meanEtps", Metric::meanEtps)
                  .meaning(
                      "Completed {result}s of all Groups, Sets and phases by measured second."),
              change("etpsPerLoadUnit", Metric::etpsPerLoadUnit).ofBrokerage(),
              count("tradeResults", Metric::tradeResults),
              count("tradeOrders", Metric::tradeOrders).ofBrokerage(),
              rounded("tradeResultsPerTradeOrder", Metric::tradeResultsPerTradeOrder).ofBrokerage(),
              rounded("requestedEtps", Metric::requestedEtps)
                  .meaning("What a paced load asked for."),
              countOrNull("openLimitOrders", Metric::openLimitOrders)
                  .ofBrokerage()
                  .meaning("At the end of the run."),
              rounded("foreignPercent", Metric::foreignPercent)
                  .meaning(
                      "Processor time that neither the kit nor its databases got, of all that was"
                          + " used or stolen, on the machine where it is largest."),
              rounded("etpsPerProcessor", Metric::etpsPerProcessor)
                  .meaning("By the processors that the kit and its databases got.")));

  private static final Table<Limits> LIMITS =
      Table.of(
          seconds("sum", Limits::sum),
          count("limitedVms", Limits::limitedVms),
          count("vms", Limits::vms),
          rounded("timesOfHost", Limits::timesOfHost)
              .meaning(
                  "The overcommit ratio: sum by what the driver's machine has; null if some VM"
                      + " has no limit."));

  private static final Table<CheckCounts> CHECKS =
      Table.of(
          count("all", CheckCounts::all),
          count("passed", CheckCounts::passed),
          count("failed", CheckCounts::failed),
          count("notJudged", CheckCounts::notJudged));

  static final Table<Totals> SUMMARY =
      new Table<>(
          "Sums and counts of the headline and the executive summary. Those of databases are null"
              + " unless known of all.",
          List.of(
              count("phases", Totals::phases).meaning("Measured phases that have begun."),
              count("deviations", Totals::deviations).meaning("From an official run."),
              rounded("hostProcessors", Totals::hostProcessors),
              countOrNull("hostMemoryBytes", Totals::hostMemoryBytes),
              part("processorLimits", LIMITS, Totals::processorLimits)
                  .orNull()
                  .meaning("Hard limits of the VMs in processors; null if none has one."),
              part("memoryLimits", LIMITS, Totals::memoryLimits)
                  .orNull()
                  .meaning("Hard limits of the VMs in bytes; null if none has one."),
              countOrNull("tableBytes", Totals::tableBytes)
                  .meaning("At the end of the measured interval."),
              countOrNull("indexBytes", Totals::indexBytes)
                  .meaning("At the end of the measured interval."),
              rounded("checkpointsTimed", Totals::checkpointsTimed)
                  .meaning("In the measured phases."),
              rounded("checkpointsRequested", Totals::checkpointsRequested)
                  .meaning("In the measured phases."),
              part("checks", CHECKS, Totals::checks)));

  private HeadlineFigures() {}
}
