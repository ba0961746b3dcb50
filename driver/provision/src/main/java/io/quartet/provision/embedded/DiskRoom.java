package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.provision.internal.DiskNeeds;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Estimates the room the databases of a plan need, indexes included. Source: docs/spec/schema.md,
 * "Sizes" (bytes per Load Unit and trade day), with a fifth on top for what a run adds.
 */
final class DiskRoom {

  private static final long MB = 1_000_000;

  /** Tables that do not grow with the history: daily market, watch items, customers. */
  private static final long FIXED_BYTES_PER_LOAD_UNIT = 145 * MB;

  /** 6.5 GB for 125 days, without the tables above. */
  private static final long BYTES_PER_LOAD_UNIT_AND_DAY = 51 * MB;

  /** Part of indexes in the rows of the tables above, covering profile. */
  private static final double INDEX_SHARE = 0.43;

  private static final long NEWS_ITEMS_PER_LOAD_UNIT = 1_000;

  /** Empty cluster, WAL while loading, temporary files of index builds. */
  private static final long BYTES_PER_DATABASE = 350 * MB;

  private static final double MARGIN = 1.2;

  private DiskRoom() {}

  /** Bytes all databases of the plan need. */
  static long needed(RunPlan plan) {
    return baseBytes(plan) + bytes(plan, Storage.DATA) + bytes(plan, Storage.INDEX);
  }

  private static long baseBytes(RunPlan plan) {
    return BYTES_PER_DATABASE * plan.databaseRoles().size() * plan.sets().size();
  }

  private static long bytes(RunPlan plan, Storage storage) {
    Database database = plan.database();
    long rows = FIXED_BYTES_PER_LOAD_UNIT + database.tradeDays() * BYTES_PER_LOAD_UNIT_AND_DAY;
    double perLoadUnit =
        switch (storage) {
          case DATA ->
              rows * (1 - INDEX_SHARE) + NEWS_ITEMS_PER_LOAD_UNIT * (double) database.newsLength();
          case INDEX -> rows * INDEX_SHARE;
          case WAL -> 0;
        };
    double sum = 0;
    for (VmSet set : plan.sets()) {
      sum +=
          plan.databaseRoles().size()
              * perLoadUnit
              * database.loadUnits().get(set.group())
              * MARGIN;
    }
    return Math.round(sum) + (storage == Storage.WAL ? baseBytes(plan) : 0);
  }

  /**
   * Makes sure that every disk has room for what the plan puts on it.
   *
   * @throws QuartetException DISK_TOO_SMALL
   */
  static void require(RunPlan plan, StorageFolders storage) throws IOException {
    DiskNeeds needs = new DiskNeeds();
    addWithCopies(plan, storage, 0, needs);
    require(needs, "the databases");
  }

  /** Adds what a plan puts on each disk, with copies of its tables. */
  static void addWithCopies(RunPlan plan, StorageFolders storage, int copies, DiskNeeds needs)
      throws IOException {
    needs.add(storage.data().folder(), baseBytes(plan));
    for (int i = 0; i <= copies; i++) {
      addTables(plan, storage, needs);
    }
  }

  private static void addTables(RunPlan plan, StorageFolders storage, DiskNeeds needs)
      throws IOException {
    for (Storage kind : Storage.values()) {
      Path elsewhere = storage.roots().get(kind);
      if (elsewhere != null || kind != Storage.WAL) {
        needs.add(elsewhere == null ? storage.data().folder() : elsewhere, bytes(plan, kind));
      }
    }
  }

  /**
   * Makes sure that every disk has the room.
   *
   * @param what what needs it, plural, for the message
   * @throws QuartetException DISK_TOO_SMALL
   */
  static void require(DiskNeeds needs, String what) throws IOException {
    needs.require(
        what,
        "Load fewer Load Units or trade days, or set provider.dataDirectory or"
            + " provider.tablespaces to bigger disks");
  }
}
