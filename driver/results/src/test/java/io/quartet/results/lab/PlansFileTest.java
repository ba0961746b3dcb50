package io.quartet.results.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.results.RunFiles;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class PlansFileTest {

  private static final String DOCUMENT =
      """
      {"role":"dss","database":"quartet","serverVersion":"15.4","analyzed":true,"statements":[
        {"name":"TL1","transaction":"TRADE_LOOKUP","sql":"SELECT 1","plans":[
          {"scans":"index only trade_pkey","executions":12,"milliseconds":3.1,"sharedHit":400,
           "sharedRead":2,"rowsRemoved":5,"heapFetches":7,
           "plan":{"Node Type":"Index Only Scan","Index Name":"trade_pkey"}}]}]}
      """;

  @TempDir Path results;
  private ResultsFolder folder;

  @BeforeEach
  void create() {
    folder = ResultsFolder.create(results, "20260101-000000-test");
  }

  @Test
  void whatWasPrintedIsKeptAndRead() {
    PlansFile.write(folder, PlanMoment.AFTER, "a1-vm2", DOCUMENT);

    assertThat(folder.file("plans/after/a1-vm2.json")).hasContent(DOCUMENT);
    CapturedPlans plans =
        new RunFiles(folder).plans(PlanMoment.AFTER, "a1-vm2").orRefuse().orElseThrow();
    assertThat(plans.role()).isEqualTo("dss");
    assertThat(plans.isAnalyzed()).isTrue();
    CapturedPlans.Plan plan = plans.statements().get(0).plans().get(0);
    assertThat(plan.executions()).isEqualTo(12);
    assertThat(plan.sharedHit()).isEqualTo(400);
    assertThat(plan.heapFetches()).isEqualTo(7);
    assertThat(plan.root().path("Index Name").asText()).isEqualTo("trade_pkey");
  }

  @Test
  void folderOfAnOlderRunHasNone() {
    assertThat(new RunFiles(folder).plans(PlanMoment.BEFORE, "a1-vm2").orRefuse()).isEmpty();
  }

  @Test
  void fileWithoutStatementsIsRefused() {
    PlansFile.write(folder, PlanMoment.BEFORE, "a1-vm2", "{}");

    assertThatThrownBy(() -> new RunFiles(folder).plans(PlanMoment.BEFORE, "a1-vm2").orRefuse())
        .hasMessageContaining("plans/before/a1-vm2.json: lists no statements");
  }

  @Test
  void manifestHoldsThem() {
    Manifest.write(folder);
    PlansFile.write(folder, PlanMoment.BEFORE, "a1-vm2", DOCUMENT);

    assertThat(Manifest.differences(folder))
        .containsExactly("plans/before/a1-vm2.json is not in manifest.sha256");
  }
}
