package io.quartet.results.events;

import io.quartet.results.folder.AppendedFile;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code events.jsonl}: one JSON object per line, appended as it happens. Thread-safe. */
public final class EventLog implements AutoCloseable {

  /** Name in the results folder. */
  public static final String NAME = "events.jsonl";

  private final AppendedFile file;

  /** Opens the file for appending. */
  public EventLog(ResultsFolder folder) {
    this.file = new AppendedFile(folder.file(NAME), "");
  }

  /** Appends one event, with no secrets in it. */
  public void append(LoggedEvent event) {
    file.append(EventCodec.toJson(event) + "\n");
  }

  /** All events; a last line cut short by a kill is skipped. */
  public static List<LoggedEvent> read(ResultsFolder folder) {
    List<LoggedEvent> events = new ArrayList<>();
    folder.forEachLine(
        NAME,
        (number, line) -> {
          if (!line.isBlank()) {
            events.add(parse(folder.file(NAME), number, line));
          }
        });
    return events;
  }

  private static LoggedEvent parse(Path path, int number, String line) {
    try {
      return EventCodec.parse(line);
    } catch (IllegalArgumentException e) {
      throw ResultsFolder.unreadable(path, "line " + number + " is not a JSON object", null);
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
