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
 * What it costs to call the transaction engine from Java: calls that reach no database, from one
 * with two numbers to one that carries a request in and a reply out.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class JniCost {

  private static final long[] MODEL = {1, 1, 20, 10_000, 42};
  private static final int OLTP = 3;
  private static final byte[] NO_INPUT = new byte[0];

  private long engine;
  private long session;
  private long inputs;
  private byte[] tradeResult;
  private long marketMillis;

  /** Connects nothing: a session connects when it runs its first statement. */
  @Setup
  public void open() {
    NativeLibrary.require();
    engine = NativeEngine.openEngine("dbname=none", "dbname=none", MODEL, 0, 0, false);
    session = NativeEngine.openSession(engine);
    inputs = NativeEngine.openInputs(MODEL, 1);
    tradeResult = NativeEngine.tradeResultInput(inputs, 200_000_000_000_001L, 2500);
  }

  @TearDown
  public void close() {
    NativeEngine.closeInputs(inputs);
    NativeEngine.closeSession(session);
    NativeEngine.closeEngine(engine);
  }

  /** Two numbers in, one out: the bare crossing, and a sine. */
  @Benchmark
  public int numbersOnly() {
    return NativeEngine.priceCents(17, marketMillis++);
  }

  /** A request in: its copy and its decoding. */
  @Benchmark
  public long requestIn() {
    return NativeEngine.orderingKey(engine, TransactionType.TRADE_RESULT.code(), tradeResult);
  }

  /** A request out: drawing one, encoding it, and its copy. */
  @Benchmark
  public byte[] requestOut() {
    return NativeEngine.nextInput(inputs, TransactionType.TRADE_STATUS.code());
  }

  /** Through the whole entry point and back: the engine refuses the request, and Java reads why. */
  @Benchmark
  public EngineReply requestRefused() {
    return ReplyFrame.decode(
        NativeEngine.execute(session, TransactionType.TRADE_ORDER.code(), OLTP, NO_INPUT));
  }
}
