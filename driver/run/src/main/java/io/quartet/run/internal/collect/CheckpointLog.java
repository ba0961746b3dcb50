package io.quartet.run.internal.collect;

import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.LoggedCheckpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code stats/<vm>/checkpoints.csv}: what a server's log says about its checkpoints. Versions 14
 * to 18 word it alike, up to what they add:
 *
 * <pre>
 * 2026-11-22 05:44:54.123 UTC [7] LOG:  checkpoint starting: time
 * 2026-11-22 05:45:03.456 UTC [7] LOG:  checkpoint complete: wrote 42 buffers (0.3%); 0 WAL file(s)
 *   added, 0 removed, 1 recycled; write=9.012 s, sync=0.034 s, total=9.333 s; sync files=9,
 *   longest=0.010 s, average=0.004 s; distance=1234 kB, estimate=1234 kB
 * </pre>
 */
public final class CheckpointLog {

  private static final List<String> COLUMNS =
      List.of(
          "end_utc_ms",
          "kind",
          "reason",
          "buffers",
          "write_ms",
          "sync_ms",
          "total_ms",
          "distance_kb");

  private static final String MOMENT =
      "^(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d\\.\\d{3}) UTC .*LOG: +checkpoint ";
  private static final Pattern STARTING = Pattern.compile(MOMENT + "starting: (.*)$");
  private static final Pattern COMPLETE =
      Pattern.compile(
          MOMENT
              + "complete\\b.*?wrote (\\d+) buffers.*write=([0-9.]+) s, sync=([0-9.]+) s,"
              + " total=([0-9.]+) s;.*distance=(\\d+) kB");

  private CheckpointLog() {}

  /**
   * A checkpoint as the log tells it.
   *
   * @param reason why it began, for instance {@code time} or {@code immediate force wait}
   * @param figures what the log says at its end: its moment, buffers, times, distance; empty texts
   *     if it did not come to its end
   */
  record Checkpoint(long startUtcMillis, String reason, List<String> figures) {

    private static final List<String> UNFINISHED = List.of("", "", "", "", "", "");

    /** Timed ones come when {@code checkpoint_timeout} is over, all others because of something. */
    String kind() {
      return reason.equals("time") ? "timed" : "requested";
    }

    List<String> row() {
      List<String> row = new ArrayList<>(List.of(figures.get(0), kind(), reason));
      row.addAll(figures.subList(1, figures.size()));
      return row;
    }

    Checkpoint endedBy(Matcher complete) {
      return new Checkpoint(
          startUtcMillis,
          reason,
          List.of(
              Long.toString(utcMillis(complete)),
              complete.group(3),
              millis(complete.group(4)),
              millis(complete.group(5)),
              millis(complete.group(6)),
              complete.group(7)));
    }

    private static String millis(String seconds) {
      return Long.toString(Math.round(1e3 * Double.parseDouble(seconds)));
    }
  }

  /**
   * Writes the checkpoints of one server, in place of those written before; without any there is no
   * file.
   *
   * @param fromUtcMillis leaves out what began before
   */
  public static void write(ResultsFolder folder, String vm, Path log, long fromUtcMillis)
      throws IOException {
    // A log may hold bytes of any encoding; what is looked for is plain ASCII.
    try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1);
        StatsCsv file = new StatsCsv(folder, vm, LoggedCheckpoint.SOURCE)) {
      StatsCsv.delete(folder, vm, LoggedCheckpoint.SOURCE);
      for (Checkpoint checkpoint : of(lines.lines())) {
        if (checkpoint.startUtcMillis() >= fromUtcMillis) {
          file.append(checkpoint.startUtcMillis(), COLUMNS, List.of(checkpoint.row()));
        }
      }
    }
  }

  /** The checkpoints in a log, in its order. */
  static List<Checkpoint> of(Stream<String> lines) {
    List<Checkpoint> checkpoints = new ArrayList<>();
    lines
        .filter(line -> line.contains("checkpoint "))
        .forEach(
            line -> {
              Matcher starting = STARTING.matcher(line);
              Matcher complete = COMPLETE.matcher(line);
              int last = checkpoints.size() - 1;
              if (starting.find()) {
                checkpoints.add(
                    new Checkpoint(
                        utcMillis(starting), starting.group(3).strip(), Checkpoint.UNFINISHED));
              } else if (complete.find() && last >= 0) {
                checkpoints.set(last, checkpoints.get(last).endedBy(complete));
              }
            });
    return checkpoints;
  }

  private static long utcMillis(Matcher line) {
    return LocalDateTime.parse(line.group(1) + "T" + line.group(2))
        .toInstant(ZoneOffset.UTC)
        .toEpochMilli();
  }
}
