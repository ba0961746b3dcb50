package io.quartet.results;

import io.quartet.books.LatencyInterval;
import io.quartet.books.PhaseLatency;
import io.quartet.results.folder.LatencyLogReader;
import io.quartet.results.folder.ResultsFolder;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The HdrHistogram logs in {@code latency/}, values in microseconds, times in seconds since the
 * start of the run. An interval of a Set and transaction has the segment of the intended starts as
 * its tag. Not thread-safe.
 */
public final class LatencyLogs implements AutoCloseable {

  /** Folder of the logs in the results folder. */
  static final String FOLDER = "latency/";

  /** Name of the log by Group, phase and transaction. */
  public static final String PHASES = FOLDER + "phases.hlog";

  private static final double VALUES_AS_THEY_ARE = 1.0;

  private final ResultsFolder folder;
  private final long startUtcMillis;
  private final Map<String, Log> logs = new HashMap<>();

  /** An open log; its writer says nothing of a full disk, its file does. */
  private record Log(Path path, HistogramLogWriter writer, PrintStream stream, LogFile file) {}

  /** Keeps the first error, which a {@link PrintStream} would drop. */
  private static final class LogFile extends FilterOutputStream {

    private IOException failure;

    // Not a channel, for the reason that AppendedFile gives.
    LogFile(Path path) throws IOException {
      super(new FileOutputStream(Files.createFile(path).toFile()));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        failure = failure == null ? e : failure;
        throw e;
      }
    }
  }

  /**
   * @param startUtcMillis zero of the run's clock
   */
  public LatencyLogs(ResultsFolder folder, long startUtcMillis) {
    this.folder = folder;
    this.startUtcMillis = startUtcMillis;
  }

  /** Appends to the logs of each Set and transaction that completed anything. */
  public void append(List<LatencyInterval> latencies) {
    for (LatencyInterval latency : latencies) {
      String name = FOLDER + latency.set().name() + "-" + latency.kind().label();
      append(name + "-response.hlog", latency, latency.response());
      append(name + "-service.hlog", latency, latency.service());
    }
  }

  /** Replaces the log by Group, phase and transaction. */
  void writePhases(List<PhaseLatency> latencies) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter writer = writer(new PrintStream(bytes, false, StandardCharsets.UTF_8));
    for (PhaseLatency latency : latencies) {
      writer.outputIntervalHistogram(
          latency.segment().start().toNanos() / 1e9,
          latency.segment().end().toNanos() / 1e9,
          latency.response(),
          VALUES_AS_THEY_ARE);
    }
    writer.close();
    folder.replace(PHASES, bytes.toString(StandardCharsets.UTF_8));
  }

  /**
   * Histograms of the log by Group, phase and transaction, by tag, in the order of the file.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE if it is damaged
   */
  public static Map<String, Histogram> readPhases(ResultsFolder folder) {
    Map<String, Histogram> histograms = new LinkedHashMap<>();
    LatencyLogReader.forEach(
        folder,
        PHASES,
        histogram -> {
          if (histograms.put(histogram.getTag(), histogram) != null) {
            throw ResultsFolder.unreadable(
                folder.file(PHASES), "two histograms of " + histogram.getTag(), null);
          }
        });
    return histograms;
  }

  private void append(String name, LatencyInterval latency, Histogram histogram) {
    histogram.setTag(latency.segment().name());
    Log log = logs.computeIfAbsent(name, this::open);
    log.writer.outputIntervalHistogram(
        latency.startNanos() / 1e9, latency.endNanos() / 1e9, histogram, VALUES_AS_THEY_ARE);
    if (log.stream.checkError()) {
      throw ResultsFolder.unwritable(log.path, log.file.failure);
    }
  }

  private Log open(String name) {
    Path path = folder.file(name);
    try {
      LogFile file = new LogFile(path);
      PrintStream stream = new PrintStream(file, false, StandardCharsets.UTF_8);
      return new Log(path, writer(stream), stream, file);
    } catch (IOException e) {
      throw ResultsFolder.unwritable(path, e);
    }
  }

  private HistogramLogWriter writer(PrintStream out) {
    HistogramLogWriter writer = new HistogramLogWriter(out);
    writer.outputLogFormatVersion();
    writer.outputStartTime(startUtcMillis);
    writer.outputLegend();
    return writer;
  }

  @Override
  public void close() {
    logs.values().forEach(log -> log.writer.close());
  }
}
