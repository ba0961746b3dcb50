package io.quartet.tiera.engine;

import io.quartet.model.TransactionType;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost of calls from Java to the transaction engine. The calls reach no database. They
 * range from one with two numbers to one with a request and a reply.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class JniCost {

  private static final long[] MODEL = {1, 1, 20, 10_000, 42};

  private long inputs;
  private long marketMillis;

  /** Inputs of a small database. */
  @Setup
  public void open() {
    NativeLibrary.require();
    inputs = NativeEngine.openInputs(MODEL, 1);
  }

  @TearDown
  public void close() {
    NativeEngine.closeInputs(inputs);
  }

  /** Two numbers in, one out: the bare crossing, and a sine. */
  @Benchmark
  public int numbersOnly() {
    return NativeEngine.priceCents(17, marketMillis++);
  }

  /** A request out: drawing one, encoding it, and its copy. */
  @Benchmark
  public byte[] requestOut() {
    return NativeEngine.nextInput(inputs, TransactionType.TRADE_STATUS.code());
  }
}
