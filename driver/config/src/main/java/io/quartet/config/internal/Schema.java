package io.quartet.config.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The JSON Schema of a file that a person writes: the one place that knows keys, ranges, defaults
 * and descriptions. Immutable.
 */
public final class Schema {

  private static final Schema BENCHMARK = new Schema("/io/quartet/config/benchmark.schema.json");
  private static final Schema ATTESTATION =
      new Schema("/io/quartet/config/attestation.schema.json");
  private static final Schema TOOL = new Schema("/io/quartet/config/tool.schema.json");
  private static final Schema EXPERIMENT = new Schema("/io/quartet/config/experiment.schema.json");

  private final JsonNode root;

  private Schema(String resource) {
    try (InputStream in = Schema.class.getResourceAsStream(resource)) {
      this.root = new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " is damaged", e);
    }
  }

  /** Schema of the benchmark file. */
  public static Schema benchmark() {
    return BENCHMARK;
  }

  /** Schema of the file of {@code audit --attest-40}. */
  static Schema attestation() {
    return ATTESTATION;
  }

  /** Schema of the definition of a tool. */
  public static Schema tool() {
    return TOOL;
  }

  /** Schema of the file of {@code experiment}. */
  static Schema experiment() {
    return EXPERIMENT;
  }

  JsonNode root() {
    return root;
  }

  /**
   * Fills every absent key that has a default, in place; objects are made on the way, but for those
   * whose default is null.
   */
  public void fillDefaults(ObjectNode document) {
    fillDefaults(root, document);
  }

  /** Fills every absent key of an object of the document that has a default, in place. */
  public void fillDefaults(DocumentPath path, ObjectNode object) {
    fillDefaults(at(path).orElseThrow(), object);
  }

  private void fillDefaults(JsonNode schema, ObjectNode document) {
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> {
              JsonNode child = resolved(property.getValue());
              String key = property.getKey();
              if (!document.has(key)) {
                JsonNode byDefault = defaultOf(property.getValue());
                if (byDefault == null && child.has("properties")) {
                  document.putObject(key);
                } else if (byDefault != null && !byDefault.isNull()) {
                  document.set(key, byDefault.deepCopy());
                }
              }
              if (child.has("properties") && document.get(key) instanceof ObjectNode object) {
                fillDefaults(child, object);
              }
            });
  }

  private JsonNode defaultOf(JsonNode schema) {
    return schema.has("default") ? schema.get("default") : resolved(schema).get("default");
  }

  /** The schema of the value at a path; alternatives stay as they are. */
  Optional<JsonNode> at(DocumentPath path) {
    JsonNode schema = root;
    for (String part : path.parts()) {
      schema = child(schema, part);
      if (schema == null) {
        return Optional.empty();
      }
    }
    return Optional.of(schema);
  }

  private JsonNode child(JsonNode parent, String part) {
    for (JsonNode schema : alternatives(resolved(parent))) {
      JsonNode child = schema.path("properties").get(part);
      if (child == null && part.matches("[0-9]+")) {
        child = schema.get("items");
      }
      if (child == null && schema.path("additionalProperties").isObject()) {
        child = schema.get("additionalProperties");
      }
      if (child != null) {
        return child;
      }
    }
    return null;
  }

  /**
   * A problem for each key of a document that is an old spelling; it says what replaces the key.
   */
  public List<Problem> oldSpellings(JsonNode document) {
    List<Problem> found = new ArrayList<>();
    addOldSpellings(DocumentPath.ROOT, document, found);
    return found;
  }

  private void addOldSpellings(DocumentPath path, JsonNode value, List<Problem> found) {
    value
        .properties()
        .forEach(
            property -> {
              DocumentPath child = path.child(property.getKey());
              at(child)
                  .filter(schema -> schema.path("deprecated").asBoolean())
                  .map(schema -> schema.path("description").asText())
                  .map(meaning -> "'" + child + "' is read, but should be replaced. " + meaning)
                  .ifPresent(text -> found.add(Problem.ofKey(child, "OLD_SPELLING", text)));
              addOldSpellings(child, property.getValue(), found);
            });
  }

  public List<String> keys(DocumentPath path) {
    List<String> keys = new ArrayList<>();
    at(path)
        .ifPresent(
            schema ->
                alternatives(resolved(schema))
                    .forEach(
                        branch ->
                            branch.path("properties").fieldNames().forEachRemaining(keys::add)));
    return keys;
  }

  /** True if the object at a path has to have the key. */
  boolean isRequired(DocumentPath path, String key) {
    return at(path).stream()
        .flatMap(schema -> alternatives(resolved(schema)).stream())
        .flatMap(branch -> required(branch).stream())
        .anyMatch(key::equals);
  }

  /**
   * Full name of a key that exists elsewhere, for instance {@code load.users} for {@code users}.
   */
  Optional<String> elsewhere(String key) {
    return elsewhere(root, DocumentPath.ROOT, key);
  }

  private Optional<String> elsewhere(JsonNode schema, DocumentPath path, String key) {
    for (JsonNode branch : alternatives(resolved(schema))) {
      Iterator<Map.Entry<String, JsonNode>> properties = branch.path("properties").fields();
      while (properties.hasNext()) {
        Map.Entry<String, JsonNode> property = properties.next();
        DocumentPath child = path.child(property.getKey());
        if (property.getKey().equals(key)) {
          return Optional.of(child.toString());
        }
        Optional<String> deeper = elsewhere(property.getValue(), child, key);
        if (deeper.isPresent()) {
          return deeper;
        }
      }
    }
    return Optional.empty();
  }

  /** The requirement of a schema, in words that fit after "it needs". */
  String expectation(JsonNode unresolved) {
    JsonNode schema = resolved(unresolved);
    if (schema.has("oneOf")) {
      List<String> choices = new ArrayList<>();
      schema.get("oneOf").forEach(branch -> choices.add(expectation(branch)));
      return String.join(", or ", choices);
    }
    if (schema.has("enum")) {
      List<String> values = words(schema);
      return values.size() == 1 ? values.get(0) : "one of " + String.join(", ", values);
    }
    return switch (schema.path("type").asText()) {
      case "integer" -> "a whole number" + range(schema);
      case "number" -> "a number" + range(schema) + step(schema);
      case "object" -> keysNeeded(schema);
      case "array" -> "a list";
      case "boolean" -> "true or false";
      default -> text(schema);
    };
  }

  private static String keysNeeded(JsonNode schema) {
    List<String> required = required(schema);
    if (required.isEmpty() && names(schema).isEmpty()) {
      return "a group of keys";
    }
    return required.isEmpty()
        ? "some of the keys " + String.join(", ", names(schema))
        : (required.size() == 1 ? "at least the key " : "the keys ") + String.join(", ", required);
  }

  private static List<String> required(JsonNode schema) {
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(key -> required.add(key.asText()));
    return required;
  }

  /** Values an enumeration allows; empty if it is none. */
  List<String> words(JsonNode unresolved) {
    List<String> words = new ArrayList<>();
    for (JsonNode branch : alternatives(resolved(unresolved))) {
      branch.path("enum").forEach(value -> words.add(value.asText()));
    }
    return words;
  }

  /** Whether a text has the form that a schema needs; none has where it needs no form. */
  Predicate<String> takes(JsonNode unresolved) {
    JsonNode pattern = resolved(unresolved).path("pattern");
    return text -> pattern.isTextual() && text.matches(pattern.asText());
  }

  private static List<String> names(JsonNode schema) {
    List<String> names = new ArrayList<>();
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static String text(JsonNode schema) {
    String description = schema.path("description").asText("");
    if (!schema.has("pattern") || description.isEmpty()) {
      return schema.has("pattern") ? "text like " + schema.get("pattern").asText() : "text";
    }
    String sentence = Character.toLowerCase(description.charAt(0)) + description.substring(1);
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  private static String range(JsonNode schema) {
    if (schema.has("minimum") && schema.has("maximum")) {
      return " from " + schema.get("minimum").asText() + " to " + schema.get("maximum").asText();
    }
    if (schema.has("minimum")) {
      return " of at least " + schema.get("minimum").asText();
    }
    return schema.has("exclusiveMinimum")
        ? " above " + schema.get("exclusiveMinimum").asText()
        : "";
  }

  private static String step(JsonNode schema) {
    return schema.has("multipleOf") ? " in steps of " + schema.get("multipleOf").asText() : "";
  }

  private static List<JsonNode> alternatives(JsonNode schema) {
    if (!schema.has("oneOf")) {
      return List.of(schema);
    }
    List<JsonNode> branches = new ArrayList<>();
    schema.get("oneOf").forEach(branches::add);
    return branches;
  }

  /** Follows a reference into {@code $defs}. */
  JsonNode resolved(JsonNode schema) {
    return schema.has("$ref") ? root.at(schema.get("$ref").asText().substring(1)) : schema;
  }
}
