package io.quartet.run.internal.pgbench;

import java.util.Arrays;

/**
 * Lines of one transaction log that were read together, in their order. One array for each column:
 * there may be 100,000 lines in a second.
 */
final class LoggedTransactions {

  /** How a transaction ended. */
  enum End {
    COMMITTED,
    SKIPPED,
    SERIALIZATION,
    DEADLOCK,
    OTHER_FAILURE
  }

  private static final int FIRST_ROOM = 128;
  private static final End[] ENDS = End.values();

  private long[] endMicros = new long[FIRST_ROOM];
  private long[] tookMicros = new long[FIRST_ROOM];
  private long[] lagMicros = new long[FIRST_ROOM];
  private int[] scripts = new int[FIRST_ROOM];
  private int[] retries = new int[FIRST_ROOM];
  private byte[] ends = new byte[FIRST_ROOM];
  private int count;

  /**
   * Adds a line.
   *
   * @param end when it ended, microseconds since 1970
   * @param took response time in microseconds; 0 unless it was committed
   * @param lag microseconds from its intended start to its start
   */
  void add(End how, long end, long took, long lag, int script, int retried) {
    if (count == ends.length) {
      int room = 2 * count;
      endMicros = Arrays.copyOf(endMicros, room);
      tookMicros = Arrays.copyOf(tookMicros, room);
      lagMicros = Arrays.copyOf(lagMicros, room);
      scripts = Arrays.copyOf(scripts, room);
      retries = Arrays.copyOf(retries, room);
      ends = Arrays.copyOf(ends, room);
    }
    ends[count] = (byte) how.ordinal();
    endMicros[count] = end;
    tookMicros[count] = took;
    lagMicros[count] = lag;
    scripts[count] = script;
    retries[count] = retried;
    count++;
  }

  int count() {
    return count;
  }

  End how(int line) {
    return ENDS[ends[line]];
  }

  long endMicros(int line) {
    return endMicros[line];
  }

  long tookMicros(int line) {
    return tookMicros[line];
  }

  long lagMicros(int line) {
    return lagMicros[line];
  }

  int script(int line) {
    return scripts[line];
  }

  int retries(int line) {
    return retries[line];
  }
}
