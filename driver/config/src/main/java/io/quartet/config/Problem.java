package io.quartet.config;

/**
 * One thing wrong with a benchmark file.
 *
 * @param path where in the document
 * @param isAboutKey true if the key itself is wrong, false if its value is
 * @param code stable name, listed in docs/errors.md
 * @param text what is wrong and what to do, without the place
 */
record Problem(DocumentPath path, boolean isAboutKey, String code, String text) {

  static Problem ofKey(DocumentPath path, String code, String text) {
    return new Problem(path, true, code, text);
  }

  static Problem ofValue(DocumentPath path, String code, String text) {
    return new Problem(path, false, code, text);
  }
}
