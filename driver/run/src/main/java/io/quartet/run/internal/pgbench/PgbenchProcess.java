package io.quartet.run.internal.pgbench;

import io.quartet.provision.ToolPlace;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.results.ToolProcess;
import io.quartet.run.internal.pgbench.DatabaseBooks.Log;
import io.quartet.run.internal.pgbench.LoggedTransactions.End;
import io.quartet.run.internal.tool.Beginning;
import io.quartet.run.internal.tool.GatedProcess;
import io.quartet.run.internal.tool.LoadingProcess;
import io.quartet.run.internal.tool.PlannedProcess;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A process of pgbench, whose logs tell of every transaction. */
final class PgbenchProcess implements LoadingProcess {

  /** Fills of the buffer of pgbench that are read at once. */
  private static final int READ_BYTES = 65_536;

  private final PlannedProcess plan;
  private final List<Log> logs;
  private final Supplier<LogParser> parsers;
  private final GatedProcess process;
  private final PgbenchOutput output = new PgbenchOutput();
  private final long[] counts = new long[End.values().length];
  private volatile boolean isTorn;
  private long retries;

  /**
   * @param specification with the command of pgbench, without {@code --log-prefix}
   * @param place where it runs
   * @param logs of its threads, as many as it has
   * @param parsers gives one for each log
   */
  PgbenchProcess(
      PlannedProcess plan,
      OwnedProcess.Spec specification,
      ToolPlace place,
      List<Log> logs,
      Supplier<LogParser> parsers) {
    this.plan = plan;
    this.logs = List.copyOf(logs);
    this.parsers = parsers;
    this.process =
        new GatedProcess(
            specification, place, logs.stream().map(Reader::new).toList(), output::accept);
  }

  /** Reads the log of one thread. */
  private final class Reader implements GatedProcess.LogReader {

    private final Log log;

    Reader(Log log) {
      this.log = log;
    }

    @Override
    public void read(InputStream content) throws IOException {
      byte[] bytes = new byte[READ_BYTES];
      LogParser parser = parsers.get();
      for (int length = content.read(bytes); length >= 0; length = content.read(bytes)) {
        LoggedTransactions read = parser.read(bytes, length);
        count(read);
        log.add(read);
      }
      isTorn |= parser.isTorn();
    }

    @Override
    public void end() {
      log.end();
    }
  }

  @Override
  public PlannedProcess plan() {
    return plan;
  }

  @Override
  public int run(Beginning beginning) {
    int exitCode = process.run(beginning);
    if (isTorn && exitCode == 0) {
      throw process.unreadable("it ended within a line");
    }
    return exitCode;
  }

  private synchronized void count(LoggedTransactions lines) {
    for (int line = 0; line < lines.count(); line++) {
      counts[lines.how(line).ordinal()]++;
      retries += lines.retries(line);
    }
  }

  /** Transactions in its logs so far that ended so. */
  private synchronized long logged(End how) {
    return counts[how.ordinal()];
  }

  private synchronized long retries() {
    return retries;
  }

  @Override
  public boolean hasFailed(int exitCode) {
    return exitCode != 0;
  }

  @Override
  public boolean hasWorked() {
    return logged(End.COMMITTED) > 0;
  }

  @Override
  public String text() {
    return output.text();
  }

  @Override
  public String messages(int exitCode) {
    return output.messages();
  }

  @Override
  public ToolProcess row(Beginning beginning, int exitCode) {
    OptionalLong first =
        logs.stream()
            .map(Log::firstStartNanos)
            .filter(OptionalLong::isPresent)
            .mapToLong(OptionalLong::getAsLong)
            .min();
    return new ToolProcess(
        plan.set(),
        plan.segment().name(),
        plan.clients(),
        logs.size(),
        beginning.afterMicros(),
        first.isPresent()
            ? OptionalLong.of(Math.max(0, (first.getAsLong() - plan.start().toNanos()) / 1_000))
            : first,
        beginning.clockOffsetMicros(),
        logged(End.COMMITTED),
        OptionalLong.of(
            Stream.of(End.SERIALIZATION, End.DEADLOCK, End.OTHER_FAILURE)
                .mapToLong(this::logged)
                .sum()),
        OptionalLong.of(logged(End.SKIPPED)),
        OptionalLong.of(retries()),
        output.summary(),
        exitCode);
  }

  @Override
  public void setClockOffset(long micros) {
    logs.forEach(log -> log.setClockOffset(micros));
  }

  @Override
  public void end() {
    logs.forEach(Log::end);
  }

  @Override
  public OptionalLong processId() {
    return process.processId();
  }

  @Override
  public void requestStop() {
    process.requestStop();
  }
}
