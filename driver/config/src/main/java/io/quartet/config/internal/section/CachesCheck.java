package io.quartet.config.internal.section;

import io.quartet.config.DocumentPath;
import io.quartet.model.plan.Caches;
import io.quartet.model.plan.RunPlan;

/** Judges {@code caches} by the other sections. */
public final class CachesCheck {

  private CachesCheck() {}

  /** Reports a state of the caches that the databases cannot have. */
  public static void run(RunPlan plan, Section root) {
    Caches.refusal(plan)
        .ifPresent(
            why ->
                root.wrong(
                    root.at("caches"),
                    ": " + why,
                    DocumentPath.ROOT.child("provider"),
                    DocumentPath.ROOT.child("engine")));
  }
}
