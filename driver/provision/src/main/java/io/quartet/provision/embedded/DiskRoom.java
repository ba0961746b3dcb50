package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.provision.internal.DatabaseBytes;
import io.quartet.provision.internal.DiskNeeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Estimates the room the databases of a plan need, indexes included. Source: docs/spec/schema.md,
 * "Sizes" (bytes per Load Unit and trade day), with a fifth on top for what a run adds, and the log
 * that the plan keeps.
 */
final class DiskRoom {

  private DiskRoom() {}

  /** Bytes all databases of the plan need. */
  static long needed(RunPlan plan) {
    long bytes = baseBytes(plan);
    for (Storage storage : Storage.values()) {
      bytes += bytes(plan, storage);
    }
    return bytes;
  }

  private static long baseBytes(RunPlan plan) {
    return DatabaseBytes.base() * plan.databaseRoles().size() * plan.sets().size();
  }

  private static long bytes(RunPlan plan, Storage storage) {
    long sum = 0;
    for (VmSet set : plan.sets()) {
      for (VmRole role : plan.databaseRoles()) {
        sum += DatabaseBytes.of(plan, set, role, storage);
      }
    }
    return sum;
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
    Path data = storage.data().folder();
    Path log = storage.roots().getOrDefault(Storage.WAL, data);
    needs.add(data, baseBytes(plan));
    needs.add(log, bytes(plan, Storage.WAL));
    for (int i = 0; i <= copies; i++) {
      for (Storage kind : List.of(Storage.DATA, Storage.INDEX)) {
        needs.add(storage.roots().getOrDefault(kind, data), bytes(plan, kind));
      }
      if (storage.roots().containsKey(Storage.WAL)) {
        needs.add(log, baseBytes(plan));
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
        "Load fewer Load Units or trade days, keep less log (wal_keep_size), or set"
            + " provider.dataDirectory or provider.tablespaces to bigger disks");
  }
}
