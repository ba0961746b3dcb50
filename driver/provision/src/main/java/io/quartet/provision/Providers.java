package io.quartet.provision;

import io.quartet.model.RunPlan;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.provision.hosts.HostsProvider;

/** Chooses the provider that a plan asks for. */
public final class Providers {

  private Providers() {}

  /** Prepared machines where the plan has their addresses, otherwise this machine. */
  public static Provider of(RunPlan plan) {
    return plan.provider().hosts().isEmpty() ? new EmbeddedProvider() : new HostsProvider();
  }
}
