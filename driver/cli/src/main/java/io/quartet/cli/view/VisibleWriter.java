package io.quartet.cli.view;

import io.quartet.model.Text;
import java.io.PrintWriter;

/**
 * The only way to a terminal. Text of others can neither move its cursor nor change what stands
 * there, because control characters are written as escapes. Line feeds pass: {@link Text#line} and
 * {@link Text#visible} keep values of others within their lines. Thread-safe.
 */
public final class VisibleWriter extends PrintWriter {

  private VisibleWriter(PrintWriter out) {
    super(out, true);
  }

  /** The same writer if it is one already. */
  public static VisibleWriter of(PrintWriter out) {
    return out instanceof VisibleWriter visible ? visible : new VisibleWriter(out);
  }

  /** Writes a control sequence of this program. */
  void control(String sequence) {
    super.write(sequence, 0, sequence.length());
  }

  @Override
  public void write(int character) {
    write(String.valueOf((char) character));
  }

  @Override
  public void write(char[] characters, int offset, int length) {
    write(new String(characters, offset, length));
  }

  @Override
  public void write(String text, int offset, int length) {
    control(Text.visibleLines(text.substring(offset, offset + length)));
  }
}
