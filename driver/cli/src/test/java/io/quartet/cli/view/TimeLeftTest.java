package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class TimeLeftTest {

  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong nanos = new AtomicLong(77 * SECOND);
  private final TimeLeft left = new TimeLeft(nanos::get);

  private void reached(int atSecond, double share) {
    nanos.set((77 + atSecond) * SECOND);
    left.reached(share);
  }

  @Test
  void restTakesAsLongAsTheSameShareBefore() {
    reached(30, 0.25);
    assertThat(left.text()).isEqualTo("1:30 left");
    reached(60, 0.75);
    assertThat(left.text()).isEqualTo("0:20 left");
  }

  @Test
  void workThatWasDoneAtTheBeginTookNoTime() {
    left.begin(0.6);
    reached(10, 0.8);
    assertThat(left.text()).isEqualTo("0:10 left");
    assertThat(left.gained()).isEqualTo(0.5, within(1e-9));
  }

  @Test
  void nothingIsSaidBeforeSomeProgressAndAtTheEnd() {
    reached(10, 0.01);
    assertThat(left.text()).isEmpty();
    reached(20, 1);
    assertThat(left.text()).isEmpty();
  }

  @Test
  void rateIsThatSinceTheBegin() {
    assertThat(left.perSecond(5)).isZero();
    reached(20, 0.5);
    assertThat(left.perSecond(50)).isEqualTo(2.5);
  }

  @Test
  void estimateOfTheLoaderIsWrittenAlike() {
    assertThat(TimeLeft.text(3_909)).isEqualTo("1:05:09 left");
    assertThat(TimeLeft.text(Double.NaN)).isEmpty();
  }
}
