package io.quartet.provision;

import io.quartet.model.plan.RunPlan;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.provision.embedded.LocalNeeds;
import io.quartet.provision.hosts.HostsProvider;
import io.quartet.provision.internal.prepared.MachinePreparation;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes the VMs of a plan and takes them away again. One implementation per kind of place: this
 * machine, machines one owns, virtual machines.
 */
public interface Provider {

  /** The provider of the kind that a plan asks for. */
  static Provider of(RunPlan plan) {
    return of(plan, MachineListener.NONE);
  }

  /** The same, with a listener to the work on other machines. */
  static Provider of(RunPlan plan, MachineListener listener) {
    return plan.provider()
        .map(embedded -> new EmbeddedProvider(), hosts -> new HostsProvider(listener));
  }

  /**
   * Makes sure that all disks have room for the databases of several plans at the same time, as far
   * as they are not there yet, and for their copies.
   *
   * @param copies of each database, by plan
   * @throws io.quartet.model.QuartetException DISK_TOO_SMALL, DATA_FOLDER_CLOSED
   * @throws IOException if the disks of this machine cannot be asked
   */
  static void requireRoomWithCopies(Map<RunPlan, Integer> copies) throws IOException {
    Map<RunPlan, Integer> local = new LinkedHashMap<>(copies);
    local.keySet().removeIf(plan -> !plan.provider().isLocal());
    LocalNeeds.requireRoomWithCopies(local);
    Map<RunPlan, Integer> prepared = new LinkedHashMap<>(copies);
    prepared.keySet().removeIf(plan -> plan.provider().preparation().isEmpty());
    MachinePreparation.requireRoomWithCopies(prepared);
  }

  /**
   * Starts every database server of the plan and waits until all of them answer. Calling it again
   * for servers that survive starts those that are not running and changes nothing else.
   *
   * @return the running servers; closing it ends what is owned
   * @throws io.quartet.model.QuartetException POSTGRES_NOT_FOUND, POSTGRES_TOO_OLD, PORT_IN_USE,
   *     DISK_TOO_SMALL, NAME_IN_USE, SERVER_DID_NOT_START, LIMITS_NOT_POSSIBLE,
   *     PINNING_NOT_POSSIBLE, MACHINES_NOT_READY and others of kind ENVIRONMENT
   */
  Deployment up(RunPlan plan, Ownership ownership);

  /**
   * Finds the servers that an earlier {@link #up} left running.
   *
   * @throws io.quartet.model.QuartetException NOT_UP if there are none; MACHINES_NOT_READY if not
   *     all prepared ones answer
   */
  Deployment attach(RunPlan plan);

  /**
   * Stops the servers that an earlier {@link #up} left running, in order; their data stay, and
   * {@link #up} starts them again. On machines that Quartet prepared, Tier A stops too and the
   * kernel gets its former settings. Does nothing if there are none, and on machines that an
   * administrator has prepared.
   *
   * @throws io.quartet.model.QuartetException SERVER_DID_NOT_STOP, NAME_IN_USE
   */
  void stop(RunPlan plan);

  /** True if an earlier {@link #up} of this driver's machine has made something of its name. */
  boolean isThere(RunPlan plan);

  /**
   * Ends and removes everything of the plan's name: servers, data, control groups. Also cleans up
   * after a driver that was killed.
   *
   * @return false if there was nothing to remove, as always on machines that an administrator has
   *     prepared
   */
  boolean down(RunPlan plan);
}
