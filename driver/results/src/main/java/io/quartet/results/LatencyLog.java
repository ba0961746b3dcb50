package io.quartet.results;

import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.results.folder.LatencyLogReader;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.HdrHistogram.AbstractHistogram;

/**
 * {@code latency/<set>-<transaction>-response.hlog} or {@code -service.hlog}: times of one
 * transaction on one Set, interval by interval. It can be large.
 *
 * @param name in the results folder
 */
public record LatencyLog(ResultsFolder folder, String name, VmSet set, RequestKind kind) {

  /** One interval of one Set, transaction and segment of the intended starts. */
  public record Interval(VmGroup group, RequestKind kind, AbstractHistogram times) {

    /** Phase of the intended starts. */
    public String phase() {
      return times.getTag();
    }

    /** Middle of the interval. */
    public long middleUtcMillis() {
      return (times.getStartTimeStamp() + times.getEndTimeStamp()) / 2;
    }
  }

  /** Response times of a run, from the intended start to the answer, by name. */
  public static Content<List<LatencyLog>> responses(ResultsFolder folder) {
    return of(folder, "response");
  }

  /** Times that Tier A spent on the requests of a run, by name. */
  public static Content<List<LatencyLog>> services(ResultsFolder folder) {
    return of(folder, "service");
  }

  private static Content<List<LatencyLog>> of(ResultsFolder folder, String times) {
    Pattern pattern = Pattern.compile("([a-d][1-9][0-9]{0,2})-(.+)-" + times + "\\.hlog");
    Map<String, RequestKind> kinds =
        new RunFiles(folder)
            .kinds().stream().collect(Collectors.toMap(RequestKind::label, Function.identity()));
    return Content.of(
        () -> {
          List<LatencyLog> logs = new ArrayList<>();
          for (String name : folder.names(LatencyLogs.FOLDER)) {
            Matcher parts = pattern.matcher(name);
            RequestKind kind = parts.matches() ? kinds.get(parts.group(2)) : null;
            if (kind != null) {
              VmSet set = VmSet.parse(parts.group(1));
              logs.add(new LatencyLog(folder, LatencyLogs.FOLDER + name, set, kind));
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
          LatencyLogReader.forEach(
              folder,
              name,
              histogram -> {
                action.accept(new Interval(set.group(), kind, histogram));
                count[0]++;
              });
          return count[0];
        });
  }
}
