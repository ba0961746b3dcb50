package io.quartet.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in 64 hexadecimal digits, as {@code sha256sum} prints it. */
public final class Sha256 {

  private Sha256() {}

  /** Hash of a text in UTF-8. */
  public static String of(String text) {
    return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Hash of the bytes of a stream from its position to its end. */
  public static String of(InputStream in) throws IOException {
    DigestInputStream digest = new DigestInputStream(in, digest());
    digest.transferTo(OutputStream.nullOutputStream());
    return HexFormat.of().formatHex(digest.getMessageDigest().digest());
  }

  /** A new digest, for bytes from several places. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
