package io.quartet.run;

import io.quartet.model.plan.Tls;
import io.quartet.provision.os.KitVersion;
import java.time.Clock;
import java.util.Optional;

/**
 * Options of a worker.
 *
 * @param port port to listen on; 0 takes a free one
 * @param tls certificates of this worker; empty if everything it talks to is on this machine
 */
public record WorkerOptions(
    String address, int port, Optional<Tls> tls, KitVersion version, Clock wallClock) {

  /** A worker of this build on this machine. */
  public static WorkerOptions of(String address, int port, Optional<Tls> tls) {
    return new WorkerOptions(address, port, tls, KitVersion.current(), Clock.systemUTC());
  }
}
