package io.quartet.tiera.fake;

import io.grpc.Server;
import io.grpc.stub.StreamObserver;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.protocol.HelloRequest;
import io.quartet.tiera.protocol.ResyncReply;
import io.quartet.tiera.protocol.ResyncRequest;
import io.quartet.tiera.protocol.TierAGrpc;
import io.quartet.tiera.protocol.TransactionReply;
import io.quartet.tiera.protocol.TransactionRequest;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.NetworkThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * The protocol of Tier A on a free loopback port, with scripted outcomes and delays and no engine.
 * Thread-safe.
 */
public final class FakeTierA implements AutoCloseable {

  /** Decides what becomes of a request. */
  @FunctionalInterface
  public interface Script {
    /** What becomes of a request; runs on the network thread and must not block. */
    Answer answer(TransactionRequest request);
  }

  /**
   * What becomes of a request.
   *
   * @param delay before the reply goes out
   * @param reply without correlation id; null never answers
   */
  public record Answer(Duration delay, TransactionReply reply) {
    /** Commits at once. */
    public static Answer committed() {
      return new Answer(Duration.ZERO, TransactionReply.getDefaultInstance());
    }

    /** Leaves the request without an answer. */
    public static Answer none() {
      return new Answer(Duration.ZERO, null);
    }
  }

  private final NetworkThreads network = new NetworkThreads("fake-tier-a", 1, Optional.empty());
  private final Script script;
  private final Queue<TransactionRequest> requests = new ConcurrentLinkedQueue<>();
  private final Server server;

  private FakeTierA(int port, Script script) {
    this.script = script;
    this.server =
        network
            .server(new InetSocketAddress("127.0.0.1", port))
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addService(new Service())
            .build();
  }

  /** Listens on a free port. */
  public static FakeTierA start(Script script) {
    return startOn(0, script);
  }

  /** Listens on a given port, for instance the one a predecessor had. */
  public static FakeTierA startOn(int port, Script script) {
    FakeTierA tierA = new FakeTierA(port, script);
    try {
      tierA.server.start();
    } catch (IOException e) {
      tierA.close();
      throw new UncheckedIOException(e);
    }
    return tierA;
  }

  /** Port it listens on, on 127.0.0.1. */
  public int port() {
    return server.getPort();
  }

  /** Requests so far, oldest first. */
  public Queue<TransactionRequest> requests() {
    return requests;
  }

  /** Breaks all connections at once, as a killed process would. */
  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    network.close();
  }

  private final class Service extends TierAGrpc.TierAImplBase {
    @Override
    public void hello(HelloRequest request, StreamObserver<HelloReply> observer) {
      observer.onNext(
          HelloReply.newBuilder()
              .setProtocolVersion(Messages.PROTOCOL_VERSION)
              .setEngineVersion("fake")
              .build());
      observer.onCompleted();
    }

    @Override
    public void resync(ResyncRequest request, StreamObserver<ResyncReply> observer) {
      observer.onNext(ResyncReply.getDefaultInstance());
      observer.onCompleted();
    }

    @Override
    public StreamObserver<TransactionRequest> execute(StreamObserver<TransactionReply> replies) {
      return new Execution(replies);
    }
  }

  private final class Execution implements StreamObserver<TransactionRequest> {
    private final StreamObserver<TransactionReply> replies;

    Execution(StreamObserver<TransactionReply> replies) {
      this.replies = replies;
    }

    @Override
    public void onNext(TransactionRequest request) {
      requests.add(request);
      Answer answer = script.answer(request);
      if (answer.reply() == null) {
        return;
      }
      TransactionReply reply =
          answer.reply().toBuilder().setCorrelationId(request.getCorrelationId()).build();
      if (answer.delay().isZero()) {
        replies.onNext(reply);
      } else {
        var unused = network.schedule(answer.delay(), () -> replies.onNext(reply));
      }
    }

    @Override
    public void onError(Throwable error) {
      // The test ends connections as it likes.
    }

    @Override
    public void onCompleted() {
      replies.onCompleted();
    }
  }
}
