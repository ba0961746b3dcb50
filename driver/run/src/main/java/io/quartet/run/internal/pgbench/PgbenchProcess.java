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
 * One process of pgbench, whose logs are read while it runs. It is started ahead and begins when it
 * is told to. Use it once: {@link #run} in a thread of its own. The other methods may be called
 * from any thread.
 */
final class PgbenchProcess {

  private static final String PIPES = "pipes ";
  private static final String SUMMARY = "transaction type:";
  private static final int MESSAGES_KEPT = 12;
  private static final int MOST_OUTPUT = 1_000_000;
  private static final Duration ONE_LOOK = Duration.ofMillis(100);

  /** Fills of the buffer of pgbench that are read at once. */
  private static final int READ_BYTES = 65_536;

  private final OwnedProcess.Spec specification;
  private final List<Log> logs;
  private final Supplier<LogParser> parsers;
  private final List<String> messages = new ArrayList<>();
  private final StringBuilder output = new StringBuilder();
  private final Map<End, Long> counts = new EnumMap<>(End.class);
  private final AtomicReference<String> defect = new AtomicReference<>();
  private final Map<Count, Long> summary = new EnumMap<>(Count.class);
  private volatile OwnedProcess process;
  private volatile boolean isStopped;
  private volatile boolean isTorn;
  private boolean isSummary;
  private long retries;

  /** Numbers of the summary that are read. */
  private enum Count {
    PROCESSED("number of transactions actually processed: ([0-9]+).*"),
    FAILED("number of failed transactions: ([0-9]+) .*"),
    SKIPPED("number of transactions skipped: ([0-9]+) .*"),
    LATE("number of transactions above the .* latency limit: ([0-9]+)/.*"),
    RETRIES("total number of retries: ([0-9]+)");

    private final Pattern pattern;

    Count(String pattern) {
      this.pattern = Pattern.compile(pattern);
    }
  }

  /** Waits until the process is to begin. */
  interface Gate {
    void await() throws InterruptedException;
  }

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
          accept(line);
        }
      }
      while (!started.waitFor(ONE_LOOK)) {
        // Its output has ended, so it is about to end.
      }
      for (int i = 0; i < readers.size(); i++) {
        awaitEnd(readers.get(i), pipes.get(i));
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

  /** The other side waits for it, unless it was stopped. */
  private static void begin(Path folder) throws IOException {
    try (RandomAccessFile go = new RandomAccessFile(folder.resolve("go").toFile(), "rw")) {
      go.write('\n');
    }
  }

  /** A reader whose pipe was never opened by pgbench waits for it until somebody else does. */
  private static void awaitEnd(Thread reader, Path pipe) throws InterruptedException {
    reader.join(ONE_LOOK.toMillis());
    while (reader.isAlive()) {
      if (Files.exists(pipe)) {
        try {
          new RandomAccessFile(pipe.toFile(), "rw").close();
        } catch (IOException e) {
          // It is gone, and its reader has it open.
        }
      }
      reader.join(ONE_LOOK.toMillis());
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
      Files.deleteIfExists(pipe); // Both sides have it open. So nothing stays if this is killed.
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
      counts.merge(lines.how(line), 1L, Long::sum);
      retries += lines.retries(line);
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
    for (Count count : Count.values()) {
      Matcher match = count.pattern.matcher(line);
      if (match.matches()) {
        summary.put(count, Long.parseLong(match.group(1)));
      }
    }
    if (output.length() < MOST_OUTPUT) {
      output.append(line).append('\n');
    }
    isSummary |= line.startsWith(SUMMARY);
    // The summary comes last, but for what pgbench says of itself.
    if (messages.size() < MESSAGES_KEPT && (!isSummary || line.startsWith("pgbench:"))) {
      messages.add(line);
    }
  }

  /** Transactions in its logs so far that ended so. */
  synchronized long logged(End how) {
    return counts.getOrDefault(how, 0L);
  }

  /** Further tries of transactions in its logs so far. */
  synchronized long retries() {
    return retries;
  }

  /** What it has said of itself. */
  synchronized Summary summary() {
    return new Summary(
        said(Count.PROCESSED),
        said(Count.FAILED),
        said(Count.SKIPPED),
        said(Count.LATE),
        said(Count.RETRIES));
  }

  private OptionalLong said(Count count) {
    Long number = summary.get(count);
    return number == null ? OptionalLong.empty() : OptionalLong.of(number);
  }

  /** Everything that it printed, as far as it is kept. */
  synchronized String output() {
    return output.toString();
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
