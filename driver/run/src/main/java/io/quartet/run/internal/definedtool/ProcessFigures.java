package io.quartet.run.internal.definedtool;

import io.quartet.books.RunClock;
import io.quartet.model.Text;
import io.quartet.model.plan.FigureColumn;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.model.plan.ToolDefinition.Kind;
import io.quartet.model.plan.ToolDefinition.Output;
import io.quartet.results.ToolFigures;
import io.quartet.results.ToolProcess.Summary;
import io.quartet.run.internal.definedtool.FigureBooks.Counts;
import io.quartet.run.internal.definedtool.FigureReader.Row;
import io.quartet.run.internal.tool.PlannedProcess;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Makes numbers of transactions of what one process prints. An interval is passed on when the next
 * one has come: the last one takes what the total has beyond all before it, as tools may not print
 * the interval in which they end. Thread-safe.
 */
final class ProcessFigures {

  /** Intervals without a figure after which none is expected any more. */
  private static final int SILENT_INTERVALS = 3;

  private static final long CONNECTING_NANOS = 3_000_000_000L;
  private static final long CONNECTING_NANOS_OF_CLIENT = 20_000_000L;

  /** The time that is not told may have so many times the transactions of the busiest interval. */
  private static final double MOST_OF_BUSIEST = 2;

  /** Fewer transactions than these are never too many. */
  private static final long SMALL = 20;

  private static final int LONGEST_SHOWN = 300;

  private final Output output;
  private final List<Kind> kinds;
  private final PlannedProcess plan;
  private final RunClock clock;
  private final FigureBooks.Part books;
  private final Consumer<ToolFigures> file;
  private final FigureReader intervals;
  private final FigureReader totals;

  // Guarded by this.
  private final Map<Kind, Sums> sums = new LinkedHashMap<>();

  /** Kinds of the interval that is being printed, with what was told of them. */
  private final Map<Kind, Told> open = new LinkedHashMap<>();

  private List<Counts> held = List.of();
  private final Map<Kind, Told> total = new LinkedHashMap<>();
  private long beganNanos;
  private long openNanos;
  private long lastEndNanos;
  private long printedNanos = Long.MIN_VALUE;
  private boolean hasFigures;
  private boolean hasEnded;
  private boolean tellsFailures;
  private boolean tellsRetries;

  /** Transactions by second of the interval with most. */
  private double mostPerSecond;

  private String lastLine = "";
  private String problem = "";

  /** What one interval or total told of a kind; null if it did not. */
  private static final class Told {
    Double committed;
    Double failed;
    Double retries;
  }

  /** What was told and booked of a kind so far. */
  private static final class Sums {
    double committed;
    double failed;
    double retries;
    long bookedCommitted;
    long bookedFailed;
    long bookedRetries;
  }

  /**
   * @param books takes the numbers
   * @param file takes every row of figures
   */
  ProcessFigures(
      ToolDefinition definition,
      PlannedProcess plan,
      RunClock clock,
      FigureBooks.Part books,
      Consumer<ToolFigures> file) {
    this.output = definition.output();
    this.kinds = definition.kinds();
    this.plan = plan;
    this.clock = clock;
    this.books = books;
    this.file = file;
    this.intervals = new FigureReader(output.interval());
    this.totals = new FigureReader(output.total());
    this.lastEndNanos = plan.start().toNanos();
    this.beganNanos = lastEndNanos;
    kinds.forEach(kind -> sums.put(kind, new Sums()));
  }

  /** Says that the process begins now. */
  synchronized void begin() {
    beganNanos = clock.nanos();
    lastEndNanos = Math.max(lastEndNanos, Math.min(beganNanos, plan.end().toNanos() - 1));
  }

  /** Judges the moment of its end, which is now: a tool has to keep its time. */
  synchronized void judgeEnd() {
    double lateSeconds = (clock.nanos() - plan.end().toNanos()) / 1e9;
    double slack = output.every().toSeconds() + Math.max(1, plan.length().toSeconds() / 100.0);
    if (Math.abs(lateSeconds) > slack) {
      problem(
          Text.format(
              "it ended %.1f s %s its time. It has to load the database for {seconds}, and not"
                  + " before or after",
              Math.abs(lateSeconds), lateSeconds < 0 ? "before" : "after"));
    }
  }

  /** True if it has told of transactions that failed. */
  synchronized boolean tellsFailures() {
    return tellsFailures;
  }

  /** True if it has told of further tries. */
  synchronized boolean tellsRetries() {
    return tellsRetries;
  }

  /** Takes the next line. */
  synchronized void accept(String line) {
    if (!line.isBlank()) {
      lastLine = line;
    }
    try {
      List<Row> ofInterval = intervals.read(line);
      ofInterval.forEach(row -> interval(row, clock.nanos()));
      if (ofInterval.isEmpty()) {
        totals.read(line).forEach(this::total);
      }
    } catch (NumberFormatException e) {
      problem("a figure in '" + shown(line) + "' is no number");
    }
  }

