package io.quartet.config.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import java.util.List;

/** Keys of a benchmark file as an experiment writes them, for instance {@code load.users}. */
public final class KeyPaths {

  private static final String SETTINGS = "settings";
  private static final DocumentPath BY_ROLE = DocumentPath.ROOT.child("provider").child(SETTINGS);
  private static final DocumentPath SCRIPTS = DocumentPath.ROOT.child("workload").child("scripts");

  private KeyPaths() {}

  /** The place that a key names. */
  public static DocumentPath of(String key) {
    DocumentPath path = DocumentPath.ROOT;
    String rest = key;
    while (rest.contains(".") && !holdsNames(path)) {
      path = path.child(rest.substring(0, rest.indexOf('.')));
      rest = rest.substring(rest.indexOf('.') + 1);
    }
    return path.child(rest);
  }

  /** The keys below are names of settings or files, which may contain a full stop. */
  private static boolean holdsNames(DocumentPath path) {
    return path.equals(SCRIPTS) || holdsSettings(path);
  }

  private static boolean holdsSettings(DocumentPath path) {
    return path.startsWith(BY_ROLE)
        ? path.parent().equals(BY_ROLE)
        : !path.isRoot() && path.parts().get(path.parts().size() - 1).equals(SETTINGS);
  }

  /** The value at a place of a document; a missing node if there is none. */
  static JsonNode at(JsonNode document, DocumentPath path) {
    JsonNode node = document;
    for (String part : path.parts()) {
      node = node.path(part);
    }
    return node;
  }

  /**
   * Puts a value into a document, or takes it out if the value is null; objects are made on the
   * way.
   *
   * @return false if something on the way is no object
   */
  public static boolean put(ObjectNode document, DocumentPath path, JsonNode value) {
    ObjectNode parent = document;
    List<String> parts = path.parts();
    for (String part : parts.subList(0, parts.size() - 1)) {
      JsonNode child = parent.path(part);
      if (child.isMissingNode() || child.isNull()) {
        parent = parent.putObject(part);
      } else if (child instanceof ObjectNode object) {
        parent = object;
      } else {
        return false;
      }
    }
    String last = parts.get(parts.size() - 1);
    if (value.isNull()) {
      parent.remove(last);
    } else {
      parent.set(last, value);
    }
    return true;
  }
}
