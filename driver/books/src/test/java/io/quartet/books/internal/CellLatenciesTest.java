package io.quartet.books.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class CellLatenciesTest {

  private static final int ANSWERS = 10_000;

  private final CellLatencies latencies = new CellLatencies();
  private final Histogram responses = new Histogram(CellLatencies.DIGITS);
  private Histogram newResponses = new Histogram(3);
  private Histogram newServices = new Histogram(3);
  private final Random random = new Random(17);

  @Test
  void everyAnswerIsInTheHistogramsThatOneAtATimeWouldGive() {
    for (int taken = 0; taken < 3; taken++) {
      for (int i = 0; i < ANSWERS; i++) {
        add();
        if (i % 777 == 0) {
          assertThat(latencies.response()).isEqualTo(responses);
        }
      }
      CellLatencies.Taken some = latencies.take();

      assertThat(some.responses()).isEqualTo(newResponses);
      assertThat(some.services()).isEqualTo(newServices);
      assertThat(latencies.answers()).isEqualTo(responses.getTotalCount());
      newResponses = new Histogram(3);
      newServices = new Histogram(3);
    }
    assertThat(latencies.response()).isEqualTo(responses);
  }

  @Test
  void withoutAnswersThereIsNoHistogram() {
    assertThat(latencies.response()).isNull();
    assertThat(latencies.take()).isNull();
    add();
    assertThat(latencies.take()).isNotNull();
    assertThat(latencies.take()).isNull();
    assertThat(latencies.answers()).isEqualTo(1);
  }

  @Test
  void mirroredResponsesReplaceAllOthers() {
    add();
    Histogram others = new Histogram(CellLatencies.DIGITS);
    others.recordValueWithCount(5, 3);
    latencies.mirror(others);

    assertThat(latencies.answers()).isEqualTo(3);
    assertThat(latencies.response()).isSameAs(others);
  }

  private void add() {
    // Evenly over the powers of two, from microseconds to a minute.
    long response = (long) Math.exp(random.nextDouble() * Math.log(60e6));
    long service = response / 2;
    latencies.add(response, service);
    responses.recordValue(response);
    newResponses.recordValue(response);
    newServices.recordValue(service);
  }
}
