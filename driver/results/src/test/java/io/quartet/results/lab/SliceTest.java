package io.quartet.results.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class SliceTest {

  @Test
  void sliceIsReadWithWhatIsKnown() {
    Slice slice =
        Slice.of(
            "TRADE_STATUS",
            "{\"database\":\"a\",\"slice\":2,\"executions\":10,\"micros\":100,"
                + "\"cpuMicros\":null,\"sharedHit\":7,\"sharedRead\":3,\"walBytes\":90}");

    assertThat(slice.cpuMicros()).isEmpty();
    assertThat(slice.buffers()).hasValue(10);
    assertThat(slice.walBytes()).hasValue(90);
    assertThat(slice.number()).isEqualTo(2);
  }
}
