package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.audit.OneRule;
import io.quartet.config.PlanDocument;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.Check;
import io.quartet.results.SimulatedRun;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules that need only the plan: the ratio 1:2:3:4 of loaded and active Load Units, redundancy. */
@Tag("unit")
class OfficialSizesTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final RunPlan PLAN =
      TestPlans.plan(ValidityProfile.OFFICIAL, 1, PhaseTable.VLDB2013);

  @TempDir static Path results;
  private static ResultsFolder folder;

  @BeforeAll
  static void simulate() {
    folder = SimulatedRun.write(results, PLAN);
  }

  private static RunPlan plan(int[] loaded, int[] active) {
    ObjectNode json = PlanDocument.toJson(PLAN);
    ObjectNode database = (ObjectNode) json.get("database");
    units(database.putObject("loadUnits"), loaded);
    units(database.putObject("activeLoadUnits"), active);
    return PlanDocument.fromJson(json);
  }

  private static void units(ObjectNode json, int[] units) {
    json.put("A", units[0]).put("B", units[1]).put("C", units[2]).put("D", units[3]);
  }

  private static Check check(RunPlan plan, String id) throws IOException {
    Path file = folder.file("run.json");
    ObjectNode run = (ObjectNode) JSON.readTree(file.toFile());
    run.set("plan", PlanDocument.toJson(plan));
    JSON.writeValue(file.toFile(), run);
    return OneRule.check(folder, id);
  }

  @Test
  void runOnAQuarterOfWhatIsLoadedKeepsTheRatio() throws IOException {
    RunPlan plan = plan(new int[] {4, 8, 12, 16}, new int[] {1, 2, 3, 4});

    assertThat(Deviations.of(plan)).noneMatch(sentence -> sentence.contains("1:2:3:4"));
    Check sizes = check(plan, "sizes");
    assertThat(sizes.verdict()).isEqualTo(Check.Result.PASS);
    assertThat(sizes.actual()).isEqualTo("4:8:12:16");
    assertThat(sizes.detail()).isEqualTo("active: 1:2:3:4");
  }

  @Test
  void activeLoadUnitsOutOfRatioAreADeviationAndBreakTheRule() throws IOException {
    RunPlan plan = plan(new int[] {4, 8, 12, 16}, new int[] {1, 1, 1, 1});

    assertThat(Deviations.of(plan))
        .contains("the active Load Units of Groups A to D are not in the ratio 1:2:3:4")
        .doesNotContain("the Load Units of Groups A to D are not in the ratio 1:2:3:4");
    assertThat(check(plan, "sizes").verdict()).isEqualTo(Check.Result.FAIL);
  }

  @Test
  void loadedUnitsOutOfRatioBreakTheRuleWhateverIsActive() throws IOException {
    RunPlan plan = plan(new int[] {4, 4, 4, 4}, new int[] {1, 2, 3, 4});

    assertThat(Deviations.of(plan))
        .contains("the Load Units of Groups A to D are not in the ratio 1:2:3:4");
    assertThat(check(plan, "sizes").verdict()).isEqualTo(Check.Result.FAIL);
  }

  @Test
  void throughputPerLoadUnitCountsTheActiveOnes() throws IOException {
    Check perUnit =
        check(plan(new int[] {4, 8, 12, 16}, new int[] {1, 2, 3, 4}), "etps-per-load-unit");

    assertThat(perUnit.detail()).isEqualTo("10 active Load Units in all");
  }

  @Test
  void redundancyOfDataAndWalHasToBeDisclosed() throws IOException {
    ObjectNode json = PlanDocument.toJson(PLAN);
    ObjectNode storage = json.putObject("disclosure").putObject("storage");
    storage.putObject("data").put("redundancy", "RAID 10");

    Check half = check(PlanDocument.fromJson(json), "redundancy");
    assertThat(half.verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(half.actual()).isEqualTo("data: RAID 10");
    assertThat(half.detail())
        .isEqualTo("not in the benchmark file: disclosure.storage.wal.redundancy");

    storage.putObject("wal").put("redundancy", "none");
    Check whole = check(PlanDocument.fromJson(json), "redundancy");
    assertThat(whole.verdict()).isEqualTo(Check.Result.PASS);
    assertThat(whole.actual()).isEqualTo("data: RAID 10; wal: none");
    assertThat(whole.evidence()).isEqualTo("run.json");
  }
}
