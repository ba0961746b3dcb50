package io.quartet.tiera.client;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.quartet.model.Address;
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

  private static final String OF_ANOTHER_RUN =
      "what listens there belongs to another run. Stop that run, or set provider.port to another"
          + " port.";

  private static final Duration RETRY_EVERY = Duration.ofMillis(500);
  private static final Duration PROBE_DEADLINE = Duration.ofSeconds(2);
  private static final Duration RESYNC_DEADLINE = Duration.ofSeconds(30);

  private final TierAPlace place;
  private final NetworkThreads network;
  private final ManagedChannel channel;
  private final List<ConnectionListener> listeners = new CopyOnWriteArrayList<>();

  private volatile boolean keepsOutputs;

  // Guarded by this. Null while there is no connection.
  private Stream stream;
  private boolean isClosed;
  private String lossReason = "not connected yet";

  private TierAClient(TierAPlace place, NetworkThreads network) {
    this.place = place;
    this.network = network;
    Address address = place.address();
    NettyChannelBuilder builder =
        network
            .channel(new InetSocketAddress(address.host(), address.port()))
            .maxInboundMessageSize(Messages.MAX_MESSAGE_BYTES)
            .keepAliveTime(10, TimeUnit.SECONDS)
            .keepAliveTimeout(5, TimeUnit.SECONDS)
            .keepAliveWithoutCalls(true);
    place.token().ifPresent(token -> builder.intercept(token.shown()));
    this.channel = builder.build();
  }

  /**
   * Connects, waiting until Tier A answers.
   *
   * @param network threads of this process; the caller closes them after the client
   * @param longest longest wait
   * @throws QuartetException TIER_A_UNREACHABLE, TIER_A_OTHER, TLS_MISSING, TLS_FILES
   */
  public static TierAClient connect(TierAPlace place, NetworkThreads network, Duration longest) {
    TierAClient client = new TierAClient(place, network);
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
    return place.set();
  }

  /**
   * A client that can ask, but send no requests: Tier A need not be there.
   *
   * @throws QuartetException TLS_MISSING, TLS_FILES
   */
  public static TierAClient forAsking(TierAPlace place, NetworkThreads network) {
    return new TierAClient(place, network);
  }

  /**
   * Asks who is there, once, as {@link #askNow}.
   *
   * @throws QuartetException TIER_A_UNREACHABLE, TIER_A_OTHER, TLS_MISSING, TLS_FILES
   */
  public static HelloReply ask(TierAPlace place, NetworkThreads network, Duration longest) {
    try (TierAClient client = forAsking(place, network)) {
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
   *     speaks another version of the protocol, or belongs to another run
   */
  public HelloReply hello(Duration longest) {
    return hello(TierAGrpc.newBlockingStub(channel).withWaitForReady(), longest);
  }

  private HelloReply hello(TierAGrpc.TierABlockingStub stub, Duration longest) {
    HelloReply reply;
    try {
      reply = stub.withDeadlineAfter(longest.toNanos(), TimeUnit.NANOSECONDS).hello(helloRequest());
    } catch (RuntimeException e) {
      Status status = Status.fromThrowable(e);
      if (status.getCode() == Status.Code.FAILED_PRECONDITION) {
        throw other(status.getDescription(), e);
      }
      if (status.getCode() == Status.Code.UNAUTHENTICATED) {
        throw other(OF_ANOTHER_RUN, e);
      }
      throw QuartetException.environment(
          "TIER_A_UNREACHABLE",
          "%s did not answer within %s ms: %s. Is it running there?"
              .formatted(place, longest.toMillis(), RpcErrors.describe(e)),
          e);
    }
    if (!isOurs(reply)) {
      throw other(OF_ANOTHER_RUN, null);
    }
    return reply;
  }

  private boolean isOurs(HelloReply reply) {
    return place.token().map(token -> token.isAnswer(reply.getRunToken())).orElse(true);
  }

  private QuartetException other(String why, Throwable cause) {
    return QuartetException.environment("TIER_A_OTHER", place + ": " + why, cause);
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

  /** Why the connection was lost last. */
  public synchronized String lossReason() {
    return lossReason;
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
        listeners.forEach(listener -> listener.onLost(place.set(), reason));
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
    private boolean isOurs;

    @Override
    public void onNext(HelloReply reply) {
      isOurs = TierAClient.this.isOurs(reply);
    }

    @Override
    public void onError(Throwable error) {
      scheduleProbe();
    }

    @Override
    public void onCompleted() {
      if (!isOurs) {
        scheduleProbe();
        return;
      }
      synchronized (TierAClient.this) {
        if (isClosed) {
          return;
        }
        openStream();
      }
      listeners.forEach(listener -> listener.onRestored(place.set()));
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
