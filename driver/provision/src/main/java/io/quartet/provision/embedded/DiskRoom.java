package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.provision.internal.DatabaseBytes;
import io.quartet.provision.internal.DiskNeeds;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Estimates the room the databases of a plan need, indexes included. Source: docs/spec/schema.md,
 * "Sizes" (bytes per Load Unit and trade day), with a fifth on top for what a run adds.
 */
final class DiskRoom {

  private DiskRoom() {}

  /** Bytes all databases of the plan need. */
  static long needed(RunPlan plan) {
    return baseBytes(plan) + bytes(plan, Storage.DATA) + bytes(plan, Storage.INDEX);
  }

  private static long baseBytes(RunPlan plan) {
    return DatabaseBytes.base() * plan.databaseRoles().size() * plan.sets().size();
  }

  private static long bytes(RunPlan plan, Storage storage) {
    long sum =
        plan.sets().stream().mapToLong(set -> DatabaseBytes.of(plan, set, storage)).sum()
            * plan.databaseRoles().size();
    return storage == Storage.WAL ? sum + baseBytes(plan) : sum;
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
