package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.CheckRow;
import io.quartet.results.ChecksCsv;
import io.quartet.results.folder.CsvTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules about the loaded data, and about equal VMs within a role. */
@Tag("unit")
class InstallationRulesTest {

  private static final String SCHEMA = "table trade\ncolumn trade.t_id bigint\nload: generator 2\n";

  @TempDir Path results;
  private OfficialFolder run;

  @BeforeEach
  void simulate() {
    run = new OfficialFolder(results);
  }

  private void rowCounts(String vm, long broken) {
    try (CsvTable.Appender<CheckRow> checks = ChecksCsv.TABLE.appender(run.folder)) {
      checks.append(
          List.of(
              new CheckRow(CheckRow.BEFORE, vm, "i27_trade_count", "L", 0, 5, true),
              new CheckRow(CheckRow.BEFORE, vm, "i29_row_counts", "L", broken, 5, broken == 0)));
    }
  }

  @Test
  void rowsOfEveryTableAreCountedOnEveryDatabase() {
    for (String vm : run.databases()) {
      if (!vm.equals("c1-vm2")) {
        rowCounts(vm, 0);
      }
    }
    assertThat(run.whyNotJudged("cardinalities"))
        .contains("were not counted on c1-vm2:")
        .endsWith("(run --restore)");
    rowCounts("c1-vm2", 0);
    assertThat(run.assertPasses("cardinalities").actual()).isEqualTo("16 of 16 counts right");
  }

  @Test
  void tableWithOtherRowsIsFound() {
    run.databases().forEach(vm -> rowCounts(vm, vm.equals("b1-vm3") ? 2 : 0));

    assertThat(run.detailOfFailed("cardinalities"))
        .isEqualTo("b1-vm3 i29_row_counts: 2 differences");
  }

  /** Every VM as every other of its role, but for where it is and how big. */
  private void install() throws IOException {
    for (VmSet set : run.plan.sets()) {
      for (VmRole role : run.plan.databaseRoles()) {
        String vm = set.vmName(role);
        run.settings(
            vm,
            "data_directory",
            "/data/" + vm,
            "jit",
            "off",
            "server_version",
            "15.18",
            "shared_buffers",
            set.group().number() + "000");
        run.write("schema/" + vm + ".txt", SCHEMA + "load: role " + role + "\n");
      }
    }
    run.editRunJson(
        json -> {
          ArrayNode vms = json.putArray("vms");
          for (VmSet set : run.plan.sets()) {
            vms.addObject()
                .put("vm", set.vmName(VmRole.TIER_A))
                .put("quartetVersion", "1")
                .put("engineVersion", "1")
                .put("programSha256", "abc")
                .put("sessionSettings", "-c jit=off");
          }
        });
  }

  @Test
  void vmsOfARoleMayDifferInPlaceAndTheirGroupsInSize() throws IOException {
    assertThat(run.whyNotJudged("same-on-all-vms")).contains("no file of a1-vm2");
    install();

    run.assertPasses("same-on-all-vms");
  }

  @Test
  void otherSettingIsNamedWithBothValues() throws IOException {
    install();
    run.settings(
        "d1-vm3",
        "data_directory",
        "/data",
        "jit",
        "on",
        "server_version",
        "15.18",
        "shared_buffers",
        "4000");

    assertThat(run.detailOfFailed("same-on-all-vms"))
        .isEqualTo("jit is 'on' on d1-vm3, 'off' on a1-vm3");
  }

  @Test
  void objectThatOnlyOneDatabaseHasIsNamed() throws IOException {
    install();
    run.append("schema/b1-vm2.txt", "index CREATE INDEX extra ON trade (t_qty)\n");

    assertThat(run.detailOfFailed("same-on-all-vms"))
        .isEqualTo("b1-vm2 has, unlike a1-vm2: index CREATE INDEX extra ON trade (t_qty)");
  }

  @Test
  void databasesAreComparedWithTheFirstWhoseFileIsWhole() throws IOException {
    install();
    run.write("schema/a1-vm2.txt", "table trade\nload: generator 2\nload: role DSS\n");

    assertThat(run.detailOfFailed("same-on-all-vms"))
        .isEqualTo("a1-vm2 lacks, unlike b1-vm2: column trade.t_id bigint");
  }

  @Test
  void tierAOfAnotherBuildIsNamed() throws IOException {
    install();
    run.editRunJson(json -> ((ObjectNode) json.path("vms").get(2)).put("programSha256", "abd"));

    assertThat(run.detailOfFailed("same-on-all-vms"))
        .isEqualTo("programSha256 is 'abd' on c1-vm1, 'abc' on a1-vm1");
    run.editRunJson(json -> ((ObjectNode) json.path("vms").get(2)).remove("programSha256"));
    assertThat(run.whyNotJudged("same-on-all-vms")).contains("every Tier A");
  }
}
