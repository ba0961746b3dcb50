package io.quartet.results.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.config.ExperimentDocument;
import io.quartet.model.QuartetException;
import io.quartet.model.experiment.Experiment;
import io.quartet.results.experiment.Attempt.State;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of one experiment: {@code experiment.json}, {@code attempts.json} and the folders of
 * its runs. Every file is replaced as a whole, so all files stay readable and the experiment can
 * continue, even if the driver is killed. Thread-safe. Format: docs/contracts.md.
 */
public final class ExperimentFolder implements AutoCloseable {

  /** Name of the file with what was requested. */
  public static final String NAME = "experiment.json";

  private static final String BUILDS = "builds.json";
  private static final String ATTEMPTS = "attempts.json";
  private static final String RUNS = "runs";
  private static final String LOCK = "lock";
  private static final Pattern RUN_ID = Pattern.compile("[A-Za-z0-9-]{1,100}");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ResultsFolder files;
  private final Experiment experiment;
  private final List<Attempt> attempts;
  private final Optional<FileChannel> lock;

  private ExperimentFolder(
      ResultsFolder files,
      Experiment experiment,
      List<Attempt> attempts,
      Optional<FileChannel> lock) {
    this.files = files;
    this.experiment = experiment;
    this.attempts = new ArrayList<>(attempts);
    this.lock = lock;
  }

  /** As below, for an experiment that brings no builds of PostgreSQL. */
  public static ExperimentFolder begin(Path results, Experiment experiment) {
    return begin(results, experiment, Collections.emptySortedMap());
  }

  /**
   * Opens the folder to start or continue an experiment, and locks it until it is closed.
   * Unfinished attempts of a killed driver become interrupted attempts.
   *
   * @param results folder in which the folder of the experiment lies
   * @param builds checksums of the builds of PostgreSQL by their names: runs of others would be
   *     taken for repeats
   * @throws QuartetException EXPERIMENT_RUNNING, EXPERIMENT_CHANGED, EXPERIMENT_DOCUMENT,
   *     RESULTS_FOLDER, RESULTS_UNREADABLE
   */
  public static ExperimentFolder begin(
      Path results, Experiment experiment, SortedMap<String, String> builds) {
    Path path = results.resolve(experiment.name());
    FileChannel lock = lock(path);
    try {
      ResultsFolder files = new ResultsFolder(path);
      String sealed = pretty(ExperimentDocument.toJson(experiment));
      if (!files.has(NAME)) {
        files.replace(NAME, sealed);
      }
      requireSame(path, NAME, files.text(NAME), sealed);
      String sealedBuilds = pretty(JSON.valueToTree(builds));
      if (!files.has(BUILDS) && !builds.isEmpty()) {
        files.replace(BUILDS, sealedBuilds);
      }
      if (files.has(BUILDS)) {
        requireSame(path, BUILDS, files.text(BUILDS), sealedBuilds);
      }
      ExperimentFolder folder =
          new ExperimentFolder(
              files, experiment, readAttempts(files, experiment), Optional.of(lock));
      folder.attempts.replaceAll(ExperimentFolder::withoutDriver);
      return folder;
    } catch (RuntimeException e) {
      close(lock);
      throw e;
    }
  }

  /** True if a folder is that of an experiment. */
  public static boolean isOne(Path path) {
    return new ResultsFolder(path).has(NAME);
  }

  /**
   * Opens the folder of an experiment for reading. Unfinished attempts without a driver count as
   * interrupted.
   *
   * @throws QuartetException NOT_EXPERIMENT, EXPERIMENT_DOCUMENT, RESULTS_UNREADABLE
   */
  public static ExperimentFolder open(Path path) {
    ResultsFolder files = new ResultsFolder(path);
    if (!isOne(path)) {
      throw QuartetException.badInput(
          "NOT_EXPERIMENT",
          "%s holds no %s. Name the folder of an experiment, for instance results/buffers."
              .formatted(path, NAME));
    }
    Experiment experiment = ExperimentDocument.fromJson(files.json(NAME));
    ExperimentFolder folder =
        new ExperimentFolder(files, experiment, readAttempts(files, experiment), Optional.empty());
    if (!isRunning(files)) {
      folder.attempts.replaceAll(ExperimentFolder::withoutDriver);
    }
    return folder;
  }

