package io.quartet.tiera.client;

import io.quartet.model.Address;
import io.quartet.model.VmSet;
import io.quartet.tiera.wire.RunToken;
import java.util.Optional;

/**
 * A Tier A and where it listens.
 *
 * @param token secret of the run that started it; empty for a service on a prepared machine, whose
 *     certificate says who it is
 */
public record TierAPlace(VmSet set, Address address, Optional<RunToken> token) {

  /** The place of a Tier A without a token. */
  public static TierAPlace open(VmSet set, String host, int port) {
    return new TierAPlace(set, new Address(host, port), Optional.empty());
  }

  /** For messages, for instance "Tier A of set a1 at 127.1.1.1:15432". */
  @Override
  public String toString() {
    return "Tier A of set " + set.name() + " at " + address;
  }
}
