package io.quartet.results.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.IntervalRow;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Brokerage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hand-computed: phases of 30 s from second 100, throughput per second as given. */
@Tag("unit")
class BusinessRecoveryTest {

  private static final Duration WINDOW = Duration.ofSeconds(5);
  private static final long FROM = 100_000;
  private static final long TO = 130_000;

  /** One row per second, split over two Sets, and others that do not count. */
  private static List<IntervalRow> rows(int... perSecond) {
    List<IntervalRow> rows = new ArrayList<>();
    // Warm-up at another pace: not part of the throughput before.
    rows.add(row(FROM, VmGroup.A, TransactionType.TRADE_RESULT, 1_000));
    for (int i = 0; i < perSecond.length; i++) {
      long end = FROM + (i + 1) * 1_000L;
      rows.add(row(end, VmGroup.A, TransactionType.TRADE_RESULT, perSecond[i] / 2));
      rows.add(row(end, VmGroup.D, TransactionType.TRADE_RESULT, perSecond[i] - perSecond[i] / 2));
      rows.add(row(end, VmGroup.D, TransactionType.TRADE_ORDER, 77));
    }
    return rows;
  }

  private static IntervalRow row(long end, VmGroup group, TransactionType type, long committed) {
    return new IntervalRow(
        end, "1", new VmSet(group, 1), type, committed, committed, committed, 0, 0, 0);
  }

  private static int[] pace(int... lengthAndValue) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < lengthAndValue.length; i += 2) {
      for (int n = 0; n < lengthAndValue[i]; n++) {
        all.add(lengthAndValue[i + 1]);
      }
    }
    return all.stream().mapToInt(Integer::intValue).toArray();
  }

  private static BusinessRecovery of(List<IntervalRow> rows, long fault, long restart) {
    return BusinessRecovery.of(Brokerage.HEADLINE, rows, 1_000, WINDOW, FROM, fault, restart, TO);
  }

  @Test
  void recoveredAtTheBeginOfTheFirstWindowThatIsGoodEnough() {
    // 10 s at 100, fault at 110.4, 4 s at 20, then 100: seconds 116 on have whole windows.
    BusinessRecovery recovery = of(rows(pace(10, 100, 1, 60, 4, 20, 15, 100)), 110_400, 110_600);

    assertThat(recovery.throughputBefore()).isEqualTo(100);
    assertThat(recovery.windowSeconds()).isEqualTo(5);
    // Window (115, 120] holds 500; (114, 119] only 420, less than 475.
    assertThat(recovery.millis()).isEqualTo(OptionalLong.of(115_000 - 110_600));
  }

  @Test
  void ninetyFivePercentAreEnoughAndLessIsNot() {
    assertThat(of(rows(pace(10, 100, 5, 0, 15, 95)), 110_000, 110_500).millis())
        .isEqualTo(OptionalLong.of(115_000 - 110_500));
    assertThat(of(rows(pace(10, 100, 5, 0, 15, 94)), 110_000, 110_500).millis()).isEmpty();
  }

  @Test
  void windowHasToEndBeforeThePhasesDo() {
    // Good again from second 126: the window would end at 131.
    assertThat(of(rows(pace(10, 100, 16, 0, 10, 100)), 110_000, 110_500).millis()).isEmpty();
    assertThat(of(rows(pace(10, 100, 15, 0, 10, 100)), 110_000, 110_500).millis())
        .isEqualTo(OptionalLong.of(125_000 - 110_500));
  }

  @Test
  void systemThatNeverSlowedDownRecoversWithTheNextInterval() {
    assertThat(of(rows(pace(30, 100)), 110_400, 110_700).millis()).isEqualTo(OptionalLong.of(300));
  }

  @Test
  void intervalWithoutAnyRowsCountsAsOneWithoutTrades() {
    List<IntervalRow> idle = rows(pace(5, 100, 5, 0, 20, 100));
    idle.removeIf(row -> row.utcMillis() > FROM + 5_000 && row.utcMillis() <= FROM + 10_000);
    List<IntervalRow> quiet = rows(pace(5, 100, 5, 0, 20, 100));
    for (long fault : new long[] {FROM + 8_200, FROM + 12_000}) {
      assertThat(of(idle, fault, fault + 500)).isEqualTo(of(quiet, fault, fault + 500));
    }
  }

  @Test
  void withoutThroughputBeforeThereIsNothingToComeBackTo() {
    BusinessRecovery recovery = of(rows(pace(10, 0, 20, 100)), 110_000, 110_500);
    assertThat(recovery.throughputBefore()).isZero();
    assertThat(recovery.millis()).isEmpty();
    assertThat(of(rows(pace(30, 100)), FROM + 300, FROM + 400).throughputBefore()).isZero();
  }

  @Test
  void windowIsASixthOfThePhasesAndAtMostTheTwentyMinutesOfTheRule() {
    assertThat(BusinessRecovery.window(Duration.ofHours(2))).isEqualTo(Duration.ofMinutes(20));
    assertThat(BusinessRecovery.window(Duration.ofHours(5))).isEqualTo(Duration.ofMinutes(20));
    assertThat(BusinessRecovery.window(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(10));
    assertThat(BusinessRecovery.window(Duration.ofSeconds(4))).isEqualTo(Duration.ofSeconds(1));
  }
}
