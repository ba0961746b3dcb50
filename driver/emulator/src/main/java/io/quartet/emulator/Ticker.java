package io.quartet.emulator;

import io.quartet.tiera.engine.PriceCurve;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The ticker of one Set: real entries of executed orders, each followed by one entry of padding,
 * cut into batches. Padding is the trigger that waits longest, or else a random security, so that
 * limit orders whose price is reached travel with the ticker. Not thread-safe.
 *
 * <p>Source: docs/spec/workload.md, "Market Exchange".
 */
final class Ticker {

  /** Quantity of a trigger entry, shares. */
  static final int TRIGGER_QUANTITY = 375;

  private static final int SMALL_PADDING = 325;
  private static final int LARGE_PADDING = 425;

  private final int flush;
  private final long flushAfterNanos;
  private final int securityCount;
  private final PriceCurve curve;
  private final SplittableRandom random;
  private final Deque<TickerEntry> entries = new ArrayDeque<>();
  private final Deque<TickerEntry> triggers = new ArrayDeque<>();

  /**
   * @param flush entries of a full batch
   * @param flushAfterNanos longest wait of an entry
   * @param securityCount securities to pad with
   */
  Ticker(
      int flush,
      long flushAfterNanos,
      int securityCount,
      PriceCurve curve,
      SplittableRandom random) {
    this.flush = flush;
    this.flushAfterNanos = flushAfterNanos;
    this.securityCount = securityCount;
    this.curve = curve;
    this.random = random;
  }

  /** Adds an executed order and its padding. */
  void addTrade(int security, int priceCents, int quantity, long nowNanos) {
    entries.add(new TickerEntry(security, priceCents, quantity, nowNanos));
    entries.add(padding(nowNanos));
  }

  /** Adds a reached limit to the queue that feeds the padding. */
  void addTrigger(int security, int priceCents, long nowNanos) {
    triggers.add(new TickerEntry(security, priceCents, TRIGGER_QUANTITY, nowNanos));
  }

  /** Moment at which the next batch is or becomes due; {@link Long#MAX_VALUE} if there is none. */
  long batchDueNanos() {
    if (entries.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long byTime = entries.peekFirst().nanos() + flushAfterNanos;
    return entries.size() < flush ? byTime : Math.min(byTime, fullNanos());
  }

  /** Takes the next batch out, whether it is due or not: 1 to {@code flush} entries in order. */
  List<TickerEntry> takeBatch() {
    List<TickerEntry> batch = new ArrayList<>(flush);
    while (batch.size() < flush && !entries.isEmpty()) {
      batch.add(entries.pollFirst());
    }
    return batch;
  }

  /** Entries that wait. */
  int size() {
    return entries.size();
  }

  private TickerEntry padding(long nowNanos) {
    TickerEntry trigger = triggers.pollFirst();
    if (trigger != null) {
      return new TickerEntry(
          trigger.security(), trigger.priceCents(), trigger.quantity(), nowNanos);
    }
    int security = random.nextInt(securityCount);
    int quantity = random.nextBoolean() ? SMALL_PADDING : LARGE_PADDING;
    return new TickerEntry(
        security, curve.priceCents(security, nowNanos / 1_000_000), quantity, nowNanos);
  }

  /** When the entry was written that filled the batch. */
  private long fullNanos() {
    int position = 0;
    for (TickerEntry entry : entries) {
      if (++position == flush) {
        return entry.nanos();
      }
    }
    throw new IllegalStateException("the batch is not full");
  }
}
