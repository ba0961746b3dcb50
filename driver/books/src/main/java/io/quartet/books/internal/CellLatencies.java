package io.quartet.books.internal;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * Response and service times of a cell, in microseconds. New values wait in arrays and are sorted
 * into histograms later, by the thread that reads them. So the thread that receives answers writes
 * two numbers for each; packed histograms took a fifth of its time. The caller holds the lock of
 * the cell.
 */
public final class CellLatencies {

  /** Values are kept to within 1 percent; one more digit would cost ten times the memory. */
  public static final int DIGITS = 2;

  private static final int LOG_DIGITS = 3;
  private static final int FIRST_ROOM = 64;
  private static final long[] NONE = {};

  /** Since the last {@link #take}. */
  private long[] responses = NONE;

  private long[] services = NONE;
  private int waiting;

  /** How many of the waiting values {@link #response} has already. */
  private int counted;

  /**
   * Response times of all counted answers. Null until one is counted, because most cells of a large
   * run stay empty until their phase begins.
   */
  private Histogram response;

  /** Adds an answer. */
  public void add(long responseMicros, long serviceMicros) {
    if (waiting == responses.length) {
      int room = Math.max(FIRST_ROOM, 2 * waiting);
      responses = Arrays.copyOf(responses, room);
      services = Arrays.copyOf(services, room);
    }
    responses[waiting] = responseMicros;
    services[waiting] = serviceMicros;
    waiting++;
  }

  /** Number of answers. */
  public long answers() {
    return (response == null ? 0 : response.getTotalCount()) + waiting - counted;
  }

  /** Response times of all answers, or null if there were none. */
  public Histogram response() {
    if (counted < waiting) {
      if (response == null) {
        response = new PackedHistogram(DIGITS);
      }
      record(responses, counted, waiting, response);
      counted = waiting;
    }
    return response;
  }

  /** Replaces the response times of all answers, also of those that wait; null for none. */
  public void mirror(Histogram all) {
    response = all;
    counted = waiting;
  }

  /** The values since the last call, or null if there were none. */
  public Taken take() {
    response();
    if (waiting == 0) {
      return null;
    }
    Taken taken = new Taken(responses, services, waiting);
    responses = NONE;
    services = NONE;
    waiting = 0;
    counted = 0;
    return taken;
  }

  /** Sorts first, so that all values of one bucket are recorded by one call. */
  private static void record(long[] values, int from, int to, Histogram histogram) {
    long[] sorted = Arrays.copyOfRange(values, from, to);
    Arrays.sort(sorted);
    int next = 0;
    while (next < sorted.length) {
      int first = next;
      long highest = histogram.highestEquivalentValue(sorted[first]);
      while (next < sorted.length && sorted[next] <= highest) {
        next++;
      }
      histogram.recordValueWithCount(sorted[first], next - first);
    }
  }

  /** Values that were taken out of a cell. Needs no lock. */
  public static final class Taken {

    private final long[] responses;
    private final long[] services;
    private final int count;

    private Taken(long[] responses, long[] services, int count) {
      this.responses = responses;
      this.services = services;
      this.count = count;
    }

    /** To three digits. */
    public Histogram responses() {
      return histogram(responses);
    }

    /** To three digits. */
    public Histogram services() {
      return histogram(services);
    }

    private Histogram histogram(long[] values) {
      Histogram histogram = new PackedHistogram(LOG_DIGITS);
      record(values, 0, count, histogram);
      return histogram;
    }
  }
}
