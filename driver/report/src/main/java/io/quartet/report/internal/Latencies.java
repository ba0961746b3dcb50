package io.quartet.report.internal;

import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.results.LatencyLogs;
import io.quartet.results.folder.ResultsFolder;
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
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * Response times in the {@code latency} folder. {@code phases.hlog} is read at once, by tag; the
 * interval logs, which can be large, only when somebody asks.
 */
public final class Latencies {

  private static final int DIGITS = 2;
  private static final String PHASES = "latency/phases.hlog";
  private static final String FOLDER = "latency";
  private static final Pattern RESPONSE_LOG = Pattern.compile("([a-d])[0-9]+-(.+)-response\\.hlog");

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

  private final ResultsFolder folder;
  private final Map<String, Histogram> byTag = new LinkedHashMap<>();
  private final List<String> problems;

  private Latencies(ResultsFolder folder, List<String> problems) {
    this.folder = folder;
    this.problems = problems;
  }

  static Latencies read(ResultsFolder folder, List<String> problems) {
    Latencies latencies = new Latencies(folder, problems);
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
    new Latencies(folder, problems).forEachInterval(type::equals, consumer);
  }

  /**
   * Hands over every interval of every response log.
   *
   * @param problems gets what cannot be read
   */
  static void forEachInterval(
      ResultsFolder folder, Consumer<IntervalHistogram> consumer, List<String> problems) {
    new Latencies(folder, problems).forEachInterval(type -> true, consumer);
  }

  private void forEachInterval(
      Predicate<TransactionType> isWanted, Consumer<IntervalHistogram> consumer) {
    if (!Files.isDirectory(folder.file(FOLDER))) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.file(FOLDER))) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        Matcher parts = RESPONSE_LOG.matcher(name);
        Optional<TransactionType> type =
            parts.matches() ? TransactionType.byLabel(parts.group(2)) : Optional.empty();
        if (type.filter(isWanted).isPresent()) {
          VmGroup group = VmGroup.valueOf(parts.group(1).toUpperCase(Locale.ROOT));
          readLog(
              FOLDER + "/" + name,
              histogram -> consumer.accept(new IntervalHistogram(group, type.get(), histogram)));
        }
      }
    } catch (IOException e) {
      problems.add(FOLDER + "/ cannot be read: " + e.getMessage());
    }
  }

  private void readLog(String name, Consumer<AbstractHistogram> consumer) {
    try {
      LatencyLogs.forEach(
          folder,
          name,
          histogram -> {
            if (histogram instanceof AbstractHistogram integers) {
              consumer.accept(integers);
            }
          });
    } catch (QuartetException e) {
      problems.add(e.getMessage());
    }
  }
}
