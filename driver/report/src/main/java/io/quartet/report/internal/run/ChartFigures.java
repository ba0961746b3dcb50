package io.quartet.report.internal.run;

import static io.quartet.report.internal.figure.Column.count;
import static io.quartet.report.internal.figure.Column.defined;
import static io.quartet.report.internal.figure.Column.flag;
import static io.quartet.report.internal.figure.Column.named;
import static io.quartet.report.internal.figure.Column.oneOf;
import static io.quartet.report.internal.figure.Column.part;
import static io.quartet.report.internal.figure.Column.rounded;
import static io.quartet.report.internal.figure.Column.rows;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.type;
import static io.quartet.report.internal.figure.Column.word;
import static io.quartet.report.internal.figure.Column.words;

import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.run.ChartData.Band;
import io.quartet.report.internal.run.ChartData.CheckpointSpan;
import io.quartet.report.internal.run.ChartData.Checkpoints;
import io.quartet.report.internal.run.ChartData.Disk;
import io.quartet.report.internal.run.ChartData.Distribution;
import io.quartet.report.internal.run.ChartData.EventBand;
import io.quartet.report.internal.run.ChartData.Growth;
import io.quartet.report.internal.run.ChartData.GuestLine;
import io.quartet.report.internal.run.ChartData.Lane;
import io.quartet.report.internal.run.ChartData.Machine;
import io.quartet.report.internal.run.ChartData.Processors;
import io.quartet.report.internal.run.ChartData.Space;
import io.quartet.report.internal.run.ChartData.Spread;
import io.quartet.report.internal.run.ChartData.Steps;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The numbers behind the charts, as {@code report.json} has them. */
public final class ChartFigures {

  private static final Table<Band> BANDS =
      new Table<>(
          "A segment of the run, in seconds since its start.",
          List.of(
              word("name", Band::name),
              flag("isMeasured", Band::isMeasured),
              number("from", Band::from),
              number("to", Band::to),
              named("targets", type("number"), Band::targets)
                  .ofBrokerage()
                  .meaning("Shares in percent that the Groups should have.")));

  private static final Table<EventBand> EVENTS =
      new Table<>(
          "An event of the benchmark file, in seconds since the start of the run.",
          List.of(
              count("number", EventBand::number),
              word("name", EventBand::name),
              number("from", EventBand::from),
              number("to", EventBand::to)));

  private static final Table<Distribution> DISTRIBUTION =
      new Table<>(
          "Response times of the measured phases in bins.",
          List.of(
              series("edgesMillis", Distribution::edgesMillis),
              rows(
                  "transactions",
                  Table.of(
                      word("transaction", Spread::transaction),
                      series("percents", Spread::percents)
                          .meaning("Of its answers between one edge and the next."),
                      seconds("meanMillis", Spread::meanMillis),
                      seconds("p90Millis", Spread::p90Millis),
                      rounded("limitMillis", Spread::limitMillis).ofBrokerage()),
                  Distribution::transactions)));

  private static final Table<Machine> MACHINE =
      new Table<>(
          "Load of the machines.",
          List.of(
              series("seconds", Machine::seconds),
              rows(
                  "processors",
                  new Table<>(
                      "In percent of all processors of a machine.",
                      List.of(
                          word("machine", Processors::machine),
                          series("user", Processors::user),
                          series("system", Processors::system),
                          series("iowait", Processors::iowait),
                          series("steal", Processors::steal))),
                  Machine::processors),
              byName("vmProcessors", Machine::vmProcessors)
                  .meaning(
                      "Processors that each VM keeps busy, or with several Sets the VMs of one role"
                          + " of a Group."),
              rows(
                  "disks",
                  new Table<>(
                      "By role, over all machines: operations and MiB per second, mean milliseconds of"
                          + " an operation. Where the roles are not known, the four busiest disks.",
                      List.of(
                          word("name", Disk::name).meaning("Role, or machine and device."),
                          series("reads", Disk::reads),
                          series("writes", Disk::writes),
                          series("readMib", Disk::readMib),
                          series("writeMib", Disk::writeMib),
                          series("awaitMillis", Disk::awaitMillis))),
                  Machine::disks),
              rows(
                      "guests",
                      new Table<>(
                          "Memory that a guest of a host holds, MiB, and processors that it was"
                              + " ready to use, but did not get.",
                          List.of(
                              word("guest", GuestLine::guest),
                              word("is", GuestLine::is),
                              series("residentMib", GuestLine::residentMib),
                              series("waited", GuestLine::waited))),
                      Machine::guests)
                  .limited("maxItems", MachineChart.MOST_GUEST_LINES)));

