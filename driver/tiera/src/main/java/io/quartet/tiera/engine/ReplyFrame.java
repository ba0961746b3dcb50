package io.quartet.tiera.engine;

import io.quartet.model.Outcome;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the reply frame of the engine. Integers are little-endian; grammar in
 * txn-engine/doc/jni-frame.md:
 *
 * <pre>
 * frame := version:u8 already_applied:u8 zero:u16
 *          outcome:i32 status:i32 round_trips:u32 service_micros:u64
 *          retry_count:u32 order_count:u32 output_length:u32
 *          retry[retry_count] order[order_count] byte[output_length]
 *          sqlstate:text statement:text message:text
 * retry := sqlstate:text statement:text
 * order := trade_id:u64 security:u32 quantity:u32 price_cents:u32 trade_type:u8 action:u8
 * text  := length:u16 byte[length]
 * </pre>
 */
final class ReplyFrame {

  private static final int VERSION = 1;
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final MarketOrder.Action[] ACTIONS = MarketOrder.Action.values();

  private ReplyFrame() {}

  /**
   * Decodes one frame.
   *
   * @throws NativeEngineException if the bytes do not follow the grammar
   */
  static EngineReply decode(byte[] frame) {
    ByteBuffer in = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
    try {
      EngineReply reply = read(in);
      if (in.hasRemaining()) {
        throw malformed(frame, in.remaining() + " bytes are left over");
      }
      return reply;
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      throw malformed(frame, "it ends too early or holds an unknown number");
    }
  }

  private static EngineReply read(ByteBuffer in) {
    int version = in.get();
    if (version != VERSION) {
      throw malformed(in.array(), "its version is " + version + ", not " + VERSION);
    }
    final boolean isAlreadyApplied = in.get() != 0;
    in.getShort();
    final Outcome outcome = OUTCOMES[in.getInt()];
    final int status = in.getInt();
    final int roundTrips = in.getInt();
    final long serviceMicros = in.getLong();
    final int retryCount = in.getInt();
    final int orderCount = in.getInt();
    final int outputLength = in.getInt();
    List<EngineReply.Retry> retries = readRetries(in, retryCount);
    List<MarketOrder> orders = readOrders(in, orderCount);
    byte[] output = new byte[checkedLength(in, outputLength)];
    in.get(output);
    return new EngineReply(
        outcome,
        status,
        roundTrips,
        serviceMicros,
        isAlreadyApplied,
        retries,
        orders,
        output,
        readText(in),
        readText(in),
        readText(in));
  }

  private static List<EngineReply.Retry> readRetries(ByteBuffer in, int count) {
    if (count == 0) {
      return List.of();
    }
    List<EngineReply.Retry> retries = new ArrayList<>(checkedLength(in, count));
    for (int i = 0; i < count; i++) {
      retries.add(new EngineReply.Retry(readText(in), readText(in)));
    }
    return retries;
  }

  private static List<MarketOrder> readOrders(ByteBuffer in, int count) {
    if (count == 0) {
      return List.of();
    }
    List<MarketOrder> orders = new ArrayList<>(checkedLength(in, count));
    for (int i = 0; i < count; i++) {
      orders.add(
          new MarketOrder(
              in.getLong(), in.getInt(), in.getInt(), in.getInt(), in.get(), ACTIONS[in.get()]));
    }
    return orders;
  }

  private static String readText(ByteBuffer in) {
    int length = Short.toUnsignedInt(in.getShort());
    if (length == 0) {
      return "";
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Keeps a damaged frame from asking for more memory than it has bytes. */
  private static int checkedLength(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    return length;
  }

  private static NativeEngineException malformed(byte[] frame, String why) {
    return new NativeEngineException(
        ("the engine's reply of %s bytes cannot be read: %s. Build the engine and the driver from "
                + "the same commit.")
            .formatted(frame.length, why));
  }
}
