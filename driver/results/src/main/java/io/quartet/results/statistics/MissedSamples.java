package io.quartet.results.statistics;

import io.quartet.results.Content;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Times in which a collector of the kit came too late for samples of a source of one VM.
 *
 * @param source {@code database}, {@code process} for the processes of all VMs together, or a
 *     collector of a machine
 * @param gaps how often
 * @param seconds in all
 */
public record MissedSamples(String vm, String source, int gaps, double seconds) {

  /** The source in words. */
  public String sourceInWords() {
    return switch (source) {
      case "process" -> "the processes of all VMs";
      case "database" -> "its database";
      default -> "its collector " + source;
    };
  }

  /** Those of one VM, source by source. */
  public static Content<List<MissedSamples>> read(ResultsFolder folder, String vm) {
    return Content.of(
        () -> {
          Map<String, MissedSamples> bySource = new LinkedHashMap<>();
          StatsCsv.forEach(
              folder,
              vm,
              "gaps",
              line -> {
                String source = line.text("source");
                double seconds = line.number("missed_ms").orElse(0) / 1e3;
                bySource.merge(
                    source, new MissedSamples(vm, source, 1, seconds), MissedSamples::plus);
              });
          return List.copyOf(bySource.values());
        });
  }

  private MissedSamples plus(MissedSamples other) {
    return new MissedSamples(vm, source, gaps + other.gaps, seconds + other.seconds);
  }
}
