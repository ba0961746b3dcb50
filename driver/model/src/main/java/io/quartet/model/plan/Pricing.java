package io.quartet.model.plan;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/**
 * Costs of the measured system, including three years of maintenance. Immutable.
 *
 * @param currency three capital letters, for instance {@code EUR}
 * @param validUntil last day, as 2026-06-30, on which everything can be bought at these prices
 * @param items at least one
 */
public record Pricing(String currency, Optional<String> validUntil, List<Item> items) {

  private static final int DECIMALS = 2;
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /**
   * One line of the price list. Money has two decimals.
   *
   * @param part what is bought
   * @param source who sells it
   * @param unitPrice of one, before the discount
   * @param quantity 1 or more
   * @param threeYearMaintenance of one, for three years; no discount applies to it
   * @param discountPercent of the unit price, 0 to 100
   */
  public record Item(
      String part,
      String source,
      BigDecimal unitPrice,
      int quantity,
      BigDecimal threeYearMaintenance,
      BigDecimal discountPercent) {

    public Item {
      unitPrice = money(unitPrice);
      threeYearMaintenance = money(threeYearMaintenance);
      discountPercent = discountPercent.setScale(DECIMALS, RoundingMode.HALF_UP);
    }

    /** Price of all of them: quantity x unit price x (1 - discount / 100), rounded to cents. */
    public BigDecimal extendedPrice() {
      return money(
          unitPrice
              .multiply(BigDecimal.valueOf(quantity))
              .multiply(HUNDRED.subtract(discountPercent))
              .divide(HUNDRED));
    }

    /** Maintenance of all of them for three years. */
    public BigDecimal extendedMaintenance() {
      return threeYearMaintenance.multiply(BigDecimal.valueOf(quantity));
    }
  }

  public Pricing {
    items = List.copyOf(items);
  }

  /** Sum of the lines, each rounded to cents, with maintenance. */
  public BigDecimal total() {
    return items.stream()
        .map(item -> item.extendedPrice().add(item.extendedMaintenance()))
        .reduce(money(BigDecimal.ZERO), BigDecimal::add);
  }

  /**
   * Price by elastic trade per second, rounded to cents.
   *
   * @param etps above 0
   */
  public BigDecimal perEtps(double etps) {
    return total().divide(BigDecimal.valueOf(etps), DECIMALS, RoundingMode.HALF_UP);
  }

  private static BigDecimal money(BigDecimal amount) {
    return amount.setScale(DECIMALS, RoundingMode.HALF_UP);
  }
}
