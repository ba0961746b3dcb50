package io.quartet.report.internal.tables;

import static io.quartet.report.internal.figure.Column.count;
import static io.quartet.report.internal.figure.Column.figure;
import static io.quartet.report.internal.figure.Column.flag;
import static io.quartet.report.internal.figure.Column.label;
import static io.quartet.report.internal.figure.Column.oneOf;
import static io.quartet.report.internal.figure.Column.part;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.word;

import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Rows;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.page.Format;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What the servers of a Group, or of a VM, did in a phase. Counts between two samples are shared
 * out by time, so they may have decimals.
 */
public final class ActivityFigures {

  private static final double MEGABYTE = 1e6;
  private static final double KILOBYTE = 1e3;

  private static final Column<Activity> TRADE_RESULTS =
      count("tradeResults", Activity::tradeResults)
          .meaning("Completed in the phase by the Group, or by the Set of the VM.")
          .shownWhole("Trade-Results");
  private static final Column<Activity> PROCESSORS =
      figure("processors", Activity::processors)
          .meaning("Busy on average.")
          .shown("Processors busy", 2);
  private static final Column<Activity> BLOCKS_FOUND =
      figure("blockHitPercent", Activity::blockHitPercent).shown("Found in memory, %", 2);
  private static final Column<Activity> TEMPORARY_BYTES =
      sum("temporaryBytes", Statistic.TEMPORARY_BYTES).in(MEGABYTE).shown("Temporary files, MB", 1);
  private static final Column<Activity> AUTOVACUUMS =
      sum("autovacuums", Statistic.AUTOVACUUMS).shownWhole("Autovacuums");

  private static final Column<Activity> WAL_BYTES =
      sum("walBytes", Statistic.WAL_BYTES).in(MEGABYTE).shown("WAL, MB", 1);
  private static final Column<Activity> WAL_BUFFERS_FULL =
      sum("walBuffersFull", Statistic.WAL_BUFFERS_FULL)
          .meaning("Times that a session had to write log itself.")
          .shown("Buffers full", 0);
  private static final Column<Activity> WAL_SYNCS =
      Column.<Activity>figure("walSyncMillis", row -> timed(row.value(Statistic.WAL_SYNC_MILLIS)))
          .meaning("Time of bringing log to its disk; null if no server timed it.")
          .shown("Syncs, ms", 0);
  private static final Column<Activity> CHECKPOINTS_TIMED =
      sum("checkpointsTimed", Statistic.CHECKPOINTS_TIMED).shownWhole("Checkpoints timed");
  private static final Column<Activity> CHECKPOINTS_REQUESTED =
      sum("checkpointsRequested", Statistic.CHECKPOINTS_REQUESTED).shownWhole("requested");
  private static final Column<Activity> WRITTEN_BY_CHECKPOINTER =
      sum("buffersCheckpointer", Statistic.BUFFERS_CHECKPOINTER).shown("Blocks by checkpointer", 0);
  private static final Column<Activity> WRITTEN_IN_BACKGROUND =
      sum("buffersBackgroundWriter", Statistic.BUFFERS_BACKGROUND_WRITER)
          .shown("by background writer", 0);
  private static final Column<Activity> WRITTEN_BY_SESSIONS =
      sum("buffersBackends", Statistic.BUFFERS_BACKENDS).shown("by sessions", 0);

  private static final Column<Activity> INDEX_ONLY =
      figure("indexOnlyPercent", Activity::indexOnlyPercent)
          .meaning("Index entries read without a look at the table.")
          .shown("Index only, %", 1);

  private static final Column<Activity> TRANSACTIONS_PER_SECOND =
      perSecond("transactions", Statistic.TRANSACTIONS).shown("Transactions per s", 1);
  private static final Column<Activity> BLOCKS_PER_SECOND =
      perSecond("blocksRead", Statistic.BLOCKS_READ).shown("Blocks read per s", 1);
  private static final Column<Activity> ENTRIES_PER_SECOND =
      perSecond("indexEntriesRead", Statistic.INDEX_ENTRIES_READ).shown("Entries read per s", 1);
  private static final Column<Activity> FETCHES_PER_SECOND =
      perSecond("heapFetches", Statistic.HEAP_FETCHES).shown("Heap fetches per s", 1);

  private static final Table<Activity> PER_SECOND =
      new Table<>(
          "By second of the phase.",
          List.of(
              TRANSACTIONS_PER_SECOND, BLOCKS_PER_SECOND, ENTRIES_PER_SECOND, FETCHES_PER_SECOND));

  private static final Table<Activity> PER_TRADE_RESULT =
      new Table<>(
          "By Trade-Result of the Group, or of the VM's Set; null if there was none.",
          List.of(
              perTradeResult("cpuMillis", Statistic.CPU_MILLIS).shown("Processor, ms", 2),
              perTradeResult("blocksRead", Statistic.BLOCKS_READ).shown("Blocks read", 1),
              perTradeResult(
                      "buffersWritten",
                      Statistic.BUFFERS_CHECKPOINTER,
                      Statistic.BUFFERS_BACKGROUND_WRITER,
                      Statistic.BUFFERS_BACKENDS)
                  .shown("Blocks written", 1),
              perTradeResult("walBytes", Statistic.WAL_BYTES).in(KILOBYTE).shown("WAL, kB", 1),
              perTradeResult("walBuffersFull", Statistic.WAL_BUFFERS_FULL).shown("Buffers full", 3),
              Column.<Activity>figure(
                      "walSyncMillis", row -> timed(row.perTradeResult(Statistic.WAL_SYNC_MILLIS)))
                  .shown("Syncs, ms", 2),
              perTradeResult("heapFetches", Statistic.HEAP_FETCHES).shown("Heap fetches", 1)));

