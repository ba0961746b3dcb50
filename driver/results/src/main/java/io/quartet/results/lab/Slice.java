package io.quartet.results.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.OptionalLong;

/**
 * About a second of one transaction on one database, as {@code quartet-lab measure} prints it.
 *
 * @param transaction name in the form of {@link io.quartet.model.TransactionType#name()}
 * @param number from 1; the slices of both databases with one number follow each other
 * @param micros time of the executions
 * @param cpuMicros processor time of the server process; empty if it is not known
 * @param buffers blocks that were found in shared buffers or read; empty if they are not known
 * @param walBytes write-ahead log of the server; empty if it is not known
 */
public record Slice(
    String transaction,
    String database,
    int number,
    long executions,
    long micros,
    OptionalLong cpuMicros,
    OptionalLong buffers,
    OptionalLong walBytes) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is no JSON
   */
  public static Slice of(String transaction, String line) {
    JsonNode json;
    try {
      json = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + line, e);
    }
    JsonNode hit = json.path("sharedHit");
    JsonNode read = json.path("sharedRead");
    return new Slice(
        transaction,
        json.path("database").asText(),
        json.path("slice").asInt(),
        json.path("executions").asLong(),
        json.path("micros").asLong(),
        number(json.path("cpuMicros")),
        hit.isNumber() && read.isNumber()
            ? OptionalLong.of(hit.asLong() + read.asLong())
            : OptionalLong.empty(),
        number(json.path("walBytes")));
  }

  private static OptionalLong number(JsonNode node) {
    return node.isNumber() ? OptionalLong.of(node.asLong()) : OptionalLong.empty();
  }
}
