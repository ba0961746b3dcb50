package io.quartet.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Folders of simulated runs, each recorded once in this process: tests get copies to damage. */
public final class RecordedRuns {

  private static final Map<Object, Path> RECORDED = new ConcurrentHashMap<>();

  private RecordedRuns() {}

  /** Records a run below a folder and gives the folder of the run. */
  @FunctionalInterface
  public interface Recording {
    Path in(Path results) throws IOException;
  }

  /**
   * A copy of a run that is recorded at the first call.
   *
   * @param key equal for equal runs
   * @param results where the copy goes
   * @return the folder of the copy
   */
  public static Path copy(Object key, Path results, Recording recording) {
    return copyOf(RECORDED.computeIfAbsent(key, first -> record(recording)), results);
  }

  private static Path record(Recording recording) {
    try {
      Path results = Files.createTempDirectory("quartet-recorded");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(results)));
      return recording.in(results);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies the folder of a run to another place. */
  public static Path copyOf(Path run, Path results) {
    Path copy = results.resolve(run.getFileName());
    try (Stream<Path> paths = Files.walk(run)) {
      Files.createDirectories(results);
      for (Path path : paths.toList()) {
        Files.copy(path, copy.resolve(run.relativize(path).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return copy;
  }
}
