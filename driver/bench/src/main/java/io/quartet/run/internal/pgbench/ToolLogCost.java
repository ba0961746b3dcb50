package io.quartet.run.internal.pgbench;

import io.quartet.books.RunClock;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.run.internal.pgbench.DatabaseBooks.Log;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures what a transaction of pgbench costs the driver: reading its line and booking it. The
 * logs of the threads come in turn, 4 KiB of each, as pgbench writes them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ToolLogCost {

  private static final int LINES = 100_000;
  private static final int BUFFER = 4_096;
  private static final long START_UTC_MILLIS = 1_800_000_000_000L;
  private static final VmSet SET = new VmSet(VmGroup.A, 1);

  @Param({"1", "4", "32"})
  public int threads;

  private byte[][] logs;
  private DatabaseBooks books;
  private Log[] open;
  private LogParser[] parsers;

  /** Ten transactions in a millisecond, spread over the threads. */
  @Setup
  public void write() {
    StringBuilder[] texts = new StringBuilder[threads];
    for (int thread = 0; thread < threads; thread++) {
      texts[thread] = new StringBuilder();
    }
    for (int line = 0; line < LINES; line++) {
      long micros = 1_000 * START_UTC_MILLIS + 100L * line + 10_000;
      texts[line % threads].append(
          "%d %d %d %d %d %d\n"
              .formatted(
                  line % threads,
                  line,
                  300 + line % 977,
                  line % 2,
                  micros / 1_000_000,
                  micros % 1_000_000));
    }
    logs = new byte[threads][];
    for (int thread = 0; thread < threads; thread++) {
      logs[thread] = texts[thread].toString().getBytes(StandardCharsets.US_ASCII);
    }
  }

  /** Each run of the logs has new books. */
  @Setup(Level.Invocation)
  public void open() {
    RunPlan plan =
        BenchmarkFile.loadExample("demo")
            .withWorkload(
                new Pgbench(
                    Optional.empty(),
                    ClientLoad.closed(1, 8),
                    List.of(
                        Pgbench.Script.builtIn(0, "tpcb-like", 1),
                        Pgbench.Script.builtIn(1, "select-only", 1)),
                    Pgbench.Protocol.PREPARED,
                    Pgbench.Tables.ofScale(1),
                    Optional.empty(),
                    1,
                    1));
    RunClock later = RunClock.by(() -> Long.MAX_VALUE / 2, START_UTC_MILLIS);
    books = new DatabaseBooks(SET, plan, later, update -> {});
    open = new Log[threads];
    parsers = new LogParser[threads];
    for (int thread = 0; thread < threads; thread++) {
      open[thread] = books.expect(0);
      parsers[thread] = new LogParser(false, false, 2);
    }
  }

  /** One line, from the bytes of the pipe to the histogram. */
  @Benchmark
  @OperationsPerInvocation(LINES)
  public void bookLine() {
    byte[] part = new byte[BUFFER];
    int longest = logs[0].length;
    for (int from = 0; from < longest; from += BUFFER) {
      for (int thread = 0; thread < threads; thread++) {
        int length = Math.min(BUFFER, logs[thread].length - from);
        if (length > 0) {
          System.arraycopy(logs[thread], from, part, 0, length);
          open[thread].add(parsers[thread].read(part, length));
        }
      }
    }
    books.close();
  }
}
