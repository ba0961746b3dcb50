package io.quartet.report.internal.run;

import io.quartet.model.Text;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.MeasuredLoad.Cell;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * How near the cells of phases and Groups are to their targets, as sentences. If every cell passes,
 * as in almost every run, they say more than a column of equal figures. Empty if one does not pass:
 * then the columns are needed.
 */
public final class ShareWords {

  private ShareWords() {}

  /** The largest difference of a share from its target. */
  public static Optional<String> differences(List<Cell> cells) {
    return range(cells, cell -> Math.abs(cell.differencePoints()))
        .map(
            all ->
                Text.format(
                    "The largest difference of a share from its target is %s percentage points.",
                    Format.figure(all.getMax(), 2)));
  }

  /** The range of throughput in percent of its target. */
  public static Optional<String> ratios(List<Cell> cells) {
    return range(cells, Cell::targetRatioPercent)
        .map(
            all -> {
              String least = Format.figure(all.getMin(), 1);
              String most = Format.figure(all.getMax(), 1);
              return Text.format(
                  "In every phase each Group has %s %% of its target, which is its share of the"
                      + " throughput of the phase.",
                  least.equals(most) ? least : least + " to " + most);
            });
  }

  private static Optional<DoubleSummaryStatistics> range(
      List<Cell> cells, Function<Cell, Double> figure) {
    if (cells.isEmpty() || cells.stream().anyMatch(cell -> cell.verdict() != Judgment.PASS)) {
      return Optional.empty();
    }
    return Optional.of(
            cells.stream()
                .map(figure)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .summaryStatistics())
        .filter(all -> all.getCount() > 0);
  }
}
