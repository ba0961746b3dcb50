package io.quartet.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Gives a run more Trade-Results than it had, in all files that count them. */
final class Forger {

  private static final String WARM_UP = "warmUp";
  private static final String FIRST = "1";
  private static final List<String> SETS = List.of("a1", "b1", "c1", "d1");
  private static final List<String> OF_ANSWERS =
      List.of("completed", "committed", "failed", "response_sum_us", "response_max_us");

  private final Path folder;
  private final CsvRows phases;
  private final CsvRows intervals;

  Forger(Path folder) {
    this.folder = folder;
    this.phases = CsvRows.read(folder.resolve("phases.csv"));
    this.intervals = CsvRows.read(folder.resolve("intervals.csv"));
  }

  private static CsvRows results(CsvRows file, String set, String phase) {
    return file.where("transaction", "Trade-Result").where("set", set).where("phase", phase);
  }

  private CsvRows.Row book(String set, String phase) {
    return results(phases, set, phase).one();
  }

  private void write() {
    phases.write();
    intervals.sort("utc_ms");
    intervals.write();
  }

  /** The commits of the warm-up count as those of phase 1, so much later. */
  void countIntoPhaseOne(long laterMillis) {
    move(WARM_UP, FIRST, laterMillis);
  }

  /** The same at the other end. */
  void countRampDownIntoLastPhase() {
    move("rampDown", "10", -2_000);
  }

  private void move(String from, String to, long laterMillis) {
    for (String set : SETS) {
      book(set, to).take("committed_in_phase", book(set, from));
      for (CsvRows.Row row : results(intervals, set, from).rows()) {
        CsvRows.Row moved = row.copy();
        moved.set("phase", to);
        moved.set("started", 0);
        moved.add("utc_ms", laterMillis);
        OF_ANSWERS.forEach(column -> row.set(column, 0));
        intervals.rows().add(moved);
      }
    }
    write();
  }

  /** The Trade-Results of the warm-up are those of phase 1 in every file, so much later. */
  void relabel(long laterMillis) throws IOException {
    for (String set : SETS) {
      for (String kind : List.of("response", "service")) {
        rewrite(
            log(set, kind),
            (fields, times) -> {
              if (fields[0].equals("Tag=" + WARM_UP)) {
                fields[0] = "Tag=" + FIRST;
                fields[1] = String.valueOf(Double.parseDouble(fields[1]) + laterMillis / 1e3);
              }
              return times;
            });
      }
      CsvRows.Row from = book(set, WARM_UP);
      CsvRows.Row to = book(set, FIRST);
      for (String column : phases.columns().subList(7, phases.columns().size())) {
        long most = Math.max(from.number(column), to.number(column));
        to.take(column, from);
        if (column.equals("response_max_us")) {
          to.set(column, most);
        }
      }
      percentiles(set, FIRST);
      for (CsvRows.Row row : results(intervals, set, WARM_UP).rows()) {
        row.set("phase", FIRST);
        row.add("utc_ms", laterMillis);
      }
    }
    Map<String, Histogram> moved = new HashMap<>();
    rewrite(
        folder.resolve("latency/phases.hlog"),
        (fields, times) -> {
          if (fields[0].matches("Tag=.;warmUp;Trade-Result")) {
            moved.put(fields[0].replace(WARM_UP, FIRST), times);
            return null;
          } else if (moved.containsKey(fields[0])) {
            times.add(moved.get(fields[0]));
          }
          return times;
        });
    write();
  }

  /** The first histogram of a phase has its times between these moments. */
  void moveHistogram(String phase, double startSeconds, double endSeconds) throws IOException {
    boolean[] isMoved = {false};
    for (String kind : List.of("response", "service")) {
      isMoved[0] = false;
      rewrite(
          log("a1", kind),
          (fields, times) -> {
            if (fields[0].equals("Tag=" + phase) && !isMoved[0]) {
              fields[1] = String.valueOf(startSeconds);
              fields[2] = String.valueOf(endSeconds - startSeconds);
              isMoved[0] = true;
            }
            return times;
          });
    }
  }

  /** All that was counted between two moments was counted at the last of these counts. */
  void joinIntervals(long fromUtcMillis, long toUtcMillis) {
    List<CsvRows.Row> joined =
        intervals.rows().stream()
            .filter(row -> row.number("utc_ms") > fromUtcMillis)
            .filter(row -> row.number("utc_ms") <= toUtcMillis)
            .toList();
    long last = joined.stream().mapToLong(row -> row.number("utc_ms")).max().orElseThrow();
    joined.forEach(row -> row.set("utc_ms", last));
    write();
  }

