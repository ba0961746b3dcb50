package io.quartet.run.internal.load;

import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.provision.clock.Clocks;
import io.quartet.results.events.ClockOffset;
import io.quartet.run.protocol.Abort;
import io.quartet.run.protocol.Command;
import io.quartet.run.protocol.Ended;
import io.quartet.run.protocol.Failed;
import io.quartet.run.protocol.Figures;
import io.quartet.run.protocol.Prepare;
import io.quartet.run.protocol.Report;
import io.quartet.run.protocol.Start;
import io.quartet.run.protocol.TimeRequest;
import io.quartet.run.protocol.WorkerGrpc;
import io.quartet.run.protocol.WorkerHelloReply;
import io.quartet.run.protocol.WorkerHelloRequest;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.NetworkThreads;
import io.quartet.tiera.wire.RpcErrors;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The conductor's connection to one worker, for one run. Thread-safe.
 *
 * <p>Once the run has started, each worker ends once: with its last word, with an error, or lost.
 */
final class WorkerClient implements AutoCloseable {

  private static final Duration ONE_ANSWER = Duration.ofSeconds(5);

  /** Hears what comes from a worker during a run; called on a network thread. */
  interface Listener {

    /** Figures of about a second. */
    default void figures(WorkerClient worker, Figures figures) {}

    /** Something happened there: a line of the event log. */
    default void event(WorkerClient worker, String event) {}

    /** The worker has offered its part to the end, or until it was told to stop. */
    default void ended(WorkerClient worker, Ended last) {}

    /** The worker could not go on. */
    default void failed(WorkerClient worker, QuartetException error) {}

    /** The connection to the worker broke in the run. */
    default void lost(WorkerClient worker, String reason) {}
  }

  private final int number;
  private final Address address;
  private final Listener listener;
  private final ManagedChannel channel;
  private final CompletableFuture<Void> prepared = new CompletableFuture<>();
  private volatile long lastReportNanos;

  // Guarded by this.
  private StreamObserver<Command> commands;
  private boolean hasEnded;

  // Set after hasEnded, when the listener knows the end: a caller that waits for it sees
  // everything.
  private volatile boolean isOver;

  /**
   * Makes the channel and does not connect yet.
   *
   * @param number of the worker, from 1
   * @param network threads of this process; the caller closes them after the client
   * @throws QuartetException TLS_MISSING, TLS_FILES
   */
  WorkerClient(int number, Address address, NetworkThreads network, Listener listener) {
    this.number = number;
    this.address = address;
    this.listener = listener;
    this.channel =
        network
            .channel(new InetSocketAddress(address.host(), address.port()))
            .maxInboundMessageSize(Messages.MAX_MESSAGE_BYTES)
            .keepAliveTime(10, TimeUnit.SECONDS)
            .keepAliveTimeout(5, TimeUnit.SECONDS)
            .build();
  }

  int number() {
    return number;
  }

  Address address() {
    return address;
  }

  /** For messages, for instance "worker 2 at 10.0.0.5:7500". */
  String describe() {
    return "worker " + number + " at " + address;
  }

  /**
   * Asks who is there, once.
   *
   * @param oneTry how long to wait for the answer
   * @param all how long the caller has asked and will have waited, for the message
   * @throws QuartetException WORKER_UNREACHABLE if there is no answer in time
   */
  WorkerHelloReply hello(Duration oneTry, Duration all) {
    // Without this gRPC waits longer and longer between two attempts.
    channel.resetConnectBackoff();
    try {
      return stub(oneTry).hello(WorkerHelloRequest.getDefaultInstance());
    } catch (RuntimeException e) {
      throw unreachable(all, e);
    }
  }

  /**
   * Measures by how much the clock there is ahead of ours.
   *
   * @throws QuartetException WORKER_UNREACHABLE
   */
  ClockOffset measureClock() {
    return Clocks.measure(describe(), this::utcMicros);
  }

  private long utcMicros() {
    try {
      return stub(ONE_ANSWER).time(TimeRequest.getDefaultInstance()).getUtcMicros();
    } catch (RuntimeException e) {
      throw unreachable(ONE_ANSWER, e);
    }
  }

