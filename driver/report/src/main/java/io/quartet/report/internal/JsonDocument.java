package io.quartet.report.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes documents that are made of plain values: records, maps and lists. */
public final class JsonDocument {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonDocument() {}

  /** The document as a tree. */
  public static ObjectNode tree(Object document) {
    return MAPPER.valueToTree(document);
  }

  /** The document, indented, with a line end after it. */
  public static String of(Object document) {
    try {
      return MAPPER.writeValueAsString(document) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a document is made of plain values", e);
    }
  }
}
