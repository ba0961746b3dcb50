package io.quartet.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A YAML document with the place of every key and value, for error messages. */
final class YamlDocument {

  private static final YAMLFactory YAML = new YAMLFactory();
  private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

  private final String fileName;
  private final Interpolation interpolation;
  private final Map<DocumentPath, String> keyPlaces = new HashMap<>();
  private final Map<DocumentPath, String> valuePlaces = new HashMap<>();
  private final JsonNode root;

  private YamlDocument(String fileName, String text, Interpolation interpolation) {
    this.fileName = fileName;
    this.interpolation = interpolation;
    try (JsonParser parser = YAML.createParser(Interpolation.hidden(text))) {
      parser.nextToken();
      this.root =
          parser.currentToken() == null ? NODES.nullNode() : value(parser, DocumentPath.ROOT);
      if (parser.nextToken() != null) {
        throw failure(place(parser), "YAML_SYNTAX", "a second document starts here. Keep one.");
      }
    } catch (JsonProcessingException e) {
      throw syntaxError(e);
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
    String message =
        problems.stream()
            .map(problem -> where(problem) + ": " + problem.text())
            .collect(Collectors.joining("\n"));
    return new QuartetException(Kind.BAD_INPUT, problems.get(0).code(), message);
  }

  private String where(Problem problem) {
    Map<DocumentPath, String> places = problem.isAboutKey() ? keyPlaces : valuePlaces;
    DocumentPath path = problem.path();
    while (!places.containsKey(path) && !path.isRoot()) {
      path = path.parent();
    }
    return places.getOrDefault(path, fileName + ":1:1");
  }

  private JsonNode value(JsonParser parser, DocumentPath path) throws IOException {
    valuePlaces.put(path, place(parser));
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, path);
      case START_ARRAY -> array(parser, path);
      default -> scalar(parser);
    };
  }

  private ObjectNode object(JsonParser parser, DocumentPath path) throws IOException {
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

  private ArrayNode array(JsonParser parser, DocumentPath path) throws IOException {
    ArrayNode array = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser, path.child(array.size())));
    }
    return array;
  }

  private JsonNode scalar(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NUMBER_INT -> NODES.numberNode(parser.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> NODES.nullNode();
      default ->
          interpolation.resolve(
              Interpolation.shown(parser.getText()), message -> unset(parser, message));
    };
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

  private QuartetException syntaxError(JsonProcessingException e) {
    String where = e.getLocation() == null ? fileName : place(e.getLocation());
    String what = e.getOriginalMessage().lines().findFirst().orElse("not YAML");
    return new QuartetException(
        Kind.BAD_INPUT,
        "YAML_SYNTAX",
        where + ": this is not valid YAML (" + what + "). Check indentation, colons and quotes.",
        e);
  }

  private static QuartetException failure(String where, String code, String text) {
    return new QuartetException(Kind.BAD_INPUT, code, where + ": " + text);
  }
}