  /** So many more Trade-Results in every phase; they were pending at the end of the run. */
  void settlePending(double share) throws IOException {
    Map<String, List<Long>> added = new HashMap<>();
    for (String set : SETS) {
      long all = 0;
      for (int number = 1; number <= 10; number++) {
        String phase = String.valueOf(number);
        CsvRows.Row row = book(set, phase);
        int more = (int) Math.round(row.number("committed") * share);
        all += more;
        List<Long> responses = settle(set, phase, "response", more);
        added.put(
            "Tag=" + set.substring(0, 1).toUpperCase(Locale.ROOT) + ";" + phase + ";Trade-Result",
            responses);
        for (String column : List.of("offered", "started", "committed", "committed_in_phase")) {
          row.add(column, more);
        }
        long sum = sum(responses);
        row.add("response_sum_us", sum);
        row.add("service_sum_us", sum(settle(set, phase, "service", more)));
        percentiles(set, phase);
        spread(results(intervals, set, phase), more, sum);
      }
      conserve(set, all);
    }
    rewrite(
        folder.resolve("latency/phases.hlog"),
        (fields, times) -> {
          added.getOrDefault(fields[0], List.of()).forEach(times::recordValue);
          return times;
        });
    write();
  }

  /** Adds times at evenly spread quantiles to the first histogram of a phase. */
  private List<Long> settle(String set, String phase, String kind, int more) throws IOException {
    Histogram whole = whole(set, phase, kind);
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < more; i++) {
      times.add(whole.getValueAtPercentile(98 * (i + 0.5) / more));
    }
    List<Long> rest = new ArrayList<>(times);
    rewrite(
        log(set, kind),
        (fields, histogram) -> {
          if (fields[0].equals("Tag=" + phase)) {
            rest.forEach(histogram::recordValue);
            rest.clear();
          }
          return histogram;
        });
    return times;
  }

  private static long sum(List<Long> times) {
    return times.stream().mapToLong(Long::longValue).sum();
  }

  private static void spread(CsvRows rows, int more, long sumMicros) {
    List<CsvRows.Row> some =
        rows.rows().stream().filter(row -> row.number("committed") > 0).toList();
    for (int i = 0; i < more; i++) {
      for (String column : List.of("started", "completed", "committed")) {
        some.get(i % some.size()).add(column, 1);
      }
    }
    some.get(0).add("response_sum_us", sumMicros);
  }

  private void conserve(String set, long more) {
    CsvRows conservation = CsvRows.read(folder.resolve("conservation.csv"));
    CsvRows.Row row = conservation.where("set", set).one();
    row.add("results_committed", more);
    row.add("db_completed", more);
    row.add("db_pending", -more);
    row.add("market_in_flight", -more);
    conservation.write();
  }

  private void percentiles(String set, String phase) throws IOException {
    Histogram times = whole(set, phase, "response");
    for (int percent : new int[] {50, 90, 99}) {
      book(set, phase).set("response_p" + percent + "_us", times.getValueAtPercentile(percent));
    }
  }

  private Path log(String set, String kind) {
    return folder.resolve("latency/" + set + "-Trade-Result-" + kind + ".hlog");
  }

  private Histogram whole(String set, String phase, String kind) throws IOException {
    Histogram whole = new Histogram(3);
    rewrite(
        log(set, kind),
        (fields, times) -> {
          if (fields[0].equals("Tag=" + phase)) {
            whole.add(times);
          }
          return times;
        });
    return whole;
  }

  /**
   * Writes a log again.
   *
   * @param edit gets the fields of a line, tag first, and its histogram; a line for which it gives
   *     none is left out
   */
  private static void rewrite(Path log, BiFunction<String[], Histogram, Histogram> edit)
      throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      if (!line.startsWith("Tag=")) {
        lines.add(line);
        continue;
      }
      String[] fields = line.split(",", 5);
      Histogram times = edit.apply(fields, decode(fields[4]));
      if (times != null) {
        fields[4] = encode(times);
        lines.add(String.join(",", Arrays.asList(fields)));
      }
    }
    Files.write(log, lines);
  }

  private static Histogram decode(String base64) {
    try {
      Histogram times =
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
      times.setAutoResize(true);
      return times;
    } catch (DataFormatException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encode(Histogram times) {
    ByteBuffer bytes = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
    int length = times.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }
}
