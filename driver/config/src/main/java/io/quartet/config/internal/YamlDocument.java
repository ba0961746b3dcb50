package io.quartet.config.internal;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A YAML document with the place of every key and value, for error messages. What is wrong with its
 * syntax is a problem like all others, so that the rest can be judged at once.
 */
public final class YamlDocument {

  private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

  /** A decimal number, with or without a fraction and an exponent. */
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(0|[1-9][0-9]{0,29})(\\.[0-9]{1,30})?([eE][-+]?[0-9]{1,2})?");

  private static final Pattern INDENTED_BY_TAB = Pattern.compile(" *\\t");

  private static final String SYNTAX = "YAML_SYNTAX";
  private static final String NOWHERE = "\0";
  private static final int MOST_PROBLEMS = 20;
  private static final int MOST_SHOWN = 200;
  private static final int LONGEST_LINE = 2_000;
  private static final int MOST_NESTED = 20;
  private static final String TOO_DEEP =
      "the nesting is too deep, or a text is too long. Use fewer levels and shorter texts.";

  private final String fileName;
  private final Interpolation interpolation;
  private final Map<DocumentPath, Place> keyPlaces = new HashMap<>();
  private final Map<DocumentPath, Place> valuePlaces = new HashMap<>();
  private final List<Problem> problems = new ArrayList<>();

  /** Values that are not known. The problem is reported, but not problems that follow from it. */
  private final PathSet broken = new PathSet();

  /** Objects and lists that the document ends in. */
  private final Set<DocumentPath> open = new HashSet<>();

  /** The text read last: a syntax error may also be in the text that follows it. */
  private DocumentPath last = DocumentPath.ROOT;

  private boolean isWhole = true;
  private JsonNode root = NODES.nullNode();

  /** Line and column, from 1. */
  private record Place(int line, int column) implements Comparable<Place> {

    static final Place FIRST = new Place(1, 1);

    static Place of(JsonLocation location) {
      return new Place(location.getLineNr(), location.getColumnNr());
    }

    @Override
    public int compareTo(Place other) {
      return line == other.line
          ? Integer.compare(column, other.column)
          : Integer.compare(line, other.line);
    }

    @Override
    public String toString() {
      return line + ":" + column;
    }
  }

  private YamlDocument(String fileName, Interpolation interpolation) {
    this.fileName = fileName;
    this.interpolation = interpolation;
  }

  /**
   * Parses a document.
   *
   * @param fileName for messages
   */
  public static YamlDocument parse(String fileName, String text, Interpolation interpolation) {
    YamlDocument document = new YamlDocument(fileName, interpolation);
    document.read(text);
    return document;
  }

  /** The values of the file; one with a problem is null. */
  public JsonNode root() {
    return root;
  }

  /** The syntax errors: YAML_SYNTAX, DUPLICATE_KEY or ENV_UNSET. */
  public List<Problem> problems() {
    return problems;
  }

  /** False if the syntax is such that the rest could not be read. */
  public boolean isWhole() {
    return isWhole;
  }

  /** Places whose values are not known. */
  public PathSet broken() {
    return broken;
  }

  /** True unless a problem only follows from what is wrong with the syntax. */
  public boolean isOfItsOwn(Problem problem) {
    boolean isKey = problem.code().equals("UNKNOWN_KEY");
    return !broken.reaches(problem.path()) && (isWhole || isKey || !open.contains(problem.path()));
  }

  /**
   * The error that reports all the problems in the order of their places; code and exit code are
   * those of the first.
   */
  public QuartetException error(List<Problem> unordered) {
    List<Problem> all = inOrder(unordered);
    StringBuilder message = new StringBuilder();
    for (Problem problem : all.subList(0, Math.min(all.size(), MOST_PROBLEMS))) {
      message.append(message.isEmpty() ? "" : "\n").append(line(problem));
    }
    if (all.size() > MOST_PROBLEMS) {
      message
          .append("\nand ")
          .append(all.size() - MOST_PROBLEMS)
          .append(" more problems. Fix these first.");
    }
    Problem first = all.get(0);
    return new QuartetException(first.kind(), first.code(), message.toString());
  }

  private List<Problem> inOrder(List<Problem> problems) {
    return problems.stream().sorted(Comparator.comparing(this::where)).toList();
  }

  /** Each problem in one line, in the order of their places. */
  public Map<Problem, String> lines(List<Problem> problems) {
    Map<Problem, String> lines = new LinkedHashMap<>();
    inOrder(problems).forEach(problem -> lines.put(problem, line(problem)));
    return lines;
  }

  /** A problem in one line, with its place: {@code run.yaml:41:7: what is wrong. What to do.} */
  private String line(Problem problem) {
    return fileName
        + ":"
        + where(problem)
        + ": "
        + Text.shortened(Text.visible(problem.text()), LONGEST_LINE);
  }

  private Place where(Problem problem) {
    Map<DocumentPath, Place> places = problem.isAboutKey() ? keyPlaces : valuePlaces;
    DocumentPath path = problem.path();
    while (!places.containsKey(path) && !path.isRoot()) {
      path = path.parent();
    }
    return places.getOrDefault(path, Place.FIRST);
  }

