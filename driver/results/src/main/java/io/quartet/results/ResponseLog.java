package io.quartet.results;

import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.AbstractHistogram;

/**
 * {@code latency/<set>-<transaction>-response.hlog}: response times of one transaction on one Set,
 * interval by interval. It can be large.
 *
 * @param name in the results folder
 */
public record ResponseLog(ResultsFolder folder, String name, VmGroup group, TransactionType type) {

  private static final Pattern NAME = Pattern.compile("([a-d])[0-9]+-(.+)-response\\.hlog");

  /** One interval of one Set, transaction and segment of the intended starts. */
  public record Interval(VmGroup group, TransactionType type, AbstractHistogram response) {

    /** Phase of the intended starts. */
    public String phase() {
      return response.getTag();
    }

    /** Middle of the interval. */
    public long middleUtcMillis() {
      return (response.getStartTimeStamp() + response.getEndTimeStamp()) / 2;
    }
  }

  /** Those of a run, by name. */
  public static Content<List<ResponseLog>> of(ResultsFolder folder) {
    return Content.of(
        () -> {
          List<ResponseLog> logs = new ArrayList<>();
          for (String name : folder.names(LatencyLogs.FOLDER)) {
            Matcher parts = NAME.matcher(name);
            Optional<TransactionType> type =
                parts.matches() ? TransactionType.byLabel(parts.group(2)) : Optional.empty();
            if (type.isPresent()) {
              VmGroup group = VmGroup.valueOf(parts.group(1).toUpperCase(Locale.ROOT));
              logs.add(new ResponseLog(folder, LatencyLogs.FOLDER + name, group, type.get()));
            }
          }
          return logs;
        });
  }

  /**
   * Hands over every interval in the order of the file.
   *
   * @return how many there were; those before a damage were handed over
   */
  public Content<Integer> read(Consumer<Interval> action) {
    int[] count = new int[1];
    return Content.of(
        () -> {
          LatencyLogs.forEach(
              folder,
              name,
              histogram -> {
                if (histogram instanceof AbstractHistogram integers) {
                  action.accept(new Interval(group, type, integers));
                  count[0]++;
                }
              });
          return count[0];
        });
  }
}
