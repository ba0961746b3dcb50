package io.quartet.results.folder;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** JSON that comes from outside. */
public final class JsonText {

  /** Half of what Jackson writes, so that a report can hold what a run holds. */
  private static final int DEEPEST = 500;

  private static final ObjectMapper JSON =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private JsonText() {}

  /**
   * Reads a text.
   *
   * @throws JsonProcessingException if it is not one JSON document, has a key twice, is nested more
   *     than 500 levels deep, or has a number or name that is too long; of the last two, Jackson
   *     does not know the line
   */
  public static JsonNode parse(String text) throws JsonProcessingException {
    return JSON.readTree(text);
  }
}
