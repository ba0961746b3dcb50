package io.quartet.provision.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class CadenceTest {

  private long nanos = TimeUnit.MILLISECONDS.toNanos(-2_300);
  private final Cadence cadence = new Cadence(Duration.ofSeconds(1), () -> nanos);

  private void pass(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void momentsAreWholeIntervalsOfTheRunsClock() {
    assertThat(cadence.nanosToNext()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(300));
    pass(300);
    assertThat(cadence.nanosToNext()).isEqualTo(TimeUnit.SECONDS.toNanos(1));
    pass(2_001);
    assertThat(cadence.nanosToNext()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(999));
  }

  @Test
  void missesNothingWhileSamplesComeInTime() {
    pass(1_400);
    assertThat(cadence.missedNanos()).isZero();
    cadence.sampled();
    pass(1_000);
    assertThat(cadence.missedNanos()).isZero();
  }

  @Test
  void missesWhatGoesBeyondTheInterval() {
    cadence.sampled();
    pass(4_250);
    assertThat(cadence.missedNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(3_250));
    cadence.sampled();
    assertThat(cadence.missedNanos()).isZero();
  }
}
