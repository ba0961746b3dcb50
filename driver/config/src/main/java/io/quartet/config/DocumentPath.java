package io.quartet.config;

import io.quartet.model.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * Place of a value in a document: keys and list positions from the root. Immutable.
 *
 * @param parts keys as they are, positions as decimal numbers from 0
 */
public record DocumentPath(List<String> parts) {

  public static final DocumentPath ROOT = new DocumentPath(List.of());

  /** Characters of a key that a message repeats. */
  private static final int MOST_SHOWN = 100;

  public DocumentPath {
    parts = List.copyOf(parts);
  }

  /** Place of the value of a key of this object. */
  public DocumentPath child(String part) {
    List<String> longer = new ArrayList<>(parts);
    longer.add(part);
    return new DocumentPath(longer);
  }

  /** Place of a value of this list, from 0. */
  public DocumentPath child(int position) {
    return child(Integer.toString(position));
  }

  public DocumentPath parent() {
    return new DocumentPath(parts.subList(0, parts.size() - 1));
  }

  public boolean isRoot() {
    return parts.isEmpty();
  }

  public boolean startsWith(DocumentPath prefix) {
    return parts.size() >= prefix.parts.size()
        && parts.subList(0, prefix.parts.size()).equals(prefix.parts);
  }

  /** For people: {@code timing.phase}, {@code phases[2][0]}; keys of usual length are whole. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      if (part.matches("[0-9]{1,9}")) {
        text.append('[').append(part).append(']');
      } else {
        text.append(text.isEmpty() ? "" : ".").append(Text.shortened(part, MOST_SHOWN));
      }
    }
    return text.toString();
  }
}
