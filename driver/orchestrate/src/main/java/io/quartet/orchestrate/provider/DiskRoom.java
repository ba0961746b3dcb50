package io.quartet.orchestrate.provider;

import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.VmSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Estimates the room the databases of a plan need, indexes included. Source: schema.md section 7.4
 * (bytes per Load Unit and trade day), with a fifth on top for what a run adds.
 */
final class DiskRoom {

  private static final long MB = 1_000_000;

  /** Tables that do not grow with the history: daily market, watch items, customers. */
  private static final long FIXED_BYTES_PER_LOAD_UNIT = 145 * MB;

  /** 6.5 GB for 125 days, without the tables above. */
  private static final long BYTES_PER_LOAD_UNIT_AND_DAY = 51 * MB;

  private static final long NEWS_ITEMS_PER_LOAD_UNIT = 1_000;

  /** Empty cluster, WAL while loading, temporary files of index builds. */
  private static final long BYTES_PER_DATABASE = 350 * MB;

  private static final double MARGIN = 1.2;

  private DiskRoom() {}

  /** Bytes all databases of the plan need. */
  static long needed(RunPlan plan) {
    RunPlan.Database database = plan.database();
    long perLoadUnit =
        FIXED_BYTES_PER_LOAD_UNIT
            + database.tradeDays() * BYTES_PER_LOAD_UNIT_AND_DAY
            + NEWS_ITEMS_PER_LOAD_UNIT * database.newsLength();
    long sum = 0;
    for (VmSet set : plan.sets()) {
      long one =
          BYTES_PER_DATABASE
              + Math.round(perLoadUnit * database.loadUnits().get(set.group()) * MARGIN);
      sum += 2 * one;
    }
    return sum;
  }

  /**
   * Makes sure the folder's disk has room.
   *
   * @throws QuartetException DISK_TOO_SMALL
   */
  static void require(RunPlan plan, Path folder) throws IOException {
    require(needed(plan), Files.getFileStore(folder).getUsableSpace(), folder);
  }

  static void require(long needed, long free, Path folder) {
    if (free < needed) {
      throw new QuartetException(
          QuartetException.Kind.ENVIRONMENT,
          "DISK_TOO_SMALL",
          String.format(
              Locale.ROOT,
              "the databases need about %.1f GB and %s has %.1f GB free. Load fewer Load Units or"
                  + " trade days, or set provider.dataDirectory to a bigger disk.",
              needed / 1e9,
              folder,
              free / 1e9));
    }
  }
}
