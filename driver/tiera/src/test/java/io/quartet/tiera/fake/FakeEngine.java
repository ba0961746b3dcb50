package io.quartet.tiera.fake;

import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.engine.TransactionEngine;
import io.quartet.tiera.engine.TransactionSession;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An engine without a database, to put behind a real Tier A server. The script runs on the worker
 * thread and may block. The ordering key of a Trade-Result is the first byte of its input.
 * Thread-safe as far as the script is.
 */
public final class FakeEngine implements TransactionEngine {

  /** Decides the reply of one request. */
  @FunctionalInterface
  public interface Script {
    /** Reply of one request; an exception is a defect of the engine. */
    EngineReply execute(TransactionType type, Target target, byte[] input);
  }

  private final Script script;
  private final AtomicInteger openSessions = new AtomicInteger();
  private final AtomicInteger openedSessions = new AtomicInteger();
  private volatile List<MarketOrder> openOrders = List.of();
  private volatile boolean isClosed;

  public FakeEngine(Script script) {
    this.script = script;
  }

  /** Orders that Resync reports from now on. */
  public void setOpenOrders(MarketOrder... orders) {
    openOrders = List.of(orders);
  }

  /** Sessions that are open. */
  public int openSessions() {
    return openSessions.get();
  }

  /** Sessions opened since the start. */
  public int openedSessions() {
    return openedSessions.get();
  }

  /** True once closed. */
  public boolean isClosed() {
    return isClosed;
  }

  @Override
  public String sessionSettings() {
    return "-c fake=on";
  }

  @Override
  public String version() {
    return "fake";
  }

  @Override
  public TransactionSession openSession() {
    openSessions.incrementAndGet();
    openedSessions.incrementAndGet();
    return new Session();
  }

  @Override
  public long orderingKey(TransactionType type, byte[] input) {
    return type == TransactionType.TRADE_RESULT ? Byte.toUnsignedLong(input[0]) : -1;
  }

  @Override
  public void close() {
    isClosed = true;
  }

  private final class Session implements TransactionSession {
    @Override
    public EngineReply execute(TransactionType type, Target target, byte[] input) {
      return script.execute(type, target, input);
    }

    @Override
    public EngineReply resync() {
      return EngineReply.committed(openOrders);
    }

    @Override
    public void close() {
      openSessions.decrementAndGet();
    }
  }
}
