package io.quartet.model;

import java.util.Set;

/**
 * The one figure of a workload: requests of some kinds that are committed by measured second.
 * Immutable.
 *
 * @param unit its name and unit, for instance {@code etps}
 * @param kinds whose commits count
 */
public record Headline(String unit, Set<RequestKind> kinds) {

  public Headline {
    kinds = Set.copyOf(kinds);
  }

  /** True if commits of the kind count. */
  public boolean counts(RequestKind kind) {
    return kinds.contains(kind);
  }
}
