package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.audit.OneRule;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.Check;
import io.quartet.results.RunResults;
import io.quartet.results.SimulatedRun;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules of an official run about its VMs and about going on evenly. */
@Tag("unit")
class SystemRulesTest {

  private static final String DURABLE =
      """
      [{"name":"fsync","setting":"on"},{"name":"full_page_writes","setting":"on"},
       {"name":"synchronous_commit","setting":"on"}]
      """;

  @TempDir Path results;
  private ResultsFolder folder;
  private RunPlan plan;
  private long start;
  private long end;

  @BeforeEach
  void run() {
    folder =
        SimulatedRun.write(
            results, TestPlans.plan(ValidityProfile.OFFICIAL, 1, PhaseTable.VLDB2013));
    RunResults read = RunResults.read(folder);
    plan = read.info().plan();
    start = read.figures().startUtcMillis();
    end = read.figures().endUtcMillis();
  }

  private Check check(String id) {
    return OneRule.check(folder, id);
  }

  private void assertPasses(String id) {
    Check check = check(id);
    assertThat(check.verdict()).as("%s", check).isEqualTo(Check.Result.PASS);
  }

  private String detailOfFailed(String id) {
    Check check = check(id);
    assertThat(check.verdict()).isEqualTo(Check.Result.FAIL);
    return check.detail();
  }

  private List<String> databases() {
    return plan.databases();
  }

  private void event(long utcMillis, String name, String fields) throws IOException {
    append(
        "events.jsonl",
        "{\"utcMillis\":" + utcMillis + ",\"event\":\"" + name + "\"," + fields + "}\n");
  }

