package io.quartet.report.internal.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.report.advise.Trial.Figure;
import io.quartet.results.lab.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class SliceFiguresTest {

  private static Slice slice(String database, int number, long micros, long buffers) {
    return slice(database, number, micros, buffers, 0);
  }

  private static Slice slice(
      String database, int number, long micros, long buffers, long walBytes) {
    return new Slice(
        "TRADE_STATUS",
        database,
        number,
        100,
        micros,
        OptionalLong.empty(),
        OptionalLong.of(buffers),
        OptionalLong.of(walBytes));
  }

  private static List<Figure> figures(List<Slice> slices) {
    return SliceFigures.figures(SliceFigures.pairing(slices, "a"), Set.of());
  }

  @Test
  void indexThatSavesBuffersIsShownToDoSo() {
    List<Slice> slices = new ArrayList<>();
    for (int number = 1; number <= 8; number++) {
      slices.add(slice("a", number, 200_000 + 1_000 * number, 50_000 + number));
      slices.add(slice("b", number, 100_000 + 900 * number, 5_000 + 2 * number));
    }

    List<Figure> figures = figures(slices);

    assertThat(figures).extracting(Figure::quantity).containsExactly("time", "buffers");
    Figure buffers = figures.get(1);
    assertThat(buffers.transaction()).isEqualTo("Trade-Status");
    assertThat(buffers.without()).isEqualTo(500.045);
    assertThat(buffers.differencePercent()).isBetween(-91.0, -89.0);
    assertThat(buffers.highPercent()).isNegative();
    assertThat(buffers.lowPercent()).isLessThan(buffers.highPercent());
  }

  @Test
  void writeAheadLogIsShownWhereTheTransactionWrites() {
    List<Slice> slices = new ArrayList<>();
    for (int number = 1; number <= 8; number++) {
      slices.add(slice("a", number, 200_000, 50_000, 90_000 + number));
      slices.add(slice("b", number, 200_000, 50_000, 60_000 + number));
    }

    Figure log = figures(slices).get(2);

    assertThat(log.quantity()).isEqualTo("write-ahead log");
    assertThat(log.without()).isEqualTo(900.045);
    assertThat(log.with()).isEqualTo(600.045);
    assertThat(log.highPercent()).isNegative();
  }

  @Test
  void fewSlicesHaveNoInterval() {
    List<Figure> figures = figures(List.of(slice("a", 1, 100, 10), slice("b", 1, 200, 10)));

    assertThat(figures.get(0).differencePercent()).isEqualTo(100);
    assertThat(figures.get(0).lowPercent()).isNull();
  }
}
