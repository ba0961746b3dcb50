package io.quartet.results.events;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * One line of {@code events.jsonl}.
 *
 * @param utcMillis when, milliseconds since 1970
 * @param worker number of the worker that it is of, from 1; empty for the driver
 * @param event what
 */
public record LoggedEvent(long utcMillis, OptionalInt worker, RunEvent event) {

  /** An event of the driver. */
  public LoggedEvent(long utcMillis, RunEvent event) {
    this(utcMillis, OptionalInt.empty(), event);
  }

  /** The events of one type, in their order. */
  public static <E extends RunEvent> Stream<E> only(List<LoggedEvent> events, Class<E> type) {
    return events.stream().map(LoggedEvent::event).filter(type::isInstance).map(type::cast);
  }

  /** The same of a worker. */
  public LoggedEvent ofWorker(int number) {
    return new LoggedEvent(utcMillis, OptionalInt.of(number), event);
  }

  /** The same at another moment. */
  public LoggedEvent at(long moment) {
    return new LoggedEvent(moment, worker, event);
  }

  /** The fields written beside the moment and the name, in this order. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    worker.ifPresent(number -> fields.put("worker", number));
    fields.putAll(event.fields());
    return fields;
  }
}
