package io.quartet.model.plan;

import java.util.Locale;

/** Which validity rules apply. Source: docs/spec/run-rules.md, "Validity profiles". */
public enum ValidityProfile {
  DEMO,
  CUSTOM,
  OFFICIAL;

  /** Its name in files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
