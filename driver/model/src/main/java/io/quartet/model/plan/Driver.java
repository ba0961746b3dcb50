package io.quartet.model.plan;

import io.quartet.model.Address;
import io.quartet.model.size.Pinning;
import java.util.List;
import java.util.Optional;

/**
 * The processes of the driver.
 *
 * @param localWorkers processes on this machine that offer the load, 1 to 64; 1 is the driver
 *     itself
 * @param workers addresses of workers that are running; empty means {@code localWorkers}
 * @param tls certificates of the driver; empty if nothing leaves this machine
 * @param pinning processors and memory that the processes on this machine are bound to while load
 *     is offered
 */
public record Driver(int localWorkers, List<Address> workers, Optional<Tls> tls, Pinning pinning) {

  /** One process, everything on this machine. */
  public static final Driver ALONE = new Driver(1, List.of(), Optional.empty());

  public Driver {
    workers = List.copyOf(workers);
  }

  /** Bound to nothing. */
  public Driver(int localWorkers, List<Address> workers, Optional<Tls> tls) {
    this(localWorkers, workers, tls, Pinning.NONE);
  }

  /** The same, bound to processors or memory. */
  public Driver withPinning(Pinning other) {
    return new Driver(localWorkers, workers, tls, other);
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
