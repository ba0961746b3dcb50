package io.quartet.measure.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
    Path path = folder.file(NAME);
    List<Event> events = new ArrayList<>();
    try {
      String content = Files.readString(path, StandardCharsets.UTF_8);
      int end = content.lastIndexOf('\n');
      for (String line : content.substring(0, Math.max(0, end)).split("\n")) {
        if (!line.isBlank()) {
          events.add(parse(path, line));
        }
      }
      return events;
    } catch (IOException e) {
      throw ResultsFolder.unreadable(path, "cannot be read (" + e + ")", e);
    }
  }

  private static Event parse(Path path, String line) throws JsonProcessingException {
    if (!(JSON.readTree(line) instanceof ObjectNode object)) {
      throw ResultsFolder.unreadable(path, "a line is not a JSON object", null);
    }
    Event event =
        new Event(object.path("utcMillis").asLong(), object.path("event").asText(), object);
    object.remove(List.of("utcMillis", "event"));
    return event;
  }

  @Override
  public void close() {
    file.close();
  }
}
