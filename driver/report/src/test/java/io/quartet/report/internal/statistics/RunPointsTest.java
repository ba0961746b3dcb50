package io.quartet.report.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.books.OutcomeCounts;
import io.quartet.model.Outcome;
import io.quartet.model.RequestKind;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Brokerage;
import io.quartet.report.internal.statistics.RunPoints.Count;
import io.quartet.report.internal.statistics.RunPoints.Phase;
import io.quartet.results.RunFigures;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class RunPointsTest {

  private static final Set<RequestKind> RESULTS = Brokerage.HEADLINE.kinds();

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final VmSet B1 = new VmSet(VmGroup.B, 1);

  private static CellRow phase(String name, boolean isMeasured, long start, long end) {
    OutcomeCounts none = new OutcomeCounts(new long[Outcome.values().length]);
    return new CellRow(
        name,
        isMeasured,
        start,
        end,
        A1,
        TransactionType.TRADE_RESULT,
        0,
        0,
        0,
        none,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0);
  }

  private static RunFigures figures(CellRow... rows) {
    return new RunFigures(Optional.empty(), List.of(rows));
  }

  private static IntervalRow interval(long utcMillis, String phase, VmSet set, long committed) {
    return new IntervalRow(
        utcMillis, phase, set, TransactionType.TRADE_RESULT, 0, committed + 1, committed, 0, 50, 9);
  }

  @Test
  void firstAndLastPartOfASecondMakeOne() {
    // Intervals end 400 ms after the full second; the phase begins and ends with one.
    RunPoints points =
        new RunPoints(
            figures(phase("warmUp", false, 7_000, 10_000), phase("1", true, 10_000, 13_000)),
            List.of(
                interval(10_400, "warmUp", A1, 99),
                interval(10_400, "1", A1, 1),
                interval(11_400, "1", A1, 2),
                interval(12_401, "1", A1, 3),
                interval(13_400, "1", A1, 4),
                interval(12_400, "1", B1, 30)));

    assertThat(points.phases()).containsExactly(new Phase("1", 10_000, 13_000));
    Phase phase = points.phases().get(0);
    assertThat(points.series(Count.COMMITTED, RESULTS, List.of(VmGroup.A), phase))
        .containsExactly(5, 2, 3);
    assertThat(points.series(Count.COMMITTED, RESULTS, List.of(VmGroup.A, VmGroup.B), phase))
        .containsExactly(5, 2, 33);
    assertThat(points.total(Count.COMMITTED, RESULTS)).isEqualTo(40);
    assertThat(points.total(Count.COMPLETED, RESULTS)).isEqualTo(45);
    assertThat(points.total(Count.COMMITTED, Set.of(TransactionType.TRADE_ORDER))).isZero();
  }

  @Test
  void phaseThatHasHardlyBegunHasNoPoints() {
    assertThat(new RunPoints(figures(phase("1", true, 10_000, 10_300)), List.of()).phases())
        .isEmpty();
  }
}
