package io.quartet.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Progress on standard error: one block that is rewritten in place on a terminal, otherwise a plain
 * line every few seconds. Thread-safe.
 */
final class Screen {

  private static final long REFRESH_NANOS = 200_000_000L;
  private static final long LINE_NANOS = 5_000_000_000L;
  private static final String ERASE_TO_END = "\u001b[J";

  private final PrintWriter out;
  private final boolean isTerminal;
  private final LongSupplier nanos;
  private int blockLines;
  private long lastNanos;
  private boolean hasShown;

  /**
   * @param isTerminal true if the writer ends at a terminal that knows ANSI sequences
   * @param nanos a monotonic clock
   */
  Screen(PrintWriter out, boolean isTerminal, LongSupplier nanos) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.nanos = nanos;
  }

  /** Standard error; the launcher knows whether it is a terminal. */
  static Screen standardError(PrintWriter out) {
    return new Screen(out, Boolean.getBoolean("quartet.terminal"), System::nanoTime);
  }

  /** Prints a line that stays. */
  synchronized void line(String text) {
    eraseBlock();
    out.println(text);
    out.flush();
  }

  /**
   * Shows the state of this moment, if it is time to.
   *
   * @param block lines for a terminal
   * @param line the same in one line
   */
  synchronized void show(List<String> block, String line) {
    long now = nanos.getAsLong();
    if (hasShown && now - lastNanos < (isTerminal ? REFRESH_NANOS : LINE_NANOS)) {
      return;
    }
    hasShown = true;
    lastNanos = now;
    if (isTerminal) {
      eraseBlock();
      block.forEach(out::println);
      blockLines = block.size();
    } else {
      out.println(line);
    }
    out.flush();
  }

  /** Ends the block, so that what is printed next stands below or in place of it. */
  synchronized void clear() {
    eraseBlock();
    out.flush();
    hasShown = false;
  }

  private void eraseBlock() {
    if (blockLines > 0) {
      out.print("\u001b[" + blockLines + "A\r" + ERASE_TO_END);
      blockLines = 0;
    }
  }
}
