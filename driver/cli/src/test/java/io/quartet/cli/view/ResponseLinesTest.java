package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.TransactionType;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.MeasuredLoad.Response;
import io.quartet.report.section.MeasuredLoad.Transaction;
import io.quartet.report.section.TransactionCounts;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ResponseLinesTest {

  private static Transaction row(TransactionType type, double p90, double limit) {
    Response response = new Response(1.0, 2.0, 2.0, p90, p90, p90, limit, Judgment.NOT_JUDGED);
    return new Transaction(
        new TransactionCounts(type, List.of()),
        null,
        null,
        Judgment.NOT_JUDGED,
        response,
        List.of());
  }

  private static final Transaction LOOKUP = row(TransactionType.TRADE_LOOKUP, 96.25, 3_000);
  private static final Transaction ORDER = row(TransactionType.TRADE_ORDER, 2_345.6, 2_000);

  @Test
  void everyTransactionHasALineTheOneNearestToItsLimitFirst() {
    assertThat(
            ResponseLines.of(
                List.of(LOOKUP, ORDER), row -> row == ORDER ? "\u2717 fail" : "\u2713 pass"))
        .containsExactly(
            "response times, 90th percentile and its limit",
            "  Trade-Order         2,345.6 of  2,000 ms   117 %  \u2717 fail",
            "  Trade-Lookup           96.3 of  3,000 ms     3 %  \u2713 pass");
  }

  /** As in a demo, even if all of them are faster. */
  @Test
  void verdictOfAllOfThemStandsOnce() {
    assertThat(ResponseLines.of(List.of(LOOKUP), row -> "not judged in a demo"))
        .containsExactly(
            "response times, 90th percentile and its limit: not judged in a demo",
            "  Trade-Lookup           96.3 of  3,000 ms     3 %");
  }

  @Test
  void linesNeverBecomeAWall() {
    List<Transaction> all =
        Stream.of(TransactionType.values()).map(type -> row(type, 10, 3_000)).toList();
    assertThat(ResponseLines.of(all, row -> "not judged"))
        .hasSize(12)
        .allMatch(line -> line.length() < 80);
  }

  @Test
  void runWithoutAnswersSaysSo() {
    assertThat(ResponseLines.of(List.of(), row -> ""))
        .containsExactly("response times: no transaction with a limit has finished");
  }
}
