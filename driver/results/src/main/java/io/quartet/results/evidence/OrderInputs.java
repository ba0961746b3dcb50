package io.quartet.results.evidence;

import io.quartet.model.VmSet;

/**
 * Orders of one run that a Set's database holds and that were alike in their terms.
 *
 * @param set the Set
 * @param tradeType {@code TMB}, {@code TMS}, {@code TSL}, {@code TLS} or {@code TLB}
 * @param isCash false for an order on margin
 * @param isLifo true if the newest lots are sold first
 * @param quantity shares
 * @param orders how many
 */
public record OrderInputs(
    VmSet set, String tradeType, boolean isCash, boolean isLifo, int quantity, long orders) {

  /** The same terms with another number of orders. */
  public OrderInputs withOrders(long others) {
    return new OrderInputs(set, tradeType, isCash, isLifo, quantity, others);
  }

  /** True if set and terms are those of the other. */
  public boolean hasTermsOf(OrderInputs other) {
    return withOrders(0).equals(other.withOrders(0));
  }
}
