package io.quartet.results.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.Backlog;
import io.quartet.books.DriverHealth;
import io.quartet.books.IntervalRow;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class SilenceTest {

  private static IntervalRow row(
      int second, String set, TransactionType type, long started, long completed) {
    return new IntervalRow(
        1_000L * second, "1", VmSet.parse(set), type, started, completed, completed, 0, 0, 0);
  }

  private static IntervalRow order(int second, long started, long completed) {
    return row(second, "a1", TransactionType.TRADE_ORDER, started, completed);
  }

  @Test
  void databaseWithOpenRequestsAndNoAnswerIsSilent() {
    Stream<IntervalRow> other =
        IntStream.rangeClosed(1, 12)
            .mapToObj(second -> row(second, "b1", TransactionType.TRADE_ORDER, 9, 9));
    List<IntervalRow> intervals =
        Stream.concat(other, Stream.of(order(2, 9, 6), order(3, 2, 0), order(8, 4, 9)))
            .sorted((one, two) -> Long.compare(one.utcMillis(), two.utcMillis()))
            .toList();

    assertThat(Silence.millisByVm(0, intervals, List.of())).isEqualTo(Map.of("a1-vm3", 5_000L));
  }

  @Test
  void silenceOfAllDatabasesHasNoIntervals() {
    List<IntervalRow> intervals = List.of(order(1, 5, 2), order(7, 3, 6));
    List<DriverHealth> everySecond = IntStream.rangeClosed(1, 7).mapToObj(SilenceTest::at).toList();

    assertThat(Silence.millisByVm(0, intervals, everySecond)).isEqualTo(Map.of("a1-vm3", 5_000L));
    // A driver without processor time takes its counts late.
    assertThat(Silence.millisByVm(0, intervals, List.of(at(1), at(7)))).isEmpty();
  }

  @Test
  void silenceMayLastToTheEnd() {
    List<IntervalRow> intervals = List.of(order(1, 5, 2), order(2, 1, 0));

    assertThat(Silence.millisByVm(0, intervals, List.of(at(1), at(2), at(3), at(9))))
        .isEqualTo(Map.of("a1-vm3", 8_000L));
    assertThat(Silence.millisByVm(0, List.of(order(1, 5, 5)), List.of(at(1), at(9)))).isEmpty();
  }

  private static DriverHealth at(int second) {
    return new DriverHealth(1_000L * second, 0, 1_000, 0, "", 0, 0, 0, Backlog.NONE);
  }

  @Test
  void idleDatabasesAndShortWaitsAreNotSilent() {
    assertThat(
            Silence.millisByVm(
                0,
                List.of(order(1, 5, 5), order(7, 3, 2), order(8, 0, 0), order(9, 0, 1)),
                List.of()))
        .isEmpty();
  }

  @Test
  void maintenanceAloneMayTakeLong() {
    assertThat(
            Silence.millisByVm(
                0,
                List.of(
                    row(1, "a1", TransactionType.DATA_MAINTENANCE, 1, 0),
                    row(9, "a1", TransactionType.DATA_MAINTENANCE, 0, 1)),
                List.of(at(1), at(3), at(5), at(7))))
        .isEmpty();
  }
}
