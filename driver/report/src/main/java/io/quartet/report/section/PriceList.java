package io.quartet.report.section;

import java.math.BigDecimal;
import java.util.List;

/**
 * The priced configuration; null if there is none.
 *
 * @param perEtps total by etps; null without a measured throughput
 */
public record PriceList(
    String currency, List<PricedItem> items, BigDecimal total, BigDecimal perEtps) {

  /**
   * One line of the price list.
   *
   * @param extendedPrice of all of them, after the discount
   * @param maintenance of all of them, for three years
   */
  public record PricedItem(
      String part,
      String source,
      BigDecimal unitPrice,
      int quantity,
      BigDecimal discountPercent,
      BigDecimal extendedPrice,
      BigDecimal maintenance) {}
}
