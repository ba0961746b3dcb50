package io.quartet.tiera.engine;

import io.quartet.model.QuartetException;

/** The native library that makes inputs, as a whole. */
public final class EngineLibrary {

  private EngineLibrary() {}

  /**
   * Version of the native library.
   *
   * @throws QuartetException ENGINE_LIBRARY_MISSING, ENGINE_LIBRARY_UNUSABLE
   */
  public static String version() {
    NativeLibrary.require();
    return NativeEngine.version();
  }
}