  private void append(String name, String text) throws IOException {
    Files.createDirectories(folder.file(name).getParent());
    Files.writeString(
        folder.file(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void everyVmHasAnAddressOfItsOwnAndGaveASign() throws IOException {
    StringBuilder vms = new StringBuilder();
    for (VmSet set : plan.sets()) {
      for (VmRole role : VmRole.values()) {
        String vm = set.vmName(role);
        vms.append(vms.isEmpty() ? "" : ",");
        vms.append("{\"vm\":\"" + vm + "\",\"address\":\"" + vm + ".example:5432\"}");
        if (!vm.equals("c1-vm3")) {
          event(start, "clockOffset", "\"machine\":\"" + vm + "\"");
        }
      }
    }
    String before = Files.readString(folder.file("run.json"));
    Files.writeString(
        folder.file("run.json"),
        before.replaceFirst("\"vms\" : \\[ *\\]", "\"vms\" : [" + vms + "]"));

    assertThat(detailOfFailed("topology")).isEqualTo("c1-vm3 did not answer before the run");
    event(start, "clockOffset", "\"machine\":\"c1-vm3\"");
    assertPasses("topology");
  }

  @Test
  void settingThatLosesCommitsIsNamed() throws IOException {
    assertThat(check("durability-settings").verdict()).isEqualTo(Check.Result.NOT_JUDGED);
    for (String vm : databases()) {
      Files.writeString(folder.file("settings/" + vm + ".json"), DURABLE);
    }
    assertPasses("durability-settings");
    Files.writeString(
        folder.file("settings/b1-vm3.json"),
        DURABLE.replace("commit\",\"setting\":\"on", "commit\",\"setting\":\"off"));

    assertThat(detailOfFailed("durability-settings"))
        .isEqualTo("b1-vm3: synchronous_commit is off");
  }

  @Test
  void databaseThatWasNotCleanedUpIsNamed() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (String line : Files.readAllLines(folder.file("phases.csv"))) {
      String[] fields = line.split(",", -1);
      if (fields[0].equals("rampUp") && fields[6].equals("Trade-Cleanup")) {
        String count = fields[5].equals("d1") ? "1" : "2";
        fields[7] = count;
        fields[8] = count;
        fields[10] = count;
      }
      rows.append(String.join(",", fields)).append('\n');
    }
    Files.writeString(folder.file("phases.csv"), rows);

    assertThat(detailOfFailed("clean-up")).isEqualTo("d1: 1 of its databases");
  }

  @Test
  void databaseWithoutACheckpointIsNamed() throws IOException {
    for (String vm : databases()) {
      if (!vm.equals("a1-vm2")) {
        event(start + 30_000, "checkpoint", "\"vm\":\"" + vm + "\"");
      }
    }
    event(start - 1, "checkpoint", "\"vm\":\"a1-vm2\"");

    assertThat(detailOfFailed("checkpoints")).isEqualTo("a1-vm2: none");
    event(end, "checkpoint", "\"vm\":\"a1-vm2\"");
    assertPasses("checkpoints");
  }

  @Test
  void gapOfMoreThanTwoSamplesIsNamed() throws IOException {
    for (String vm : databases()) {
      String name = "stats/" + vm + "/pg_stat_database.csv";
      append(name, "utc_ms,xact_commit\n");
      for (long utc = start - 500; utc <= end + 1_000; utc += 1_000) {
        boolean isMissing = vm.equals("b1-vm2") && utc > start + 10_000 && utc < start + 13_000;
        append(name, isMissing ? "" : utc + ",1\n");
      }
    }
    // Three are missing: 4 s from the last before to the first after.
    assertThat(detailOfFailed("statistics"))
        .isEqualTo("b1-vm2: 4.0 s without a sample in pg_stat_database.csv");
    append("stats/b1-vm2/pg_stat_database.csv", start + 12_000 + ",1\n");
    assertPasses("statistics");
  }

  @Test
  void machineWithoutCollectorsIsNotJudgedAndGapsOfOthersAreNamed() throws IOException {
    assertThat(check("machine-statistics").verdict()).isEqualTo(Check.Result.NOT_JUDGED);
    for (String source : List.of("cpu", "memory", "disk", "network")) {
      String name = "stats/host/" + source + ".csv";
      append(name, "utc_ms,some\n");
      for (long utc = start; utc <= end; utc += 1_000) {
        boolean isMissing = source.equals("disk") && utc > start + 10_000 && utc < start + 14_000;
        append(name, isMissing ? "" : utc + ",1\n" + utc + ",2\n");
      }
    }
    assertThat(detailOfFailed("machine-statistics"))
        .isEqualTo("host: 4.0 s without a sample in disk.csv");
    append("stats/host/disk.csv", start + 12_000 + ",1\n");
    assertPasses("machine-statistics");
  }

  @Test
  void maintenanceOutOfStepIsNamed() throws IOException {
    assertThat(detailOfFailed("maintenance-cadence")).startsWith("a1: 0 in all");
    for (VmSet set : plan.sets()) {
      maintenance(start + 1_000, set, 2);
      maintenance(start + (set.name().equals("b1") ? 55_000 : 60_000), set, 2);
    }

    assertThat(detailOfFailed("maintenance-cadence")).isEqualTo("b1: 54.0 s between two");
  }

  @Test
  void maintenanceOfOneMomentMayBeCountedInTwoSeconds() throws IOException {
    for (VmSet set : plan.sets()) {
      maintenance(start + 1_000, set, 2);
      maintenance(start + 59_000, set, 1);
      maintenance(start + 60_000, set, set.name().equals("b1") ? 3 : 1);
    }

    assertThat(detailOfFailed("maintenance-cadence")).isEqualTo("b1: 1.0 s between two");
  }

  private void maintenance(long utcMillis, VmSet set, int started) throws IOException {
    append(
        "intervals.csv",
        String.join(
            ",",
            Long.toString(utcMillis),
            "1",
            set.group().name(),
            set.name(),
            "Data-Maintenance",
            started + ",2,2,0,1000,500\n"));
  }

  @Test
  void throughputThatFadesWithinThePhasesIsFound() throws IOException {
    Random noise = new Random(1);
    tradeResults(second -> 1_000 + noise.nextInt(60));
    assertPasses("trend");
    tradeResults(second -> 1_000 + noise.nextInt(60) - 20 * second);

    Check trend = check("trend");
    assertThat(trend.verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(trend.actual()).startsWith("−");
  }

  /** Replaces what all Sets completed, by the second of its phase. */
  private void tradeResults(IntUnaryOperator committed) throws IOException {
    StringBuilder rows = new StringBuilder();
    Set<String> seen = new HashSet<>();
    for (String line : Files.readAllLines(folder.file("intervals.csv"))) {
      String[] fields = line.split(",", -1);
      if (fields[4].equals("Trade-Result")) {
        int second = (int) ((Long.parseLong(fields[0]) - start + 5_999) % 6_000 / 1_000);
        fields[7] = seen.add(fields[0]) ? "" + committed.applyAsInt(second) : "0";
      }
      rows.append(String.join(",", fields)).append('\n');
    }
    Files.writeString(folder.file("intervals.csv"), rows);
  }
}
