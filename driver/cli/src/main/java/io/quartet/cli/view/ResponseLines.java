package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.report.section.MeasuredLoad.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Response times against their limits, for a terminal: a line for each transaction that has a
 * limit, the one nearest to its limit first.
 */
final class ResponseLines {

  private static final int MOST_ROWS = 11;

  private ResponseLines() {}

  /**
   * A heading and at most {@value #MOST_ROWS} further lines.
   *
   * @param limited transactions with a limit that have finished
   * @param verdict whether one is within its limit, in the words of the page
   */
  static List<String> of(List<Transaction> limited, Function<Transaction, String> verdict) {
    if (limited.isEmpty()) {
      return List.of("response times: no transaction with a limit has finished");
    }
    List<String> verdicts = limited.stream().map(verdict).distinct().toList();
    String common = verdicts.size() == 1 ? ": " + verdicts.get(0) : "";
    List<String> lines = new ArrayList<>();
    lines.add(Text.line("response times, 90th percentile and its limit%s", common));
    limited.stream()
        .sorted(Comparator.comparingDouble(ResponseLines::partOfLimit).reversed())
        .limit(MOST_ROWS)
        .map(row -> line(row, common.isEmpty() ? verdict.apply(row) : ""))
        .forEach(lines::add);
    return lines;
  }

  private static double partOfLimit(Transaction row) {
    return row.response().partOfLimit().getAsDouble();
  }

  private static String line(Transaction row, String verdict) {
    return Text.line(
            "  %-17s %,9.1f of %,6.0f ms  %4.0f %%  %s",
            row.transaction(),
            row.response().p90(),
            row.response().limit(),
            100 * partOfLimit(row),
            verdict)
        .stripTrailing();
  }
}
