package io.quartet.run;

import io.grpc.Server;
import io.quartet.model.QuartetException;
import io.quartet.run.internal.load.WorkerService;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.NetworkThreads;
import io.quartet.tiera.wire.RpcErrors;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker: waits for a conductor and offers a part of the load of its runs, one at a time. */
public final class WorkerServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerServer.class);

  /**
   * A conductor that is cut off without a word is noticed after both together; one that has died,
   * at once. Shorter times would take a conductor for dead that only gets no processor.
   */
  private static final long ASK_CONDUCTOR_EVERY_SECONDS = 5;

  private static final long LONGEST_SILENCE_SECONDS = 10;

  private final NetworkThreads network;
  private final WorkerService service;
  private final Server server;

  private WorkerServer(WorkerOptions options) {
    this.network = new NetworkThreads("worker-network", 1, options.tls());
    this.service = new WorkerService(options);
    this.server =
        network
            .server(new InetSocketAddress(options.address(), options.port()))
            .maxInboundMessageSize(Messages.MAX_MESSAGE_BYTES)
            .keepAliveTime(ASK_CONDUCTOR_EVERY_SECONDS, TimeUnit.SECONDS)
            .keepAliveTimeout(LONGEST_SILENCE_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addService(service)
            .build();
  }

  /**
   * Starts the service and returns once it listens.
   *
   * @throws QuartetException WORKER_PORT_IN_USE, TLS_MISSING, TLS_FILES
   */
  public static WorkerServer start(WorkerOptions options) {
    WorkerServer worker = new WorkerServer(options);
    try {
      worker.server.start();
    } catch (IOException e) {
      worker.close();
      throw QuartetException.environment(
          "WORKER_PORT_IN_USE",
          ("the worker cannot listen on %s:%s: %s. Stop the program that uses the port, or choose"
                  + " another port with --listen.")
              .formatted(options.address(), options.port(), RpcErrors.rootMessage(e)),
          e);
    }
    LOG.info(
        "worker listens address={} port={} version={}",
        options.address(),
        worker.port(),
        options.version());
    return worker;
  }

  public int port() {
    return server.getPort();
  }

  /** Closes the service when the JVM is told to stop (TERM, Ctrl-C). */
  public void closeOnShutdown() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "worker-shutdown"));
  }

  /** Waits until the service has ended. */
  public void awaitTermination() throws InterruptedException {
    server.awaitTermination();
  }

  /** Ends a run that is under way, which its conductor notices at once, and the service. */
  @Override
  public void close() {
    server.shutdownNow();
    service.stop("the worker was stopped");
    network.close();
  }
}
