package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An official run has the values of the specification, whatever else it proves. */
@Tag("unit")
class OfficialValuesTest {

  private static final String ID = "official-values";

  @TempDir Path results;
  private OfficialFolder run;

  @BeforeEach
  void simulateWithTheValuesOfTheSpecification() throws IOException {
    run = new OfficialFolder(results);
    run.editRunJson(
        json -> {
          ObjectNode plan = (ObjectNode) json.get("plan");
          plan.putObject("timing")
              .put("rampUp", "120s")
              .put("warmUp", "720s")
              .put("phase", "720s")
              .put("rampDown", "300s");
          plan.put("dataMaintenance", "60s");
          ((ObjectNode) plan.get("market")).put("flushAfter", "5s");
          ObjectNode database = (ObjectNode) plan.get("database");
          for (String units : new String[] {"loadUnits", "activeLoadUnits"}) {
            database.putObject(units).put("A", 1).put("B", 2).put("C", 3).put("D", 4);
          }
          database.put("tradeDays", 20).put("newsLength", 100_000);
        });
  }

  @Test
  void planWithAllOfThemPasses() {
    assertThat(run.assertPasses(ID).actual()).isEqualTo("0 deviations");
  }

  @Test
  void oneThatNoOtherRuleJudgesBreaksTheRun() throws IOException {
    run.editRunJson(
        json -> ((ObjectNode) json.get("plan").get("database")).put("indexes", "minimal"));

    assertThat(run.detailOfFailed(ID)).isEqualTo("the index profile is minimal, not covering");
  }

  @Test
  void allDeviationsAreNamed() throws IOException {
    run.editRunJson(json -> ((ObjectNode) json.get("plan").get("database")).put("tradeDays", 19));
    run.editRunJson(json -> ((ObjectNode) json.get("plan")).put("mix", "tpce"));

    assertThat(run.check(ID).actual()).isEqualTo("2 deviations");
    assertThat(run.detailOfFailed(ID))
        .isEqualTo(
            "the mix is 'tpce', not elastic; short history: 19 trade days, so some right answers"
                + " are short");
  }
}
