package io.quartet.measure;

import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Latencies of one transaction on one Set, handed over interval by interval. Writers take the lock;
 * one reader at a time.
 */
final class LatencyStream {

  /**
   * Within 1 percent, 12 KB a histogram up to a minute. A packed one is smaller but three times as
   * slow to write, and streams are few: cells are the ones that must be small.
   */
  private static final int DIGITS = 2;

  private final VmSet set;
  private final TransactionType type;
  private SingleWriterRecorder response;
  private SingleWriterRecorder service;
  private Histogram lastResponse;
  private Histogram lastService;

  LatencyStream(VmSet set, TransactionType type) {
    this.set = set;
    this.type = type;
  }

  synchronized void record(long responseMicros, long serviceMicros) {
    if (response == null) {
      response = new SingleWriterRecorder(DIGITS);
      service = new SingleWriterRecorder(DIGITS);
    }
    response.recordValue(responseMicros);
    service.recordValue(serviceMicros);
  }

  /** Latencies since the last call, or null if there were none. */
  synchronized Interval.Latency take() {
    if (response == null) {
      return null;
    }
    lastResponse = response.getIntervalHistogram(lastResponse);
    lastService = service.getIntervalHistogram(lastService);
    return lastResponse.getTotalCount() == 0
        ? null
        : new Interval.Latency(set, type, lastResponse, lastService);
  }
}
