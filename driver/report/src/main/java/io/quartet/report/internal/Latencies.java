package io.quartet.report.internal;

import io.quartet.measure.results.LatencyLogs;
import io.quartet.measure.results.ResultsFolder;
import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.PackedHistogram;

/**
 * Response times in the {@code latency} folder. {@code phases.hlog} is read at once, by tag; the
 * interval logs, which can be large, only when somebody asks.
 */
public final class Latencies {

  private static final int DIGITS = 2;
  private static final String PHASES = "latency/phases.hlog";
  private static final String RESPONSE = "-response.hlog";

  /** One interval of one Set, transaction and segment of the intended starts. */
  public record IntervalHistogram(VmGroup group, TransactionType type, AbstractHistogram response) {

    /** Phase of the intended starts. */
    public String phase() {
      return response.getTag();
    }

    /** Middle of the interval. */
    public long middleUtcMillis() {
      return (response.getStartTimeStamp() + response.getEndTimeStamp()) / 2;
    }
  }

  private final Path directory;
  private final Map<String, Histogram> byTag = new LinkedHashMap<>();
  private final List<String> problems;

  private Latencies(Path directory, List<String> problems) {
    this.directory = directory;
    this.problems = problems;
  }

  static Latencies read(ResultsFolder folder, List<String> problems) {
    Latencies latencies = new Latencies(folder.file("latency"), problems);
    if (!folder.has(PHASES)) {
      problems.add(PHASES + " is missing");
      return latencies;
    }
    try {
      latencies.byTag.putAll(LatencyLogs.readPhases(folder));
    } catch (QuartetException e) {
      problems.add(e.getMessage());
    }
    return latencies;
  }

  /** Response times of one transaction over some phases, all Groups; empty if there are none. */
  Optional<Histogram> of(TransactionType type, List<String> phaseNames) {
    Histogram sum = new PackedHistogram(DIGITS);
    for (VmGroup group : VmGroup.values()) {
      for (String phase : phaseNames) {
        Histogram histogram = byTag.get(group + ";" + phase + ";" + type.label());
        if (histogram != null) {
          sum.add(histogram);
        }
      }
    }
    return sum.getTotalCount() == 0 ? Optional.empty() : Optional.of(sum);
  }

  /**
   * Hands over every interval of the response logs of one transaction.
   *
   * @param problems gets what cannot be read
   */
  public static void forEachInterval(
      ResultsFolder folder,
      TransactionType type,
      Consumer<IntervalHistogram> consumer,
      List<String> problems) {
    new Latencies(folder.file("latency"), problems)
        .forEachInterval("*-" + type.label() + RESPONSE, consumer);
  }

  /** Hands over every interval of every response log. */
  void forEachInterval(Consumer<IntervalHistogram> consumer) {
    forEachInterval("*" + RESPONSE, consumer);
  }

  private void forEachInterval(String names, Consumer<IntervalHistogram> consumer) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, names)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        int dash = name.indexOf('-');
        Optional<TransactionType> type =
            TransactionType.byLabel(name.substring(dash + 1, name.length() - RESPONSE.length()));
        if (dash > 1 && type.isPresent()) {
          VmGroup group = VmGroup.valueOf(name.substring(0, 1).toUpperCase(Locale.ROOT));
          readLog(
              file,
              histogram -> consumer.accept(new IntervalHistogram(group, type.get(), histogram)));
        }
      }
    } catch (IOException e) {
      problems.add("latency/ cannot be read: " + e.getMessage());
    }
  }

  private void readLog(Path file, Consumer<AbstractHistogram> consumer) {
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram histogram = reader.nextIntervalHistogram();
        if (histogram instanceof AbstractHistogram integers) {
          consumer.accept(integers);
        }
      }
    } catch (FileNotFoundException e) {
      problems.add("latency/" + file.getFileName() + " cannot be read: " + e.getMessage());
    } catch (RuntimeException e) {
      // The library throws several kinds of unchecked exceptions on a line that was cut short.
      problems.add("latency/" + file.getFileName() + " ends in a damaged line");
    }
  }
}
