package io.quartet.results.events;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Description of a field of an event, for {@code docs/contracts.md}. {@code set}, {@code vm},
 * {@code phase} and {@code reason} mean the same everywhere and need none.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Means {

  /** Meaning, with the unit where the name does not say it. */
  String value();
}
