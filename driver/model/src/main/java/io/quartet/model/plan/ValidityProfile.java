package io.quartet.model.plan;

/** Which validity rules apply. Source: design.md section 9. */
public enum ValidityProfile {
  DEMO,
  CUSTOM,
  OFFICIAL
}
