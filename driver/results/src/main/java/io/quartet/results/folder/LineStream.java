package io.quartet.results.folder;

import io.quartet.model.QuartetException;
import io.quartet.model.TextFile.UnusableException;
import io.quartet.model.TextLines;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The lines of a file of a results folder as bytes, for a library that reads a stream by itself.
 * Each line is checked before it is handed over. Errors are unchecked, because the library takes
 * others for the end of the stream. Not thread-safe.
 */
public final class LineStream extends InputStream {

  private final Path file;
  private final TextLines lines;
  private byte[] line = new byte[0];
  private int next;

  private LineStream(Path file, TextLines lines) {
    this.file = file;
    this.lines = lines;
  }

  /**
   * Opens a file.
   *
   * @throws QuartetException RESULTS_UNREADABLE
   */
  public static LineStream of(ResultsFolder folder, String name) {
    try {
      return new LineStream(folder.file(name), TextLines.open(folder.file(name)));
    } catch (UnusableException e) {
      throw ResultsFolder.unreadable(e);
    }
  }

  /** The error of a line that the library does not understand. */
  public QuartetException damaged(RuntimeException cause) {
    return ResultsFolder.unreadable(file, "has a damaged line, near line " + lines.number(), cause);
  }

  @Override
  public int read() {
    return hasMore() ? Byte.toUnsignedInt(line[next++]) : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!hasMore()) {
      return -1;
    }
    int count = Math.min(length, line.length - next);
    System.arraycopy(line, next, target, offset, count);
    next += count;
    return count;
  }

  private boolean hasMore() {
    if (next == line.length) {
      String text = nextLine();
      line =
          text == null
              ? new byte[0]
              : (lines.isWhole() ? text + "\n" : text).getBytes(StandardCharsets.UTF_8);
      next = 0;
    }
    return next < line.length;
  }

  private String nextLine() {
    try {
      return lines.next();
    } catch (UnusableException e) {
      throw ResultsFolder.unreadable(e);
    }
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (UnusableException e) {
      throw ResultsFolder.unreadable(e);
    }
  }
}
