package io.quartet.report.internal.run;

import static io.quartet.report.internal.figure.Column.count;
import static io.quartet.report.internal.figure.Column.figure;
import static io.quartet.report.internal.figure.Column.flag;
import static io.quartet.report.internal.figure.Column.joined;
import static io.quartet.report.internal.figure.Column.label;
import static io.quartet.report.internal.figure.Column.oneOf;
import static io.quartet.report.internal.figure.Column.part;
import static io.quartet.report.internal.figure.Column.rounded;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.word;

import io.quartet.model.size.Bytes;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.format.Rounded;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.Statistic;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What the servers of a Group, or of a VM, did in a phase. Counts between two samples are shared
 * out by time, so they may have decimals.
 */
public final class ActivityFigures {

  /** Explains the percentage of a server, and that of one index. */
  static final String INDEX_ONLY = "Index entries whose row was not looked up in the table.";

  private static final Table<Activity> PER_SECOND =
      new Table<>(
          "By second of the phase.",
          List.of(
              perSecond("transactions", Statistic.TRANSACTIONS).shown("Transactions per s", 1),
              perSecond("blocksRead", Statistic.BLOCKS_READ).shown("Blocks read per s", 1),
              perSecond("indexEntriesRead", Statistic.INDEX_ENTRIES_READ)
                  .shown("Entries read per s", 1),
              perSecond("heapFetches", Statistic.HEAP_FETCHES).shown("Heap fetches per s", 1)));

  private static final Table<Activity> PER_TRADE_RESULT =
      new Table<>(
          "By {result} of the Group, or of the VM's Set; null if there was none.",
          List.of(
              perTradeResult("cpuMillis", Statistic.CPU_MILLIS).shown("Processor, ms", 2),
              perTradeResult("blocksRead", Statistic.BLOCKS_READ).shown("Blocks read", 1),
              perTradeResult(
                      "buffersWritten",
                      Statistic.BUFFERS_CHECKPOINTER,
                      Statistic.BUFFERS_BACKGROUND_WRITER,
                      Statistic.BUFFERS_BACKENDS)
                  .shown("Blocks written", 1),
              perTradeResult("walBytes", Statistic.WAL_BYTES).in(Bytes.KIB).shown("WAL, KiB", 1),
              perTradeResult("walBuffersFull", Statistic.WAL_BUFFERS_FULL).shown("Buffers full", 3),
              timed("walSyncMillis", row -> row.perTradeResult(Statistic.WAL_SYNC_MILLIS))
                  .shown("Syncs, ms", 2),
              perTradeResult("heapFetches", Statistic.HEAP_FETCHES).shown("Heap fetches", 1)));

  private static final Table<Activity> WRITING =
      Table.of(
          sum("walBytes", Statistic.WAL_BYTES).in(Bytes.MIB).shown("WAL, MiB", 1),
          sum("walBuffersFull", Statistic.WAL_BUFFERS_FULL)
              .meaning("Times that a session had to write log itself.")
              .shown("Buffers full", 0),
          timed("walSyncMillis", row -> row.value(Statistic.WAL_SYNC_MILLIS))
              .meaning("Time of bringing log to its disk; null if no server timed it.")
              .shown("Syncs, ms", 0),
          sum("checkpointsTimed", Statistic.CHECKPOINTS_TIMED).shownWhole("Checkpoints timed"),
          sum("checkpointsRequested", Statistic.CHECKPOINTS_REQUESTED)
              .shownWhole("Checkpoints requested"),
          sum("buffersCheckpointer", Statistic.BUFFERS_CHECKPOINTER)
              .shown("Blocks by checkpointer", 0),
          sum("buffersBackgroundWriter", Statistic.BUFFERS_BACKGROUND_WRITER)
              .shown("Blocks by background writer", 0),
          sum("buffersBackends", Statistic.BUFFERS_BACKENDS).shown("Blocks by sessions", 0));

  private static final Table<Activity> DISKS =
      Table.of(
          perSecond("diskOperationsPerSecond", Statistic.DISK_OPERATIONS)
              .meaning("Reads and writes; only of servers with a control group.")
              .shown("Operations per s", 1),
          perSecond("diskReadBytesPerSecond", Statistic.DISK_READ_BYTES)
              .meaning("Of embedded servers.")
              .in(Bytes.MIB)
              .shown("Read, MiB per s", 2),
          perSecond("diskWrittenBytesPerSecond", Statistic.DISK_WRITTEN_BYTES)
              .in(Bytes.MIB)
              .shown("Written, MiB per s", 2),
          perTradeResult("diskOperationsPerTradeResult", Statistic.DISK_OPERATIONS)
              .shown("Operations by {result}", 1),
          perTradeResult(
                  "diskBytesPerTradeResult",
                  Statistic.DISK_READ_BYTES,
                  Statistic.DISK_WRITTEN_BYTES)
              .in(Bytes.KIB)
              .shown("KiB by {result}", 1));

