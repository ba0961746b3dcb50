package io.quartet.provision.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.results.events.ClockOffset;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ClocksTest {

  private static ClockOffset shifted(Duration by) {
    return Clocks.measure(
        "a1-vm3", () -> ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now().plus(by)));
  }

  @Test
  void offsetIsFoundWithinItsUncertainty() {
    for (long millis : new long[] {-80, 0, 15, 80}) {
      ClockOffset offset = shifted(Duration.ofMillis(millis));
      assertThat(Math.abs(offset.offsetMicros() - millis * 1_000))
          .isLessThanOrEqualTo(offset.uncertaintyMicros() + 1);
    }
  }

  @Test
  void clocksEightyMillisecondsApartAreRefusedWithTheOffset() {
    List<String> events = new ArrayList<>();
    assertThatThrownBy(
            () ->
                Clocks.require(
                    List.of(
                        new ClockOffset("a1-vm1", 9_000, 100),
                        new ClockOffset("a1-vm2", 12_000, 100),
                        new ClockOffset("a1-vm3", -80_200, 300)),
                    event -> events.add(event.name() + " " + event.fields().get("machine"))))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("CLOCKS_APART");
              assertThat(e.getMessage())
                  .contains("1 of 3 machines", "a1-vm3 80.2 ms behind (± 0.3 ms)")
                  .doesNotContain("a1-vm2");
            });
    assertThat(events)
        .containsExactly(
            "clockOffset a1-vm1",
            "clockOffset a1-vm2",
            "clockApart a1-vm2",
            "clockOffset a1-vm3",
            "clockApart a1-vm3");
  }

  @Test
  void slowAnswerProvesNothing() {
    Clocks.require(List.of(new ClockOffset("a1-vm3", 90_000, 60_000)), event -> {});
  }
}
