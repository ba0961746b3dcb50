package io.quartet.run.check;

import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ValidityProfile;
import java.util.Locale;

/**
 * Which databases are checked before a run. After a run all are. Source: docs/spec/run-rules.md,
 * "Consistency".
 */
public enum CheckPolicy {
  /** Those that may have changed since they passed their checks. */
  CHANGED,
  /** All. */
  ALWAYS;

  /** As on a command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** This policy, or {@link #ALWAYS} for a plan whose profile demands it. */
  public CheckPolicy of(RunPlan plan) {
    return plan.publication().profile() == ValidityProfile.OFFICIAL ? ALWAYS : this;
  }
}
