package io.quartet.tiera.engine;

import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.EngineOptions;
import java.nio.file.Path;

/**
 * The native transaction engine of one Set. Safe for use by several threads, except that {@link
 * #close} must come last.
 */
public final class Engine implements TransactionEngine {

  private final long handle;

  /**
   * Describes the two databases; connects nothing.
   *
   * @param dss connection string of VM2, without a password: keyword=value pairs of libpq, or
   *     {@code DSN=NAME} with ODBC
   * @param oltp the same of VM3
   * @param how access path, statements and isolation
   * @throws QuartetException ENGINE_LIBRARY_MISSING, ENGINE_LIBRARY_UNUSABLE; ENGINE_NOT_OPENED
   *     when the engine refuses the parameters, or there is no driver for the access path
   */
  public Engine(String dss, String oltp, ModelParameters model, EngineOptions how) {
    NativeLibrary.require();
    try {
      handle =
          NativeEngine.openEngine(
              dss,
              oltp,
              model.toArray(),
              how.access() == EngineOptions.Access.ODBC ? 1 : 0,
              how.statements() == EngineOptions.Statements.PLAIN ? 1 : 0,
              how.tradeResultIsolation() == EngineOptions.TradeResultIsolation.REPEATABLE_READ);
    } catch (NativeEngineException e) {
      throw QuartetException.environment("ENGINE_NOT_OPENED", e.getMessage(), e);
    }
  }

  /**
   * Version of the native library.
   *
   * @throws QuartetException ENGINE_LIBRARY_MISSING, ENGINE_LIBRARY_UNUSABLE
   */
  public static String libraryVersion() {
    NativeLibrary.require();
    return NativeEngine.version();
  }

  /** File of the native library, whether it is there or not. */
  public static Path libraryFile() {
    return NativeLibrary.path();
  }

  @Override
  public String version() {
    return NativeEngine.version();
  }

  @Override
  public String sessionSettings() {
    return NativeEngine.sessionSettings();
  }

  @Override
  public EngineSession openSession() {
    return new EngineSession(NativeEngine.openSession(handle));
  }

  @Override
  public long orderingKey(TransactionType type, byte[] input) {
    // Only Trade-Results are ordered; the rest is spared the way into native code.
    if (type != TransactionType.TRADE_RESULT) {
      return -1;
    }
    return NativeEngine.orderingKey(handle, type.code(), input);
  }

  @Override
  public void close() {
    NativeEngine.closeEngine(handle);
  }
}
