package io.quartet.report.advise;

import io.quartet.model.Text;
import io.quartet.report.compare.ComparisonPage;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.plot.IntervalChart;
import io.quartet.report.internal.statistics.FalseDiscovery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Input of the page template. */
public record AdvicePage(Advice advice, String style) {

  /** What the verdicts of a trial mean. */
  public static final String VERDICTS =
      Text.format(
          "Each interval is that of its row alone. The verdicts are corrected for the number of"
              + " rows: about %.0f %% of the rows called higher or lower are so by chance. Lower"
              + " needs a changed plan, or a dropped index whose table the transaction writes.",
          FalseDiscovery.RATE_PERCENT);

  /** The main result of a trial, as sentences. */
  public static String summary(Trial trial) {
    if (trial.changed().isEmpty()) {
      return Text.format(
          "%s with the changes. No figure of %s is shown to differ.",
          trial.role(),
          Format.counted(
              trial.figures().stream().map(Trial.Figure::transaction).distinct().count(),
              "transaction"));
    }
    return Stream.of(Conclusion.LOWER, Conclusion.HIGHER)
        .filter(verdict -> trial.changed().stream().anyMatch(one -> one.verdict() == verdict))
        .map(
            verdict ->
                Text.format("%s: %s.", Text.capitalized(verdict.words()), changed(trial, verdict)))
        .collect(Collectors.joining(" ", trial.role() + " with the changes. ", ""));
  }

  /** For instance {@code Trade-Lookup (time −12.3 %, buffers −40.0 %)}. */
  private static String changed(Trial trial, Conclusion verdict) {
    Map<String, String> changes =
        trial.changed().stream()
            .filter(one -> one.verdict() == verdict)
            .collect(
                Collectors.groupingBy(
                    Trial.Figure::transaction,
                    LinkedHashMap::new,
                    Collectors.mapping(
                        one ->
                            Text.format(
                                "%s %s %%",
                                one.quantity(), Format.signed(one.differencePercent(), 1)),
                        Collectors.joining(", "))));
    return changes.entrySet().stream()
        .map(one -> Text.format("%s (%s)", one.getKey(), one.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** The chart of the figures of a trial that have an interval; empty if none has. */
  public static Optional<IntervalChart> chart(Trial trial) {
    List<IntervalChart.Row> rows =
        trial.figures().stream()
            .filter(figure -> figure.lowPercent() != null)
            .map(
                figure ->
                    ComparisonPage.row(
                        figure.transaction() + ", " + figure.quantity(),
                        figure.differencePercent(),
                        figure.lowPercent(),
                        figure.highPercent(),
                        figure.verdict()))
            .toList();
    return ComparisonPage.chart("trial-" + trial.role(), summary(trial), rows);
  }

  /** Indexes of one role. */
  public List<IndexAdvice> indexes(String role) {
    return advice.indexes().stream().filter(index -> index.role().equals(role)).toList();
  }

  /** The roles that have indexes, OLTP first. */
  public List<String> roles() {
    return advice.indexes().stream().map(IndexAdvice::role).distinct().toList();
  }

  /** Transactions with their statements, for instance {@code Trade-Lookup (TL1, TL2)}. */
  public static String users(List<IndexAdvice.Use> uses) {
    return uses.stream()
        .map(use -> use.transaction() + " (" + String.join(", ", use.statements()) + ")")
        .collect(Collectors.joining(", "));
  }

  /** CSS class of a verdict. */
  public static String mark(IndexVerdict verdict) {
    return switch (verdict) {
      case EARNS -> "pass";
      case NOTHING -> "fail";
      case RARE -> "warn";
      case CONSTRAINT, UNKNOWN -> "none";
    };
  }
}
