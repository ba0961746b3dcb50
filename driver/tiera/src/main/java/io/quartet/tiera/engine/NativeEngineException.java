package io.quartet.tiera.engine;

/** A call into the engine failed; the message says what went wrong, where and what to do. */
final class NativeEngineException extends RuntimeException {

  /** Thrown from native code, which passes the message only. */
  public NativeEngineException(String message) {
    super(message);
  }
}
