package io.quartet.run.internal.collect;

import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent;
import java.util.OptionalLong;

/** Reports an event {@code checkpoint} whenever a database has begun one. Not thread-safe. */
final class CheckpointEvents {

  private final String vm;
  private final EventSink events;
  private long count = -1;

  CheckpointEvents(String vm, EventSink events) {
    this.vm = vm;
    this.events = events;
  }

  /** Looks at an answer of the query that counts checkpoints, or of any other. */
  void see(DatabaseQuery query, DatabaseQuery.Answer answer) {
    if (query.name().equals(DatabaseQueries.CHECKPOINTER)) {
      see(answer.first("num_timed"), answer.first("num_requested"));
    } else if (query.name().equals(DatabaseQueries.BACKGROUND_WRITER)) {
      see(answer.first("checkpoints_timed"), answer.first("checkpoints_req"));
    }
  }

  private void see(OptionalLong timed, OptionalLong requested) {
    if (timed.isEmpty() || requested.isEmpty()) {
      return;
    }
    long now = timed.getAsLong() + requested.getAsLong();
    if (count >= 0 && now > count) {
      events.accept(new RunEvent.Checkpoint(vm, timed.getAsLong(), requested.getAsLong()));
    }
    count = now;
  }
}
