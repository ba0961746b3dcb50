package io.quartet.model.plan;

import java.util.Optional;

/**
 * How a result is judged and published. It does not change the run.
 *
 * @param profile which validity rules apply
 * @param disclosure facts about the system for the report
 * @param pricing costs of the system; empty if not disclosed
 * @param limits further limits that the run has to keep
 */
public record Publication(
    ValidityProfile profile, Disclosure disclosure, Optional<Pricing> pricing, Limits limits) {

  /** A result that tells nothing. */
  public static Publication of(ValidityProfile profile) {
    return new Publication(profile, Disclosure.NONE, Optional.empty(), Limits.NONE);
  }

  /** The same with other limits. */
  public Publication withLimits(Limits other) {
    return new Publication(profile, disclosure, pricing, other);
  }
}
