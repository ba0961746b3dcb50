package io.quartet.model.plan;

import io.quartet.model.Address;
import java.util.List;
import java.util.Optional;

/**
 * The processes of the driver.
 *
 * @param localWorkers processes on this machine that offer the load, 1 to 64; 1 is the driver
 *     itself
 * @param workers addresses of workers that are running; empty means {@code localWorkers}
 * @param tls certificates of the driver; empty if nothing leaves this machine
 */
public record Driver(int localWorkers, List<Address> workers, Optional<Tls> tls) {

  /** One process, everything on this machine. */
  public static final Driver ALONE = new Driver(1, List.of(), Optional.empty());

  public Driver {
    workers = List.copyOf(workers);
  }

  /** True if the driver offers the load itself, without workers. */
  public boolean isAlone() {
    return workers.isEmpty() && localWorkers == 1;
  }

  /** Processes that offer the load. */
  public int workerCount() {
    return workers.isEmpty() ? localWorkers : workers.size();
  }
}
