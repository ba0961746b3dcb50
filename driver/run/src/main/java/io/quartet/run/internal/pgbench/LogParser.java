package io.quartet.run.internal.pgbench;

import io.quartet.run.internal.pgbench.LoggedTransactions.End;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the transaction log of one thread of pgbench, as it comes. A line is {@code client
 * transaction time script epoch_s microseconds [lag] [retries]}; in place of the time may stand
 * {@code skipped}, {@code serialization}, {@code deadlock} or another failure. For one thread.
 */
final class LogParser {

  /** More than any line has. */
  private static final int LONGEST_LINE = 1_024;

  private static final int LEAST_FIELDS = 6;

  private final boolean hasLag;
  private final boolean hasRetries;
  private final int scripts;
  private final byte[] rest = new byte[LONGEST_LINE];
  private int restLength;
  private final int[] starts = new int[LEAST_FIELDS + 2];
  private final int[] ends = new int[LEAST_FIELDS + 2];

  /**
   * @param hasLag true if pgbench was given a rate
   * @param hasRetries true if it may try a transaction again
   * @param scripts number of its scripts
   */
  LogParser(boolean hasLag, boolean hasRetries, int scripts) {
    this.hasLag = hasLag;
    this.hasRetries = hasRetries;
    this.scripts = scripts;
  }

  /**
   * Reads the next part of the log.
   *
   * @return its whole lines; the begin of the last one is kept for the next part
   * @throws IllegalArgumentException if a line is none
   */
  LoggedTransactions read(byte[] bytes, int length) {
    LoggedTransactions lines = new LoggedTransactions();
    int from = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        if (restLength > 0) {
          keep(bytes, from, i);
          line(rest, 0, restLength, lines);
          restLength = 0;
        } else {
          line(bytes, from, i, lines);
        }
        from = i + 1;
      }
    }
    keep(bytes, from, length);
    return lines;
  }

  /** True if the log ended within a line. */
  boolean isTorn() {
    return restLength > 0;
  }

  private void keep(byte[] bytes, int from, int to) {
    if (restLength + to - from > LONGEST_LINE) {
      throw wrong(bytes, from, to);
    }
    System.arraycopy(bytes, from, rest, restLength, to - from);
    restLength += to - from;
  }

  private void line(byte[] bytes, int from, int to, LoggedTransactions lines) {
    int fields = split(bytes, from, to);
    int next = LEAST_FIELDS;
    long lag = hasLag && fields > next ? rounded(bytes, next++) : 0;
    long retries = hasRetries && fields > next ? number(bytes, next++) : 0;
    long script = number(bytes, 3);
    if (fields != next || script >= scripts) {
      throw wrong(bytes, from, to);
    }
    End how = how(bytes, starts[2]);
    lines.add(
        how,
        1_000_000 * number(bytes, 4) + number(bytes, 5),
        how == End.COMMITTED ? number(bytes, 2) : 0,
        lag,
        (int) script,
        (int) retries);
  }

  /** By its letters: all but numbers are words of pgbench. */
  private static End how(byte[] bytes, int start) {
    return switch (bytes[start]) {
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> End.COMMITTED;
      case 's' -> bytes[start + 1] == 'k' ? End.SKIPPED : End.SERIALIZATION;
      case 'd' -> End.DEADLOCK;
      default -> End.OTHER_FAILURE;
    };
  }

  /** Notes where the fields are; returns how many there are. */
  private int split(byte[] bytes, int from, int to) {
    int fields = 0;
    int start = from;
    for (int i = from; i <= to; i++) {
      if (i == to || bytes[i] == ' ') {
        if (i == start || fields == starts.length) {
          throw wrong(bytes, from, to);
        }
        starts[fields] = start;
        ends[fields++] = i;
        start = i + 1;
      }
    }
    if (fields < LEAST_FIELDS) {
      throw wrong(bytes, from, to);
    }
    return fields;
  }

  /** A whole number; a minus sign, as of a lag that is less than nothing, gives 0. */
  private long number(byte[] bytes, int field) {
    if (bytes[starts[field]] == '-') {
      return 0;
    }
    long number = 0;
    for (int i = starts[field]; i < ends[field]; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        throw wrong(bytes, starts[field], ends[field]);
      }
      number = 10 * number + digit;
    }
    return number;
  }

  /** A number that may have decimals, which are left out. */
  private long rounded(byte[] bytes, int field) {
    for (int i = starts[field]; i < ends[field]; i++) {
      if (bytes[i] == '.') {
        ends[field] = i;
      }
    }
    return number(bytes, field);
  }

  private static IllegalArgumentException wrong(byte[] bytes, int from, int to) {
    byte[] shown = Arrays.copyOfRange(bytes, from, Math.min(to, from + 100));
    return new IllegalArgumentException(
        "the log of pgbench has a line that is none: '"
            + new String(shown, StandardCharsets.ISO_8859_1)
            + "'");
  }
}
