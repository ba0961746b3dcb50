package io.quartet.config.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Values of one cell in an experiment file. Immutable.
 *
 * @param label given by the author; empty if none
 * @param values by key of the benchmark file, in the order of the file
 */
public record CellValues(String label, Map<String, Value> values) {

  private static final int MOST_CELLS = 1_000;
  private static final DocumentPath VARY = DocumentPath.ROOT.child("vary");
  private static final DocumentPath SET = DocumentPath.ROOT.child("set");
  private static final DocumentPath CELLS = DocumentPath.ROOT.child("cells");
  private static final String LABEL = "label";

  /**
   * One value.
   *
   * @param text for people: its name, or the value itself
   * @param place where it stands in the experiment file
   */
  public record Value(JsonNode node, String text, DocumentPath place) {}

  /** Text of a value: scalars as they are, lists and objects as JSON. To YAML "on" is true. */
  public static String text(JsonNode value) {
    if (value.isNull() || value.isMissingNode()) {
      return "left out";
    }
    if (value.isBoolean()) {
      return value.asBoolean() ? "on" : "off";
    }
    return value.isValueNode() ? value.asText() : value.toString();
  }

  /**
   * Every cell of a file that fits its schema, in order.
   *
   * @param problems receives the problems; some cells are then missing
   */
  public static List<CellValues> of(JsonNode file, List<Problem> problems) {
    if (file.has("vary") == file.has("cells")) {
      problems.add(
          Problem.ofKey(
              DocumentPath.ROOT,
              "MISSING_KEY",
              "an experiment has either 'vary' or 'cells'. Give one of them."));
      return List.of();
    }
    return file.has("vary") ? combinations(file.get("vary"), problems) : listed(file.get("cells"));
  }

  private static List<CellValues> combinations(JsonNode vary, List<Problem> problems) {
    List<CellValues> cells = List.of(new CellValues("", Map.of()));
    for (Map.Entry<String, JsonNode> varied : vary.properties()) {
      List<Value> values = values(varied.getKey(), varied.getValue(), problems);
      if ((long) cells.size() * values.size() > MOST_CELLS) {
        problems.add(
            Problem.ofValue(
                VARY,
                "WRONG_VALUE",
                "vary gives more than %d cells. Vary fewer keys, or fewer values of each."
                    .formatted(MOST_CELLS)));
        return List.of();
      }
      List<CellValues> longer = new ArrayList<>();
      for (CellValues cell : cells) {
        values.forEach(value -> longer.add(cell.with(varied.getKey(), value)));
      }
      cells = longer;
    }
    return cells;
  }

  private static List<Value> values(String key, JsonNode given, List<Problem> problems) {
    DocumentPath place = VARY.child(key);
    List<Value> values = new ArrayList<>();
    if (given.isObject()) {
      given
          .properties()
          .forEach(
              named ->
                  values.add(
                      new Value(
                          named.getValue(),
                          Text.visible(named.getKey()),
                          place.child(named.getKey()))));
    }
    for (int i = 0; given.isArray() && i < given.size(); i++) {
      values.add(new Value(given.get(i), text(given.get(i)), place.child(i)));
    }
    if (values.isEmpty()) {
      problems.add(
          Problem.ofValue(
              place,
              "WRONG_VALUE",
              place + " needs a list of values, or names with a value each. Write [a, b]."));
    }
    return values;
  }

  private static List<CellValues> listed(JsonNode given) {
    List<CellValues> cells = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      CellValues cell = new CellValues(given.get(i).path(LABEL).asText(""), Map.of());
      for (Map.Entry<String, JsonNode> entry : given.get(i).properties()) {
        if (!entry.getKey().equals(LABEL)) {
          DocumentPath place = CELLS.child(i).child(entry.getKey());
          cell =
              cell.with(entry.getKey(), new Value(entry.getValue(), text(entry.getValue()), place));
        }
      }
      cells.add(cell);
    }
    return cells;
  }

  /** Adds the values that all cells share, unless the cell has its own value. */
  public CellValues over(JsonNode fixed) {
    CellValues all = new CellValues(label, Map.of());
    for (Map.Entry<String, JsonNode> entry : fixed.properties()) {
      JsonNode node = entry.getValue();
      all = all.with(entry.getKey(), new Value(node, text(node), SET.child(entry.getKey())));
    }
    for (Map.Entry<String, Value> own : values.entrySet()) {
      all = all.with(own.getKey(), own.getValue());
    }
    return all;
  }

  /**
   * Puts the values into a benchmark file.
   *
   * @return keys that have no place there, because a plain value is on their path
   */
  public List<String> putInto(ObjectNode benchmark) {
    return values.entrySet().stream()
        .filter(
            value ->
                !KeyPaths.put(
                    benchmark, KeyPaths.of(value.getKey()), value.getValue().node().deepCopy()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Keys that {@code vary} gives in every cell, but {@code set} too: their fixed value would be
   * lost.
   */
  public static List<String> fixedAndVaried(JsonNode file) {
    JsonNode set = file.path("set");
    ObjectNode fixed = JsonNodeFactory.instance.objectNode();
    new CellValues("", Map.of()).over(set).putInto(fixed);
    return file.path("vary").properties().stream()
        .map(Map.Entry::getKey)
        .filter(
            key ->
                set.has(key)
                    || set.properties().stream().anyMatch(of -> holder(key).test(of.getKey()))
                        && !KeyPaths.at(fixed, KeyPaths.of(key)).isMissingNode())
        .toList();
  }

  /** A key whose value is lost, because a later key holds it as a part. */
  public Optional<String> lost() {
    List<String> keys = List.copyOf(values.keySet());
    return IntStream.range(0, keys.size())
        .filter(i -> keys.subList(i + 1, keys.size()).stream().anyMatch(holder(keys.get(i))))
        .mapToObj(keys::get)
        .findFirst();
  }

  private static Predicate<String> holder(String key) {
    return other -> KeyPaths.of(key).startsWith(KeyPaths.of(other));
  }

  private CellValues with(String key, Value value) {
    Map<String, Value> more = new LinkedHashMap<>(values);
    more.put(key, value);
    return new CellValues(label, more);
  }
}
