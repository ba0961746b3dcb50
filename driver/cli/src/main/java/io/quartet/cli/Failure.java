package io.quartet.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.cli.view.JsonView;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import java.util.concurrent.CancellationException;
import org.slf4j.LoggerFactory;

/**
 * Reason why a verb failed.
 *
 * @param kind decides the exit code
 * @param code stable name, as in docs/errors.md; empty if there is none
 * @param message what is wrong, where, and what to do
 */
record Failure(Kind kind, String code, String message) {

  /** Returns the failure to report for an exception. Details go to the log. */
  static Failure of(Exception error) {
    if (error instanceof QuartetException known) {
      LoggerFactory.getLogger(Main.class).debug("ended with {}", known.code(), known);
      return new Failure(known.kind(), known.code(), known.getMessage());
    }
    if (error instanceof CancellationException || error instanceof InterruptedException) {
      return new Failure(Kind.INTERRUPTED, "", "Interrupted.");
    }
    LoggerFactory.getLogger(Main.class).error("unexpected error", error);
    return new Failure(
        Kind.BUG,
        "",
        "This is a bug in Quartet: %s. Please report it with the log %s, which has the details."
            .formatted(error, Logs.file()));
  }

  String text() {
    return code.isEmpty() ? message : message + " [" + code + "]";
  }

  /** One line among those of {@link JsonView}. */
  String json() {
    return new ObjectMapper()
        .createObjectNode()
        .put("utcMillis", System.currentTimeMillis())
        .put("event", "failed")
        .put("code", code)
        .put("message", message)
        .put("exitCode", kind.exitCode())
        .toString();
  }
}
