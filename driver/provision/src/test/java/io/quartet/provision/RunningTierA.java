package io.quartet.provision;

import io.quartet.model.Address;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.tiera.engine.ModelParameters;
import io.quartet.tiera.server.TierAOptions;
import io.quartet.tiera.server.TierAServer;
import java.util.Map;
import java.util.Optional;

/** A Tier A in this process, as a service that a run finds on a prepared machine. */
public final class RunningTierA implements AutoCloseable {

  private final TierAServer service;
  private final VmSet set;

  /** Starts the Tier A of the only Set of a plan, with so many sessions for users. */
  public RunningTierA(RunPlan plan, int userSessions) {
    this.set = plan.sets().get(0);
    this.service =
        TierAServer.start(
            new TierAOptions(
                set,
                "127.0.0.1",
                0,
                "",
                "",
                ModelParameters.of(plan.database(), set),
                userSessions,
                plan.marketSessions(),
                plan.engine(),
                Optional.empty(),
                Optional.empty()));
  }

  public Address address() {
    return new Address("127.0.0.1", service.port());
  }

  /** The same plan with this Tier A, and with databases where nobody listens. */
  public RunPlan on(RunPlan plan) {
    Address nowhere = new Address("127.0.0.1", 1);
    return TestPlans.onHosts(
        plan, Map.of(set, new SetHosts(address(), nowhere, nowhere)), Optional.empty());
  }

  @Override
  public void close() {
    service.close();
  }
}
