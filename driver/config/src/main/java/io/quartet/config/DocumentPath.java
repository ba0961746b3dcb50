package io.quartet.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Place of a value in a document: keys and list positions from the root. Immutable.
 *
 * @param parts keys as they are, positions as decimal numbers from 0
 */
record DocumentPath(List<String> parts) {

  static final DocumentPath ROOT = new DocumentPath(List.of());

  DocumentPath {
    parts = List.copyOf(parts);
  }

  DocumentPath child(String part) {
    List<String> longer = new ArrayList<>(parts);
    longer.add(part);
    return new DocumentPath(longer);
  }

  DocumentPath child(int position) {
    return child(Integer.toString(position));
  }

  DocumentPath parent() {
    return new DocumentPath(parts.subList(0, parts.size() - 1));
  }

  boolean isRoot() {
    return parts.isEmpty();
  }

  boolean startsWith(DocumentPath prefix) {
    return parts.size() >= prefix.parts.size()
        && parts.subList(0, prefix.parts.size()).equals(prefix.parts);
  }

  /** For people: {@code timing.phase}, {@code phases[2][0]}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      if (part.matches("[0-9]+")) {
        text.append('[').append(part).append(']');
      } else {
        text.append(text.isEmpty() ? "" : ".").append(part);
      }
    }
    return text.toString();
  }
}