  private static String shown(String line) {
    return Text.shortened(line.strip(), LONGEST_SHOWN);
  }

  private void problem(String text) {
    if (problem.isEmpty()) {
      problem = text;
    }
  }

  /** What is wrong with its figures; empty if nothing is known to be. */
  synchronized String problem() {
    return problem;
  }

  /** True if it has printed nothing that is a figure for so long that it never will. */
  synchronized boolean isSilent(long nowNanos) {
    long waited = nowNanos - beganNanos;
    boolean isSilent =
        !hasFigures
            && total.isEmpty()
            && waited
                > SILENT_INTERVALS * output.every().toNanos()
                    + CONNECTING_NANOS
                    + plan.clients() * CONNECTING_NANOS_OF_CLIENT;
    if (isSilent) {
      problem(
          Text.format(
              "after %.0f s it has printed no line that fits output.interval. %s Correct the"
                  + " definition or the command",
              waited / 1e9,
              lastLine.isEmpty()
                  ? "It has printed nothing."
                  : "Its last line is '" + shown(lastLine) + "'."));
    }
    return isSilent;
  }

  private Optional<Kind> kind(Row row) {
    String name = row.values().get(FigureColumn.KIND);
    Optional<Kind> kind =
        name == null
            ? Optional.of(kinds.get(0))
            : kinds.stream()
                .filter(one -> one.label().equals(name) || one.failedAs().equals(Optional.of(name)))
                .findFirst();
    if (kind.isEmpty()) {
      problem("it tells of '" + shown(name) + "', which is none of the kinds of its definition");
    }
    return kind;
  }

  /** True if all figures of a row are about transactions that failed. */
  private static boolean isOfFailures(Row row, Kind kind) {
    return kind.failedAs()
        .filter(name -> name.equals(row.values().get(FigureColumn.KIND)))
        .isPresent();
  }

  private void interval(Row row, long now) {
    Optional<Kind> found = kind(row);
    if (found.isEmpty()) {
      return;
    }
    Kind kind = found.get();
    hasFigures = true;
    long end =
        row.values().containsKey(FigureColumn.ELAPSED)
            ? beganNanos + Math.round(row.number(FigureColumn.ELAPSED) * 1e9)
            : now;
    // Rows of one interval come together, each kind and its failures once.
    boolean isOfNext =
        !open.isEmpty()
            && (now - printedNanos > output.every().toNanos() / 2
                || (!isOfFailures(row, kind)
                    && Optional.ofNullable(open.get(kind))
                        .map(told -> told.committed)
                        .isPresent()));
    if (isOfNext) {
      closeOpen();
    }
    if (open.isEmpty()) {
      openNanos = end;
      printedNanos = now;
    }
    double seconds = Math.max(0, openNanos - lastEndNanos) / 1e9;
    add(row, kind, open.computeIfAbsent(kind, one -> new Told()), seconds);
    keep(row, kind, false, now);
  }

  private void total(Row row) {
    kind(row)
        .ifPresent(
            kind -> {
              add(row, kind, total.computeIfAbsent(kind, one -> new Told()), 0);
              keep(row, kind, true, clock.nanos());
            });
  }

  private void add(Row row, Kind kind, Told told, double seconds) {
    Function<FigureColumn, Double> value =
        column -> row.values().containsKey(column) ? (Double) row.number(column) : null;
    Double count = value.apply(FigureColumn.COUNT);
    Double rate = value.apply(FigureColumn.RATE);
    if (count == null && rate != null) {
      count = rate * seconds;
    }
    if (isOfFailures(row, kind)) {
      told.failed = count;
      tellsFailures = true;
      return;
    }
    Double failed = value.apply(FigureColumn.FAILED);
    Double failedRate = value.apply(FigureColumn.FAILED_RATE);
    if (failed == null && failedRate != null) {
      failed = failedRate * seconds;
    }
    told.committed = count == null ? told.committed : count;
    told.failed = failed == null ? told.failed : failed;
    Double retries = value.apply(FigureColumn.RETRIES);
    told.retries = retries == null ? told.retries : retries;
    tellsFailures |= failed != null;
    tellsRetries |= retries != null;
  }

  private void keep(Row row, Kind kind, boolean isTotal, long now) {
    Map<FigureColumn, Double> values = new EnumMap<>(FigureColumn.class);
    boolean isOfFailures = isOfFailures(row, kind);
    for (FigureColumn column : row.values().keySet()) {
      if (column != FigureColumn.KIND) {
        double number = row.number(column);
        values.put(
            isOfFailures ? ofFailures(column) : column,
            column.isTime() ? number * output.microsPerTime() / 1e3 : number);
      }
    }
    if (isOfFailures) {
      values.keySet().removeIf(FigureColumn::isTime);
    }
    file.accept(
        new ToolFigures(
            plan.set(), plan.segment().name(), clock.utcMillis(now), isTotal, kind, values));
  }

