package io.quartet.cli.view;

import io.quartet.model.Text;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Progress on standard error: one block that is rewritten in place on a terminal, otherwise a plain
 * line every few seconds. A step that prints nothing for 5 seconds gets a line with its time, in
 * place on a terminal. Elsewhere each such line waits longer than the one before, up to a minute.
 * Thread-safe.
 */
public final class Screen implements AutoCloseable {

  private static final long REFRESH_NANOS = 200_000_000L;
  private static final long LINE_NANOS = 5_000_000_000L;
  private static final long SILENCE_NANOS = 5_000_000_000L;
  private static final long LONGEST_SILENCE_NANOS = 60_000_000_000L;
  private static final long TICK_MILLIS = 1_000;
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

  /** The one with the step that began last; null between steps. */
  private static volatile Screen active;

  private static volatile boolean isQuiet;

  /** Where warnings go; progress goes to {@link #out}, which is quiet where that is asked for. */
  private final VisibleWriter warnings;

  private final VisibleWriter out;
  private final boolean isTerminal;
  private final Size size;
  private final LongSupplier nanos;
  private final boolean isTicking;
  private int blockLines;
  private long lastNanos;
  private boolean hasShown;

  /** What {@link #show} got last, and whether it has been printed. */
  private List<String> block = List.of();

  private List<String> plain = List.of();
  private boolean isPrinted = true;

  /** The step under way; null between steps. */
  private String step;

  private long stepNanos;
  private long pulseNanos;
  private long silenceNanos;
  private ScheduledFuture<?> ticks;

  /**
   * @param isTerminal true if the writer ends at a terminal that knows ANSI sequences
   * @param nanos a monotonic clock
   */
  Screen(PrintWriter out, boolean isTerminal, Size size, LongSupplier nanos) {
    this(out, out, isTerminal, size, nanos, false);
  }

  /**
   * @param isTicking true to call {@link #pulse} while a step is under way
   */
  private Screen(
      PrintWriter warnings,
      PrintWriter out,
      boolean isTerminal,
      Size size,
      LongSupplier nanos,
      boolean isTicking) {
    this.warnings = VisibleWriter.of(warnings);
    this.out = VisibleWriter.of(out);
    this.isTerminal = isTerminal;
    this.size = size;
    this.nanos = nanos;
    this.isTicking = isTicking;
  }

  /** Lets all screens from now on print warnings only, or progress again. */
  public static void setQuiet(boolean isQuiet) {
    Screen.isQuiet = isQuiet;
  }

  /** Where progress goes: nowhere if only warnings are wanted. */
  public static PrintWriter progress(PrintWriter out) {
    return isQuiet ? new PrintWriter(Writer.nullWriter()) : out;
  }

  /** Standard error; the launcher knows whether it is a terminal, and how big. */
  public static Screen standardError(PrintWriter out) {
    return new Screen(
        out,
        progress(out),
        Boolean.getBoolean("quartet.terminal"),
        Size.parse(System.getProperty("quartet.terminalSize", "")),
        System::nanoTime,
        true);
  }

  /** Runs work on standard error that prints nothing by itself, for instance "reading the runs". */
  public static <T> T during(String work, PrintWriter err, Supplier<T> action) {
    try (Screen screen = standardError(err)) {
      screen.beginQuietly(work);
      return action.get();
    }
  }

  /** As {@link #during(String, PrintWriter, Supplier)}, for work without a result. */
  public static void during(String work, PrintWriter err, Runnable action) {
    during(
        work,
        err,
        () -> {
          action.run();
          return null;
        });
  }

  /** Prints what others write to standard error: above the block of the step under way. */
  static void beside(Runnable print) {
    Screen screen = active;
    if (screen == null) {
      print.run();
      return;
    }
    synchronized (screen) {
      screen.eraseBlock();
      screen.out.flush();
      print.run();
      screen.endSilence();
    }
  }

  /** The clock this screen goes by, in nanoseconds. */
  LongSupplier clock() {
    return nanos;
  }

  /** Begins a step and prints its name, for instance "loading the databases". */
  public void begin(String name) {
    begin(name, "");
  }

  /**
   * As {@link #begin(String)}.
   *
   * @param remark follows the name in the first line alone
   */
  synchronized void begin(String name, String remark) {
    line("==> " + name + remark);
    beginQuietly(name);
  }

  /** Begins a step whose name is printed only if it prints nothing else for 5 seconds. */
  public synchronized void beginQuietly(String name) {
    clear();
    step = name;
    active = this;
    stepNanos = nanos.getAsLong();
    endSilence();
    if (isTicking && ticks == null) {
      ticks =
          Ticker.EXECUTOR.scheduleAtFixedRate(
              this::pulse, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Ends the block and the step. */
  public synchronized void end() {
    clear();
    step = null;
    active = active == this ? null : active;
    if (ticks != null) {
      ticks.cancel(false);
      ticks = null;
    }
  }

  /** As {@link #end}. */
  @Override
  public void close() {
    end();
  }

  /** Prints a line about something that went wrong, also where progress is not asked for. */
  public synchronized void warn(String text) {
    eraseBlock();
    out.flush();
    warnings.println(Text.visible(text));
    warnings.flush();
    endSilence();
  }

  /** Prints a line that stays. */
  public synchronized void line(String text) {
    eraseBlock();
    out.println(Text.visible(text));
    out.flush();
    endSilence();
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
    this.block = List.copyOf(block);
    this.plain = List.copyOf(plain);
    isPrinted = false;
    long now = nanos.getAsLong();
    if (!hasShown || now - lastNanos >= (isTerminal ? REFRESH_NANOS : LINE_NANOS)) {
      printState(now);
    }
  }

  private void printState(long now) {
    hasShown = true;
    isPrinted = true;
    lastNanos = now;
    if (isTerminal) {
      rewrite(block);
    } else {
      plain.forEach(line -> out.println(Text.visible(line)));
    }
    out.flush();
    endSilence();
  }

  /** Prints that the step goes on, if nothing else was printed for some time. */
  synchronized void pulse() {
    long now = nanos.getAsLong();
    if (step == null) {
      return;
    }
    if (!isPrinted && (isTerminal || now >= pulseNanos)) {
      printState(now); // It says more than the time of the step.
    } else if (now >= pulseNanos) {
      printTime(now);
    }
  }

  private void printTime(long now) {
    String line =
        Text.line("    still %s: %s", step, Figures.time(Duration.ofNanos(now - stepNanos)));
    if (isTerminal) {
      List<String> lines = new ArrayList<>(block);
      lines.add(line);
      rewrite(lines);
    } else {
      out.println(line);
      silenceNanos = Math.min(2 * silenceNanos, LONGEST_SILENCE_NANOS);
      pulseNanos = now + silenceNanos;
    }
    out.flush();
  }

  private void endSilence() {
    silenceNanos = SILENCE_NANOS;
    pulseNanos = nanos.getAsLong() + silenceNanos;
  }

  private void rewrite(List<String> lines) {
    List<String> fitting = fitting(lines);
    eraseBlock();
    fitting.forEach(out::println);
    blockLines = fitting.size();
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
    isPrinted = true;
    block = List.of();
  }

  private void eraseBlock() {
    if (blockLines > 0) {
      out.control("\u001b[" + blockLines + "A\r" + ERASE_TO_END);
      blockLines = 0;
    }
  }

  /** The thread of all screens, which begins with the first step. */
  private static final class Ticker {
    static final ScheduledExecutorService EXECUTOR =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "quartet-screen");
              thread.setDaemon(true);
              return thread;
            });
  }
}
