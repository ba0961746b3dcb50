package io.quartet.run.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.Backlog;
import io.quartet.books.BooksUpdate;
import io.quartet.books.DriverHealth;
import io.quartet.books.Interval;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class WorkerMessagesTest {

  @Test
  void healthOfAWorkerArrivesAsItWasSent() {
    DriverHealth health =
        new DriverHealth(1_000, 2, 999, 500, "driver-network", 400, 5, 800, new Backlog(3, 24));
    BooksUpdate nothing =
        new BooksUpdate(new Interval(0, 1, List.of()), List.of(), List.of(), List.of());

    assertThat(WorkerMessages.health(WorkerMessages.figures(nothing, health).getHealth(), 2))
        .isEqualTo(health);
  }
}
