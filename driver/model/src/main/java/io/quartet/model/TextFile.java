package io.quartet.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Text files that a user names: regular ones of a size that such files have, in UTF-8. Devices and
 * pipes, which may hang or never end, are refused without being opened.
 */
public final class TextFile {

  /** No file that a person writes is larger: 1 MiB. */
  public static final int MOST_BYTES = 1 << 20;

  private TextFile() {}

  /** Why a file is of no use. The message fits after "cannot be read: ". */
  public static final class UnusableException extends IOException {

    private static final long serialVersionUID = 1;

    private final String place;

    private UnusableException(String place, String message) {
      super(message);
      this.place = place;
    }

    /** The file, with line and column from 1 where they are known: {@code run.yaml:3:7}. */
    public String place() {
      return place;
    }
  }

  /**
   * The text of a file.
   *
   * @throws UnusableException if it is not there, not regular, larger than {@link #MOST_BYTES}, or
   *     not UTF-8
   */
  public static String read(Path file) throws UnusableException {
    return decoded(file, bytes(file));
  }

  private static byte[] bytes(Path file) throws UnusableException {
    try {
      if (!Files.exists(file)) {
        throw new NoSuchFileException(file.toString());
      }
      if (!Files.isRegularFile(file)) {
        throw new UnusableException(
            file.toString(),
            Files.isDirectory(file) ? "it is a folder" : "it is a device or a pipe, not a file");
      }
      byte[] bytes;
      try (InputStream in = Files.newInputStream(file)) {
        bytes = in.readNBytes(MOST_BYTES + 1);
      }
      if (bytes.length > MOST_BYTES) {
        throw new UnusableException(
            file.toString(), "it is larger than " + (MOST_BYTES >> 20) + " MiB");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw new UnusableException(file.toString(), "it is not there");
    } catch (AccessDeniedException e) {
      throw new UnusableException(file.toString(), "this account may not read it");
    } catch (UnusableException e) {
      throw e;
    } catch (IOException e) {
      throw new UnusableException(file.toString(), String.valueOf(e.getMessage()));
    }
  }

  private static String decoded(Path file, byte[] bytes) throws UnusableException {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length + 1);
    CoderResult result = decoder.decode(in, out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      int lineStart = text.lastIndexOf('\n') + 1;
      long line = text.chars().filter(c -> c == '\n').count() + 1;
      throw new UnusableException(
          file + ":" + line + ":" + (text.length() - lineStart + 1),
          Text.format("byte %#04x is not text in UTF-8", Byte.toUnsignedInt(bytes[in.position()])));
    }
    return text;
  }
}
