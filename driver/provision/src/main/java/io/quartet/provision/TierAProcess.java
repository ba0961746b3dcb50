package io.quartet.provision;

import io.quartet.provision.os.OwnedProcess;
import io.quartet.tiera.client.TierAPlace;
import java.util.Optional;

/**
 * The Tier A of a Set and where it listens.
 *
 * @param process its process; empty for a service on a prepared machine, which others start and end
 */
public record TierAProcess(TierAPlace place, Optional<OwnedProcess> process) {

  /** False once its process is known to have ended. */
  public boolean isAlive() {
    return process.map(OwnedProcess::isAlive).orElse(true);
  }

  /** Asks a process of ours to stop and does not wait. */
  public void requestStop() {
    process.ifPresent(OwnedProcess::requestStop);
  }

  /** Stops a process of ours and waits for its end. */
  public void stop() {
    process.ifPresent(OwnedProcess::close);
  }
}
