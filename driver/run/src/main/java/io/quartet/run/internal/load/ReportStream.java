package io.quartet.run.internal.load;

import io.grpc.stub.ServerCallStreamObserver;
import io.quartet.model.QuartetException;
import io.quartet.run.protocol.Failed;
import io.quartet.run.protocol.Report;

/** Stream of reports from a worker to its conductor. Thread-safe. */
final class ReportStream {

  private final ServerCallStreamObserver<Report> conductor;

  // Guarded by this.
  private boolean hasEnded;

  ReportStream(ServerCallStreamObserver<Report> conductor) {
    this.conductor = conductor;
  }

  /** Sends a report. Does nothing if the receiver is gone. */
  synchronized void send(Report report) {
    if (!hasEnded && !conductor.isCancelled()) {
      conductor.onNext(report);
    }
  }

  synchronized void end(Report last) {
    send(last);
    if (!hasEnded && !conductor.isCancelled()) {
      conductor.onCompleted();
    }
    hasEnded = true;
  }

  static Report failed(QuartetException error) {
    return Report.newBuilder()
        .setFailed(
            Failed.newBuilder()
                .setKind(error.kind().name())
                .setCode(error.code())
                .setMessage(String.valueOf(error.getMessage())))
        .build();
  }
}
