package io.quartet.tiera.server;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.EngineOptions;
import io.quartet.tiera.engine.Engine;
import io.quartet.tiera.engine.TransactionEngine;
import io.quartet.tiera.internal.InstantEngine;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.NetworkThreads;
import io.quartet.tiera.wire.RpcErrors;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Tier A service of one Set. Requests come in on one network thread and run on worker threads
 * with a database session each: one pool for Customer Emulator transactions, one for the market, so
 * that users who wait on a slow database cannot keep Trade-Results from being delivered.
 */
public final class TierAServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TierAServer.class);
  private static final Duration LONGEST_WAIT_FOR_WORK = Duration.ofSeconds(4);

  private final TransactionEngine engine;
  private final Workers users;
  private final Workers market;
  private final NetworkThreads network;
  private final Server server;
  private boolean isClosed;

  private TierAServer(TierAOptions options, TransactionEngine engine) {
    this.engine = engine;
    this.users = new Workers("user", options.userSessions(), engine);
    this.market = new Workers("market", options.marketSessions(), engine);
    this.network = new NetworkThreads("tier-a-network", 1, options.tls());
    NettyServerBuilder builder =
        network
            .server(new InetSocketAddress(options.address(), options.port()))
            .maxInboundMessageSize(Messages.MAX_MESSAGE_BYTES)
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addService(new TierAService(engine, options, users, market));
    options.token().ifPresent(token -> builder.intercept(token.required()));
    this.server = builder.build();
  }

  /**
   * Starts the service on the native engine, or on an instant one where the options ask for no
   * databases, and returns once it listens.
   *
   * @throws QuartetException ENGINE_LIBRARY_MISSING, ENGINE_LIBRARY_UNUSABLE, ENGINE_NOT_OPENED,
   *     TIER_A_PORT_IN_USE, TLS_MISSING, TLS_FILES
   */
  public static TierAServer start(TierAOptions options) {
    TransactionEngine engine =
        options.engine().access() == EngineOptions.Access.NONE
            ? new InstantEngine()
            : new Engine(options.dss(), options.oltp(), options.model(), options.engine());
    return start(options, engine);
  }

  /** As {@link #start(TierAOptions)} on a given engine, which the server closes at its end. */
  public static TierAServer start(TierAOptions options, TransactionEngine engine) {
    TierAServer tierA = new TierAServer(options, engine);
    try {
      tierA.server.start();
    } catch (IOException e) {
      tierA.close();
      throw QuartetException.environment(
          "TIER_A_PORT_IN_USE",
          ("Tier A of set %s cannot listen on %s:%s: %s. Stop what uses the port, or set "
                  + "provider.port.")
              .formatted(
                  options.set().name(),
                  options.address(),
                  options.port(),
                  RpcErrors.rootMessage(e)),
          e);
    }
    LOG.info(
        "Tier A listens set={} address={} port={} userSessions={} marketSessions={}",
        options.set().name(),
        options.address(),
        tierA.port(),
        options.userSessions(),
        options.marketSessions());
    return tierA;
  }

  public int port() {
    return server.getPort();
  }

  /** Closes the service when the JVM is told to stop (TERM, Ctrl-C). */
  public void closeOnShutdown() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "tier-a-shutdown"));
  }

  /** Waits until the service has ended. */
  public void awaitTermination() throws InterruptedException {
    server.awaitTermination();
  }

  /** Takes no more requests, answers what is in flight for a few seconds, then ends. */
  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    server.shutdown();
    boolean haveUsersEnded = users.closeWithin(LONGEST_WAIT_FOR_WORK);
    boolean hasMarketEnded = market.closeWithin(LONGEST_WAIT_FOR_WORK);
    awaitLastReplies();
    server.shutdownNow();
    network.close();
    if (haveUsersEnded && hasMarketEnded) {
      engine.close();
    } else {
      // A worker is still inside the engine; freeing it now would pull the memory from under it.
      LOG.warn("a transaction did not end in time: the engine is left to the end of the process");
    }
  }

  /** Replies are written by the network thread, a moment after the worker has handed them over. */
  private void awaitLastReplies() {
    try {
      server.awaitTermination(200, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
