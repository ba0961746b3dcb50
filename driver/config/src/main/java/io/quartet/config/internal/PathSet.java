package io.quartet.config.internal;

import io.quartet.config.DocumentPath;
import java.util.HashSet;
import java.util.Set;

/** Places of a document, of which there may be many. Not thread-safe. */
final class PathSet {

  private final Set<DocumentPath> paths = new HashSet<>();
  private final Set<DocumentPath> above = new HashSet<>();

  void add(DocumentPath path) {
    if (paths.add(path)) {
      DocumentPath next = path;
      while (above.add(next) && !next.isRoot()) {
        next = next.parent();
      }
    }
  }

  void addAll(PathSet others) {
    others.paths.forEach(this::add);
  }

  Set<DocumentPath> paths() {
    return paths;
  }

  /** True if one of them is the path or a place around it. */
  boolean reaches(DocumentPath path) {
    DocumentPath next = path;
    while (!paths.contains(next)) {
      if (next.isRoot()) {
        return false;
      }
      next = next.parent();
    }
    return true;
  }

  /** True if one of them is the path or a place in it. */
  boolean isWithin(DocumentPath path) {
    return above.contains(path);
  }
}
