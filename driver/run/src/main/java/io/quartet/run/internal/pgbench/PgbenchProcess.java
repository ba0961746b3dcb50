package io.quartet.run.internal.pgbench;

import io.quartet.model.QuartetException;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.QuartetHome;
import io.quartet.results.ToolProcess.Summary;
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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One process of pgbench, whose logs are read while it runs. Use it once: {@link #run} in a thread
 * of its own. The other methods may be called from any thread.
 */
final class PgbenchProcess {

  private static final String PIPES = "pipes ";
  private static final String SUMMARY = "transaction type:";
  private static final int LINES_KEPT = 12;
  private static final Duration ONE_LOOK = Duration.ofSeconds(1);

  /** Fills of the buffer of pgbench that are read at once. */
  private static final int READ_BYTES = 65_536;

  private static final Pattern PROCESSED =
      Pattern.compile("number of transactions actually processed: ([0-9]+).*");

  private static final Pattern FAILED =
      Pattern.compile("number of failed transactions: ([0-9]+) .*");

  private static final Pattern SKIPPED =
      Pattern.compile("number of transactions skipped: ([0-9]+) .*");

  private final OwnedProcess.Spec specification;
  private final List<Log> logs;
  private final Supplier<LogParser> parsers;
  private final List<String> messages = new ArrayList<>();
  private final Map<End, Long> counts = new EnumMap<>(End.class);
  private final AtomicReference<String> defect = new AtomicReference<>();
  private volatile OwnedProcess process;
  private volatile boolean isStopped;
  private volatile boolean isTorn;
  private boolean isSummary;
  private OptionalLong processed = OptionalLong.empty();
  private OptionalLong failed = OptionalLong.empty();
  private OptionalLong skipped = OptionalLong.empty();

  /**
   * @param specification with the command of pgbench, without {@code --log-prefix}
   * @param logs of its threads, as many as it has
   * @param parsers gives one for each log
   */
  PgbenchProcess(OwnedProcess.Spec specification, List<Log> logs, Supplier<LogParser> parsers) {
    this.specification = specification;
    this.logs = List.copyOf(logs);
    this.parsers = parsers;
  }

  /**
   * Runs it to its end and books everything that it logs.
   *
   * @return its exit code
   * @throws QuartetException PROCESS_NOT_STARTED, TOOL_LOG_UNREADABLE
   */
  int run() {
    Path folder = pipeFolder();
    try {
      return run(folder);
    } finally {
      logs.forEach(Log::end);
      FileTrees.delete(folder);
    }
  }

  private int run(Path folder) {
    OwnedProcess started = OwnedProcess.startPiped(withPipes(folder));
    process = started;
    if (isStopped) {
      started.requestStop();
    }
    List<Path> pipes = new ArrayList<>();
    List<Thread> readers = new ArrayList<>();
    try (started;
        BufferedReader output =
            new BufferedReader(new InputStreamReader(started.output(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (pipes.isEmpty() && line.startsWith(PIPES)) {
          for (String name : line.substring(PIPES.length()).split(" ")) {
            pipes.add(folder.resolve(name));
          }
          readers.addAll(startReaders(pipes));
        } else {
          accept(line);
        }
      }
      awaitEnd(started);
      pipes.forEach(PgbenchProcess::release);
      for (Thread reader : readers) {
        reader.join();
      }
    } catch (IOException e) {
      throw unreadable(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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

  private static void awaitEnd(OwnedProcess started) throws InterruptedException {
    while (!started.waitFor(ONE_LOOK)) {
      // Its output has ended, so it is about to end.
    }
  }

  private QuartetException unreadable(String why) {
    return QuartetException.environment(
        "TOOL_LOG_UNREADABLE",
        "the log of %s cannot be read: %s. Its transactions from there on are not counted. Look for"
                .formatted(specification.name(), why)
            + " what else writes to its folder, then run again.");
  }

  private Path pipeFolder() {
    try {
      return Files.createTempDirectory("quartet-pgbench");
    } catch (IOException e) {
      throw QuartetException.environment(
          "TOOL_LOG_UNREADABLE",
          "no folder for the logs of pgbench can be made (%s). Give the folder for temporary files"
                  .formatted(e)
              + " room, or name another by TMPDIR.",
          e);
    }
  }

  private OwnedProcess.Spec withPipes(Path folder) {
    List<String> command = new ArrayList<>();
    command.add(QuartetHome.script("lib/with-log-pipes").toString());
    command.add(folder.toString());
    command.add(Integer.toString(logs.size()));
    command.addAll(specification.command());
    return new OwnedProcess.Spec(
        specification.name(),
        command,
        specification.environment(),
        specification.folder(),
        specification.log(),
        specification.signal(),
        specification.grace(),
        specification.account(),
        specification.controlGroups());
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
      for (int length = lines.read(bytes); length >= 0; length = lines.read(bytes)) {
        LoggedTransactions read = parser.read(bytes, length);
        count(read);
        log.add(read);
      }
      isTorn |= parser.isTorn();
    } catch (IOException | IllegalArgumentException e) {
      defect.compareAndSet(null, e.getMessage());
      requestStop();
    } finally {
      log.end();
    }
  }

  private synchronized void count(LoggedTransactions lines) {
    for (int line = 0; line < lines.count(); line++) {
      counts.merge(lines.how(line), 1L, Long::sum);
    }
  }

  /** Lets a reader go whose pipe was never opened for writing. */
  private static void release(Path pipe) {
    try {
      new RandomAccessFile(pipe.toFile(), "rw").close();
    } catch (IOException e) {
      // It is gone, and its reader as well.
    }
  }

  private synchronized void accept(String line) {
    processed = count(PROCESSED, line, processed);
    failed = count(FAILED, line, failed);
    skipped = count(SKIPPED, line, skipped);
    isSummary |= line.startsWith(SUMMARY);
    // The summary comes last, but for what pgbench says of itself.
    if (messages.size() < LINES_KEPT && (!isSummary || line.startsWith("pgbench:"))) {
      messages.add(line);
    }
  }

  private static OptionalLong count(Pattern pattern, String line, OptionalLong before) {
    Matcher match = pattern.matcher(line);
    return match.matches() ? OptionalLong.of(Long.parseLong(match.group(1))) : before;
  }

  /** Transactions in its logs so far that ended so. */
  synchronized long logged(End how) {
    return counts.getOrDefault(how, 0L);
  }

  /** What it has said of itself. */
  synchronized Summary summary() {
    return new Summary(processed, failed, skipped);
  }

  /** What it printed before its summary, from the first line on, and what it said of itself. */
  synchronized String messages() {
    return String.join("\n", messages);
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
