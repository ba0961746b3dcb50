package io.quartet.config.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.regex.RegularExpression;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.config.Suggestions;
import io.quartet.model.Address;
import io.quartet.model.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks a document against a schema and says in words what is wrong. Thread-safe. */
public final class SchemaCheck {

  public static final SchemaCheck BENCHMARK = new SchemaCheck(Schema.benchmark());
  public static final SchemaCheck ATTESTATION = new SchemaCheck(Schema.attestation());
  public static final SchemaCheck TOOL = new SchemaCheck(Schema.tool());
  public static final SchemaCheck EXPERIMENT = new SchemaCheck(Schema.experiment());

  /** Characters of a value that a message repeats. */
  private static final int MOST_SHOWN = 100;

  /** In postgresql.conf the sign is optional; only names of settings have an underscore. */
  private static final Pattern ASSIGNMENT =
      Pattern.compile(
          "([A-Za-z_][A-Za-z0-9_.]{0,60})(?: *(=) *|(?<=[a-z]_[a-z_]{1,60}) +)([^\\s=]{1,60})");

  private final Schema schema;
  private final JsonSchema validator;

  private SchemaCheck(Schema schema) {
    this.schema = schema;
    this.validator =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(
                schema.root(),
                SchemaValidatorsConfig.builder()
                    .regularExpressionFactory(SchemaCheck::expression)
                    .build());
  }

  /** In a JSON Schema, {@code $} is the end of a text. Java would also take a line feed there. */
  private static RegularExpression expression(String regex) {
    return Pattern.compile(regex.replaceFirst("\\$$", "\\\\z")).asPredicate()::test;
  }

  /** All problems in document order of discovery, at most one per place; empty if there is none. */
  public List<Problem> problems(JsonNode document) {
    Set<ValidationMessage> messages = validator.validate(document);
    Map<DocumentPath, JsonNode> choices = new LinkedHashMap<>();
    for (ValidationMessage message : messages) {
      if (message.getType().equals("oneOf")) {
        choices.put(path(message.getInstanceLocation()), message.getInstanceNode());
      }
    }
    Map<String, Problem> problems = new LinkedHashMap<>();
    for (ValidationMessage message : messages) {
      if (isAboutTheChosenBranch(message, choices)) {
        Problem problem = problem(message);
        problems.putIfAbsent(problem.path() + "", problem);
      }
    }
    return new ArrayList<>(problems.values());
  }

  /**
   * A value with several allowed shapes fails in every one of them. A list or an object is judged
   * as the list or the object it is; for a scalar one message names all shapes.
   */
  private boolean isAboutTheChosenBranch(
      ValidationMessage message, Map<DocumentPath, JsonNode> choices) {
    DocumentPath path = path(message.getInstanceLocation());
    return choices.entrySet().stream()
        .filter(choice -> path.startsWith(choice.getKey()))
        .max(Comparator.comparingInt(choice -> choice.getKey().parts().size()))
        .map(innermost -> isAboutTheBranchOf(innermost, path, message))
        .orElse(true);
  }

  private boolean isAboutTheBranchOf(
      Map.Entry<DocumentPath, JsonNode> choice, DocumentPath path, ValidationMessage message) {
    boolean isChoice = message.getType().equals("oneOf") && path.equals(choice.getKey());
    return !choice.getValue().isContainerNode() || !hasBranchFor(choice)
        ? isChoice
        : !isChoice && isInContainerBranch(message, choice.getKey());
  }

