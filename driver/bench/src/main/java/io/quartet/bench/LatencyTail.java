package io.quartet.bench;

import io.quartet.model.TransactionType;
import io.quartet.results.LatencyLogs;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Prints the far end of the response times of a run's customer requests in its measured phases:
 * {@code FOLDER}.
 */
public final class LatencyTail {

  private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 100};

  private LatencyTail() {}

  public static void main(String[] arguments) {
    Map<String, Histogram> byTag =
        LatencyLogs.readPhases(ResultsFolder.open(Path.of(arguments[0])));
    Histogram all = new Histogram(3);
    byTag.forEach(
        (tag, histogram) -> {
          if (isMeasuredCustomer(tag)) {
            all.add(histogram);
          }
        });
    System.out.println(describe("requests", all));
  }

  /** Percentiles of a histogram of microseconds, in one line. */
  static String describe(String what, Histogram micros) {
    StringBuilder line = new StringBuilder(micros.getTotalCount() + " " + what + ", us:");
    for (double percentile : PERCENTILES) {
      line.append(" p").append(percentile).append(' ');
      line.append(micros.getValueAtPercentile(percentile));
    }
    return line.toString();
  }

  /** Tags are Group, phase and transaction; measured phases have numbers. */
  private static boolean isMeasuredCustomer(String tag) {
    String[] parts = tag.split(";", -1);
    return parts[1].chars().allMatch(Character::isDigit)
        && Arrays.stream(TransactionType.values())
            .filter(type -> type.isSentByUsers())
            .anyMatch(type -> type.label().equals(parts[2]));
  }
}
