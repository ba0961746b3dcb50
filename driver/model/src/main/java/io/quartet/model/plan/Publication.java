package io.quartet.model.plan;

import java.util.Optional;

/**
 * As what a result is published. Nothing of it decides how a run goes.
 *
 * @param profile which validity rules apply
 * @param disclosure what a report tells about the system
 * @param pricing what the system costs; empty if nobody said
 */
public record Publication(
    ValidityProfile profile, Disclosure disclosure, Optional<Pricing> pricing) {

  /** A result that tells nothing. */
  public static Publication of(ValidityProfile profile) {
    return new Publication(profile, Disclosure.NONE, Optional.empty());
  }
}
