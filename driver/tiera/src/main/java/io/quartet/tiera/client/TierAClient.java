package io.quartet.tiera.client;

import io.quartet.model.Address;
import io.quartet.model.Outcome;
import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.internal.Connector;
import io.quartet.tiera.protocol.DriverMessage;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.protocol.Refusal;
import io.quartet.tiera.protocol.ResyncReply;
import io.quartet.tiera.protocol.ResyncRequest;
import io.quartet.tiera.protocol.TransactionReply;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.NetworkThreads;
import io.quartet.tiera.wire.RunToken;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The driver's connection to one Tier A. Thread-safe.
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
      "the Tier A there belongs to another run. Stop that run, or set provider.port to"
          + " another port.";

  private static final Duration RETRY_EVERY = Duration.ofMillis(500);
  private static final Duration FIRST_RETRY_EVERY = Duration.ofMillis(50);
  private static final Duration PROBE_DEADLINE = Duration.ofSeconds(2);
  private static final Duration RESYNC_DEADLINE = Duration.ofSeconds(30);

  private final TierAPlace place;
  private final NetworkThreads network;
  private final Connector connector;
  private final List<ConnectionListener> listeners = new CopyOnWriteArrayList<>();
  private final Link.Listener events = new Events();

  private volatile boolean keepsOutputs;

  // Guarded by this. The link is null while there is no connection.
  private final RequestsInFlight requestsInFlight = new RequestsInFlight();
  private final Map<Long, CompletableFuture<ResyncReply>> resyncs = new HashMap<>();
  private Link link;
  private long lastResync;
  private boolean isKept;
  private boolean isClosed;
  private String lossReason = "not connected yet";

  private TierAClient(TierAPlace place, NetworkThreads network) {
    this.place = place;
    this.network = network;
    Address address = place.address();
    this.connector = network.connector(new InetSocketAddress(address.host(), address.port()));
  }

  /**
   * Connects, waiting until Tier A answers, and keeps the connection: one that is lost is made
   * again.
   *
   * @param network threads of this process; the caller closes them after the client
   * @param longest longest wait
   * @throws QuartetException TIER_A_UNREACHABLE, TIER_A_OTHER, TLS_MISSING, TLS_FILES
   */
  public static TierAClient connect(TierAPlace place, NetworkThreads network, Duration longest) {
    TierAClient client = new TierAClient(place, network);
    try {
      client.hello(longest);
      client.keep();
      return client;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private void keep() {
    synchronized (this) {
      isKept = true;
      if (link != null) {
        return;
      }
    }
    // Lost in this moment.
    scheduleProbe();
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
    return hello(longest, false);
  }

  /**
   * Asks who is there, and waits for the connection until then.
   *
   * @throws QuartetException TIER_A_UNREACHABLE if there is no answer in time; TIER_A_OTHER if it
   *     speaks another version of the protocol, or belongs to another run
   */
  public HelloReply hello(Duration longest) {
    return hello(longest, true);
  }

  private HelloReply hello(Duration longest, boolean isWaiting) {
    long deadline = System.nanoTime() + longest.toNanos();
    String reason = "no connection or no answer in that time";
    while (true) {
      try {
        return greet(Duration.ofNanos(Math.max(1, deadline - System.nanoTime()))).get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw unreachable(longest, "it was interrupted", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof TimeoutException) {
          throw unreachable(longest, reason, e);
        }
        Link.NotGreetedException refusal = (Link.NotGreetedException) e.getCause();
        reason = refusal.getMessage();
        switch (refusal.refusal()) {
          case PROTOCOL_VERSION -> throw other(reason, refusal);
          case OTHER_RUN -> throw other(OF_ANOTHER_RUN, refusal);
          default -> {
            if (!isWaiting || deadline - System.nanoTime() <= FIRST_RETRY_EVERY.toNanos()) {
              throw unreachable(longest, reason, refusal);
            }
          }
        }
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(FIRST_RETRY_EVERY.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Says Hello on the connection, which is made first where there is none.
   *
   * @param longest longest wait; a new connection without an answer until then is closed
   */
  private CompletableFuture<HelloReply> greet(Duration longest) {
    Link open;
    synchronized (this) {
      open = link;
    }
    if (open != null) {
      return open.greet().orTimeout(longest.toNanos(), TimeUnit.NANOSECONDS);
    }
    Link made = new Link(connector, place.token().map(RunToken::shown).orElse(""), events);
    return made.greet()
        .orTimeout(longest.toNanos(), TimeUnit.NANOSECONDS)
        .whenComplete(
            (reply, error) -> {
              if (error != null) {
                made.close();
              }
            })
        .thenCompose(reply -> accepted(made, reply));
  }

  /** Takes a connection into use, if what answers there is ours. */
  private CompletableFuture<HelloReply> accepted(Link made, HelloReply reply) {
    if (!place.token().map(token -> token.isAnswer(reply.getRunToken())).orElse(true)) {
      made.close();
      return CompletableFuture.failedFuture(
          new Link.NotGreetedException(Refusal.Reason.OTHER_RUN, OF_ANOTHER_RUN));
    }
    synchronized (this) {
      if (!isClosed && link == null && !made.hasEnded()) {
        link = made;
        return CompletableFuture.completedFuture(reply);
      }
    }
    made.close();
    return CompletableFuture.completedFuture(reply);
  }

  private QuartetException unreachable(Duration longest, String reason, Throwable cause) {
    return QuartetException.environment(
        "TIER_A_UNREACHABLE",
        "%s did not answer within %s ms: %s. Is it running there?"
            .formatted(place, longest.toMillis(), reason),
        cause);
  }

  private QuartetException other(String why, Throwable cause) {
    return QuartetException.environment("TIER_A_OTHER", place + ": " + why, cause);
  }

  @Override
  public void send(TransactionType type, Target target, byte[] input, ReplyHandler handler) {
    String reason;
    synchronized (this) {
      if (link != null) {
        link.send(Messages.request(requestsInFlight.add(type, handler), type, target, input));
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
    CompletableFuture<ResyncReply> reply = new CompletableFuture<>();
    var unused =
        reply
            .orTimeout(RESYNC_DEADLINE.toNanos(), TimeUnit.NANOSECONDS)
            .whenComplete((answer, error) -> hand(answer, error, orders, failure));
    String reason;
    synchronized (this) {
      if (link != null) {
        resyncs.put(++lastResync, reply);
        link.send(
            DriverMessage.newBuilder()
                .setResync(ResyncRequest.newBuilder().setCorrelationId(lastResync))
                .build());
        return;
      }
      reason = lossReason;
    }
    reply.completeExceptionally(new IllegalStateException(reason));
  }

  private static void hand(
      ResyncReply answer,
      Throwable error,
      Consumer<List<MarketOrder>> orders,
      Consumer<String> failure) {
    if (error instanceof TimeoutException) {
      failure.accept("no answer in " + RESYNC_DEADLINE.toSeconds() + " s");
    } else if (error != null) {
      failure.accept(error.getMessage());
    } else if (!answer.getFailure().isEmpty()) {
      failure.accept(answer.getFailure().toStringUtf8());
    } else {
      List<MarketOrder> open;
      try {
        open = Messages.orders(answer.getOrdersList());
      } catch (IllegalArgumentException e) {
        failure.accept(e.getMessage());
        return;
      }
      orders.accept(open);
    }
  }

  @Override
  public void addListener(ConnectionListener listener) {
    listeners.add(listener);
  }

  /** Requests that wait for a reply. */
  public synchronized int inFlight() {
    return requestsInFlight.size();
  }

  /** True while requests can be sent. */
  public synchronized boolean isConnected() {
    return link != null;
  }

  /** Why the connection was lost last. */
  public synchronized String lossReason() {
    return lossReason;
  }

  /** Ends the connection; requests in flight are answered as lost. */
  @Override
  public void close() {
    Link open;
    synchronized (this) {
      isClosed = true;
      open = link;
    }
    if (open != null) {
      // First, or its end would be the reason.
      lost(open, "closed by the driver");
      open.close();
    }
  }

  /** Takes a link out of use, once; later calls for the same link do nothing. */
  private void lost(Link lostLink, String reason) {
    List<Runnable> failures;
    List<CompletableFuture<ResyncReply>> unanswered;
    boolean shouldReconnect;
    synchronized (this) {
      if (link != lostLink) {
        return;
      }
      shouldReconnect = isKept && !isClosed;
      if (shouldReconnect) {
        // Before anybody can get a reply that there is no connection.
        listeners.forEach(listener -> listener.onLost(place.set(), reason));
      }
      link = null;
      lossReason = reason;
      failures = requestsInFlight.fail(reason);
      unanswered = List.copyOf(resyncs.values());
      resyncs.clear();
    }
    failures.forEach(Runnable::run);
    unanswered.forEach(resync -> resync.completeExceptionally(new IllegalStateException(reason)));
    if (shouldReconnect) {
      scheduleProbe();
    }
  }

  private void scheduleProbe() {
    var unused = network.schedule(RETRY_EVERY, this::probe);
  }

  private void probe() {
    synchronized (this) {
      if (isClosed || link != null) {
        return;
      }
    }
    var unused =
        greet(PROBE_DEADLINE)
            .whenComplete(
                (reply, error) -> {
                  if (error != null) {
                    scheduleProbe();
                  } else if (isConnected()) {
                    listeners.forEach(listener -> listener.onRestored(place.set()));
                  }
                });
  }

  private final class Events implements Link.Listener {

    @Override
    public void onReply(Link from, TransactionReply reply) {
      // Before its request is taken out: one that cannot be read ends the connection and fails.
      EngineReply read = Messages.reply(reply, keepsOutputs);
      ReplyHandler handler;
      synchronized (TierAClient.this) {
        handler = requestsInFlight.take(reply.getCorrelationId());
      }
      if (handler != null) {
        handler.onReply(read);
      }
    }

    @Override
    public void onResync(Link from, ResyncReply reply) {
      CompletableFuture<ResyncReply> waiting;
      synchronized (TierAClient.this) {
        waiting = resyncs.remove(reply.getCorrelationId());
      }
      if (waiting != null) {
        waiting.complete(reply);
      }
    }

    @Override
    public void onEnd(Link from, String reason) {
      lost(from, reason);
    }
  }
}
