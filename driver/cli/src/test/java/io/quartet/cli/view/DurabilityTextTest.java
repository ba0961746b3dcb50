package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.Durability.Acknowledged;
import io.quartet.results.evidence.Durability.InDoubt;
import io.quartet.results.evidence.Durability.Kill;
import io.quartet.results.evidence.Durability.Missing;
import io.quartet.run.durability.DurabilityTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class DurabilityTextTest {

  private static final Kill KILL =
      new Kill(
          "d1-vm3",
          "6",
          1_772_366_430_250L,
          30.25,
          1_772_366_400_000L,
          120L,
          1_840,
          2_310L,
          61.26,
          10,
          null);

  private static DurabilityText text(Acknowledged trades) {
    return new DurabilityText(
        new DurabilityTrial.Result(
            Path.of("/results/run"), Durability.of(List.of(KILL), trades, new InDoubt(3, 2))));
  }

  @Test
  void durableSystemHasItsTimesInATableAndExitsWithZero() {
    DurabilityText durable = text(new Acknowledged(1_234, 1_000, 0, List.of()));
    assertThat(durable.exitCode()).isZero();
    assertThat(durable.table())
        .startsWith(
            """
            durable: 0 of 1,234 acknowledged orders and 1,000 results are missing; in doubt (not acknowledged):
              3 orders, 2 results
            """)
        .containsPattern(
            "d1-vm3 +2026-03-01T12:00:30Z +30\\.3 s +30 s ago +0\\.1 s +1\\.8 s +2\\.3 s +never\n")
        .contains("95 % of 61.3 etps", "over 10 s", "caches of the disks were not tested");
  }

  @Test
  void missingTradesAreNamedAndExitWithFour() {
    DurabilityText lost =
        text(
            new Acknowledged(
                10,
                8,
                3,
                List.of(
                    new Missing("d1", 41, 1_772_366_430_000L, "order", ""),
                    new Missing("d1", 42, 1_772_366_430_100L, "result", "SBMT"))));
    assertThat(lost.exitCode()).isEqualTo(4);
    assertThat(lost.table())
        .startsWith("NOT DURABLE: 3 of 10 acknowledged orders and 8 results are missing")
        .contains(
            "  d1 trade 41: order acknowledged at 2026-03-01T12:00:30Z, not in the database\n",
            "  d1 trade 42: result acknowledged at 2026-03-01T12:00:30.100Z, in the database as"
                + " SBMT\n",
            "  and 1 more\n");
  }

  @Test
  void nothingAcknowledgedProvesNothing() {
    assertThat(text(new Acknowledged(0, 0, 0, List.of())).exitCode()).isEqualTo(4);
  }

  @Test
  void jsonHoldsTheSame() throws Exception {
    JsonNode json =
        new ObjectMapper().readTree(text(new Acknowledged(1_234, 1_000, 0, List.of())).json());
    assertThat(json.path("folder").asText()).isEqualTo("/results/run");
    assertThat(json.at("/durability/isProven").asBoolean()).isTrue();
    assertThat(json.at("/durability/kills/0/vm").asText()).isEqualTo("d1-vm3");
    assertThat(json.at("/durability/kills/0/businessRecoveryMillis").isNull()).isTrue();
    assertThat(json.at("/durability/acknowledged/orders").asLong()).isEqualTo(1_234);
  }
}
