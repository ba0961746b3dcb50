package io.quartet.tiera.wire;

import io.grpc.Status;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Errors of calls and sockets, in words for people. */
public final class RpcErrors {

  /** In the text of a stack: the message of a cause, after the name of its class. */
  private static final Pattern CAUSE =
      Pattern.compile("(?:\\bcause=|(?m:^)Caused by: )[\\w.$]+: (.+)");

  private static final int LONGEST_LINE = 500;

  private RpcErrors() {}

  /**
   * Reason of a failed call, on one line: its innermost cause ("Connection refused"), or code and
   * description if there is no cause. Never names classes.
   */
  public static String describe(Throwable error) {
    Status status = Status.fromThrowable(error);
    String description = Objects.requireNonNullElse(status.getDescription(), "");
    return cause(status.getCause())
        .or(() -> lastCause(description))
        .orElseGet(() -> withoutCause(status.getCode(), description))
        .replaceFirst("^\\w+\\(\\.\\.\\) failed: ", "") // the name of a system call
        .replaceAll("\\s+", " ");
  }

  private static Optional<String> cause(Throwable error) {
    return Optional.ofNullable(error).map(cause -> root(cause).getMessage());
  }

  /**
   * Cause of the last try of a call that waited; the description ends with the stack of that try.
   */
  private static Optional<String> lastCause(String description) {
    return CAUSE.matcher(description).results().map(cause -> cause.group(1)).reduce((a, b) -> b);
  }

  private static String withoutCause(Status.Code code, String description) {
    if (code == Status.Code.DEADLINE_EXCEEDED) {
      return "no connection or no answer in that time";
    }
    return code + (description.isEmpty() ? "" : ": " + description);
  }

  /**
   * Text of the other side for a log: control characters become spaces, and the text is cut after
   * {@value #LONGEST_LINE} characters.
   */
  public static String oneLine(String text) {
    return text.substring(0, Math.min(text.length(), LONGEST_LINE))
        .replaceAll("[\\s\\p{Cntrl}]+", " ");
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
