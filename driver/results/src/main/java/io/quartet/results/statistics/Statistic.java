package io.quartet.results.statistics;

import io.quartet.results.folder.StatsCsv;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A counter of a VM, independent of its place in the version of PostgreSQL. Counters add up over
 * time and over VMs. Shares and means are quotients of two counters.
 */
public enum Statistic {
  /** Processor time of the VM's processes, milliseconds: of {@code ProcessesCsv}. */
  CPU_MILLIS,
  /** Transactions of the database, those of the statistics included. */
  TRANSACTIONS(new Counter("pg_stat_database", "xact_commit", "xact_rollback")),
  /** Blocks asked of the operating system. */
  BLOCKS_READ(new Counter("pg_stat_database", "blks_read")),
  /** Blocks found in shared buffers. */
  BLOCKS_HIT(new Counter("pg_stat_database", "blks_hit")),
  /** Shared buffers assigned to a block that was not in memory. */
  BUFFERS_ALLOCATED(new Counter("pg_stat_bgwriter", "buffers_alloc")),
  /** Bytes of temporary files. */
  TEMPORARY_BYTES(new Counter("pg_stat_database", "temp_bytes")),
  /** Checkpoints begun because it was time. */
  CHECKPOINTS_TIMED(
      new Counter("pg_stat_checkpointer", "num_timed"),
      new Counter("pg_stat_bgwriter", "checkpoints_timed")),
  /** Checkpoints begun because of the amount of WAL, or a command. */
  CHECKPOINTS_REQUESTED(
      new Counter("pg_stat_checkpointer", "num_requested"),
      new Counter("pg_stat_bgwriter", "checkpoints_req")),
  /** Buffers written by the checkpointer. */
  BUFFERS_CHECKPOINTER(
      new Counter("pg_stat_checkpointer", "buffers_written"),
      new Counter("pg_stat_bgwriter", "buffers_checkpoint")),
  /** Buffers written by the background writer. */
  BUFFERS_BACKGROUND_WRITER(new Counter("pg_stat_bgwriter", "buffers_clean")),
  /** Buffers written by everybody else; before version 16 the blocks by which tables grow too. */
  BUFFERS_BACKENDS(
      new Counter("pg_stat_io", "write_bytes").inBlocks(),
      new Counter("pg_stat_io", "writes"),
      new Counter("pg_stat_bgwriter", "buffers_backend")),
  /** Bytes of write-ahead log. */
  WAL_BYTES(new Counter("pg_stat_wal", "wal_bytes")),
  /** Times that a session had to write log itself, because the buffers for it were full. */
  WAL_BUFFERS_FULL(new Counter("pg_stat_wal", "wal_buffers_full")),
  /** Time of bringing log to its disk, milliseconds; 0 without {@code track_wal_io_timing}. */
  WAL_SYNC_MILLIS(
      new Counter("pg_stat_wal", "wal_sync_time"), new Counter("pg_stat_io", "fsync_time").ofLog()),
  /** Index entries that scans of all indexes read. */
  INDEX_ENTRIES_READ(new Counter("indexes", "idx_tup_read")),
  /** Rows that index scans, index-only scans among them, had to look up in the table. */
  HEAP_FETCHES(new Counter("indexes", "idx_tup_fetch")),
  /** Bytes that the server read from disks. */
  DISK_READ_BYTES(new Counter("io", "read_bytes")),
  /** Bytes that it wrote to them. */
  DISK_WRITTEN_BYTES(new Counter("io", "written_bytes")),
  /** Operations of both kinds; only known of servers with a control group. */
  DISK_OPERATIONS(new Counter("io", "reads", "writes")),
  /** Tables that autovacuum has cleaned. */
  AUTOVACUUMS(new Counter("tables", "autovacuum_count"));

  private static final Set<Statistic> EVENTS =
      Set.of(CHECKPOINTS_TIMED, CHECKPOINTS_REQUESTED, AUTOVACUUMS);

  private final List<Counter> counters;

  Statistic(Counter... counters) {
    this.counters = List.of(counters);
  }

  /** Where it may be found, the first choice first; none for {@link #CPU_MILLIS}. */
  List<Counter> counters() {
    return counters;
  }

  /** True for what happens once or not at all, of which a phase has no part. */
  boolean isCountOfEvents() {
    return EVENTS.contains(this);
  }

  /**
   * Columns of a source whose sum is the statistic.
   *
   * @param factor of the sum
   * @param object rows of {@code pg_stat_io} that count: from version 18 on those of the log stand
   *     beside those of relations
   */
  record Counter(String source, List<String> columns, double factor, String object) {

    private static final double BLOCK_BYTES = 8_192;
    private static final String RELATION = "relation";

    /** The columns that identify a row of a sample; sources of one row per sample have none. */
    private static final List<String> KEYS =
        List.of("table_name", "index_name", "backend_type", "object", "context", "device");

    /** Whose blocks are counted on their own. */
    private static final Set<String> WRITERS = Set.of("checkpointer", "background writer");

    Counter(String source, String... columns) {
      this(source, List.of(columns), 1, RELATION);
    }

    Counter inBlocks() {
      return new Counter(source, columns, 1 / BLOCK_BYTES, object);
    }

    Counter ofLog() {
      return new Counter(source, columns, factor, "wal");
    }

    /** The counter that a row belongs to. */
    String key(StatsCsv.Line line) {
      StringBuilder key = new StringBuilder();
      KEYS.forEach(column -> key.append(line.text(column)).append('\n'));
      return key.toString();
    }

    /** The value of a row; empty if it does not count. */
    OptionalDouble value(StatsCsv.Line line) {
      if (!counts(line)) {
        return OptionalDouble.empty();
      }
      double sum = 0;
      for (String column : columns) {
        sum += line.number(column).orElse(0);
      }
      return OptionalDouble.of(factor * sum);
    }

    private boolean counts(StatsCsv.Line line) {
      return !source.equals("pg_stat_io")
          || (line.text("object").equals(object)
              && !(object.equals(RELATION) && WRITERS.contains(line.text("backend_type"))));
    }
  }
}
