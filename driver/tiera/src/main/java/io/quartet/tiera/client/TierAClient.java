package io.quartet.tiera.client;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.quartet.model.Outcome;
import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.protocol.HelloRequest;
import io.quartet.tiera.protocol.ResyncReply;
import io.quartet.tiera.protocol.ResyncRequest;
import io.quartet.tiera.protocol.TierAGrpc;
import io.quartet.tiera.protocol.TransactionReply;
import io.quartet.tiera.protocol.TransactionRequest;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.NetworkThreads;
import io.quartet.tiera.wire.RpcErrors;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The driver's connection to one Tier A: one channel with one stream of requests and replies.
 * Thread-safe.
 *
 * <p>When the connection is lost, requests in flight end as {@link Outcome#CONNECTION} if they only
 * read, and as {@link Outcome#IN_DOUBT} if they write: they may have been committed. Until it is
 * back, which is tried twice a second, requests end as {@link Outcome#CONNECTION} at once. Requests
 * are never sent again by this class.
 */
public final class TierAClient implements TierAConnection, AutoCloseable {

  /** SQLSTATE reported when the connection to Tier A is lost or absent. */
  public static final String CONNECTION_LOST = "08006";

  private static final Duration RETRY_EVERY = Duration.ofMillis(500);
  private static final Duration PROBE_DEADLINE = Duration.ofSeconds(2);
  private static final Duration RESYNC_DEADLINE = Duration.ofSeconds(30);

  private final VmSet set;
  private final InetSocketAddress address;
  private final NetworkThreads network;
  private final ManagedChannel channel;
  private final List<ConnectionListener> listeners = new CopyOnWriteArrayList<>();

  private volatile boolean keepsOutputs;

  // Guarded by this. Null while there is no connection.
  private Stream stream;
  private boolean isClosed;
  private String lossReason = "not connected yet";

  private TierAClient(VmSet set, InetSocketAddress address, NetworkThreads network) {
    this.set = set;
    this.address = address;
    this.network = network;
    this.channel =
        network
            .channel(address)
            .maxInboundMessageSize(Messages.MAX_MESSAGE_BYTES)
            .keepAliveTime(10, TimeUnit.SECONDS)
            .keepAliveTimeout(5, TimeUnit.SECONDS)
            .keepAliveWithoutCalls(true)
            .build();
  }

  /**
   * Connects, waiting until Tier A answers.
   *
   * @param set the Set behind it
   * @param address where Tier A listens
   * @param port where Tier A listens
   * @param network threads of this process; the caller closes them after the client
   * @param longest longest wait
   * @throws QuartetException TIER_A_UNREACHABLE, TLS_MISSING, TLS_FILES
   */
  public static TierAClient connect(
      VmSet set, String address, int port, NetworkThreads network, Duration longest) {
    TierAClient client = new TierAClient(set, new InetSocketAddress(address, port), network);
    try {
      client.hello(longest);
      client.openStream();
      return client;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /** From now on replies have their outputs, which are left out otherwise. */
  public void keepOutputs() {
    keepsOutputs = true;
  }

  /** The Set behind the connection. */
  public VmSet set() {
    return set;
  }

  /**
   * A client that can ask, but send no requests: Tier A need not be there.
   *
   * @throws QuartetException TLS_MISSING, TLS_FILES
   */
  public static TierAClient forAsking(VmSet set, String address, int port, NetworkThreads network) {
    return new TierAClient(set, new InetSocketAddress(address, port), network);
  }

  /**
   * Asks who is there, once, as {@link #askNow}.
   *
   * @throws QuartetException TIER_A_UNREACHABLE, TIER_A_OTHER, TLS_MISSING, TLS_FILES
   */
  public static HelloReply ask(
      VmSet set, String address, int port, NetworkThreads network, Duration longest) {
    try (TierAClient client = forAsking(set, address, port, network)) {
      return client.askNow(longest);
    }
  }

  /**
   * Asks who is there: what refuses the connection is an error at once, which says why.
   *
   * @throws QuartetException TIER_A_UNREACHABLE, TIER_A_OTHER
   */
  public HelloReply askNow(Duration longest) {
    return hello(TierAGrpc.newBlockingStub(channel), longest);
  }

  /**
   * Asks who is there, and waits for the connection until then.
   *
   * @throws QuartetException TIER_A_UNREACHABLE if there is no answer in time; TIER_A_OTHER if it
   *     speaks another version of the protocol
   */
  public HelloReply hello(Duration longest) {
    return hello(TierAGrpc.newBlockingStub(channel).withWaitForReady(), longest);
  }

  private HelloReply hello(TierAGrpc.TierABlockingStub stub, Duration longest) {
    try {
      return stub.withDeadlineAfter(longest.toNanos(), TimeUnit.NANOSECONDS).hello(helloRequest());
    } catch (RuntimeException e) {
      if (Status.fromThrowable(e).getCode() == Status.Code.FAILED_PRECONDITION) {
        throw new QuartetException(
            QuartetException.Kind.ENVIRONMENT,
            "TIER_A_OTHER",
            "Tier A of set "
                + set.name()
                + " at "
                + address.getHostString()
                + ":"
                + address.getPort()
                + ": "
                + Status.fromThrowable(e).getDescription(),
            e);
      }
      throw new QuartetException(
          QuartetException.Kind.ENVIRONMENT,
          "TIER_A_UNREACHABLE",
          "Tier A of set "
              + set.name()
              + " did not answer at "
              + address.getHostString()
              + ":"
              + address.getPort()
              + " within "
              + longest.toMillis()
              + " ms: "
              + RpcErrors.describe(e)
              + ". Is it running there?",
          e);
    }
  }

  @Override
  public void send(TransactionType type, Target target, byte[] input, ReplyHandler handler) {
    String reason;
    synchronized (this) {
      if (stream != null) {
        stream.send(type, target, input, handler);
        return;
      }
      reason = lossReason;
    }
    handler.onReply(
        EngineReply.failure(
            Outcome.CONNECTION, CONNECTION_LOST, "no connection to Tier A: " + reason));
  }

  /** As {@link #send}, but waits for the reply; not for use on a network thread. */
  public EngineReply call(TransactionType type, Target target, byte[] input) {
    CompletableFuture<EngineReply> reply = new CompletableFuture<>();
    send(type, target, input, reply::complete);
    return reply.join();
  }

  @Override
  public void resync(Consumer<List<MarketOrder>> orders, Consumer<String> failure) {
    TierAGrpc.newStub(channel)
        .withDeadlineAfter(RESYNC_DEADLINE.toNanos(), TimeUnit.NANOSECONDS)
        .resync(
            ResyncRequest.getDefaultInstance(),
            new StreamObserver<ResyncReply>() {
              @Override
              public void onNext(ResyncReply reply) {
                orders.accept(Messages.orders(reply.getOrdersList()));
              }

              @Override
              public void onError(Throwable error) {
                failure.accept(RpcErrors.describe(error));
              }

              @Override
              public void onCompleted() {
                // The one message has been handed over.
              }
            });
  }

  @Override
  public void addListener(ConnectionListener listener) {
    listeners.add(listener);
  }

  /** Requests that wait for a reply. */
  public synchronized int inFlight() {
    return stream == null ? 0 : stream.requestsInFlight.size();
  }

  /** True while requests can be sent. */
  public synchronized boolean isConnected() {
    return stream != null;
  }

  /** Ends the connection; requests in flight are answered as lost. */
  @Override
  public void close() {
    Stream open;
    synchronized (this) {
      isClosed = true;
      open = stream;
    }
    if (open != null) {
      open.end();
    }
    channel.shutdownNow();
    try {
      channel.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lost(open, "closed by the driver");
  }

  private synchronized void openStream() {
    Stream opened = new Stream();
    opened.requests = TierAGrpc.newStub(channel).execute(opened);
    stream = opened;
  }

  /** Takes a stream out of use, once; later calls for the same stream do nothing. */
  private void lost(Stream lostStream, String reason) {
    List<Runnable> failures;
    boolean shouldReconnect;
    synchronized (this) {
      if (lostStream == null || stream != lostStream) {
        return;
      }
      shouldReconnect = !isClosed;
      if (shouldReconnect) {
        // Before anybody can get a reply that there is no connection.
        listeners.forEach(listener -> listener.onLost(set, reason));
      }
      stream = null;
      lossReason = reason;
      failures = lostStream.requestsInFlight.fail(reason);
    }
    failures.forEach(Runnable::run);
    if (shouldReconnect) {
      scheduleProbe();
    }
  }

  private void scheduleProbe() {
    var unused = network.schedule(RETRY_EVERY, this::probe);
  }

  /** Asks for a sign of life: a stream alone would not tell whether somebody is there. */
  private void probe() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
    }
    // Without this gRPC waits longer and longer between two attempts, up to two minutes.
    channel.resetConnectBackoff();
    TierAGrpc.newStub(channel)
        .withDeadlineAfter(PROBE_DEADLINE.toNanos(), TimeUnit.NANOSECONDS)
        .hello(helloRequest(), new ProbeObserver());
  }

  private static HelloRequest helloRequest() {
    return HelloRequest.newBuilder().setProtocolVersion(Messages.PROTOCOL_VERSION).build();
  }

  private final class ProbeObserver implements StreamObserver<HelloReply> {
    @Override
    public void onNext(HelloReply reply) {
      // The end of the call counts.
    }

    @Override
    public void onError(Throwable error) {
      scheduleProbe();
    }

    @Override
    public void onCompleted() {
      synchronized (TierAClient.this) {
        if (isClosed) {
          return;
        }
        openStream();
      }
      listeners.forEach(listener -> listener.onRestored(set));
    }
  }

  /** One stream; a new one is made after each loss. */
  private final class Stream implements StreamObserver<TransactionReply> {

    // Guarded by the client.
    final RequestsInFlight requestsInFlight = new RequestsInFlight();
    StreamObserver<TransactionRequest> requests;

    /** Called under the lock of the client, which also serialises the writes. */
    void send(TransactionType type, Target target, byte[] input, ReplyHandler handler) {
      long id = requestsInFlight.add(type, handler);
      requests.onNext(Messages.request(id, type, target, input));
    }

    void end() {
      synchronized (TierAClient.this) {
        requests.onCompleted();
      }
    }

    @Override
    public void onNext(TransactionReply reply) {
      ReplyHandler handler;
      synchronized (TierAClient.this) {
        handler = requestsInFlight.take(reply.getCorrelationId());
      }
      if (handler != null) {
        handler.onReply(Messages.reply(reply, keepsOutputs));
      }
    }

    @Override
    public void onError(Throwable error) {
      lost(this, RpcErrors.describe(error));
    }

    @Override
    public void onCompleted() {
      lost(this, "Tier A ended the stream");
    }
  }
}