  /** In JSON. */
  public static final Table<Activity> TABLE =
      new Table<>(
          "Blocks and buffers are of 8 kB.",
          List.of(
              word("phase", Activity::phase),
              oneOf("group", row -> row.group().name(), "A", "B", "C", "D"),
              Column.<Activity>wordOrNull("vm", row -> row.vm().orElse(null))
                  .meaning("Null for a whole Group."),
              seconds("seconds", Activity::seconds),
              TRADE_RESULTS,
              PROCESSORS,
              sum("transactions", Statistic.TRANSACTIONS),
              sum("blocksRead", Statistic.BLOCKS_READ),
              BLOCKS_FOUND,
              TEMPORARY_BYTES,
              WAL_BYTES,
              WAL_BUFFERS_FULL,
              WAL_SYNCS,
              CHECKPOINTS_TIMED,
              CHECKPOINTS_REQUESTED,
              WRITTEN_BY_CHECKPOINTER,
              WRITTEN_IN_BACKGROUND,
              WRITTEN_BY_SESSIONS,
              AUTOVACUUMS,
              sum("indexEntriesRead", Statistic.INDEX_ENTRIES_READ),
              sum("heapFetches", Statistic.HEAP_FETCHES),
              INDEX_ONLY,
              part("perSecond", PER_SECOND),
              part("perTradeResult", PER_TRADE_RESULT),
              flag("isIncomplete", Activity::isIncomplete)
                  .meaning("Samples are missing at the borders of the phase."),
              flag("hasReset", Activity::hasReset)
                  .meaning("Counters began anew, as after a crash.")));

  /**
   * A part of the section on database activity.
   *
   * @param explanation what it says, in plain words
   */
  public record Section(String title, String explanation, List<Column<Activity>> columns) {

    /** A row for each Group, or for each VM. */
    public View.Shown shown(Rows<Activity> rows, boolean isWhole, boolean isByVm) {
      List<Activity> chosen =
          rows.list().stream().filter(row -> isByVm || isWhole == isWhole(row)).toList();
      List<Column<Activity>> all = new ArrayList<>(names(isByVm));
      all.addAll(columns);
      all.add(Column.<Activity>label("", ActivityFigures::mark).dim());
      return new View<>(all, row -> isWhole(row) ? "sum" : "").of(chosen);
    }
  }

  /** All of them, in their order. */
  public static final List<Section> SECTIONS =
      List.of(
          new Section(
              "Work",
              "How busy the servers were, and how many of the blocks they read (8 kB each) were in"
                  + " their own memory. All other blocks came from the operating system.",
              List.of(
                  PROCESSORS,
                  TRANSACTIONS_PER_SECOND,
                  BLOCKS_PER_SECOND,
                  BLOCKS_FOUND,
                  TEMPORARY_BYTES,
                  AUTOVACUUMS)),
          new Section(
              "Writing",
              "Volume of write-ahead log, number of checkpoints (timed: on schedule; requested:"
                  + " because of too much log), and which processes wrote the blocks. Sessions should"
                  + " rarely write blocks themselves, and rarely find the buffers of the log full. Sync"
                  + " times of the log need track_wal_io_timing.",
              List.of(
                  WAL_BYTES,
                  WAL_BUFFERS_FULL,
                  WAL_SYNCS,
                  CHECKPOINTS_TIMED,
                  CHECKPOINTS_REQUESTED,
                  WRITTEN_BY_CHECKPOINTER,
                  WRITTEN_IN_BACKGROUND,
                  WRITTEN_BY_SESSIONS)),
          new Section(
              "Indexes",
              "Number of index entries read, and of entries whose row in the table was looked up too."
                  + " The index alone answered the rest, or the rest belonged to dead rows.",
              List.of(ENTRIES_PER_SECOND, FETCHES_PER_SECOND, INDEX_ONLY)),
          new Section(
              "Per Trade-Result",
              "All work of a phase, of all transactions, divided by the Trade-Results completed in"
                  + " it. This is the cost of one unit of the metric.",
              with(TRADE_RESULTS, PER_TRADE_RESULT.columns())));

  private ActivityFigures() {}

  private static List<Column<Activity>> with(
      Column<Activity> first, List<Column<Activity>> others) {
    return Stream.concat(Stream.of(first), others.stream()).toList();
  }

  private static Column<Activity> sum(String key, Statistic statistic) {
    return figure(key, row -> row.value(statistic));
  }

  private static Column<Activity> perSecond(String key, Statistic statistic) {
    return figure(key, row -> row.perSecond(statistic));
  }

  private static Column<Activity> perTradeResult(String key, Statistic... statistics) {
    return figure(key, row -> row.perTradeResult(statistics));
  }

  /** Servers that do not time their syncs say 0. */
  private static OptionalDouble timed(OptionalDouble millis) {
    return millis.orElse(0) > 0 ? millis : OptionalDouble.empty();
  }

  private static List<Column<Activity>> names(boolean isByVm) {
    Column<Activity> name =
        isByVm
            ? label("VM", row -> row.vm().orElse(""))
            : label("Group", row -> row.group().name());
    return List.of(
        label("Phase", Activity::phase), name.dotted(row -> Format.group(row.group().name())));
  }

  /** True for the row of all measured phases together. */
  static boolean isWhole(Activity row) {
    return row.phase().equals(Activity.ALL_PHASES);
  }

  private static String mark(Activity row) {
    if (row.hasReset()) {
      return "† restarted";
    }
    return row.isIncomplete() ? "* incomplete" : "";
  }
}