  private static final Table<CheckpointSpan> CHECKPOINT =
      Table.of(
          oneOf("kind", CheckpointSpan::kind, "timed", "requested", "unknown"),
          number("from", CheckpointSpan::from),
          number("to", CheckpointSpan::to));

  private static final Table<Checkpoints> CHECKPOINTS =
      new Table<>(
          "In seconds since the start of the run.",
          List.of(
              rows(
                  "databases",
                  Table.of(
                      word("vm", Lane::vm),
                      oneOf("group", Lane::group, "A", "B", "C", "D"),
                      flag("isFromLog", Lane::isFromLog)
                          .meaning(
                              "False if only moments are known at which a checkpoint had begun;"
                                  + " from equals to."),
                      rows("checkpoints", CHECKPOINT, Lane::checkpoints)),
                  Checkpoints::databases),
              words("notes", Checkpoints::notes)));

  private static final Table<Growth> GROWTH =
      new Table<>(
          "MiB that tables and indexes have grown by since the first sample, by Group; notes name"
              + " the Groups that are left out.",
          List.of(
              series("seconds", Growth::seconds),
              rows(
                  "groups",
                  Table.of(
                      oneOf("group", Space::group, "A", "B", "C", "D"),
                      series("tableMib", Space::tableMib),
                      series("indexMib", Space::indexMib)),
                  Growth::groups),
              words("notes", Growth::notes)));

  private static final Table<Steps> STEPS =
      new Table<>(
          "Steps of a ramp in the order of their response times; empty if the load was no ramp.",
          List.of(
              words("phases", Steps::phases),
              series("meanResponseMillis", Steps::meanResponseMillis).meaning("Of {request}s."),
              series("etps", Steps::etps)));

  /** All of them. */
  public static final Table<ChartData> TABLE =
      new Table<>(
          "The numbers behind the charts. Series have one value per point of their seconds, which"
              + " end the points and count from the start of the run; null where nothing happened or"
              + " nothing is known. At most 600 points.",
          List.of(
              rows("bands", BANDS, ChartData::bands),
              rows("events", EVENTS, ChartData::events),
              series("seconds", (ChartData data) -> data.throughput().seconds()),
              byName("results", (ChartData data) -> data.throughput().results())
                  .meaning("{Result}s per second, by Group."),
              requests("Customer Emulator requests per second, by Group.").ofBrokerage(),
              requests("Transactions per second, by Group.").ofTools(),
              byName("shares", (ChartData data) -> data.throughput().shares())
                  .meaning("Share of these requests in percent, by Group."),
              byName("targets", (ChartData data) -> data.throughput().targets())
                  .ofBrokerage()
                  .meaning("Share that each Group should have, in percent."),
              byName("resultsByDatabase", (ChartData data) -> data.throughput().byDatabase())
                  .ofTools()
                  .meaning("Transactions per second, by VM."),
              series("p90Seconds", (ChartData data) -> data.responses().p90Seconds()),
              byName("p90ByGroup", (ChartData data) -> data.responses().p90ByGroup())
                  .meaning("90th percentile of {request}s, ms."),
              byName("p90ByTransaction", (ChartData data) -> data.responses().p90ByTransaction())
                  .meaning("90th percentile, ms."),
              part("distribution", DISTRIBUTION, ChartData::distribution),
              part("machine", MACHINE, ChartData::machine),
              part("checkpoints", CHECKPOINTS, ChartData::checkpoints),
              part("growth", GROWTH, ChartData::growth),
              part("steps", STEPS, ChartData::steps).ofBrokerage(),
              named("missing", type("string"), ChartData::missing)
                  .meaning("What stands in place of a chart that cannot be drawn, by its name.")));

  private ChartFigures() {}

  /** May be below 0: a moment before the run. */
  private static Column<ChartData> requests(String meaning) {
    Column<ChartData> requests = byName("requests", data -> data.throughput().requests());
    return requests.meaning(meaning);
  }

  private static <R> Column<R> number(String key, Function<R, Double> value) {
    return Column.of(key, type("number"), value);
  }

  private static <R> Column<R> series(String key, Function<R, List<Double>> values) {
    return defined(key, "series", values);
  }

  private static <R> Column<R> byName(String key, Function<R, Map<String, List<Double>>> values) {
    return defined(key, "seriesByName", values);
  }
}
