package io.quartet.report.internal.page;

import static io.quartet.results.statistics.Activity.ALL_PHASES;

import io.quartet.report.section.Statistics.PhaseActivity;
import java.util.List;
import java.util.function.Function;

/**
 * One table of the section on database activity, each a choice of columns.
 *
 * @param title its caption
 * @param explanation what it says, in one sentence of plain words
 * @param columns the figures
 */
public record ActivityView(String title, String explanation, List<Column> columns) {

  private static final double MEGABYTE = 1e6;

  /** All tables, in their order. */
  public static final List<ActivityView> ALL =
      List.of(
          new ActivityView(
              "Work",
              "How busy the servers were, and how many of the blocks they read (8 kB each) were in"
                  + " their own memory. All other blocks came from the operating system.",
              List.of(
                  column("Processors busy", row -> Format.fixed(row.work().processors(), 2)),
                  column(
                      "Transactions per s", row -> Format.fixed(row.perSecond().transactions(), 1)),
                  column("Blocks read per s", row -> Format.fixed(row.perSecond().blocksRead(), 1)),
                  column(
                      "Found in memory, %", row -> Format.fixed(row.work().blockHitPercent(), 2)),
                  column("Temporary files, MB", row -> megabytes(row.work().temporaryBytes())),
                  column("Autovacuums", row -> Format.count(row.autovacuums())))),
          new ActivityView(
              "Writing",
              "Volume of write-ahead log, number of checkpoints (timed: on schedule; requested:"
                  + " because of too much log), and which processes wrote the blocks. Sessions should"
                  + " rarely write blocks themselves, and rarely find the buffers of the log full. Sync"
                  + " times of the log need track_wal_io_timing.",
              List.of(
                  column("WAL, MB", row -> megabytes(row.writing().walBytes())),
                  column("Buffers full", row -> Format.fixed(row.writing().walBuffersFull(), 0)),
                  column("Syncs, ms", row -> Format.fixed(row.writing().walSyncMillis(), 0)),
                  column(
                      "Checkpoints timed", row -> Format.count(row.writing().checkpointsTimed())),
                  column("requested", row -> Format.count(row.writing().checkpointsRequested())),
                  column(
                      "Blocks by checkpointer",
                      row -> Format.fixed(row.writing().buffersCheckpointer(), 0)),
                  column(
                      "by background writer",
                      row -> Format.fixed(row.writing().buffersBackgroundWriter(), 0)),
                  column("by sessions", row -> Format.fixed(row.writing().buffersBackends(), 0)))),
          new ActivityView(
              "Indexes",
              "Number of index entries read, and of entries whose row in the table was looked up too."
                  + " The index alone answered the rest, or the rest belonged to dead rows.",
              List.of(
                  column(
                      "Entries read per s",
                      row -> Format.fixed(row.perSecond().indexEntriesRead(), 1)),
                  column(
                      "Heap fetches per s", row -> Format.fixed(row.perSecond().heapFetches(), 1)),
                  column(
                      "Index only, %", row -> Format.fixed(row.indexes().indexOnlyPercent(), 1)))),
          new ActivityView(
              "Per Trade-Result",
              "All work of a phase, of all transactions, divided by the Trade-Results completed in"
                  + " it. This is the cost of one unit of the metric.",
              List.of(
                  column("Trade-Results", row -> Format.count(row.tradeResults())),
                  column("Processor, ms", row -> Format.fixed(row.perTradeResult().cpuMillis(), 2)),
                  column("Blocks read", row -> Format.fixed(row.perTradeResult().blocksRead(), 1)),
                  column(
                      "Blocks written",
                      row -> Format.fixed(row.perTradeResult().buffersWritten(), 1)),
                  column("WAL, kB", row -> Format.fixed(kilo(row.perTradeResult().walBytes()), 1)),
                  column(
                      "Buffers full",
                      row -> Format.fixed(row.perTradeResult().walBuffersFull(), 3)),
                  column("Syncs, ms", row -> Format.fixed(row.perTradeResult().walSyncMillis(), 2)),
                  column(
                      "Heap fetches",
                      row -> Format.fixed(row.perTradeResult().heapFetches(), 1)))));

  /**
   * One figure of a row.
   *
   * @param cell the figure as text
   */
  public record Column(String title, Function<PhaseActivity, String> cell) {}

  private static Column column(String title, Function<PhaseActivity, String> cell) {
    return new Column(title, cell);
  }

  private static String megabytes(Double bytes) {
    return Format.fixed(bytes == null ? null : bytes / MEGABYTE, 1);
  }

  private static Double kilo(Double value) {
    return value == null ? null : value / 1e3;
  }

  /** The rows of all measured phases together, or those of the phases one by one. */
  public static List<PhaseActivity> rows(List<PhaseActivity> rows, boolean isWhole) {
    return rows.stream().filter(row -> isWhole == row.phase().equals(ALL_PHASES)).toList();
  }

  /** The source of a gap; all sources but these two are collectors of a machine. */
  public static String gapOf(String source) {
    return switch (source) {
      case "process" -> "the processes of all VMs";
      case "database" -> "its database";
      default -> "its collector " + source;
    };
  }

  /** Warning mark of a row; usually empty. */
  public static String mark(PhaseActivity row) {
    if (row.hasReset()) {
      return "† restarted";
    }
    return row.isIncomplete() ? "* incomplete" : "";
  }
}