  private boolean hasBranchFor(Map.Entry<DocumentPath, JsonNode> choice) {
    String type = choice.getValue().isArray() ? "array" : "object";
    for (JsonNode branch : schema.at(choice.getKey()).orElseThrow().path("oneOf")) {
      if (branch.path("type").asText().equals(type)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInContainerBranch(ValidationMessage message, DocumentPath choice) {
    boolean isAtTheChoice = path(message.getInstanceLocation()).equals(choice);
    return !isAtTheChoice
        || !Set.of("enum", "type", "pattern", "oneOf").contains(message.getType());
  }

  private Problem problem(ValidationMessage message) {
    DocumentPath path = path(message.getInstanceLocation());
    return switch (message.getType()) {
      case "additionalProperties" -> unknownKey(path, message.getProperty());
      case "required" ->
          Problem.ofKey(
              path,
              "MISSING_KEY",
              inside(path) + "'" + message.getProperty() + "' is missing. Add it.");
      default -> wrongValue(path, message);
    };
  }

  private Problem unknownKey(DocumentPath path, String key) {
    List<String> known = schema.keys(path);
    String hint =
        Suggestions.nearest(key, known)
            .map(nearest -> "Did you mean '" + nearest + "'?")
            .or(() -> schema.elsewhere(key).map(place -> "Did you mean '" + place + "'?"))
            .orElse("Known keys here: " + String.join(", ", known) + ".");
    return Problem.ofKey(
        path.child(key),
        "UNKNOWN_KEY",
        inside(path) + "'" + Text.shortened(key, MOST_SHOWN) + "' is not a key. " + hint);
  }

  private Problem wrongValue(DocumentPath path, ValidationMessage message) {
    JsonNode expected = schema.at(path).orElse(schema.root());
    JsonNode actual = message.getInstanceNode();
    String needs =
        switch (message.getType()) {
          case "minItems", "maxItems" -> items(expected, actual);
          case "minProperties" -> "at least one key";
          case "maxProperties" -> "at most " + expected.path("maxProperties") + " keys";
          default -> schema.expectation(expected);
        };
    String hint =
        actual.isTextual()
            ? Suggestions.nearest(actual.asText(), schema.words(expected))
                .or(() -> Address.withBrackets(actual.asText()).filter(schema.takes(expected)))
                .map(nearest -> " Did you mean '" + nearest + "'?")
                .orElse("")
            : "";
    hint += path.isRoot() ? "" : ofAssignment(path, actual);
    return Problem.ofValue(
        path,
        "WRONG_VALUE",
        "%s is %s, but it needs %s.%s"
            .formatted(path.isRoot() ? "the file" : path, described(actual), needs, hint));
  }

  /** How to write a line of another kind of file, such as postgresql.conf; empty if it is none. */
  private static String ofAssignment(DocumentPath path, JsonNode actual) {
    JsonNode first = actual.isArray() ? actual.path(0) : actual;
    // A line in braces is a key without a value.
    String text = first.isNull() ? path.parts().get(path.parts().size() - 1) : first.asText();
    return ofAssignment(text);
  }

  /** The same for a line as it stands in a file. */
  static String ofAssignment(String text) {
    Matcher line = ASSIGNMENT.matcher(text);
    return line.lookingAt()
        ? " Write a colon "
            + (line.group(2) == null ? "after the name" : "in place of '='")
            + (": '" + line.group(1) + ": " + line.group(3) + "'.")
        : "";
  }

  private String items(JsonNode expected, JsonNode actual) {
    for (JsonNode branch : expected.has("oneOf") ? expected.get("oneOf") : List.of(expected)) {
      if (branch.has("minItems") && branch.path("minItems").equals(branch.path("maxItems"))) {
        return branch.get("minItems").asText() + " values instead of " + actual.size();
      }
    }
    return "a list with at least one row and at most 1000";
  }

  private static String described(JsonNode value) {
    if (value.isNull() || value.isMissingNode()) {
      return "empty";
    }
    if (value.isContainerNode()) {
      String kind = value.isArray() ? "list" : "group of keys";
      return value.isEmpty() ? "an empty " + kind : "a " + kind;
    }
    String text = Text.shortened(value.asText(), MOST_SHOWN);
    return value.isTextual() ? "'" + text + "'" : text;
  }

  private static String inside(DocumentPath path) {
    return path.isRoot() ? "" : "in " + path + ": ";
  }

  private static DocumentPath path(JsonNodePath location) {
    DocumentPath path = DocumentPath.ROOT;
    for (int i = 0; i < location.getNameCount(); i++) {
      path = path.child(location.getElement(i).toString());
    }
    return path;
  }
}
