package io.quartet.model;

/**
 * An error the user can do something about. The message has three parts: what went wrong, where,
 * what to do.
 *
 * <p>Every code is listed in docs/errors.md.
 */
public final class QuartetException extends RuntimeException {

  /** Kind of error, which decides the exit code of the program. */
  public enum Kind {
    /** A defect of Quartet itself. */
    BUG(1),
    /** A wrong file, flag or value. */
    BAD_INPUT(2),
    /** A missing program, a taken port, a full disk, an unreachable host. */
    ENVIRONMENT(3),
    /** The run ended, but a rule was broken. */
    INVALID_RUN(4),
    /** Loading or checking a database failed. */
    LOAD_OR_CHECK(5),
    /** A figure is beyond the margin that {@code --fail-if} allows. */
    GATE_FAILED(6),
    /** The runs do not decide whether it is. */
    NOT_DECIDED(7),
    /** Ctrl-C or TERM. */
    INTERRUPTED(130);

    private final int exitCode;

    Kind(int exitCode) {
      this.exitCode = exitCode;
    }

    /** Exit code of the program. */
    public int exitCode() {
      return exitCode;
    }
  }

  private final Kind kind;
  private final String code;

  /**
   * @param kind decides the exit code
   * @param code stable upper-case name, for instance {@code PORT_IN_USE}, listed in docs/errors.md
   * @param message what went wrong, where, what to do
   */
  public QuartetException(Kind kind, String code, String message) {
    super(message);
    this.kind = kind;
    this.code = code;
  }

  /**
   * An error of a kind, with its cause for the log.
   *
   * @param code stable upper-case name, for instance {@code PORT_IN_USE}, listed in docs/errors.md
   * @param message what went wrong, where, what to do
   */
  public QuartetException(Kind kind, String code, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.code = code;
  }

  /** An error of {@link Kind#ENVIRONMENT}. */
  public static QuartetException environment(String code, String message) {
    return new QuartetException(Kind.ENVIRONMENT, code, message);
  }

  /** An error of {@link Kind#ENVIRONMENT}, keeping the cause for the log. */
  public static QuartetException environment(String code, String message, Throwable cause) {
    return new QuartetException(Kind.ENVIRONMENT, code, message, cause);
  }

  /** An error of {@link Kind#BAD_INPUT}. */
  public static QuartetException badInput(String code, String message) {
    return new QuartetException(Kind.BAD_INPUT, code, message);
  }

  /** An error of {@link Kind#BAD_INPUT}, keeping the cause for the log. */
  public static QuartetException badInput(String code, String message, Throwable cause) {
    return new QuartetException(Kind.BAD_INPUT, code, message, cause);
  }

  /** An error of {@link Kind#LOAD_OR_CHECK}. */
  public static QuartetException loadOrCheck(String code, String message) {
    return new QuartetException(Kind.LOAD_OR_CHECK, code, message);
  }

  /** An error of {@link Kind#LOAD_OR_CHECK}, keeping the cause for the log. */
  public static QuartetException loadOrCheck(String code, String message, Throwable cause) {
    return new QuartetException(Kind.LOAD_OR_CHECK, code, message, cause);
  }

  /** Decides the exit code. */
  public Kind kind() {
    return kind;
  }

  /** Stable name of the error. */
  public String code() {
    return code;
  }
}
