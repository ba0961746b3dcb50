package io.quartet.tiera.engine;

/**
 * An accepted order on its way to the market.
 *
 * @param tradeId run-time trade id
 * @param security 0-based index of the security
 * @param quantity shares
 * @param priceCents requested price: the market price of the moment, or the limit
 * @param tradeType 0 TMB, 1 TMS, 2 TSL, 3 TLS, 4 TLB
 * @param action what the exchange does with it
 */
public record MarketOrder(
    long tradeId, int security, int quantity, int priceCents, int tradeType, Action action) {

  /** Limit sell triggered by a falling price. */
  public static final int TYPE_STOP_LOSS = 2;

  /** Limit sell. */
  public static final int TYPE_LIMIT_SELL = 3;

  /** Limit buy. */
  public static final int TYPE_LIMIT_BUY = 4;

  /** Action of the exchange on an order. The ordinal is the number on the wire. */
  public enum Action {
    /** Execute it after the delay of the trading floor. */
    PROCESS_NOW,
    /** Put the price on the ticker when the curve reaches it. */
    SET_LIMIT_TRIGGER
  }
}
