package io.quartet.model.plan;

import java.time.Duration;

/**
 * Ticker of the Market Exchange.
 *
 * @param flush tickers per Market-Feed, 1 to 20
 * @param flushAfter longest wait of a ticker for its Market-Feed
 */
public record Market(int flush, Duration flushAfter) {}
