package io.quartet.orchestrate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ClockOffsetTest {

  private static ClockOffset of(int aheadMillis) {
    return new ClockOffset(Duration.ofMillis(aheadMillis), Duration.ofMillis(1));
  }

  @Test
  void errorIsAtMostHalfOfTheRoundTrip() {
    ClockOffset offset = ClockOffset.measure(() -> Instant.now().plusMillis(80));

    assertThat(offset.ahead().minusMillis(80).abs())
        .isLessThanOrEqualTo(offset.roundTrip().dividedBy(2).plusMillis(1));
  }

  @Test
  void moreThanFiftyMillisecondsAreRefusedWithTheMeasuredFigure() {
    assertThatThrownBy(() -> of(80).requireClose("worker 2 at h:1"))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("CLOCKS_APART");
              assertThat(e.kind()).isEqualTo(QuartetException.Kind.ENVIRONMENT);
            })
        .hasMessageContaining("the clock of worker 2 at h:1 is 80.0 ms ahead of ours");
    assertThatThrownBy(() -> of(-51).requireClose("x")).hasMessageContaining("51.0 ms behind ours");
    of(50).requireClose("x");
    of(-50).requireClose("x");
  }

  @Test
  void moreThanTenMillisecondsAreNoticed() {
    assertThat(of(20).isNoticeable()).isTrue();
    assertThat(of(-11).isNoticeable()).isTrue();
    assertThat(of(10).isNoticeable()).isFalse();
  }
}
