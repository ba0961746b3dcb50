package io.quartet.report.advise;

import io.quartet.model.Text;
import io.quartet.report.internal.statistics.FalseDiscovery;
import java.util.List;
import java.util.stream.Collectors;

/** Input of the page template. */
public record AdvicePage(Advice advice, String style) {

  /** What the verdicts of a trial mean. */
  public static final String VERDICTS =
      Text.format(
          "Each interval is that of its row alone. The verdicts are corrected for the number of"
              + " rows: about %.0f %% of the rows called higher or lower are so by chance. Lower"
              + " needs a changed plan, or a dropped index whose table the transaction writes.",
          FalseDiscovery.RATE_PERCENT);

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
