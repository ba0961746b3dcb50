package io.quartet.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A JSON document as text for golden files: a line for each path and value, sorted. The last line
 * is the SHA-256 of the document, which also covers the order of its fields.
 *
 * <p>A series of more than {@value #LONGEST_SERIES} plain values is one line with its length, its
 * ends and the SHA-256 of its JSON. A table of more than {@value #LONGEST_TABLE} rows is reduced
 * column by column.
 */
public final class JsonLines {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_SERIES = 20;
  private static final int LONGEST_TABLE = 100;

  private final StringBuilder text = new StringBuilder();

  private JsonLines() {}

  /** All lines, each with its end. */
  public static String of(String document) {
    try {
      JsonLines lines = new JsonLines();
      lines.add("", JSON.readTree(document));
      lines.line("document", "sha256 " + sha256(document));
      return lines.text.toString();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private void add(String path, JsonNode node) {
    if (node.isEmpty()) {
      line(path, node.toString());
    } else if (node instanceof ArrayNode array) {
      add(path, array);
    } else {
      TreeSet<String> names = new TreeSet<>();
      node.fieldNames().forEachRemaining(names::add);
      names.forEach(name -> add(path.isEmpty() ? name : path + "." + name, node.get(name)));
    }
  }

  private void add(String path, ArrayNode array) {
    if (array.size() > LONGEST_SERIES && array.valueStream().allMatch(JsonNode::isValueNode)) {
      line(
          path,
          "%d values, %s to %s, sha256 %s"
              .formatted(
                  array.size(),
                  array.get(0),
                  array.get(array.size() - 1),
                  sha256(array.toString())));
    } else if (array.size() > LONGEST_TABLE && array.valueStream().allMatch(JsonNode::isObject)) {
      add(path + "[*]", columns(array));
    } else {
      for (int i = 0; i < array.size(); i++) {
        add(path + "[" + i + "]", array.get(i));
      }
    }
  }

  /** A field that a row lacks is null in its column. */
  private static ObjectNode columns(ArrayNode rows) {
    TreeSet<String> names = new TreeSet<>();
    rows.forEach(row -> row.fieldNames().forEachRemaining(names::add));
    ObjectNode columns = JSON.createObjectNode();
    for (String name : names) {
      ArrayNode column = columns.putArray(name);
      rows.forEach(
          row -> column.add(Optional.ofNullable(row.get(name)).orElse(NullNode.getInstance())));
    }
    return columns;
  }

  private void line(String path, String value) {
    text.append(path).append(" = ").append(value).append('\n');
  }

  private static String sha256(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
