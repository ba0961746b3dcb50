package io.quartet.results.events;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.results.folder.AppendedFile;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code events.jsonl}: one JSON object per line, appended as it happens. Thread-safe. */
public final class EventLog implements AutoCloseable {

  /** Name in the results folder. */
  public static final String NAME = "events.jsonl";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final AppendedFile file;

  /** Opens the file for appending. */
  public EventLog(ResultsFolder folder) {
    this.file = new AppendedFile(folder.file(NAME), "");
  }

  /**
   * Appends one event.
   *
   * @param utcMillis when
   * @param name a constant of {@link Event}, or any other lower-case name
   * @param fields anything Jackson writes; no secrets
   */
  public void append(long utcMillis, String name, Map<String, ?> fields) {
    ObjectNode line = JSON.createObjectNode().put("utcMillis", utcMillis).put("event", name);
    line.setAll((ObjectNode) JSON.valueToTree(fields));
    file.append(line + "\n");
  }

  /** All events; a last line cut short by a kill is skipped. */
  public static List<Event> read(ResultsFolder folder) {
    List<Event> events = new ArrayList<>();
    folder.forEachLine(
        NAME,
        (number, line) -> {
          if (!line.isBlank()) {
            events.add(parse(folder.file(NAME), number, line));
          }
        });
    return events;
  }

  private static Event parse(Path path, int number, String line) {
    ObjectNode object = object(line);
    if (object == null) {
      throw ResultsFolder.unreadable(path, "line " + number + " is not a JSON object", null);
    }
    Event event =
        new Event(object.path("utcMillis").asLong(), object.path("event").asText(), object);
    object.remove(List.of("utcMillis", "event"));
    return event;
  }

  /** Null if it is none. */
  private static ObjectNode object(String line) {
    try {
      return JSON.readTree(line) instanceof ObjectNode object ? object : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
