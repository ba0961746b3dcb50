package io.quartet.provision.internal;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;

/**
 * How much a database of a plan takes after its load, with a margin. Source: docs/spec/schema.md,
 * "Sizes".
 */
public final class DatabaseBytes {

  private static final long MB = 1_000_000;

  /** Tables that do not grow with the history: daily market, watch items, customers. */
  private static final long FIXED_PER_LOAD_UNIT = 145 * MB;

  /** 6.5 GB for 125 days, without the tables above. */
  private static final long PER_LOAD_UNIT_AND_DAY = 51 * MB;

  /** Part of indexes in the rows of the tables above, covering profile. */
  private static final double INDEX_SHARE = 0.43;

  /** Rows and keys of each step of the scale of pgbench; measured with PostgreSQL 15. */
  private static final long PGBENCH_ROWS = 13_500_000;

  private static final long PGBENCH_INDEXES = 2_250_000;

  private static final long NEWS_ITEMS_PER_LOAD_UNIT = 1_000;

  /** Empty cluster, WAL while loading, temporary files of index builds. */
  private static final long BASE = 350 * MB;

  private static final double MARGIN = 1.2;

  private DatabaseBytes() {}

  /** What a database takes without any row. */
  public static long base() {
    return BASE;
  }

  /**
   * What the tables, the indexes or the log of a database take beyond {@link #base}; 0 for the
   * tables and indexes of a defined tool, which are not known. The log takes all that the server
   * keeps, sooner or later.
   */
  public static long of(RunPlan plan, VmSet set, VmRole role, Storage storage) {
    if (storage == Storage.WAL) {
      return plan.provider().size(set, role).keptLogBytes();
    }
    if (plan.workload() instanceof Pgbench pgbench) {
      long perStep = storage == Storage.DATA ? PGBENCH_ROWS : PGBENCH_INDEXES;
      double spread = 100.0 / pgbench.tables().fillFactor();
      return Math.round(
          pgbench.tables().scale() * perStep * (storage == Storage.DATA ? spread : 1) * MARGIN);
    }
    if (plan.workload() instanceof DefinedTool) {
      return 0;
    }
    Database database = plan.database();
    long rows = FIXED_PER_LOAD_UNIT + database.tradeDays() * PER_LOAD_UNIT_AND_DAY;
    double perLoadUnit =
        storage == Storage.DATA
            ? rows * (1 - INDEX_SHARE) + NEWS_ITEMS_PER_LOAD_UNIT * (double) database.newsLength()
            : rows * INDEX_SHARE;
    return Math.round(perLoadUnit * database.loadUnits().get(set.group()) * MARGIN);
  }
}
