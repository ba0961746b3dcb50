package io.quartet.run.internal.load;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.quartet.model.QuartetException;
import io.quartet.run.WorkerOptions;
import io.quartet.run.protocol.Command;
import io.quartet.run.protocol.Prepare;
import io.quartet.run.protocol.Report;
import io.quartet.run.protocol.TimeReply;
import io.quartet.run.protocol.TimeRequest;
import io.quartet.run.protocol.WorkerGrpc;
import io.quartet.run.protocol.WorkerHelloReply;
import io.quartet.run.protocol.WorkerHelloRequest;
import io.quartet.tiera.wire.RpcErrors;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** The three calls of the protocol. Nothing here blocks, because a run has its own thread. */
public final class WorkerService extends WorkerGrpc.WorkerImplBase {

  private static final long MICROS_PER_SECOND = 1_000_000;

  private final WorkerOptions options;
  private final AtomicReference<WorkerRun> current = new AtomicReference<>();

  public WorkerService(WorkerOptions options) {
    this.options = options;
  }

  @Override
  public void hello(WorkerHelloRequest request, StreamObserver<WorkerHelloReply> observer) {
    observer.onNext(
        WorkerHelloReply.newBuilder()
            .setProtocolVersion(WorkerMessages.PROTOCOL_VERSION)
            .setVersion(options.version().version())
            .setCommit(options.version().commit())
            .setProcessId(ProcessHandle.current().pid())
            .build());
    observer.onCompleted();
  }

  @Override
  public void time(TimeRequest request, StreamObserver<TimeReply> observer) {
    Instant now = options.wallClock().instant();
    observer.onNext(
        TimeReply.newBuilder()
            .setUtcMicros(now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / 1_000)
            .build());
    observer.onCompleted();
  }

  @Override
  public StreamObserver<Command> run(StreamObserver<Report> observer) {
    ServerCallStreamObserver<Report> call = (ServerCallStreamObserver<Report>) observer;
    Conversation conversation = new Conversation(new ReportStream(call));
    call.setOnCancelHandler(() -> conversation.stop("the connection to the conductor was lost"));
    return conversation;
  }

  /** Ends a run that is under way. */
  public void stop(String reason) {
    WorkerRun run = current.get();
    if (run != null) {
      run.stop(reason);
    }
  }

  /** The calls of a conductor about one run, made on the network thread. */
  private final class Conversation implements StreamObserver<Command> {

    private final ReportStream reports;
    private volatile WorkerRun run;

    Conversation(ReportStream reports) {
      this.reports = reports;
    }

    @Override
    public void onNext(Command command) {
      switch (command.getKindCase()) {
        case PREPARE -> begin(command.getPrepare());
        case START -> {
          if (run != null) {
            run.start(command.getStart());
          }
        }
        case ABORT -> stop(command.getAbort().getReason());
        case KIND_NOT_SET -> stop("the conductor sent a command that this worker does not know");
      }
    }

    private void begin(Prepare prepare) {
      WorkerRun candidate = new WorkerRun(options, prepare, reports, () -> current.set(null));
      if (current.compareAndSet(null, candidate)) {
        run = candidate;
        candidate.begin();
      } else {
        reports.end(
            ReportStream.failed(
                QuartetException.environment(
                    "WORKER_BUSY",
                    "it is busy with another run. Wait until that run ends, or use another worker.")));
      }
    }

    @Override
    public void onError(Throwable error) {
      stop("the connection to the conductor was lost: " + RpcErrors.describe(error));
    }

    @Override
    public void onCompleted() {
      stop("the conductor ended the conversation");
    }

    private void stop(String reason) {
      if (run != null) {
        run.stop(reason);
      }
    }
  }
}
