package io.quartet.model.plan;

import java.util.Optional;

/**
 * How a result is published. It does not change the run.
 *
 * @param profile which validity rules apply
 * @param disclosure facts about the system for the report
 * @param pricing costs of the system; empty if not disclosed
 */
public record Publication(
    ValidityProfile profile, Disclosure disclosure, Optional<Pricing> pricing) {

  /** A result that tells nothing. */
  public static Publication of(ValidityProfile profile) {
    return new Publication(profile, Disclosure.NONE, Optional.empty());
  }
}
