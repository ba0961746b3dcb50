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
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Text files that come from outside: those that a user names, and those of a results folder. They
 * are regular, of a size that such files have, and in UTF-8. Devices and pipes, which may hang or
 * never end, are refused without being opened. A file of no size is empty and is not opened either.
 */
public final class TextFile {

  /** No file that a person writes is larger: 1 MiB. */
  public static final int MOST_BYTES = 1 << 20;

  private TextFile() {}

  /** Why a file is of no use. The message fits after "cannot be read: ". */
  public static final class UnusableException extends IOException {

    private static final long serialVersionUID = 1;

    private final String place;

    UnusableException(String place, String message) {
      super(message);
      this.place = place;
    }

    /** The file, with line and column from 1 where they are known: {@code run.yaml:3:7}. */
    public String place() {
      return place;
    }
  }

  /**
   * The text of a file that a person writes.
   *
   * @throws UnusableException if it is not there, not regular, larger than {@link #MOST_BYTES}, or
   *     not UTF-8
   */
  public static String read(Path file) throws UnusableException {
    return read(file, MOST_BYTES);
  }

  /**
   * The text of a file.
   *
   * @param mostBytes the largest that it may be, whole MiB
   * @throws UnusableException if it is not there, not regular, larger, or not UTF-8
   */
  public static String read(Path file, int mostBytes) throws UnusableException {
    byte[] bytes = readBytes(file, mostBytes);
    return decoded(file, 1, bytes, bytes.length);
  }

  /**
   * The bytes of a file, in whatever encoding.
   *
   * @param mostBytes the largest that it may be, whole MiB
   * @throws UnusableException if it is not there, not regular, or larger
   */
  public static byte[] readBytes(Path file, int mostBytes) throws UnusableException {
    try (InputStream in = open(file)) {
      byte[] bytes = in.readNBytes(mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw new UnusableException(
            file.toString(), "it is larger than " + (mostBytes >> 20) + " MiB");
      }
      return bytes;
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  /**
   * Opens a file of any size, to read its bytes one after the other.
   *
   * @throws UnusableException if it is not there, or not regular
   */
  public static InputStream open(Path file) throws UnusableException {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      if (!found.isRegularFile()) {
        throw new UnusableException(
            file.toString(),
            found.isDirectory() ? "it is a folder" : "it is a device or a pipe, not a file");
      }
      // Files of the kernel, as in /proc, have no size, and reading one may wait for ever.
      return Files.size(file) == 0 ? InputStream.nullInputStream() : Files.newInputStream(file);
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  static UnusableException unusable(Path file, IOException e) {
    if (e instanceof UnusableException known) {
      return known;
    }
    return new UnusableException(file.toString(), reason(e));
  }

  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "it does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "this account has no permission to read it";
    }
    // That of the system, for instance "Too many levels of symbolic links".
    return e instanceof FileSystemException system && system.getReason() != null
        ? "it cannot be opened (" + system.getReason() + ")"
        : String.valueOf(e.getMessage());
  }

  /**
   * The text of some bytes of a file.
   *
   * @param firstLine number of the line in which they begin
   */
  static String decoded(Path file, int firstLine, byte[] bytes, int length)
      throws UnusableException {
    if (isAscii(bytes, length)) {
      return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes, 0, length);
    CharBuffer out = CharBuffer.allocate(length + 1);
    CoderResult result = decoder.decode(in, out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      int lineStart = text.lastIndexOf('\n') + 1;
      long line = text.chars().filter(c -> c == '\n').count() + firstLine;
      throw new UnusableException(
          file + ":" + line + ":" + (text.length() - lineStart + 1),
          Text.format("byte %#04x is not text in UTF-8", Byte.toUnsignedInt(bytes[in.position()])));
    }
    return text;
  }

  private static boolean isAscii(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }
}
