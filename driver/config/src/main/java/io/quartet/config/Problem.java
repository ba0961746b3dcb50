package io.quartet.config;

import io.quartet.model.QuartetException.Kind;

/**
 * One thing wrong with a benchmark file.
 *
 * @param path where in the document
 * @param isAboutKey true if the key itself is wrong, false if its value is
 * @param kind decides the exit code
 * @param code stable name, listed in docs/errors.md
 * @param text what is wrong and what to do, without the place
 */
public record Problem(DocumentPath path, boolean isAboutKey, Kind kind, String code, String text) {

  /** A key that is wrong, whatever its value. */
  public static Problem ofKey(DocumentPath path, Kind kind, String code, String text) {
    return new Problem(path, true, kind, code, text);
  }

  /** A value that is wrong. */
  public static Problem ofValue(DocumentPath path, Kind kind, String code, String text) {
    return new Problem(path, false, kind, code, text);
  }

  public static Problem ofKey(DocumentPath path, String code, String text) {
    return ofKey(path, Kind.BAD_INPUT, code, text);
  }

  public static Problem ofValue(DocumentPath path, String code, String text) {
    return ofValue(path, Kind.BAD_INPUT, code, text);
  }
}
