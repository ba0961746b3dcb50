package io.quartet.model;

import java.util.Set;

/**
 * The one figure of a workload: requests of some kinds that are committed by measured second.
 * Immutable.
 *
 * @param kinds whose commits count
 */
public record Headline(Set<RequestKind> kinds) {

  public Headline {
    kinds = Set.copyOf(kinds);
  }

  /** True if commits of the kind count. */
  public boolean counts(RequestKind kind) {
    return kinds.contains(kind);
  }
}
