package io.quartet.books;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/** Histograms in HdrHistogram's own compressed form (V2), which keeps every count. */
public final class HistogramBytes {

  private HistogramBytes() {}

  /** The compressed form. */
  public static byte[] of(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Arrays.copyOf(buffer.array(), length);
  }

  /**
   * The histogram of a compressed form, packed: there may be thousands.
   *
   * @throws IllegalArgumentException if the bytes are something else
   */
  public static Histogram read(byte[] bytes) {
    try {
      return PackedHistogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("these bytes are no histogram", e);
    }
  }
}
