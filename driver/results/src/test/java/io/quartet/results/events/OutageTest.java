package io.quartet.results.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.results.events.RunEvent.VmRestored;
import io.quartet.results.events.RunEvent.VmTrouble;
import io.quartet.results.events.RunEvent.VmTrouble.Kind;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class OutageTest {

  private static LoggedEvent trouble(
      long utcMillis, Kind kind, String vm, String reason, long waiting) {
    String set = vm.substring(0, vm.indexOf('-'));
    return new LoggedEvent(utcMillis, new VmTrouble(kind, set, vm, reason, waiting));
  }

  @Test
  void lossLastsFromItsNoticeToTheNextAnswer() {
    assertThat(
            Outage.of(
                List.of(
                    new LoggedEvent(5_000, new RunEvent.RunStart("run")),
                    trouble(10_000, Kind.DATABASE_LOST, "a1-vm3", "refused", 4),
                    new LoggedEvent(
                        12_500,
                        new VmRestored(VmRestored.Kind.DATABASE, "a1", "a1-vm3", 2_600, 9)))))
        .containsExactly(
            new Outage("a1-vm3", true, 9_900, OptionalLong.of(2_600), 4, 9, "refused"));
  }

  @Test
  void silenceThatBecomesALossIsOneOutage() {
    List<Outage> outages =
        Outage.of(
            List.of(
                trouble(10_000, Kind.DATABASE_SILENT, "a1-vm3", "silent", 8),
                trouble(11_000, Kind.TIER_A_LOST, "b1-vm1", "killed", 1),
                trouble(60_000, Kind.DATABASE_LOST, "a1-vm3", "timeout", 3)));
    assertThat(outages)
        .containsExactly(
            new Outage("a1-vm3", true, 10_000, OptionalLong.empty(), 8, 0, "timeout"),
            new Outage("b1-vm1", true, 11_000, OptionalLong.empty(), 1, 0, "killed"));
    assertThat(outages.get(0).describe()).isEqualTo("a1-vm3 to the end");
  }

  @Test
  void recoveryWithoutALossIsNoOutage() {
    assertThat(
            Outage.of(
                List.of(
                    new LoggedEvent(
                        1, new VmRestored(VmRestored.Kind.TIER_A, "a1", "a1-vm1", 1, 0)))))
        .isEmpty();
  }
}
