package io.quartet.model.plan;

import io.quartet.model.TransactionType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Number of cards of each Customer Emulator transaction in the deck. Immutable.
 *
 * @param name {@code elastic}, {@code tpce} or {@code custom}
 * @param cards cards per type, at least one in all; only types the Customer Emulator sends
 */
public record TransactionMix(String name, Map<TransactionType, Integer> cards) {

  /** 900 cards. Source: docs/spec/workload.md, "Mix". */
  public static final TransactionMix ELASTIC = of("elastic", 39, 150, 170, 160, 90, 101, 180, 10);

  /** 890 cards. Source: docs/spec/workload.md, "Mix". */
  public static final TransactionMix TPCE = of("tpce", 49, 130, 180, 140, 80, 101, 190, 20);

  public TransactionMix {
    EnumMap<TransactionType, Integer> copy = new EnumMap<>(TransactionType.class);
    cards.forEach(
        (type, count) -> {
          if (type.issuer() != TransactionType.Issuer.CUSTOMER_EMULATOR) {
            throw new IllegalArgumentException(
                type.label() + " is not sent by the Customer Emulator");
          }
          if (count < 0) {
            throw new IllegalArgumentException(type.label() + " has " + count + " cards");
          }
          copy.put(type, count);
        });
    if (copy.values().stream().mapToInt(Integer::intValue).sum() == 0) {
      throw new IllegalArgumentException("a mix needs at least one card");
    }
    cards = Collections.unmodifiableMap(copy);
  }

  private static TransactionMix of(
      String name, int bv, int cp, int mw, int sd, int tl, int to, int ts, int tu) {
    EnumMap<TransactionType, Integer> cards = new EnumMap<>(TransactionType.class);
    cards.put(TransactionType.BROKER_VOLUME, bv);
    cards.put(TransactionType.CUSTOMER_POSITION, cp);
    cards.put(TransactionType.MARKET_WATCH, mw);
    cards.put(TransactionType.SECURITY_DETAIL, sd);
    cards.put(TransactionType.TRADE_LOOKUP, tl);
    cards.put(TransactionType.TRADE_ORDER, to);
    cards.put(TransactionType.TRADE_STATUS, ts);
    cards.put(TransactionType.TRADE_UPDATE, tu);
    return new TransactionMix(name, cards);
  }

  /**
   * Requests of the Customer Emulator for one completed trade: of 101 Trade-Orders one is rolled
   * back on purpose. 9.0 for {@link #ELASTIC}. Source: docs/spec/workload.md, "Mix".
   *
   * @throws IllegalStateException if the mix has no Trade-Order
   */
  public double requestsPerTrade() {
    int orders = cards.getOrDefault(TransactionType.TRADE_ORDER, 0);
    if (orders == 0) {
      throw new IllegalStateException("a mix without Trade-Order makes no trades");
    }
    return size() / (orders * 100.0 / 101.0);
  }

  /** Cards in one pass of the deck. */
  public int size() {
    return cards.values().stream().mapToInt(Integer::intValue).sum();
  }
}
