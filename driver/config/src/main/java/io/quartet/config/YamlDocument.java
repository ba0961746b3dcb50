package io.quartet.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A YAML document with the place of every key and value, for error messages. */
final class YamlDocument {

  private static final YAMLFactory YAML = new YAMLFactory();
  private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

  /** A decimal number, with or without a fraction and an exponent. */
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(0|[1-9][0-9]{0,29})(\\.[0-9]{1,30})?([eE][-+]?[0-9]{1,2})?");

  private static final int MOST_PROBLEMS = 20;
  private static final int MOST_SHOWN = 200;
  private static final int MOST_NESTED = 20;
  private static final String TOO_DEEP =
      "the nesting is too deep, or a text is too long. Use fewer levels and shorter texts.";

  private final String fileName;
  private final Interpolation interpolation;
  private final Map<DocumentPath, String> keyPlaces = new HashMap<>();
  private final Map<DocumentPath, String> valuePlaces = new HashMap<>();
  private final JsonNode root;

  private YamlDocument(String fileName, String text, Interpolation interpolation) {
    this.fileName = fileName;
    this.interpolation = interpolation;
    try (YAMLParser parser = YAML.createParser(Interpolation.hidden(text))) {
      try {
        parser.nextToken();
        this.root =
            parser.currentToken() == null ? NODES.nullNode() : value(parser, DocumentPath.ROOT);
        if (parser.nextToken() != null) {
          throw failure(place(parser), "YAML_SYNTAX", "a second document starts here. Keep one.");
        }
      } catch (JsonProcessingException e) {
        throw syntaxError(parser, e);
      }
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory cannot fail", e);
    }
  }

  /**
   * Parses a document.
   *
   * @param fileName for messages
   * @throws QuartetException YAML_SYNTAX, DUPLICATE_KEY or ENV_UNSET, with line and column
   */
  static YamlDocument parse(String fileName, String text, Interpolation interpolation) {
    return new YamlDocument(fileName, text, interpolation);
  }

  JsonNode root() {
    return root;
  }

  /** The error that reports all the problems, its code that of the first. */
  QuartetException error(List<Problem> problems) {
    StringBuilder message = new StringBuilder();
    for (Problem problem : problems.subList(0, Math.min(problems.size(), MOST_PROBLEMS))) {
      message
          .append(message.isEmpty() ? "" : "\n")
          .append(where(problem))
          .append(": ")
          .append(Text.visible(problem.text()));
    }
    if (problems.size() > MOST_PROBLEMS) {
      message
          .append("\nand ")
          .append(problems.size() - MOST_PROBLEMS)
          .append(" more problems. Fix these first.");
    }
    return new QuartetException(Kind.BAD_INPUT, problems.get(0).code(), message.toString());
  }

  private String where(Problem problem) {
    Map<DocumentPath, String> places = problem.isAboutKey() ? keyPlaces : valuePlaces;
    DocumentPath path = problem.path();
    while (!places.containsKey(path) && !path.isRoot()) {
      path = path.parent();
    }
    return places.getOrDefault(path, fileName + ":1:1");
  }

  private JsonNode value(YAMLParser parser, DocumentPath path) throws IOException {
    valuePlaces.put(path, place(parser));
    if (path.parts().size() > MOST_NESTED) {
      throw failure(place(parser), "YAML_SYNTAX", TOO_DEEP);
    }
    if (parser.isCurrentAlias() || parser.getObjectId() != null) {
      throw failure(
          place(parser),
          "YAML_SYNTAX",
          "anchors (&) and aliases (*) are not read. Write the value out, or quote the text.");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, path);
      case START_ARRAY -> array(parser, path);
      default -> scalar(parser);
    };
  }

  private ObjectNode object(YAMLParser parser, DocumentPath path) throws IOException {
    ObjectNode object = NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = Interpolation.shown(parser.currentName());
      DocumentPath child = path.child(key);
      if (object.has(key)) {
        throw failure(
            place(parser),
            "DUPLICATE_KEY",
            "'" + child + "' was given before, at " + keyPlaces.get(child) + ". Keep one of them.");
      }
      keyPlaces.put(child, place(parser));
      parser.nextToken();
      object.set(key, value(parser, child));
    }
    return object;
  }

  private ArrayNode array(YAMLParser parser, DocumentPath path) throws IOException {
    ArrayNode array = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser, path.child(array.size())));
    }
    return array;
  }

  private JsonNode scalar(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> numberOrText(parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> NODES.nullNode();
      default ->
          interpolation.resolve(
              Interpolation.shown(parser.getText()), message -> unset(parser, message));
    };
  }

  /**
   * A decimal number of usual size. Everything else that YAML reads as a number stays text, which
   * the schema refuses where a number is needed: octal, hexadecimal and sexagesimal numbers,
   * underscores, and exponents of more than two digits.
   */
  static JsonNode numberOrText(String text) {
    try {
      BigDecimal number = number(text);
      return text.matches("[-+]?[0-9]+")
          ? NODES.numberNode(number.toBigIntegerExact())
          : NODES.numberNode(number);
    } catch (NumberFormatException e) {
      return NODES.textNode(text);
    }
  }

  /**
   * Reads a decimal number of usual size.
   *
   * @throws NumberFormatException if it is none
   */
  static BigDecimal number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new NumberFormatException("not a number");
    }
    return new BigDecimal(text);
  }

  private QuartetException unset(JsonParser parser, String message) {
    return failure(place(parser), "ENV_UNSET", message);
  }

  private String place(JsonParser parser) {
    return place(parser.currentTokenLocation());
  }

  private String place(JsonLocation location) {
    return fileName + ":" + location.getLineNr() + ":" + location.getColumnNr();
  }

  private QuartetException syntaxError(JsonParser parser, JsonProcessingException e) {
    if (e instanceof StreamConstraintsException) {
      return failure(place(parser.currentLocation()), "YAML_SYNTAX", TOO_DEEP);
    }
    String where = place(e.getLocation() == null ? parser.currentLocation() : e.getLocation());
    String what =
        e.getOriginalMessage()
            .lines()
            .findFirst()
            .orElse("not YAML")
            .replaceAll(",? got this instead:.*", ""); // names classes of the library
    return failure(
        where,
        "YAML_SYNTAX",
        "this is not valid YAML ("
            + Text.shortened(what, MOST_SHOWN)
            + "). Check indentation, colons and quotes.");
  }

  private static QuartetException failure(String where, String code, String text) {
    return new QuartetException(Kind.BAD_INPUT, code, where + ": " + Text.visible(text));
  }
}
