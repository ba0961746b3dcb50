package io.quartet.results.statistics;

import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Mount points as the samples of a machine's room have them, {@code stats/<machine>/space.csv}. */
public final class MountPoints {

  /** Name of the samples. */
  static final String SOURCE = "space";

  private MountPoints() {}

  /**
   * Types of the file systems of a machine by mount point; empty without samples.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public static Map<String, String> types(ResultsFolder folder, String machine) {
    Map<String, String> types = new TreeMap<>();
    StatsCsv.forEach(
        folder, machine, SOURCE, line -> types.put(line.text("mount"), line.text("type")));
    return types;
  }

  /** A path as it is written there: underscores for blanks and commas. */
  public static String asSampled(String path) {
    return path.replaceAll("[\\s,]", "_");
  }

  /** The mount point below which a path lies; empty if none of them is known. */
  public static Optional<String> of(String path, Collection<String> mounts) {
    return mounts.stream()
        .filter(Path.of(asSampled(path))::startsWith)
        .max(Comparator.comparingInt(String::length));
  }
}
