package io.quartet.model;

import io.quartet.model.TextFile.UnusableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The lines of a text file of any size, one after the other: a regular file in UTF-8, whose lines
 * end in a line feed. Not thread-safe.
 */
public final class TextLines implements AutoCloseable {

  /** No line that Quartet writes is longer: 1 MiB. */
  public static final int LONGEST_BYTES = 1 << 20;

  private static final int BLOCK_BYTES = 1 << 16;

  private final Path file;
  private final InputStream in;
  private final byte[] block = new byte[BLOCK_BYTES];
  private int blockEnd;
  private int blockNext;
  private byte[] line = new byte[256];
  private int number;
  private boolean isWhole;

  private TextLines(Path file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  /**
   * Opens a file.
   *
   * @throws UnusableException if it is not there, or not regular
   */
  public static TextLines open(Path file) throws UnusableException {
    return new TextLines(file, TextFile.open(file));
  }

  /**
   * The next line without its end, which may be that of another system; null if there is none.
   *
   * @throws UnusableException if it is longer than {@link #LONGEST_BYTES}, or not UTF-8
   */
  public String next() throws UnusableException {
    number++;
    isWhole = false;
    int length = 0;
    while (!isWhole && hasMore()) {
      int end = blockNext;
      while (end < blockEnd && block[end] != '\n') {
        end++;
      }
      length = append(length, end);
      isWhole = end < blockEnd;
      blockNext = isWhole ? end + 1 : end;
    }
    if (length == 0 && !isWhole) {
      return null;
    }
    boolean hasReturn = isWhole && length > 0 && line[length - 1] == '\r';
    return TextFile.decoded(file, number, line, hasReturn ? length - 1 : length);
  }

  private boolean hasMore() throws UnusableException {
    if (blockNext < blockEnd) {
      return true;
    }
    try {
      blockNext = 0;
      blockEnd = in.read(block);
      return blockEnd > 0;
    } catch (IOException e) {
      throw TextFile.unusable(file, e);
    }
  }

  /** Adds what the block has of the line; its length so far. */
  private int append(int length, int end) throws UnusableException {
    int more = end - blockNext;
    if (length + more > LONGEST_BYTES) {
      throw new UnusableException(
          file + ":" + number, "the line is longer than " + (LONGEST_BYTES >> 20) + " MiB");
    }
    if (length + more > line.length) {
      line = Arrays.copyOf(line, Math.max(length + more, 2 * line.length));
    }
    System.arraycopy(block, blockNext, line, length, more);
    return length + more;
  }

  /** Number of the line that was read last, from 1. */
  public int number() {
    return number;
  }

  /** True if the line that was read last had its end: the last one of a file may not. */
  public boolean isWhole() {
    return isWhole;
  }

  @Override
  public void close() throws UnusableException {
    try {
      in.close();
    } catch (IOException e) {
      throw TextFile.unusable(file, e);
    }
  }
}
