package io.quartet.model.plan;

import java.util.Optional;

/** State of the caches of the databases when the load of a run begins. */
public enum Caches {
  /** As load, checks and earlier runs have left them. */
  KEEP("keep"),
  /** Empty: the servers are restarted, and the page caches of their machines dropped. */
  CLEAR("clear"),
  /** The shared buffers hold tables and indexes, read by {@code pg_prewarm}. */
  WARM("warm");

  private final String label;

  Caches(String label) {
    this.label = label;
  }

  /** Name in a benchmark file. */
  public String label() {
    return label;
  }

  /** Why a plan cannot have its caches so, and what to do; empty if it can. */
  public static Optional<String> refusal(RunPlan plan) {
    Caches caches = plan.schedule().caches();
    if (caches == KEEP) {
      return Optional.empty();
    }
    if (plan.databaseRoles().isEmpty()) {
      return Optional.of(
          "engine.access is none, so there are no databases with caches. Choose keep.");
    }
    if (caches == CLEAR && plan.provider().isGiven()) {
      return Optional.of(
          "clear restarts the servers, and Quartet cannot restart those of machines that you have"
              + " prepared. Choose warm or keep, or let Quartet prepare the machines"
              + " (provider.prepare).");
    }
    return Optional.empty();
  }
}
