package io.quartet.tiera.internal;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Messages as frames: a length of four bytes, most significant first, then the message. Source:
 * txn-engine/doc/tier-a-wire.md.
 */
public final class Frames {

  private static final int LENGTH_BYTES = 4;

  private Frames() {}

  /**
   * Cuts what arrives into messages: a buffer for each.
   *
   * @param maxMessageBytes largest message that is accepted
   */
  public static ChannelHandler decoder(int maxMessageBytes) {
    return new LengthFieldBasedFrameDecoder(
        LENGTH_BYTES + maxMessageBytes, 0, LENGTH_BYTES, 0, LENGTH_BYTES);
  }

  /** A message as one frame, in a buffer that the channel releases. */
  public static ByteBuf encode(ByteBufAllocator allocator, MessageLite message) {
    int size = message.getSerializedSize();
    ByteBuf frame = allocator.ioBuffer(LENGTH_BYTES + size, LENGTH_BYTES + size);
    frame.writeInt(size);
    try {
      CodedOutputStream out =
          CodedOutputStream.newInstance(frame.internalNioBuffer(LENGTH_BYTES, size));
      message.writeTo(out);
      out.flush();
    } catch (IOException e) {
      frame.release();
      throw new UncheckedIOException(e);
    }
    return frame.writerIndex(LENGTH_BYTES + size);
  }
}
