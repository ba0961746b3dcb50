package io.quartet.run.internal;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.clock.Clocks;
import io.quartet.provision.clock.DatabaseClock;
import io.quartet.results.events.ClockOffset;
import io.quartet.tiera.client.TierAClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the clocks of the VMs of a run. */
public final class VmClocks {

  private static final Duration LONGEST_HELLO = Duration.ofSeconds(5);

  private VmClocks() {}

  public static ClockOffset ofDatabase(DatabaseServer server, Databases databases) {
    try (Connection connection = databases.connect(server);
        DatabaseClock clock = new DatabaseClock(connection)) {
      return Clocks.measure(server.vm(), clock);
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /** Reads the clocks of all VMs of a run, Set by Set. */
  public static List<ClockOffset> ofAll(
      RunPlan plan, Deployment deployment, Databases databases, Map<VmSet, TierAClient> tierAs) {
    List<ClockOffset> offsets = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      TierAClient tierA = tierAs.get(set);
      offsets.add(
          Clocks.measure(
              set.vmName(VmRole.TIER_A), () -> tierA.hello(LONGEST_HELLO).getUtcMicros()));
      for (VmRole role : plan.databaseRoles()) {
        offsets.add(ofDatabase(deployment.database(set, role), databases));
      }
    }
    return offsets;
  }
}
