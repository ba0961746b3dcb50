package io.quartet.run.internal.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.run.internal.start.Activity.OfServer;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ActivityTest {

  private static final long SECOND = 1_000_000_000L;

  private static Activity at(long second, long vacuums, long walBytes, long busyMillis) {
    return new Activity(
        second * SECOND,
        Map.of("a1-vm2", new OfServer(vacuums, walBytes)),
        Map.of("vda", busyMillis));
  }

  @Test
  void idleServersAndDisksAreQuiet() {
    assertThat(at(3, 0, 1_000, 5_100).busySince(at(2, 0, 900, 5_000))).isEmpty();
  }

  @Test
  void busyPartsAreNamedWithTheReason() {
    Activity before = at(2, 1, 0, 5_000);
    assertThat(at(4, 0, 400_000, 5_900).busySince(before))
        .containsEntry("a1-vm2", "200,000 bytes of log in a second")
        .containsEntry("disk vda", "45 % busy");
    assertThat(at(4, 1, 400_000, 5_000).busySince(before))
        .isEqualTo(Map.of("a1-vm2", "autovacuum"));
  }
}
