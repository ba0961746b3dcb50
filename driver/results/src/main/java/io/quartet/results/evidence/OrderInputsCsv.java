package io.quartet.results.evidence;

import io.quartet.results.folder.Csv;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;

/** {@code inputs.csv}: the terms of the orders of a run, as its databases hold them. */
public final class OrderInputsCsv {

  /** Name in the results folder. */
  public static final String NAME = "inputs.csv";

  private static final String HEADER = "group,set,trade_type,is_cash,is_lifo,quantity,orders\n";

  private OrderInputsCsv() {}

  /** Replaces the file. */
  public static void write(ResultsFolder folder, List<OrderInputs> rows) {
    StringBuilder text = new StringBuilder(HEADER);
    for (OrderInputs row : rows) {
      text.append(
          Csv.line(
              row.set().group(),
              row.set().name(),
              row.tradeType(),
              row.isCash(),
              row.isLifo(),
              row.quantity(),
              row.orders()));
    }
    folder.replace(NAME, text.toString());
  }

  /** One row per Set and terms; empty if the run wrote none. */
  public static List<OrderInputs> read(ResultsFolder folder) {
    return folder.has(NAME)
        ? Csv.read(
            folder,
            NAME,
            row ->
                new OrderInputs(
                    row.set(),
                    row.text("trade_type"),
                    row.text("is_cash").equals("true"),
                    row.text("is_lifo").equals("true"),
                    (int) row.number("quantity"),
                    row.number("orders")))
        : List.of();
  }
}
