package io.quartet.results.evidence;

import io.quartet.results.folder.CsvTable;

/** {@code inputs.csv}: the terms of the orders of a run, as its databases hold them. */
public final class OrderInputsCsv {

  /** Name in the results folder. */
  public static final String NAME = "inputs.csv";

  /** One row per Set and terms. */
  public static final CsvTable<OrderInputs> TABLE =
      new CsvTable.Columns<OrderInputs>(NAME)
          .set(OrderInputs::set)
          .column("trade_type", OrderInputs::tradeType)
          .column("is_cash", OrderInputs::isCash)
          .column("is_lifo", OrderInputs::isLifo)
          .column("quantity", OrderInputs::quantity)
          .column("orders", OrderInputs::orders)
          .readBy(
              values ->
                  new OrderInputs(
                      values.set(),
                      values.text(),
                      values.text().equals("true"),
                      values.text().equals("true"),
                      (int) values.number(),
                      values.number()));

  private OrderInputsCsv() {}
}
