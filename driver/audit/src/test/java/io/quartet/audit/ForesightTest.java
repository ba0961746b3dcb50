package io.quartet.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.audit.Rule.DecidedBy;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Driver;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.Provider.Hosts;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.model.size.Sizes;
import io.quartet.results.Check;
import io.quartet.results.Check.Result;
import io.quartet.results.Finding.Subject;
import io.quartet.results.SimulatedRun;
import io.quartet.results.Verdict;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.system.DatabaseSettings;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that can be judged before a run are judged then as they are afterwards. */
@Tag("unit")
class ForesightTest {

  private static final RunPlan OFFICIAL = BenchmarkFile.loadExample("official");
  private static final List<String> NEED_COLLECTORS =
      List.of("memory", "machine-statistics", "nothing-else-ran", "steal", "space-60-days");

  @TempDir Path results;

  private static Verdict foresee(RunPlan plan) {
    return ValidityRules.foresee(Outlook.of(plan));
  }

  private static Check check(RunPlan plan, String id) {
    return foresee(plan).check(id).orElseThrow();
  }

  private static RunPlan withSettings(Map<String, String> dss, Map<String, String> oltp) {
    return TestPlans.withSettings(OFFICIAL, Map.of(VmRole.DSS, dss, VmRole.OLTP, oltp));
  }

  private static RunPlan onHosts(RunPlan plan) {
    Map<VmSet, SetHosts> hosts = new HashMap<>();
    plan.sets()
        .forEach(
            set ->
                hosts.put(
                    set,
                    new SetHosts(
                        plan.provider().address(set, VmRole.TIER_A),
                        plan.provider().address(set, VmRole.DSS),
                        plan.provider().address(set, VmRole.OLTP))));
    return plan.withProvider(new Hosts(hosts, Optional.empty()));
  }

  @Test
  void officialExamplePassesAllRulesOfThePlan() {
    Verdict verdict = foresee(OFFICIAL);

    assertThat(verdict.checks()).allSatisfy(c -> assertThat(c.verdict()).isEqualTo(Result.PASS));
    assertThat(verdict.checks())
        .extracting(Check::id)
        .containsExactlyElementsOf(
            Rules.ALL.stream()
                .filter(rule -> rule.decidedBy().equals(EnumSet.of(DecidedBy.PLAN)))
                .map(Rule::id)
                .toList());
    assertThat(verdict.isValid()).isTrue();
  }

  @Test
  void planAndResultsFolderGetTheSameJudgment() {
    RunPlan plan = TestPlans.plan(ValidityProfile.OFFICIAL, 1, PhaseTable.VLDB2013);
    ResultsFolder folder = SimulatedRun.write(results, plan);
    List<Check> foreseen =
        foresee(plan).checks().stream().filter(c -> !c.id().equals("wal-retained")).toList();

    assertThat(foreseen).extracting(Check::id).contains("interval", "redundancy");
    for (Check before : foreseen) {
      Check after = OneRule.check(folder, before.id());
      assertThat(after.verdict()).as("%s", after).isEqualTo(before.verdict());
      assertThat(after.actual()).isEqualTo(before.actual());
      assertThat(after.detail()).isEqualTo(before.detail());
    }
  }

  @Test
  void databasesThatKeepNoLogBreakRule31() {
    Check all =
        check(
            OFFICIAL.withProvider(
                OFFICIAL.provider().map(own -> own.withSizes(Sizes.NONE), hosts -> hosts)),
            "wal-retained");
    assertThat(all.verdict()).isEqualTo(Result.FAIL);
    assertThat(all.actual()).isEqualTo("0 of 8 databases keep their log");
    assertThat(all.detail()).startsWith("a1-vm2: archive_mode is off, and wal_keep_size is 0");

    RunPlan half = withSettings(Map.of("wal_keep_size", "1GB"), Map.of("wal_keep_size", "0 MB"));
    assertThat(check(half, "wal-retained").findings())
        .extracting(finding -> finding.about().get(Subject.VM))
        .containsExactly("a1-vm3", "b1-vm3", "c1-vm3", "d1-vm3");

    Map<String, String> archive = Map.of("archive_mode", "true");
    assertThat(check(withSettings(archive, archive), "wal-retained").detail())
        .contains("archive_library is not set");
  }

