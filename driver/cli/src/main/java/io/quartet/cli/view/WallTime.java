package io.quartet.cli.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Wall time of a command. Each moment belongs to the part that began last, so the parts add up to
 * the whole. Thread-safe.
 */
public final class WallTime {

  private static final String START = "start";

  private final LongSupplier nanos;
  private final Map<String, Long> ended = new LinkedHashMap<>();
  private String part = START;
  private long partNanos;

  /**
   * Parts that have been measured.
   *
   * @param parts each with its length, in the order in which they began
   */
  public record Parts(List<Part> parts) {

    /** Times that are not known. */
    public static final Parts NONE = new Parts(List.of());

    public Parts {
      parts = List.copyOf(parts);
    }

    boolean isKnown() {
      return !parts.isEmpty();
    }

    /**
     * As {@code total time 1:12: start 0:02, load 1:10}. Each end is rounded to a second, so that
     * the rounded parts add up too. Parts that round to nothing are left out.
     */
    public String line() {
      List<String> texts = new ArrayList<>();
      Duration end = Duration.ZERO;
      for (Part part : parts) {
        long before = rounded(end);
        end = end.plus(part.length());
        long length = rounded(end) - before;
        if (length > 0) {
          texts.add(part.name() + " " + TimeLeft.clock(length));
        }
      }
      String total = "total time " + TimeLeft.clock(rounded(end));
      return texts.size() < 2 ? total : Text.line("%s: %s", total, String.join(", ", texts));
    }

    private static long rounded(Duration duration) {
      return Math.round(seconds(duration));
    }

    /** {@code {total, parts: [{name, seconds}]}}, in seconds to the millisecond. */
    public ObjectNode json() {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put(
          "total", seconds(parts.stream().map(Part::length).reduce(Duration.ZERO, Duration::plus)));
      ArrayNode array = json.putArray("parts");
      parts.forEach(
          part ->
              array.addObject().put("name", part.name()).put("seconds", seconds(part.length())));
      return json;
    }
  }

  /** A length of time in seconds, to the millisecond. */
  static double seconds(Duration length) {
    return length.toMillis() / 1e3;
  }

  /** A part of the time of a command. */
  record Part(String name, Duration length) {}

  /**
   * Begins at this moment with the start of the command.
   *
   * @param nanos a monotonic clock
   */
  WallTime(LongSupplier nanos) {
    this(nanos, nanos.getAsLong());
  }

  private WallTime(LongSupplier nanos, long startNanos) {
    this.nanos = nanos;
    this.partNanos = startNanos;
  }

  /** Began when this process did. */
  public static WallTime ofProcess() {
    Instant now = Instant.now();
    Instant start = ProcessHandle.current().info().startInstant().orElse(now);
    long millis = Math.max(0, Duration.between(start, now).toMillis());
    return new WallTime(System::nanoTime, System.nanoTime() - Duration.ofMillis(millis).toNanos());
  }

  /** A part begins, or goes on if it has been there before. */
  public synchronized void begin(String name) {
    endPart();
    part = name;
  }

  /** The parts up to this moment. */
  public synchronized Parts parts() {
    endPart();
    return new Parts(
        ended.entrySet().stream()
            .map(one -> new Part(one.getKey(), Duration.ofNanos(one.getValue())))
            .toList());
  }

  private void endPart() {
    long now = nanos.getAsLong();
    ended.merge(part, now - partNanos, Long::sum);
    partNanos = now;
  }
}
