package io.quartet.config.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parts of a document without problems. A rule that needs another part is skipped, because its
 * findings would only repeat the first problem. For one document only. Not thread-safe.
 */
public final class SoundParts {

  private static final DocumentPath NAME = DocumentPath.ROOT.child("name");

  private final JsonNode given;
  private final PathSet broken = new PathSet();

  /** Objects with a key that is not known: it may have been meant for one that is absent. */
  private final PathSet misspelt = new PathSet();

  /** A document without a known problem. */
  public SoundParts(JsonNode given) {
    this.given = given;
  }

  /** Leaves out values of which nothing is known. */
  public void leaveOut(PathSet paths) {
    broken.addAll(paths);
  }

  /** Leaves out a value of which nothing is known. */
  public void leaveOut(DocumentPath path) {
    broken.add(path);
  }

  /** Leaves out what a problem is about. */
  public void leaveOut(Problem problem) {
    if (problem.code().equals("UNKNOWN_KEY")) {
      misspelt.add(problem.path().parent());
    } else if (problem.path().isRoot()) {
      broken.add(NAME); // The only key that a file has to have.
    } else {
      broken.add(problem.path());
    }
  }

  /** True unless what stands in a place, or an object or list around it, is wrong. */
  public boolean isKnown(DocumentPath path) {
    return !broken.reaches(path);
  }

  /** True if all of these are known, with everything in them, or are absent on purpose. */
  public boolean areSound(DocumentPath... paths) {
    return Stream.of(paths)
        .allMatch(
            path ->
                isKnown(path)
                    && !broken.isWithin(path)
                    && !misspelt.isWithin(path)
                    && !isPerhapsMisspelt(path));
  }

  private boolean isPerhapsMisspelt(DocumentPath path) {
    DocumentPath known = path;
    while (!known.isRoot() && at(given, known).isMissingNode()) {
      known = known.parent();
    }
    return !known.equals(path) && misspelt.paths().contains(known);
  }

  private static JsonNode at(JsonNode root, DocumentPath path) {
    JsonNode node = root;
    for (String part : path.parts()) {
      node = node.isArray() ? node.path(Integer.parseInt(part)) : node.path(part);
    }
    return node;
  }

  /**
   * The document without what is wrong and with every default filled in; empty if too much is
   * wrong. What stands in for a wrong value is not sound.
   */
  public Optional<ObjectNode> completed() {
    if (!(given.deepCopy() instanceof ObjectNode copy)) {
      return Optional.empty();
    }
    misspelt.paths().forEach(path -> removeUnknownKeys(at(copy, path), path));
    broken.paths().forEach(path -> remove(copy, path));
    if (!SchemaCheck.BENCHMARK.problems(copy).isEmpty()) {
      return Optional.empty();
    }
    Schema.benchmark().fillDefaults(copy);
    return Optional.of(copy);
  }

  private static void removeUnknownKeys(JsonNode object, DocumentPath path) {
    if (object instanceof ObjectNode known) {
      known.retain(Schema.benchmark().keys(path));
    }
  }

  /** Removes a value, with as much around it as needs it. */
  private static void remove(ObjectNode root, DocumentPath path) {
    for (DocumentPath part = path; !part.isRoot(); part = part.parent()) {
      String key = part.parts().get(part.parts().size() - 1);
      boolean isRequired = Schema.benchmark().isRequired(part.parent(), key);
      if (!isRequired && at(root, part.parent()) instanceof ObjectNode parent) {
        parent.remove(key);
        return;
      }
    }
    root.put("name", "unnamed");
  }
}
