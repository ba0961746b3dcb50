package io.quartet.tiera.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.Outcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ReplyFrameTest {

  /** Committed with warning 7 after one retry, one order, three bytes of output. */
  private static byte[] frame() {
    ByteBuffer out = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
    out.put((byte) 1).put((byte) 1).putShort((short) 0);
    out.putInt(0).putInt(7).putInt(5).putLong(1_234_567_890_123L);
    out.putInt(1).putInt(1).putInt(3);
    text(out, "40001");
    text(out, "TR14");
    out.putLong(5_000_000_001L).putInt(684).putInt(800).putInt(2999).put((byte) 4).put((byte) 1);
    out.put(new byte[] {1, 2, 3});
    text(out, "");
    text(out, "");
    text(out, "grüße");
    return Arrays.copyOf(out.array(), out.position());
  }

  private static void text(ByteBuffer out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.putShort((short) bytes.length).put(bytes);
  }

  @Test
  void everyFieldIsRead() {
    EngineReply reply = ReplyFrame.decode(frame());

    assertThat(reply.outcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(reply.status()).isEqualTo(7);
    assertThat(reply.roundTrips()).isEqualTo(5);
    assertThat(reply.serviceMicros()).isEqualTo(1_234_567_890_123L);
    assertThat(reply.isAlreadyApplied()).isTrue();
    assertThat(reply.retries()).containsExactly(new EngineReply.Retry("40001", "TR14"));
    assertThat(reply.orders())
        .containsExactly(
            new MarketOrder(
                5_000_000_001L, 684, 800, 2999, 4, MarketOrder.Action.SET_LIMIT_TRIGGER));
    assertThat(reply.output()).containsExactly(1, 2, 3);
    assertThat(reply.message()).isEqualTo("grüße");
  }

  @Test
  void frameOfEveryWrongLengthIsRefused() {
    byte[] frame = frame();
    for (int length = 0; length < frame.length; length++) {
      byte[] cut = Arrays.copyOf(frame, length);
      assertThatThrownBy(() -> ReplyFrame.decode(cut)).isInstanceOf(NativeEngineException.class);
    }
    byte[] longer = Arrays.copyOf(frame, frame.length + 1);
    assertThatThrownBy(() -> ReplyFrame.decode(longer))
        .isInstanceOf(NativeEngineException.class)
        .hasMessageContaining("1 bytes are left over");
  }

  @Test
  void otherVersionIsRefused() {
    byte[] frame = frame();
    frame[0] = 2;
    assertThatThrownBy(() -> ReplyFrame.decode(frame))
        .isInstanceOf(NativeEngineException.class)
        .hasMessageContaining("version is 2");
  }
}