  private WorkerGrpc.WorkerBlockingStub stub(Duration longest) {
    return WorkerGrpc.newBlockingStub(channel)
        .withWaitForReady()
        .withDeadlineAfter(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  private QuartetException unreachable(Duration longest, RuntimeException cause) {
    return QuartetException.environment(
        "WORKER_UNREACHABLE",
        ("%s did not answer within %s ms: %s. Is quartet worker running there, with certificates "
                + "of the same authority?")
            .formatted(describe(), longest.toMillis(), RpcErrors.describe(cause)),
        cause);
  }

  /** Opens the conversation about a run. The future fails if the worker cannot take part. */
  synchronized CompletableFuture<Void> prepare(Prepare message) {
    commands = WorkerGrpc.newStub(channel).run(new Reports());
    send(Command.newBuilder().setPrepare(message).build());
    return prepared;
  }

  /** Says when the run starts. */
  synchronized void start(Start message) {
    lastReportNanos = System.nanoTime();
    send(Command.newBuilder().setStart(message).build());
  }

  /** Tells the worker to end the run. */
  synchronized void abort(String reason) {
    send(Command.newBuilder().setAbort(Abort.newBuilder().setReason(reason)).build());
  }

  private void send(Command command) {
    if (!hasEnded && commands != null) {
      commands.onNext(command);
    }
  }

  /** Time since its last sign of life. */
  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - lastReportNanos);
  }

  /** True when nothing more will come of the run, and the listener has been told. */
  boolean isOver() {
    return isOver;
  }

  /** Counts the worker as lost. */
  void giveUp(String reason) {
    end(
        () -> {
          channel.shutdownNow();
          if (!prepared.completeExceptionally(lostBeforeStart(reason))) {
            listener.lost(this, reason);
          }
        });
  }

  private QuartetException lostBeforeStart(String reason) {
    return QuartetException.environment(
        "WORKER_LOST",
        "%s was lost before the run: %s. Read its log, start it again, then run again."
            .formatted(describe(), reason));
  }

  /** Runs the action for the first end, and does nothing for later ones. */
  private void end(Runnable tell) {
    synchronized (this) {
      if (hasEnded) {
        return;
      }
      hasEnded = true;
    }
    try {
      tell.run();
    } finally {
      isOver = true;
    }
  }

  private synchronized boolean hasEnded() {
    return hasEnded;
  }

  private void failed(Failed message) {
    QuartetException error =
        new QuartetException(
            QuartetException.Kind.valueOf(message.getKind()),
            message.getCode(),
            describe() + ": " + message.getMessage());
    end(
        () -> {
          if (!prepared.completeExceptionally(error)) {
            listener.failed(this, error);
          }
        });
  }

  /** Ends the connection; a run that is under way there ends with it. */
  @Override
  public void close() {
    end(() -> {});
    channel.shutdownNow();
    try {
      channel.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The worker's side of the conversation. */
  private final class Reports implements StreamObserver<Report> {

    @Override
    public void onNext(Report report) {
      lastReportNanos = System.nanoTime();
      if (hasEnded()) {
        return;
      }
      try {
        take(report);
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        giveUp("its report cannot be read: " + e.getMessage());
      }
    }

    private void take(Report report) {
      switch (report.getKindCase()) {
        case PREPARED -> prepared.complete(null);
        case FIGURES -> listener.figures(WorkerClient.this, report.getFigures());
        case EVENT -> listener.event(WorkerClient.this, report.getEvent());
        case ENDED -> end(() -> listener.ended(WorkerClient.this, report.getEnded()));
        case FAILED -> failed(report.getFailed());
        case KIND_NOT_SET -> giveUp("it sent a report of an unknown kind");
      }
    }

    @Override
    public void onError(Throwable error) {
      giveUp(RpcErrors.describe(error));
    }

    @Override
    public void onCompleted() {
      giveUp("it ended the conversation");
    }
  }
}
