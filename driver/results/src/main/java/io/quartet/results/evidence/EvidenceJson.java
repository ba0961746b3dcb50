package io.quartet.results.evidence;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Objects;
import java.util.stream.Collectors;

/** Reads files of evidence, in which nothing may be missing. */
final class EvidenceJson {

  /** Takes nothing that is incomplete: null is a value of a {@link Long} only. */
  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .defaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.FAIL))
          .withConfigOverride(
              Long.class, times -> times.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SET)))
          .build();

  private EvidenceJson() {}

  /** The key that is missing or damaged, for instance {@code kills.0.vm}. */
  static String place(Exception e) {
    return e instanceof JsonMappingException mapping
        ? mapping.getPath().stream()
            .map(
                part ->
                    Objects.requireNonNullElseGet(part.getFieldName(), () -> "" + part.getIndex()))
            .collect(Collectors.joining("."))
        : "all of it";
  }
}
