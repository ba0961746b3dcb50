package io.quartet.results.events;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Name and description of an event, for the record or each constant of its {@code Kind}. {@code
 * docs/contracts.md} shows the description.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
@interface Written {

  /** Name in {@code events.jsonl}; never changes. */
  String as();

  /** The occurrence that the event reports. */
  String when();

  /** The effect on the verdict of the run, with the ids of the checks; empty if none. */
  String verdict() default "";
}
