package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A golden {@code report.json}: a folder with one file for each of its sections, so that the
 * difference between two commits names what changed. {@code values.json} holds the fields that are
 * plain values or empty.
 *
 * <p>A series of more than {@value #LONGEST_SERIES} plain values is reduced to its length and the
 * SHA-256 of its JSON. A table of more than {@value #LONGEST_TABLE} rows is reduced column by
 * column.
 */
final class GoldenReport {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String VALUES = "values";
  private static final int LONGEST_SERIES = 20;
  private static final int LONGEST_TABLE = 100;

  private GoldenReport() {}

  /** Fails unless the folder has exactly the sections of the report, each with the same figures. */
  static void assertSame(Path golden, JsonNode report) throws IOException {
    Map<String, JsonNode> actual = sections(report);
    // -Dquartet.golden=write renews the files; look at the difference before committing it.
    if ("write".equals(System.getProperty("quartet.golden"))) {
      write(golden, actual);
    }
    Map<String, JsonNode> expected = read(golden);
    assertThat(actual.keySet())
        .as("sections of report.json, each a file in %s", golden)
        .isEqualTo(expected.keySet());
    for (String section : actual.keySet()) {
      JsonDifferences.assertSame(section, expected.get(section), actual.get(section));
    }
  }

  static Map<String, JsonNode> sections(JsonNode report) {
    ObjectNode values = JSON.createObjectNode();
    Map<String, JsonNode> sections = new TreeMap<>(Map.of(VALUES, values));
    report
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isEmpty()) {
                values.set(field.getKey(), field.getValue());
              } else {
                sections.put(field.getKey(), reduced(field.getValue()));
              }
            });
    return sections;
  }

  private static JsonNode reduced(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode copy = JSON.createObjectNode();
      object.properties().forEach(field -> copy.set(field.getKey(), reduced(field.getValue())));
      return copy;
    }
    if (!(node instanceof ArrayNode array)) {
      return node;
    }
    if (array.size() > LONGEST_SERIES && all(array).allMatch(JsonNode::isValueNode)) {
      return JSON.createObjectNode().put("length", array.size()).put("sha256", sha256(array));
    }
    if (array.size() > LONGEST_TABLE && all(array).allMatch(JsonNode::isObject)) {
      return reduced(columns(array));
    }
    ArrayNode copy = JSON.createArrayNode();
    array.forEach(element -> copy.add(reduced(element)));
    return copy;
  }

  private static Stream<JsonNode> all(ArrayNode array) {
    return array.valueStream();
  }

  /** A field that a row lacks is null in its column. */
  private static ObjectNode columns(ArrayNode rows) {
    ObjectNode columns = JSON.createObjectNode();
    all(rows)
        .flatMap(row -> row.propertyStream().map(Map.Entry::getKey))
        .distinct()
        .forEach(
            name -> {
              ArrayNode column = columns.putArray(name);
              rows.forEach(row -> column.add(row.get(name)));
            });
    return columns;
  }

  private static String sha256(JsonNode node) {
    try {
      byte[] text = node.toString().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static void write(Path golden, Map<String, JsonNode> sections) throws IOException {
    Files.createDirectories(golden);
    for (String old : read(golden).keySet()) {
      Files.delete(file(golden, old));
    }
    for (Map.Entry<String, JsonNode> section : sections.entrySet()) {
      Files.writeString(file(golden, section.getKey()), section.getValue().toPrettyString() + "\n");
    }
  }

  private static Map<String, JsonNode> read(Path golden) throws IOException {
    Map<String, JsonNode> sections = new TreeMap<>();
    try (Stream<Path> files = Files.list(golden)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        sections.put(
            name.substring(0, name.length() - ".json".length()), JSON.readTree(file.toFile()));
      }
    }
    return sections;
  }

  private static Path file(Path golden, String section) {
    return golden.resolve(section + ".json");
  }
}
