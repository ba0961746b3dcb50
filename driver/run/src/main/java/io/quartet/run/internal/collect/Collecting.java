package io.quartet.run.internal.collect;

import io.quartet.books.RunClock;
import io.quartet.results.events.EventSink;
import io.quartet.results.folder.ResultsFolder;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Common properties of all samplers. Immutable.
 *
 * @param events takes events of the run
 * @param failed receives errors of writing samples
 */
public record Collecting(
    ResultsFolder folder,
    ConnectionSource connections,
    RunClock clock,
    Duration interval,
    EventSink events,
    Consumer<RuntimeException> failed) {

  long utcMillis() {
    return clock.utcMillis(clock.nanos());
  }
}
