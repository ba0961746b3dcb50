package io.quartet.run.internal.check;

import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Machine;
import io.quartet.provision.DatabaseServer;

/**
 * Memory that the checks may take. Some join whole tables with each other; sorts and hash tables
 * that do not fit go to disk, so that a check of any size ends.
 *
 * @param workMemoryKilobytes {@code work_mem} of a session
 * @param parallelWorkers processes that help a query
 */
public record CheckMemory(long workMemoryKilobytes, int parallelWorkers) {

  private static final int SHARE_OF_MEMORY = 4;

  /** Sorts and hash tables of the largest check that are in use at the same time. */
  private static final int NODES_PER_QUERY = 8;

  /** The memory assumed for a prepared machine, which the driver cannot read. */
  private static final long PREPARED_MACHINE_BYTES = 2L << 30;

  private static final long LEAST_KILOBYTES = 4_096;

  /** More makes neither the shared passes nor most queries faster. */
  private static final long MOST_KILOBYTES = 64 * 1_024;

  /**
   * For a database that is checked beside others: a quarter of this machine's memory, divided among
   * them. If the VM has a limit, or the machine is a prepared one, at most a quarter of its memory.
   *
   * @param atATime databases in work at the same time, at least 1
   */
  public static CheckMemory of(Machine machine, RunPlan plan, DatabaseServer server, int atATime) {
    int processes = Math.max(1, machine.cores() / atATime);
    long bytes = machine.memoryBytes() / atATime;
    if (!plan.provider().isLocal()) {
      bytes = Math.min(bytes, PREPARED_MACHINE_BYTES);
    }
    bytes =
        Math.min(
            bytes, plan.provider().size(server.set(), server.role()).memoryBytes().orElse(bytes));
    long kilobytes = bytes / 1_024 / SHARE_OF_MEMORY / NODES_PER_QUERY / processes;
    return new CheckMemory(
        Math.max(LEAST_KILOBYTES, Math.min(MOST_KILOBYTES, kilobytes)), processes - 1);
  }
}
