package io.quartet.results.events;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On the record of an event, or on each constant of its {@code Kind}: under which name it is
 * written, and what {@code docs/contracts.md} tells of it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
@interface Written {

  /** Name in {@code events.jsonl}; never changes. */
  String as();

  /** What has happened. */
  String when();

  /** What it does to the verdict of the run, with the ids of the checks; empty if nothing. */
  String verdict() default "";
}
