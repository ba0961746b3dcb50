package io.quartet.model.plan;

import java.util.Locale;

/** Which validity rules apply. Source: design.md section 9. */
public enum ValidityProfile {
  DEMO,
  CUSTOM,
  OFFICIAL;

  /** Its name in files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