  /** In JSON. */
  public static final Table<Activity> TABLE =
      new Table<>(
              "Blocks and buffers are of 8 kB.",
              List.of(
                  word("phase", Activity::phase).titled("Phase"),
                  oneOf("group", row -> row.group().name(), "A", "B", "C", "D"),
                  Column.<Activity>wordOrNull("vm", row -> row.vm().orElse(null))
                      .meaning("Null for a whole Group."),
                  seconds("seconds", Activity::seconds),
                  count("tradeResults", Activity::tradeResults)
                      .meaning("Completed in the phase by the Group, or by the Set of the VM.")
                      .shownWhole("{Result}s"),
                  figure("processors", Activity::processors)
                      .meaning("Busy on average.")
                      .shown("Processors busy", 2),
                  sum("transactions", Statistic.TRANSACTIONS),
                  sum("blocksRead", Statistic.BLOCKS_READ),
                  figure("blockHitPercent", Activity::blockHitPercent)
                      .shown("Found in memory, %", 2),
                  sum("buffersAllocated", Statistic.BUFFERS_ALLOCATED)
                      .meaning("Shared buffers assigned to a block that was not in memory.")
                      .shown("Buffers allocated", 0),
                  sum("temporaryBytes", Statistic.TEMPORARY_BYTES)
                      .in(Bytes.MIB)
                      .shown("Temporary files, MiB", 1)))
          .and(WRITING.columns())
          .and(DISKS.columns())
          .and(
              List.of(
                  sum("autovacuums", Statistic.AUTOVACUUMS).shownWhole("Autovacuums"),
                  sum("indexEntriesRead", Statistic.INDEX_ENTRIES_READ),
                  sum("heapFetches", Statistic.HEAP_FETCHES),
                  figure("indexOnlyPercent", Activity::indexOnlyPercent)
                      .meaning(INDEX_ONLY)
                      .shown("Index only, %", 1),
                  part("perSecond", PER_SECOND),
                  part("perTradeResult", PER_TRADE_RESULT),
                  flag("isIncomplete", Activity::isIncomplete)
                      .meaning("Samples are missing at the borders of the phase."),
                  flag("hasReset", Activity::hasReset)
                      .meaning("Counters started again from 0, as after a crash.")));

  /**
   * A part of the section on database activity.
   *
   * @param explanation what it says, in plain words
   */
  public record Section(String title, String explanation, List<Column<Activity>> columns) {

    /** Rows of Groups. */
    public View.Shown byGroup(List<Activity> rows) {
      return shown(label("Group", row -> row.group().name()), rows);
    }

    /** Rows of VMs. A VM of which no figure of this part is known has none. */
    public View.Shown byVm(List<Activity> rows) {
      return shown(
          label("VM", row -> row.vm().orElse("")), rows.stream().filter(this::isKnown).toList());
    }

    /** False for the disks if nothing is known of them, as of servers on other machines. */
    public boolean isShown(List<Activity> rows) {
      return !columns.equals(DISKS.columns()) || rows.stream().anyMatch(this::isKnown);
    }

    private boolean isKnown(Activity row) {
      return columns.stream()
          .filter(column -> !column.key().equals("tradeResults"))
          .anyMatch(column -> column.value().apply(row) != null);
    }

    private View.Shown shown(Column<Activity> name, List<Activity> rows) {
      return View.withSums(TABLE.chosen("phase"), Activity::isOfAllPhases)
          .and(List.of(name.dotted(row -> Format.group(row.group().name()))))
          .and(columns)
          .and(List.of(Column.<Activity>label("", ActivityFigures::mark).dim()))
          .condensed(rows, "row");
    }
  }

  /** All of them, in their order. */
  public static final List<Section> SECTIONS =
      List.of(
          new Section(
              "Work",
              "How busy the servers were, and how many of the blocks they read (8 kB each) were in"
                  + " their own memory. All other blocks came from the operating system. The server"
                  + " allocates a shared buffer for a block that is not in memory yet.",
              joined(
                  TABLE.chosen("processors"),
                  PER_SECOND.chosen("transactions", "blocksRead"),
                  TABLE.chosen(
                      "blockHitPercent", "buffersAllocated", "temporaryBytes", "autovacuums"))),
          new Section(
              "Writing",
              "Volume of write-ahead log, number of checkpoints (timed: on schedule; requested:"
                  + " because of too much log), and which processes wrote the blocks. Sessions should"
                  + " rarely write blocks themselves, and rarely find the buffers of the log full. Sync"
                  + " times of the log need track_wal_io_timing.",
              WRITING.columns()),
          new Section(
              "Disks",
              "What each embedded server read from disks and wrote to them, by its control group. Where"
                  + " it has none, the counters of its processes are summed: they know no operations, and"
                  + " count a write when a page is changed.",
              DISKS.columns()),
          new Section(
              "Indexes",
              "Number of index entries read, and of entries whose row in the table was looked up too."
                  + " The index alone answered the rest, or the rest belonged to dead rows.",
              joined(
                  PER_SECOND.chosen("indexEntriesRead", "heapFetches"),
                  TABLE.chosen("indexOnlyPercent"))),
          new Section(
              "Per {result}",
              "All work of a phase, of all transactions, divided by the {result}s completed in"
                  + " it. This is the cost of one unit of the metric.",
              joined(TABLE.chosen("tradeResults"), PER_TRADE_RESULT.columns())));

  private ActivityFigures() {}

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
  private static Column<Activity> timed(String key, Function<Activity, OptionalDouble> millis) {
    return rounded(
        key,
        row -> millis.apply(row).orElse(0) > 0 ? Rounded.thousandths(millis.apply(row)) : null);
  }

  private static String mark(Activity row) {
    if (row.hasReset()) {
      return "† restarted";
    }
    return row.isIncomplete() ? "* incomplete" : "";
  }
}
