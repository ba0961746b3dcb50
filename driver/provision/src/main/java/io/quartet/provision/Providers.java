package io.quartet.provision;

import io.quartet.model.plan.RunPlan;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.provision.hosts.HostsProvider;

/** Chooses the provider that a plan asks for. */
public final class Providers {

  private Providers() {}

  /** What does the work for the kind of provider of a plan. */
  public static Provider of(RunPlan plan) {
    return plan.provider().map(embedded -> new EmbeddedProvider(), hosts -> new HostsProvider());
  }
}
