package io.quartet.run.internal.tool;

import io.quartet.model.QuartetException;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.Waiting;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A process that is started ahead and begins when it is told to, and whose output and logs are read
 * while it runs. Use it once: {@link #run} in a thread of its own. The other methods may be called
 * from any thread.
 */
public final class GatedProcess {

  private static final String PIPES = "pipes ";
  private static final Duration ONE_LOOK = Duration.ofMillis(100);

  private final OwnedProcess.Spec specification;
  private final ToolPlace place;
  private final List<LogReader> logs;
  private final Consumer<String> lines;
  private final AtomicReference<String> defect = new AtomicReference<>();
  private volatile OwnedProcess process;
  private volatile boolean isStopped;

  /** Reads a log of a process. */
  public interface LogReader {

    /**
     * Reads it to its end.
     *
     * @throws IOException if it cannot be read, as every RuntimeException
     */
    void read(InputStream log) throws IOException;

    /** Says that no more will come, more than once perhaps. */
    void end();
  }

  /**
   * @param specification with the command, without a place of logs
   * @param place where it runs
   * @param logs one for each, in the order of its threads; none for a process without logs
   * @param lines takes each line of its output and of its errors
   */
  public GatedProcess(
      OwnedProcess.Spec specification,
      ToolPlace place,
      List<? extends LogReader> logs,
      Consumer<String> lines) {
    this.specification = specification;
    this.place = place;
    this.logs = List.copyOf(logs);
    this.lines = lines;
  }

  /**
   * Runs it to its end and reads everything that it prints and logs.
   *
   * @param beginning lets it begin
   * @return its exit code
   * @throws QuartetException PROCESS_NOT_STARTED, TOOL_LOG_UNREADABLE
   */
  public int run(Beginning beginning) {
    Path folder = pipeFolder();
    try {
      return run(folder, beginning);
    } finally {
      logs.forEach(LogReader::end);
      FileTrees.delete(folder);
    }
  }

  private int run(Path folder, Beginning beginning) {
    OwnedProcess started = OwnedProcess.startPiped(withPipes(folder));
    process = started;
    if (isStopped) {
      started.requestStop();
    }
    List<Path> pipes = new ArrayList<>();
    List<Thread> readers = new ArrayList<>();
    boolean hasBegun = false;
    try (started;
        BufferedReader printed =
            new BufferedReader(new InputStreamReader(started.output(), StandardCharsets.UTF_8))) {
      for (String line = printed.readLine(); line != null; line = printed.readLine()) {
        if (!hasBegun && line.startsWith(PIPES)) {
          hasBegun = true;
          Stream.of(line.substring(PIPES.length()).split(" "))
              .filter(name -> !name.isEmpty())
              .map(folder::resolve)
              .forEach(pipes::add);
          readers.addAll(startReaders(pipes));
          beginning.await();
          begin(folder);
        } else {
          lines.accept(line);
        }
      }
      while (!started.waitFor(ONE_LOOK)) {
        // Its output has ended, so it is about to end.
      }
    } catch (IOException e) {
      throw unreadable(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      for (int i = 0; i < readers.size(); i++) {
        awaitEnd(readers.get(i), pipes.get(i));
      }
    }
    if (defect.get() != null) {
      throw unreadable(defect.get());
    }
    return started.exitCode();
  }

  /** The other side waits for it, unless it was stopped. */
  private static void begin(Path folder) throws IOException {
    try (RandomAccessFile go = new RandomAccessFile(folder.resolve("go").toFile(), "rw")) {
      go.write('\n');
    }
  }

  /** A reader whose pipe the process never opened waits until this driver opens it. */
  private static void awaitEnd(Thread reader, Path pipe) {
    Waiting.uninterrupted(
        () -> {
          while (!hasEnded(reader)) {
            open(pipe);
          }
        });
  }

  private static boolean hasEnded(Thread reader) {
    try {
      reader.join(ONE_LOOK.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !reader.isAlive();
  }

  /** For writing, and closes it at once: its reader sees the end of it. */
  private static void open(Path pipe) {
    try {
      new RandomAccessFile(pipe.toFile(), "rw").close();
    } catch (IOException e) {
      // It is gone, and its reader has it open.
    }
  }

  /** The error of a log that cannot be read. */
  public QuartetException unreadable(String why) {
    return QuartetException.environment(
        "TOOL_LOG_UNREADABLE",
        "the log of %s cannot be read: %s. Its transactions from there on are not counted. Use the"
                .formatted(specification.name(), why)
            + " program of the tool itself, not a script around it; with pgbench one of version 15"
            + " to 18 in workload.program. Then run again.");
  }

  private static Path pipeFolder() {
    try {
      return Files.createTempDirectory("quartet-tool");
    } catch (IOException e) {
      throw QuartetException.environment(
          "TOOL_LOG_UNREADABLE",
          "no folder for the logs of a tool can be made in %s (%s). Give it room and permissions."
              .formatted(System.getProperty("java.io.tmpdir"), e),
          e);
    }
  }

  private OwnedProcess.Spec withPipes(Path folder) {
    return specification.withCommand(
        place.commandWithPipes(folder, logs.size(), specification.command()));
  }

  private List<Thread> startReaders(List<Path> pipes) {
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < pipes.size(); i++) {
      Path pipe = pipes.get(i);
      LogReader log = logs.get(i);
      Thread reader = new Thread(() -> read(pipe, log), "quartet-log-" + specification.name());
      reader.setDaemon(true);
      reader.start();
      readers.add(reader);
    }
    return readers;
  }

  private void read(Path pipe, LogReader log) {
    try (InputStream content = new FileInputStream(pipe.toFile())) {
      Files.deleteIfExists(pipe); // Both sides have it open. After a kill only the folder stays.
      log.read(content);
    } catch (IOException | RuntimeException e) {
      defect.compareAndSet(null, e.getMessage());
      requestStop();
    } finally {
      log.end();
    }
  }

  /** Process id of its supervisor; empty before it is started. */
  public OptionalLong processId() {
    OwnedProcess now = process;
    return now == null ? OptionalLong.empty() : OptionalLong.of(now.processId());
  }

  /** Asks it to end now. */
  public void requestStop() {
    isStopped = true;
    OwnedProcess now = process;
    if (now != null) {
      now.requestStop();
    }
  }
}
