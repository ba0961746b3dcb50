package io.quartet.model.plan;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Limits that a user sets beside those of the rules.
 *
 * @param await longest mean time of an operation, queue included, of a disk with that part of a
 *     database; longer than 0
 * @param areFatal true if a run that breaks a limit is invalid, false if it gets a warning
 */
public record Limits(Map<Storage, Duration> await, boolean areFatal) {

  /** Without any limit. */
  public static final Limits NONE = new Limits(Map.of(), false);

  public Limits {
    Map<Storage, Duration> sorted = new EnumMap<>(Storage.class);
    sorted.putAll(await);
    await = Collections.unmodifiableMap(sorted);
  }

  /** True if there is any. */
  public boolean areSet() {
    return !await.isEmpty();
  }
}