  private void read(String text) {
    try (EventParser parser = EventParser.of(Interpolation.hidden(text))) {
      try {
        if (parser.nextToken() != null) {
          value(parser, DocumentPath.ROOT, value -> root = value);
        }
        if (parser.nextToken() != null) {
          report(parser, SYNTAX, "a second document starts here. Keep one.");
        }
      } catch (JsonProcessingException e) {
        isWhole = false;
        broken.add(last);
        reportSyntax(parser, e, text);
      }
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory cannot fail", e);
    }
  }

  /**
   * Reads the current value.
   *
   * @param attach takes it, an object or a list before it is filled
   */
  private void value(EventParser parser, DocumentPath path, Consumer<JsonNode> attach)
      throws IOException {
    last = path;
    valuePlaces.put(path, place(parser));
    if (path.parts().size() > MOST_NESTED) {
      throw new StreamConstraintsException("too deep");
    }
    if (reportProperties(parser)) {
      broken.add(path);
    }
    open.add(path);
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        ObjectNode object = NODES.objectNode();
        attach.accept(object);
        fill(object, parser, path);
      }
      case START_ARRAY -> {
        ArrayNode array = NODES.arrayNode();
        attach.accept(array);
        fill(array, parser, path);
      }
      default -> attach.accept(scalar(parser, path));
    }
    open.remove(path);
  }

  /** Reports an anchor, an alias or a tag of the current key or value; false if it has none. */
  private boolean reportProperties(EventParser parser) {
    if (parser.hasAnchor()) {
      report(
          parser,
          SYNTAX,
          "anchors (&) and aliases (*) are not read. Write the value out, or quote the text.");
    } else if (parser.hasTag()) {
      report(parser, SYNTAX, "tags (!) are not read. Leave the tag out, or quote the text.");
    }
    return parser.hasAnchor() || parser.hasTag();
  }

  private void fill(ObjectNode object, EventParser parser, DocumentPath path) throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = Interpolation.shown(parser.currentName());
      DocumentPath child = path.child(key);
      reportProperties(parser);
      if (object.has(key)) {
        broken.add(child);
        report(
            parser,
            "DUPLICATE_KEY",
            "'%s' was given before, at %s:%s. Keep one of them."
                .formatted(child, fileName, keyPlaces.get(child)));
        parser.nextToken();
        value(parser, child.child("again"), value -> {});
      } else {
        last = child;
        keyPlaces.put(child, place(parser));
        parser.nextToken();
        value(parser, child, value -> object.set(key, value));
      }
    }
  }

  private void fill(ArrayNode array, EventParser parser, DocumentPath path) throws IOException {
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      value(parser, path.child(array.size()), array::add);
    }
  }

  private JsonNode scalar(JsonParser parser, DocumentPath path) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> numberOrText(parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> NODES.nullNode();
      default ->
          interpolation
              .resolve(Interpolation.shown(parser.getText()), text -> unset(parser, path, text))
              .orElse(NODES.nullNode());
    };
  }

  private void unset(JsonParser parser, DocumentPath path, String text) {
    broken.add(path);
    report(parser, "ENV_UNSET", text);
  }

  /**
   * A decimal number of usual size. All other YAML numbers stay text, and the schema refuses them
   * where it needs a number. These are octal, hexadecimal and sexagesimal numbers, underscores, and
   * exponents of more than two digits.
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
  public static BigDecimal number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new NumberFormatException("not a number");
    }
    return new BigDecimal(text);
  }

  private static Place place(JsonParser parser) {
    return Place.of(parser.currentTokenLocation());
  }

  private void report(JsonParser parser, String code, String text) {
    report(place(parser), code, text);
  }

  /** Makes a path for a problem at a place that has none. */
  private void report(Place place, String code, String text) {
    DocumentPath path = DocumentPath.ROOT.child(NOWHERE).child(problems.size());
    valuePlaces.put(path, place);
    problems.add(Problem.ofValue(path, code, text));
  }

  private void reportSyntax(JsonParser parser, JsonProcessingException e, String text) {
    if (e instanceof StreamConstraintsException) {
      report(Place.of(parser.currentLocation()), SYNTAX, TOO_DEEP);
      return;
    }
    String what =
        e.getOriginalMessage()
            .lines()
            .findFirst()
            .orElse("not YAML")
            .replaceAll(",? got this instead:.*", ""); // names classes of the library
    Place place = Place.of(e.getLocation() == null ? parser.currentLocation() : e.getLocation());
    report(
        place,
        SYNTAX,
        "this is not valid YAML ("
            + Text.shortened(what, MOST_SHOWN)
            + "). Check indentation, colons and quotes."
            + hint(text, place.line()));
  }

  /** A wrong line may end what the line before began, or show only in the next one. */
  private static String hint(String text, int line) {
    return text.lines()
        .limit(line + 1L)
        .skip(Math.max(0, line - 2))
        .map(
            content ->
                INDENTED_BY_TAB.matcher(content).lookingAt()
                    ? " A tab indents '"
                        + Text.shortened(content.strip(), MOST_SHOWN)
                        + "'. Use spaces."
                    : SchemaCheck.ofAssignment(content.strip()))
        .filter(hint -> !hint.isEmpty())
        .findFirst()
        .orElse("");
  }
}
