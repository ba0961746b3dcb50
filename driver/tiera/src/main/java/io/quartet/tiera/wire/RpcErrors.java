package io.quartet.tiera.wire;

import io.grpc.Status;

/** Errors of calls and sockets, in words for people. */
public final class RpcErrors {

  private RpcErrors() {}

  /** Code, description and innermost cause of a failed call on one line. */
  public static String describe(Throwable error) {
    Status status = Status.fromThrowable(error);
    StringBuilder text = new StringBuilder(status.getCode().name());
    if (status.getDescription() != null) {
      text.append(": ").append(status.getDescription());
    }
    if (status.getCause() != null && root(status.getCause()).getMessage() != null) {
      text.append(" (").append(rootMessage(status.getCause())).append(')');
    }
    return text.toString().replaceAll("\\s+", " ");
  }

  /** Message of the innermost cause. */
  public static String rootMessage(Throwable error) {
    return String.valueOf(root(error).getMessage());
  }

  private static Throwable root(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