  private static FigureColumn ofFailures(FigureColumn column) {
    return switch (column) {
      case COUNT -> FigureColumn.FAILED;
      case RATE -> FigureColumn.FAILED_RATE;
      default -> column;
    };
  }

  private void closeOpen() {
    passOn();
    List<Counts> counts = new ArrayList<>();
    long end = plan.end().toNanos();
    long until = Math.min(end, Math.max(openNanos, lastEndNanos + 1));
    final long before = toldCommitted();
    long from = Math.min(lastEndNanos, until - 1);
    Map<Kind, Told> told = new HashMap<>(open);
    open.clear();
    // A kind that is not told had no transactions.
    for (Kind kind : kinds) {
      Sums sum = sums.get(kind);
      Told now = told.getOrDefault(kind, new Told());
      sum.committed = sum(sum.committed, now.committed);
      sum.failed = sum(sum.failed, now.failed);
      sum.retries = sum(sum.retries, now.retries);
      counts.add(rest(kind, sum, from, until));
    }
    held = counts;
    double seconds = Math.max(output.every().toSeconds() / 2.0, (until - lastEndNanos) / 1e9);
    mostPerSecond = Math.max(mostPerSecond, (toldCommitted() - before) / seconds);
    lastEndNanos = until;
  }

  /** Of all kinds, by intervals. */
  private long toldCommitted() {
    return Math.round(sums.values().stream().mapToDouble(sum -> sum.committed).sum());
  }

  /** What a total has beyond the intervals has to fit into the time of which none tells. */
  private void judgeRest(long nowNanos) {
    long totalCommitted = said(told -> told.committed).orElse(0);
    long rest = totalCommitted - toldCommitted();
    double seconds = output.every().toSeconds() + Math.max(0, nowNanos - lastEndNanos) / 1e9;
    if (hasFigures && rest > SMALL + MOST_OF_BUSIEST * mostPerSecond * seconds) {
      problem(
          Text.format(
              "its total is %,d transactions, but its intervals have %,d of them. Correct"
                  + " output.counts or output.interval of its definition",
              totalCommitted, toldCommitted()));
    }
  }

  private double sum(double before, Double told) {
    if (told == null) {
      return before;
    }
    return output.isCumulative() ? Math.max(before, told) : before + told;
  }

  /** What was told of a kind and is not passed on yet. */
  private static Counts rest(Kind kind, Sums sum, long from, long until) {
    return new Counts(
        kind,
        from,
        until,
        Math.max(0, Math.round(sum.committed) - sum.bookedCommitted),
        Math.max(0, Math.round(sum.failed) - sum.bookedFailed),
        Math.max(0, Math.round(sum.retries) - sum.bookedRetries));
  }

  private void passOn() {
    for (Counts counts : held) {
      Sums sum = sums.get(counts.kind());
      sum.bookedCommitted += counts.committed();
      sum.bookedFailed += counts.failed();
      sum.bookedRetries += counts.retries();
    }
    books.add(held);
    held = List.of();
  }

  /** Passes on all that is known. */
  synchronized void end() {
    if (!open.isEmpty()) {
      closeOpen();
    }
    if (!hasEnded) {
      hasEnded = true;
      judgeRest(clock.nanos());
    }
    if (!held.isEmpty() || !total.isEmpty()) {
      long end = plan.end().toNanos();
      long until = Math.min(end, Math.max(clock.nanos(), lastEndNanos));
      long from = held.isEmpty() ? lastEndNanos : held.get(0).fromNanos();
      List<Counts> last = new ArrayList<>();
      for (Kind kind : kinds) {
        Sums sum = sums.get(kind);
        Told told = total.getOrDefault(kind, new Told());
        sum.committed = told.committed == null ? sum.committed : told.committed;
        sum.failed = told.failed == null ? sum.failed : told.failed;
        sum.retries = told.retries == null ? sum.retries : told.retries;
        last.add(rest(kind, sum, Math.min(from, until - 1), until));
      }
      held = last;
      passOn();
    }
    books.end();
  }

  /** What the total says; each empty if it does not. */
  synchronized Summary summary() {
    return new Summary(
        said(told -> told.committed),
        said(told -> told.failed),
        OptionalLong.empty(),
        OptionalLong.empty(),
        said(told -> told.retries));
  }

  private OptionalLong said(Function<Told, Double> number) {
    List<Double> numbers = total.values().stream().map(number).filter(one -> one != null).toList();
    return numbers.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(numbers.stream().mapToLong(Math::round).sum());
  }

  /** Transactions that were passed on: committed, failed and further tries. */
  synchronized long[] booked() {
    long[] booked = new long[3];
    for (Sums sum : sums.values()) {
      booked[0] += sum.bookedCommitted;
      booked[1] += sum.bookedFailed;
      booked[2] += sum.bookedRetries;
    }
    return booked;
  }
}
