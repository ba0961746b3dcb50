package io.quartet.emulator;

/**
 * One line of the ticker.
 *
 * @param nanos when it was written, on the run's clock
 */
record TickerEntry(int security, int priceCents, int quantity, long nanos) {}
