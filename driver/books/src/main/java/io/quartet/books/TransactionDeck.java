package io.quartet.books;

import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.model.plan.TransactionMix;
import java.util.SplittableRandom;

/**
 * Decides the type of the next Customer Emulator transaction of one Set. Cards are drawn at random
 * without replacement and the deck starts over when it is empty, so each full pass hits the mix
 * exactly. Thread-safe.
 *
 * <p>Source: docs/spec/workload.md, "Mix".
 */
public final class TransactionDeck {

  private final TransactionType[] cards;
  private final SplittableRandom random;
  private int left;

  /**
   * @param seed the same seed gives the same sequence of types
   */
  public TransactionDeck(TransactionMix mix, long seed) {
    this.cards = new TransactionType[mix.size()];
    this.random = new SplittableRandom(seed);
    int at = 0;
    for (TransactionType type : TransactionType.values()) {
      for (int n = mix.cards().getOrDefault(type, 0); n > 0; n--) {
        cards[at++] = type;
      }
    }
  }

  /** The deck of one Set: Sets of one run draw from different streams. */
  public static TransactionDeck of(TransactionMix mix, long runSeed, VmSet set) {
    long stream = set.group().number() * 1_000L + set.number();
    return new TransactionDeck(mix, runSeed * 0x9E3779B97F4A7C15L + stream * 0xD1B54A32D192ED03L);
  }

  public synchronized TransactionType next() {
    if (left == 0) {
      left = cards.length;
    }
    int drawn = random.nextInt(left);
    left--;
    TransactionType card = cards[drawn];
    cards[drawn] = cards[left];
    cards[left] = card;
    return card;
  }
}
