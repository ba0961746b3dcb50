package io.quartet.emulator;

/**
 * Orders of one Set, for trade conservation and for watching the backlog.
 *
 * @param ordersAccepted orders out of committed Trade-Orders since the start
 * @param resultsCommitted Trade-Results committed since the start, each trade once
 * @param open orders the exchange knows of whose result is not committed: waiting for their limit,
 *     for the delay of the trading floor, or due
 * @param due of these, orders whose Trade-Result was due and has no committed answer yet
 * @param inDoubtOrders Trade-Orders that may have been accepted without the driver knowing
 */
public record MarketCounts(
    long ordersAccepted, long resultsCommitted, int open, int due, long inDoubtOrders) {}
