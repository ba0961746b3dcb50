package io.quartet.tiera.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages say what failed, and nothing of the libraries that carry the calls. */
@Tag("unit")
class RpcErrorsTest {

  /** As gRPC 1.76 describes a call that waited for a connection that is refused. */
  private static final String LAST_TRY =
      "CallOptions deadline exceeded after 0.49s. Name resolution delay 0.0 seconds. [closed=[],"
          + " open=[[wait_for_ready, Last Pick Failure=Status{code=UNAVAILABLE, description=io"
          + " exception, cause=io.grpc.netty.shaded.io.netty.channel.AbstractChannel"
          + "$AnnotatedConnectException: finishConnect(..) failed: Connection refused:"
          + " /127.0.0.1:7500\nCaused by: java.net.ConnectException: finishConnect(..) failed:"
          + " Connection refused\n\tat io.grpc.netty.shaded.io.netty.channel.unix.Errors"
          + ".newConnectException0(Errors.java:166)\n\tat java.base/java.lang.Thread.run(Thread"
          + ".java:840)\n}, buffered_nanos=499999999, waiting_for_connection]]]";

  private static String describe(Status status) {
    String text = RpcErrors.describe(status.asRuntimeException());
    assertThat(text).doesNotContain("io.grpc", "java.", "nanos", "\n");
    return text;
  }

  @Test
  void callThatWaitedTellsWhyItsLastTryFailed() {
    assertThat(describe(Status.DEADLINE_EXCEEDED.withDescription(LAST_TRY)))
        .isEqualTo("Connection refused");
  }

  @Test
  void innermostCauseIsEnough() {
    Throwable cause =
        new IOException(
            "io.grpc.Something: outer",
            new ConnectException("finishConnect(..) failed: Connection refused"));
    assertThat(describe(Status.UNAVAILABLE.withDescription("io exception").withCause(cause)))
        .isEqualTo("Connection refused");
  }

  @Test
  void callWithoutACauseTellsThatNothingCame() {
    assertThat(
            describe(
                Status.DEADLINE_EXCEEDED.withDescription(
                    "CallOptions deadline exceeded after 0.5s. [closed=[], open=[[wait_for_ready,"
                        + " buffered_nanos=2626336832, waiting_for_connection]]]")))
        .isEqualTo("no connection or no answer in that time");
  }

  @Test
  void whatTheOtherSideSaysIsOneShortLine() {
    assertThat(RpcErrors.oneLine("go\r\naway\u001b[31m")).isEqualTo("go away [31m");
    assertThat(RpcErrors.oneLine("x".repeat(1_000_000))).hasSize(500);
  }

  @Test
  void whatTheOtherSideSaidIsKept() {
    assertThat(describe(Status.UNAVAILABLE.withDescription("Tier A is\nshutting down")))
        .isEqualTo("UNAVAILABLE: Tier A is shutting down");
    assertThat(describe(Status.INTERNAL)).isEqualTo("INTERNAL");
  }
}
