package io.quartet.provision.embedded;

import io.quartet.config.Problem;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Driver;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.size.Bytes;
import io.quartet.model.size.Machine;
import io.quartet.provision.internal.ClusterSettings;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.DiskNeeds;
import io.quartet.provision.internal.ServerAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Resources that the embedded provider needs on this machine for a plan. Creates nothing. */
public final class LocalNeeds {

  /** Resident at most, measured: the driver with its heap full. */
  private static final long DRIVER_BYTES = 450 * Bytes.MIB;

  /** A Tier A, and each of its sessions with two connections; measured: 17 MiB with 16. */
  private static final long TIER_A_BYTES = 12 * Bytes.MIB;

  private static final long TIER_A_SESSION_BYTES = Bytes.MIB / 2;

  /** A session with its catalogue caches and prepared plans, and what a server has beside them. */
  private static final long SESSION_BYTES = 6 * Bytes.MIB;

  private static final long SERVER_BYTES = 60 * Bytes.MIB;

  private final RunPlan plan;
  private final ClusterSettings settings;
  private final DataFolder data;

  private LocalNeeds(RunPlan plan, Machine machine) {
    this.plan = plan;
    this.settings = new ClusterSettings(plan, machine);
    this.data = DataFolder.unchecked(plan);
  }

  /** The needs of a plan, whether its data folder can be used or not. */
  public static LocalNeeds of(RunPlan plan) {
    return of(plan, Machine.detect());
  }

  /** The needs of a plan on a machine with other resources than this one. */
  public static LocalNeeds of(RunPlan plan, Machine machine) {
    return new LocalNeeds(plan, machine);
  }

  /** Memory of driver, Tier A processes and servers together, at most, in bytes. */
  public long memoryBytes() {
    Driver driver = plan.driver();
    boolean hasWorkersHere = driver.workers().isEmpty() && !driver.isAlone();
    long bytes = DRIVER_BYTES * (hasWorkersHere ? 1 + driver.localWorkers() : 1);
    for (VmSet set : plan.sets()) {
      bytes += plan.workload().hasTierA() ? TIER_A_BYTES + sessions() * TIER_A_SESSION_BYTES : 0;
      for (VmRole role : plan.databaseRoles()) {
        bytes += serverBytes(set, role);
      }
    }
    return bytes;
  }

  /** Shared buffers of a database during a run, in MiB. */
  public long sharedBuffersMib(VmSet set, VmRole role) {
    return settings.sharedBuffersMib(set, role);
  }

  private long serverBytes(VmSet set, VmRole role) {
    long bytes =
        sharedBuffersMib(set, role) * Bytes.MIB
            + settings.maxConnections() * SESSION_BYTES
            + SERVER_BYTES;
    return Math.min(bytes, plan.provider().size(set, role).memoryBytes().orElse(bytes));
  }

  /**
   * Makes sure that every disk has room for what is not there yet.
   *
   * @throws io.quartet.model.QuartetException DISK_TOO_SMALL
   */
  public void requireRoom() throws IOException {
    if (!isUp()) {
      DiskRoom.require(plan, StorageFolders.of(plan, data));
    }
  }

  /**
   * Makes sure that every disk has room for the databases of several plans at the same time, as far
   * as they are not there yet, and for their copies.
   *
   * @param copies of each database, by plan
   * @throws io.quartet.model.QuartetException DISK_TOO_SMALL
   */
  public static void requireRoomWithCopies(Map<RunPlan, Integer> copies) throws IOException {
    DiskNeeds all = new DiskNeeds();
    for (Map.Entry<RunPlan, Integer> plan : copies.entrySet()) {
      LocalNeeds needs = of(plan.getKey());
      if (!needs.isUp()) {
        DiskRoom.addWithCopies(
            plan.getKey(), StorageFolders.of(plan.getKey(), needs.data), plan.getValue(), all);
      }
    }
    DiskRoom.require(all, "the databases and their copies");
  }

  /** Problems with the data folder; empty if it can be used. */
  public List<Problem> dataFolderProblems() {
    return data.problems();
  }

  /** Problems with the folders of {@code provider.tablespaces}; empty if all can be used. */
  public List<Problem> storageProblems() {
    return StorageFolders.of(data, plan.provider().tablespaces()).problems(ServerAccount.planned());
  }

  /** Bytes of all databases, on all disks together. */
  public long diskBytes() {
    return DiskRoom.needed(plan);
  }

  /** The folder of the databases, or the nearest one above it that exists. */
  public Path dataFolder() {
    return DiskNeeds.existing(data.folder());
  }

  /** True if something is up under the name of the plan, or was not taken down. */
  public boolean isUp() {
    return Files.exists(data.stateFile());
  }

  /** The folder that takes the write-ahead log, or the nearest one above it that exists. */
  public Path walFolder() {
    String elsewhere = plan.provider().tablespaces().get(Storage.WAL);
    return DiskNeeds.existing(elsewhere == null ? data.folder() : Path.of(elsewhere));
  }

  /**
   * Makes sure that every address that we do not use ourselves can be listened on.
   *
   * @throws io.quartet.model.QuartetException PORT_IN_USE
   */
  public void requirePorts() {
    List<VmRole> roles = new ArrayList<>(plan.roles());
    if (isUp()) {
      roles.removeIf(VmRole::isDatabase);
    }
    for (VmSet set : plan.sets()) {
      for (VmRole role : roles) {
        Ports.requireFree(set.loopbackAddress(role), plan.provider().address(set, role).port());
      }
    }
  }

  /** Connections that a run needs on one database. */
  public int connections() {
    return settings.maxConnections();
  }

  /** Sessions of the busiest Tier A, each with a connection to either database. */
  public int sessions() {
    return plan.userSessions() + plan.marketSessions();
  }
}
