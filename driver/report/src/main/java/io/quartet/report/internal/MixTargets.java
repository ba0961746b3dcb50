package io.quartet.report.internal;

import io.quartet.model.TransactionType;
import java.util.EnumMap;
import java.util.Map;

/**
 * Target percentages of the mix: the deck of the Customer Emulator plus the Trade-Results that
 * follow from it. Market-Feed and Data-Maintenance are not part of the mix.
 *
 * <p>100 of 101 Trade-Orders are not rolled back on purpose and lead to one Trade-Result each, once
 * limit orders have reached their steady state. Source: transactions.md sections 1.2 and 1.4.
 */
final class MixTargets {

  private MixTargets() {}

  static Map<TransactionType, Double> of(Map<TransactionType, Integer> cards) {
    Map<TransactionType, Double> targets = new EnumMap<>(TransactionType.class);
    double results = cards.getOrDefault(TransactionType.TRADE_ORDER, 0) * 100.0 / 101.0;
    double total = results + cards.values().stream().mapToInt(Integer::intValue).sum();
    if (total > 0) {
      cards.forEach((type, count) -> targets.put(type, 100 * count / total));
      targets.put(TransactionType.TRADE_RESULT, 100 * results / total);
    }
    return targets;
  }
}
