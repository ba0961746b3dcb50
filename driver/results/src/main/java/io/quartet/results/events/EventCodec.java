package io.quartet.results.events;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.results.events.RunEvent.Unknown;
import io.quartet.results.folder.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Events as JSON objects: the lines of {@code events.jsonl}, what a worker sends, and what a run
 * with {@code --json} shows.
 */
public final class EventCodec {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String UTC_MILLIS = "utcMillis";
  private static final String EVENT = "event";
  private static final String WORKER = "worker";

  private EventCodec() {}

  /** The event as an object: moment, name, number of the worker if it is of one, its fields. */
  public static ObjectNode toJson(LoggedEvent logged) {
    ObjectNode json = JSON.createObjectNode();
    json.put(UTC_MILLIS, logged.utcMillis()).put(EVENT, logged.event().name());
    json.setAll((ObjectNode) JSON.valueToTree(logged.fields()));
    return json;
  }

  /**
   * Reads what {@link #toJson} wrote, of this or another version: fields may be missing or too
   * many.
   *
   * @throws IllegalArgumentException if it is not a JSON object
   */
  public static LoggedEvent parse(String text) {
    try {
      if (JsonText.parse(text) instanceof ObjectNode json) {
        return parse(json);
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("an event is not JSON", e);
    }
    throw new IllegalArgumentException("an event is not a JSON object");
  }

  private static LoggedEvent parse(ObjectNode json) {
    long utcMillis = json.path(UTC_MILLIS).asLong();
    String name = json.path(EVENT).asText();
    json.remove(List.of(UTC_MILLIS, EVENT));
    OptionalInt worker = OptionalInt.empty();
    if (json.path(WORKER).canConvertToInt()) {
      worker = OptionalInt.of(json.remove(WORKER).asInt());
    }
    EventForm form = EventForm.ALL.get(name);
    return new LoggedEvent(utcMillis, worker, form == null ? unknown(name, json) : form.read(json));
  }

  private static Unknown unknown(String name, ObjectNode json) {
    Map<String, JsonNode> fields = new LinkedHashMap<>();
    json.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    return new Unknown(name, fields);
  }
}
