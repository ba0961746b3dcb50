package io.quartet.results.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class OutageTest {

  private static Event event(long utcMillis, String name, String vm, Object... fields) {
    ObjectNode json = new ObjectMapper().createObjectNode().put("vm", vm);
    for (int i = 0; i < fields.length; i += 2) {
      json.putPOJO((String) fields[i], fields[i + 1]);
    }
    return new Event(utcMillis, name, new ObjectMapper().valueToTree(json));
  }

  @Test
  void lossLastsFromItsNoticeToTheNextAnswer() {
    assertThat(
            Outage.of(
                List.of(
                    event(5_000, Event.RUN_START, ""),
                    event(10_000, Event.DATABASE_LOST, "a1-vm3", "reason", "refused", "waiting", 4),
                    event(
                        12_500,
                        Event.DATABASE_RESTORED,
                        "a1-vm3",
                        "lostMillis",
                        2_600,
                        "failed",
                        9))))
        .containsExactly(
            new Outage("a1-vm3", true, 9_900, OptionalLong.of(2_600), 4, 9, "refused"));
  }

  @Test
  void silenceThatBecomesALossIsOneOutage() {
    List<Outage> outages =
        Outage.of(
            List.of(
                event(10_000, Event.DATABASE_SILENT, "a1-vm3", "reason", "silent", "waiting", 8),
                event(11_000, Event.TIER_A_LOST, "b1-vm1", "reason", "killed", "waiting", 1),
                event(60_000, Event.DATABASE_LOST, "a1-vm3", "reason", "timeout", "waiting", 3)));
    assertThat(outages)
        .containsExactly(
            new Outage("a1-vm3", true, 10_000, OptionalLong.empty(), 8, 0, "timeout"),
            new Outage("b1-vm1", true, 11_000, OptionalLong.empty(), 1, 0, "killed"));
    assertThat(outages.get(0).describe()).isEqualTo("a1-vm3 to the end");
  }

  @Test
  void recoveryWithoutALossIsNoOutage() {
    assertThat(Outage.of(List.of(event(1, Event.TIER_A_RESTORED, "a1-vm1", "lostMillis", 1))))
        .isEmpty();
  }
}
