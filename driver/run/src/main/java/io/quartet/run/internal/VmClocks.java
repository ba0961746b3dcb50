package io.quartet.run.internal;

import io.quartet.model.QuartetException;
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
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the clocks of the VMs of a run. */
public final class VmClocks {

  private static final Logger LOG = LoggerFactory.getLogger(VmClocks.class);
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

  /**
   * Reads the clocks of all VMs of a run, Set by Set.
   *
   * @throws QuartetException TIER_A_UNREACHABLE, DATABASE_UNREACHABLE
   */
  public static List<ClockOffset> ofAll(
      RunPlan plan, Deployment deployment, Databases databases, Map<VmSet, TierAClient> tierAs) {
    return all(plan, deployment, databases, tierAs).stream().map(Supplier::get).toList();
  }

  /** Reads the clocks of those VMs of a run that answer, Set by Set. */
  public static List<ClockOffset> ofAnswering(
      RunPlan plan, Deployment deployment, Databases databases, Map<VmSet, TierAClient> tierAs) {
    List<ClockOffset> offsets = new ArrayList<>();
    for (Supplier<ClockOffset> clock : all(plan, deployment, databases, tierAs)) {
      try {
        offsets.add(clock.get());
      } catch (QuartetException e) {
        LOG.debug("a clock could not be read error={}", e.getMessage());
      }
    }
    return offsets;
  }

  private static List<Supplier<ClockOffset>> all(
      RunPlan plan, Deployment deployment, Databases databases, Map<VmSet, TierAClient> tierAs) {
    List<Supplier<ClockOffset>> clocks = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      if (plan.workload().hasTierA()) {
        TierAClient tierA = tierAs.get(set);
        clocks.add(
            () ->
                Clocks.measure(
                    set.vmName(VmRole.TIER_A), () -> tierA.hello(LONGEST_HELLO).getUtcMicros()));
      }
      for (VmRole role : plan.databaseRoles()) {
        clocks.add(() -> ofDatabase(deployment.database(set, role), databases));
      }
    }
    return clocks;
  }
}
