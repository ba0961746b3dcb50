package io.quartet.cli.view;

import io.quartet.model.Text;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Progress on standard error: one block that is rewritten in place on a terminal, otherwise a plain
 * line every few seconds. Thread-safe.
 */
public final class Screen {

  private static final long REFRESH_NANOS = 200_000_000L;
  private static final long LINE_NANOS = 5_000_000_000L;
  private static final String ERASE_TO_END = "\u001b[J";

  /**
   * Size of a terminal.
   *
   * @param rows lines it shows, at least 1
   * @param columns characters of a line, at least 1
   */
  record Size(int rows, int columns) {

    /** The size of the classic terminal, for terminals that do not report theirs. */
    static final Size USUAL = new Size(24, 80);

    /** As {@code stty size} writes it: rows, a space, columns. */
    static Size parse(String text) {
      String[] parts = text.strip().split(" ", -1);
      try {
        Size size = new Size(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        return size.rows > 0 && size.columns > 0 ? size : USUAL;
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        return USUAL;
      }
    }
  }

  private final VisibleWriter out;
  private final boolean isTerminal;
  private final Size size;
  private final LongSupplier nanos;
  private int blockLines;
  private long lastNanos;
  private boolean hasShown;

  /**
   * @param isTerminal true if the writer ends at a terminal that knows ANSI sequences
   * @param nanos a monotonic clock
   */
  Screen(PrintWriter out, boolean isTerminal, Size size, LongSupplier nanos) {
    this.out = VisibleWriter.of(out);
    this.isTerminal = isTerminal;
    this.size = size;
    this.nanos = nanos;
  }

  /** Standard error; the launcher knows whether it is a terminal, and how big. */
  public static Screen standardError(PrintWriter out) {
    return new Screen(
        out,
        Boolean.getBoolean("quartet.terminal"),
        Size.parse(System.getProperty("quartet.terminalSize", "")),
        System::nanoTime);
  }

  /** The clock this screen goes by, in nanoseconds. */
  LongSupplier clock() {
    return nanos;
  }

  /** Prints a line that stays. */
  public synchronized void line(String text) {
    eraseBlock();
    out.println(Text.visible(text));
    out.flush();
  }

  /** Shows the state of this moment, if it is time to: the same lines here and there. */
  public void show(List<String> lines) {
    show(lines, lines);
  }

  /**
   * Shows the state of this moment, if it is time to.
   *
   * @param block lines for a terminal; what does not fit there is left out
   * @param plain lines for anything else
   */
  synchronized void show(List<String> block, List<String> plain) {
    long now = nanos.getAsLong();
    if (hasShown && now - lastNanos < (isTerminal ? REFRESH_NANOS : LINE_NANOS)) {
      return;
    }
    hasShown = true;
    lastNanos = now;
    if (isTerminal) {
      List<String> fitting = fitting(block);
      eraseBlock();
      fitting.forEach(out::println);
      blockLines = fitting.size();
    } else {
      plain.forEach(line -> out.println(Text.visible(line)));
    }
    out.flush();
  }

  /** A line that wraps or scrolls away could not be erased: the cursor would not get there. */
  private List<String> fitting(List<String> block) {
    int most = Math.max(1, size.rows - 1);
    List<String> lines = new ArrayList<>(block);
    if (lines.size() > most) {
      int left = lines.size() - most + 1;
      lines = new ArrayList<>(lines.subList(0, most - 1));
      lines.add("    and " + left + " more");
    }
    lines.replaceAll(Text::visible);
    lines.replaceAll(line -> line.substring(0, Math.min(line.length(), size.columns - 1)));
    return lines;
  }

  /** Ends the block, so that what is printed next stands below or in place of it. */
  public synchronized void clear() {
    eraseBlock();
    out.flush();
    hasShown = false;
  }

  private void eraseBlock() {
    if (blockLines > 0) {
      out.control("\u001b[" + blockLines + "A\r" + ERASE_TO_END);
      blockLines = 0;
    }
  }
}