  @Test
  void aLogThatSaysTooLittleBreaksRule31HoweverMuchIsKept() {
    Map<String, String> minimal = Map.of("wal_keep_size", "1GB", "wal_level", "Minimal");
    Check check = check(withSettings(minimal, Map.of("wal_keep_size", "1GB")), "wal-retained");
    assertThat(check.detail()).startsWith("a1-vm2: wal_level is minimal");
    assertThat(check.actual()).isEqualTo("4 of 8 databases keep their log");
  }

  @Test
  void serversThatCountNoRowsLeaveSettlementsUnjudged() {
    Map<String, String> off = Map.of("track_counts", "No");
    Check check = check(withSettings(Map.of(), off), "settlements");
    assertThat(check.verdict()).isEqualTo(Result.NOT_JUDGED);
    assertThat(check.detail()).contains("a1-vm3, b1-vm3, c1-vm3, d1-vm3");
    assertThat(foresee(withSettings(off, Map.of())).check("settlements"))
        .as("DSS databases have no settlements")
        .isEmpty();
  }

  @Test
  void logOfUnknownSizeIsLeftToTheRun() {
    Map<String, String> share = Map.of("wal_keep_size", "10%");
    assertThat(foresee(withSettings(share, share)).check("wal-retained")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "synchronous_commit, Local, local",
    "synchronous_commit, 0, off",
    "fsync, f, off",
    "full_page_writes, no, off"
  })
  void settingThatLosesCommitsIsFound(String name, String value, String meaning) {
    RunPlan plan = withSettings(Map.of(name, value), Map.of());
    assertThat(check(plan, "durability-settings").detail())
        .startsWith("a1-vm2: " + name + " is " + meaning + "; b1-vm2: ");
  }

  @Test
  void settingSpelledOtherwiseLosesNone() {
    RunPlan plan = withSettings(Map.of("fsync", "Yes", "synchronous_commit", "1"), Map.of());
    assertThat(foresee(plan).check("durability-settings")).isEmpty();
  }

  @Test
  void machinesWithoutSshLeaveRulesUnjudged() {
    Verdict verdict = foresee(onHosts(OFFICIAL));

    assertThat(verdict.isValid()).isFalse();
    assertThat(verdict.statement()).startsWith("INVALID as an official run, not judged: ");
    assertThat(verdict.checks())
        .filteredOn(c -> c.verdict() == Result.NOT_JUDGED)
        .extracting(Check::id)
        .containsAll(NEED_COLLECTORS)
        .contains("durability", "business-recovery");
    assertThat(verdict.check("wal-retained")).as("settings are those of an admin").isEmpty();
  }

  @Test
  void whatServersAndClocksSayIsJudgedToo() {
    RunPlan plan = onHosts(OFFICIAL);
    DatabaseSettings settings =
        new DatabaseSettings(Map.of("archive_mode", "off", "wal_keep_size", "0"));
    Verdict verdict =
        ValidityRules.foresee(
            Outlook.of(
                plan, Map.of("b1-vm3", settings), List.of(new ClockOffset("a1-vm2", 80_000, 100))));

    assertThat(verdict.broken()).extracting(Check::id).contains("wal-retained", "clocks");
    assertThat(verdict.check("wal-retained").orElseThrow().detail()).startsWith("b1-vm3: ");
  }

  @Test
  void severalDriverProcessesRuleOutTheDurabilityTest() {
    RunPlan plan = OFFICIAL.withDriver(new Driver(2, List.of(), Optional.empty()));
    assertThat(check(plan, "durability").detail()).contains("driver.workers: 1");
  }

  @Test
  void otherProfilesNeedNoOfficialRule() {
    RunPlan demo = TestPlans.demo(1);
    assertThat(foresee(demo).checks()).extracting(Check::id).containsExactly("databases");
    assertThat(foresee(TestPlans.withoutDatabases(demo)).isValid()).isFalse();
  }
}
