package io.quartet.provision.hosts;

import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.PreparedMachine;
import io.quartet.provision.clock.Clocks;
import io.quartet.provision.install.TierAEnvironment;
import io.quartet.provision.internal.TierAGreeting;
import io.quartet.provision.internal.prepared.MachinePlaces;
import io.quartet.results.events.ClockOffset;
import io.quartet.tiera.client.TierAClient;
import io.quartet.tiera.client.TierAPlace;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.wire.NetworkThreads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Looks whether the Tier A of a Set runs on its prepared machine, as the plan wants it. */
final class TierACheck {

  /** A Tier A that has just started on a busy machine needs seconds for its first TLS handshake. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private TierACheck() {}

  static PreparedMachine at(VmSet set, RunPlan plan, NetworkThreads network) {
    boolean isOurs = plan.provider().preparation().isPresent();
    String unit =
        isOurs ? MachinePlaces.of(plan).unit(set, VmRole.TIER_A) : "quartet-tier-a@" + set.name();
    Address address = plan.provider().address(set, VmRole.TIER_A);
    TierAPlace place = new TierAPlace(set, address, Optional.empty());
    try (TierAClient client = TierAClient.forAsking(place, network)) {
      HelloReply hello = client.askNow(LONGEST);
      List<String> differences = TierAGreeting.differences(plan, set, hello);
      return differences.isEmpty()
          ? found(set, address, hello, "", "").with(clock(set, client))
          : found(
              set,
              address,
              hello,
              "the options of Tier A do not match this benchmark file ("
                  + String.join("; ", differences)
                  + ")",
              isOurs
                  ? "Run quartet up. If that changes nothing, restart " + unit + " there"
                  : "Run quartet package. Copy "
                      + TierAEnvironment.fileName(set)
                      + " to the machine, and the archive if the version differs. Then restart "
                      + unit);
    } catch (QuartetException e) {
      return found(
          set,
          address,
          HelloReply.getDefaultInstance(),
          e.code() + ": " + e.getMessage(),
          "Run systemctl status "
              + unit
              + (isOurs ? " there, then quartet up" : " there, and check its certificates"));
    }
  }

  private static ClockOffset clock(VmSet set, TierAClient client) {
    return Clocks.measure(set.vmName(VmRole.TIER_A), () -> client.askNow(LONGEST).getUtcMicros());
  }

  private static PreparedMachine found(
      VmSet set, Address address, HelloReply hello, String problem, String fix) {
    return new PreparedMachine(
        set.vmName(VmRole.TIER_A), VmRole.TIER_A, address, hello.getQuartetVersion(), problem, fix);
  }
}