  /** True if a driver holds the lock; a folder that may not be written is taken for one at rest. */
  public static boolean isRunning(ResultsFolder files) {
    Path lock = files.file(LOCK);
    // In a folder of someone else it may be a pipe, which waits for its other end.
    if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      FileLock taken = channel.tryLock();
      return taken == null;
    } catch (OverlappingFileLockException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The experiment as it started, if no driver runs it; empty if it has not started.
   *
   * @param results folder in which the folder of the experiment lies
   * @throws QuartetException EXPERIMENT_RUNNING, EXPERIMENT_DOCUMENT, RESULTS_UNREADABLE
   */
  public static Optional<Experiment> idle(Path results, String name) {
    Path path = results.resolve(name);
    if (!isOne(path)) {
      return Optional.empty();
    }
    close(lock(path));
    return Optional.of(open(path).experiment());
  }

  /** The experiment as requested. */
  public Experiment experiment() {
    return experiment;
  }

  /** The attempts, in their order. */
  public synchronized List<Attempt> attempts() {
    return List.copyOf(attempts);
  }

  /** Lets every attempt that failed be made again: what kept it from its end is mended. */
  public synchronized void forgetFailures() {
    attempts.replaceAll(
        attempt -> attempt.state() == State.FAILED ? attempt.interrupted() : attempt);
    write();
  }

  /** Keeps an attempt, in place of the one that began at the same moment in the same place. */
  public synchronized void put(Attempt attempt) {
    attempts.removeIf(
        other ->
            other.isOfSamePlace(attempt) && other.startedUtcMillis() == attempt.startedUtcMillis());
    attempts.add(attempt);
    write();
  }

  private void write() {
    files.replace(ATTEMPTS, pretty(JSON.valueToTree(attempts)));
  }

  public Path path() {
    return files.path();
  }

  /** The folder that takes the results folders of its runs. */
  public Path runs() {
    return files.file(RUNS);
  }

  /** The results folder of an attempt that has one. */
  public Optional<Path> run(Attempt attempt) {
    return Optional.ofNullable(attempt.runId()).map(runs()::resolve);
  }

  /** Replaces a page of the experiment as a whole. */
  public void replace(String name, byte[] content) {
    files.replace(name, content);
  }

  @Override
  public void close() {
    lock.ifPresent(ExperimentFolder::close);
  }

  private static Attempt withoutDriver(Attempt attempt) {
    return attempt.state() == State.RUNNING
        ? attempt.ended(State.INTERRUPTED, null, "KILLED", "The driver was killed.")
        : attempt;
  }

  private static List<Attempt> readAttempts(ResultsFolder files, Experiment experiment) {
    if (!files.has(ATTEMPTS)) {
      return List.of();
    }
    try {
      Attempt[] attempts = JSON.treeToValue(files.json(ATTEMPTS), Attempt[].class);
      if (attempts == null
          || !Stream.of(attempts).allMatch(attempt -> isPossible(attempt, experiment))) {
        throw ResultsFolder.unreadable(
            files.file(ATTEMPTS), "has an entry that is not an attempt of this experiment", null);
      }
      return List.of(attempts);
    } catch (JsonProcessingException e) {
      throw ResultsFolder.unreadable(
          files.file(ATTEMPTS), "is not a list of attempts (" + e.getOriginalMessage() + ")", e);
    }
  }

  private static boolean isPossible(Attempt attempt, Experiment experiment) {
    return attempt != null
        && attempt.cell() >= 1
        && attempt.cell() <= experiment.cells().size()
        && attempt.block() >= 1
        && attempt.block() <= experiment.mostRepeats()
        && attempt.state() != null
        && (attempt.runId() == null || RUN_ID.matcher(attempt.runId()).matches());
  }

  private static void requireSame(Path path, String name, String before, String now) {
    if (before.equals(now)) {
      return;
    }
    throw QuartetException.badInput(
        "EXPERIMENT_CHANGED",
        ("%s holds an experiment of this name that started from different %s: %s. Rename this"
                + " experiment, or restore them. The results so far are kept.")
            .formatted(
                path,
                name.equals(BUILDS) ? "builds of PostgreSQL" : "files",
                firstDifference(name, before, now)));
  }

  private static String firstDifference(String name, String before, String now) {
    if (before.isBlank()) {
      return "its %s is empty".formatted(name);
    }
    List<String> old = before.lines().toList();
    List<String> today = now.lines().toList();
    int line = 0;
    while (line < old.size() - 1
        && line < today.size() - 1
        && old.get(line).equals(today.get(line))) {
      line++;
    }
    return "line %d of its %s is '%s', but the files now say '%s'"
        .formatted(line + 1, name, old.get(line).strip(), today.get(line).strip());
  }

  private static FileChannel lock(Path path) {
    FileChannel channel = null;
    try {
      Files.createDirectories(path.resolve(RUNS));
      Path lock = path.resolve(LOCK);
      if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)
          && !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(lock + " is no regular file");
      }
      channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock taken = channel.tryLock();
      if (taken != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      close(channel);
      throw running(path, e);
    } catch (IOException e) {
      throw QuartetException.environment(
          "RESULTS_FOLDER",
          "%s: the folder of the experiment cannot be created (%s). Is its parent writable?"
              .formatted(path, e),
          e);
    }
    close(channel);
    throw running(path, null);
  }

  private static QuartetException running(Path path, Exception cause) {
    return QuartetException.environment(
        "EXPERIMENT_RUNNING",
        "%s: an experiment of this name is running. Wait until it ends, or rename this one."
            .formatted(path),
        cause);
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // Closed or not, the lock ends with this process.
      return;
    }
  }

  private static String pretty(JsonNode json) {
    return json.toPrettyString() + "\n";
  }
}
