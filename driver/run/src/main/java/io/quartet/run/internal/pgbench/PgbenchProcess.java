package io.quartet.run.internal.pgbench;

import io.quartet.model.QuartetException;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.Waiting;
import io.quartet.run.internal.pgbench.DatabaseBooks.Log;
import io.quartet.run.internal.pgbench.LoggedTransactions.End;
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
import java.util.function.Supplier;

/**
 * One process of pgbench, whose logs are read while it runs. It is started ahead and begins when it
 * is told to. Use it once: {@link #run} in a thread of its own. The other methods may be called
 * from any thread.
 */
final class PgbenchProcess {

  private static final String PIPES = "pipes ";
  private static final Duration ONE_LOOK = Duration.ofMillis(100);

  /** Fills of the buffer of pgbench that are read at once. */
  private static final int READ_BYTES = 65_536;

  private final OwnedProcess.Spec specification;
  private final ToolPlace place;
  private final List<Log> logs;
  private final Supplier<LogParser> parsers;
  private final PgbenchOutput output = new PgbenchOutput();
  private final long[] counts = new long[End.values().length];
  private final AtomicReference<String> defect = new AtomicReference<>();
  private volatile OwnedProcess process;
  private volatile boolean isStopped;
  private volatile boolean isTorn;
  private long retries;

  /** Waits until the process is to begin. */
  interface Gate {
    void await() throws InterruptedException;
  }

  /**
   * @param specification with the command of pgbench, without {@code --log-prefix}
   * @param place where it runs
   * @param logs of its threads, as many as it has
   * @param parsers gives one for each log
   */
  PgbenchProcess(
      OwnedProcess.Spec specification,
      ToolPlace place,
      List<Log> logs,
      Supplier<LogParser> parsers) {
    this.specification = specification;
    this.place = place;
    this.logs = List.copyOf(logs);
    this.parsers = parsers;
  }

  /**
   * Runs it to its end and reads everything that it logs.
   *
   * @param gate lets it begin
   * @return its exit code
   * @throws QuartetException PROCESS_NOT_STARTED, TOOL_LOG_UNREADABLE
   */
  int run(Gate gate) {
    Path folder = pipeFolder();
    try {
      return run(folder, gate);
    } finally {
      logs.forEach(Log::end);
      FileTrees.delete(folder);
    }
  }

  private int run(Path folder, Gate gate) {
    OwnedProcess started = OwnedProcess.startPiped(withPipes(folder));
    process = started;
    if (isStopped) {
      started.requestStop();
    }
    List<Path> pipes = new ArrayList<>();
    List<Thread> readers = new ArrayList<>();
    try (started;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(started.output(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (pipes.isEmpty() && line.startsWith(PIPES)) {
          for (String name : line.substring(PIPES.length()).split(" ")) {
            pipes.add(folder.resolve(name));
          }
          readers.addAll(startReaders(pipes));
          gate.await();
          begin(folder);
        } else {
          output.accept(line);
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
    int exitCode = started.exitCode();
    if (isTorn && exitCode == 0) {
      defect.compareAndSet(null, "it ended within a line");
    }
    if (defect.get() != null) {
      throw unreadable(defect.get());
    }
    return exitCode;
  }

  /** The other side waits for it, unless it was stopped. */
  private static void begin(Path folder) throws IOException {
    try (RandomAccessFile go = new RandomAccessFile(folder.resolve("go").toFile(), "rw")) {
      go.write('\n');
    }
  }

  /** A reader whose pipe pgbench never opened waits until this driver opens it. */
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

  private QuartetException unreadable(String why) {
    return QuartetException.environment(
        "TOOL_LOG_UNREADABLE",
        "the log of %s cannot be read: %s. Its transactions from there on are not counted. Use a"
                .formatted(specification.name(), why)
            + " pgbench of version 15 to 18 itself in workload.program, not a script around it,"
            + " then run again.");
  }

  private static Path pipeFolder() {
    try {
      return Files.createTempDirectory("quartet-pgbench");
    } catch (IOException e) {
      throw QuartetException.environment(
          "TOOL_LOG_UNREADABLE",
          "no folder for the logs of pgbench can be made in %s (%s). Give it room and permissions."
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
      Log log = logs.get(i);
      Thread reader = new Thread(() -> read(pipe, log), "quartet-log-" + specification.name());
      reader.setDaemon(true);
      reader.start();
      readers.add(reader);
    }
    return readers;
  }

  private void read(Path pipe, Log log) {
    byte[] bytes = new byte[READ_BYTES];
    LogParser parser = parsers.get();
    try (InputStream lines = new FileInputStream(pipe.toFile())) {
      Files.deleteIfExists(pipe); // Both sides have it open. After a kill only the folder stays.
      for (int length = lines.read(bytes); length >= 0; length = lines.read(bytes)) {
        LoggedTransactions read = parser.read(bytes, length);
        count(read);
        log.add(read);
      }
      isTorn |= parser.isTorn();
    } catch (IOException | RuntimeException e) {
      defect.compareAndSet(null, e.getMessage());
      requestStop();
    } finally {
      log.end();
    }
  }

  private synchronized void count(LoggedTransactions lines) {
    for (int line = 0; line < lines.count(); line++) {
      counts[lines.how(line).ordinal()]++;
      retries += lines.retries(line);
    }
  }

  /** Transactions in its logs so far that ended so. */
  synchronized long logged(End how) {
    return counts[how.ordinal()];
  }

  /** Further tries of transactions in its logs so far. */
  synchronized long retries() {
    return retries;
  }

  /** What it has printed. */
  PgbenchOutput output() {
    return output;
  }

  /** Process id of its supervisor; empty before it is started. */
  OptionalLong processId() {
    OwnedProcess now = process;
    return now == null ? OptionalLong.empty() : OptionalLong.of(now.processId());
  }

  /** Asks it to end now. */
  void requestStop() {
    isStopped = true;
    OwnedProcess now = process;
    if (now != null) {
      now.requestStop();
    }
  }
}
