package io.quartet.audit.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.audit.OneRule;
import io.quartet.audit.Rules;
import io.quartet.model.plan.Limits;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.Publication;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.Check;
import io.quartet.results.Finding.Subject;
import io.quartet.results.RunResults;
import io.quartet.results.SimulatedRun;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data and log of a simulated run lie on two disks of the driver's machine. */
@Tag("unit")
class LimitRulesTest {

  private static final String ID = "await-limits";

  @TempDir Path results;
  private ResultsFolder folder;
  private List<Span> phases;
  private int logWrites = 20;

  private void simulate(Limits limits) throws IOException {
    RunPlan demo = TestPlans.plan(ValidityProfile.DEMO, 1, PhaseTable.VLDB2013);
    RunPlan plan =
        TestPlans.withTablespaces(
                demo, Map.of(Storage.DATA, "/data", Storage.INDEX, "/data", Storage.WAL, "/log"))
            .withPublication(Publication.of(ValidityProfile.DEMO).withLimits(limits));
    folder = SimulatedRun.write(results, plan);
    phases = Span.measured(RunResults.read(folder).figures().rows());
  }

  private void write(String name, String text) throws IOException {
    Files.createDirectories(folder.file(name).getParent());
    Files.writeString(folder.file(name), text);
  }

  private void facts(String typeOfLog, String disksOfLog) throws IOException {
    write(
        "stats/host/facts.json",
        """
        {"mounts": [{"mount": "/", "device": "/dev/sdz", "type": "ext4", "disks": ["sdz"]},
                    {"mount": "/data", "device": "/dev/sda", "type": "xfs", "disks": ["sda"]},
                    {"mount": "/log", "device": "nas:/log", "type": "%s", "disks": [%s]}],
         "disks": [{"device": "sda", "below": []}, {"device": "sdb", "below": []}]}
        """
            .formatted(typeOfLog, disksOfLog));
  }

  /** Every operation takes as long, but those of the log in the third phase. */
  private void disks(double dataMillis, double logMillis, double logMillisInThird)
      throws IOException {
    StringBuilder rows =
        new StringBuilder("utc_ms,device,reads_per_s,writes_per_s,read_await_ms,write_await_ms\n");
    for (long utc = phases.get(0).startUtcMillis();
        utc <= phases.get(9).endUtcMillis();
        utc += 1_000) {
      boolean isInThird =
          utc > phases.get(2).startUtcMillis() && utc <= phases.get(2).endUtcMillis();
      double log = isInThird ? logMillisInThird : logMillis;
      rows.append("%d,sda,20,20,%s,%s\n".formatted(utc, dataMillis, dataMillis))
          .append("%d,sdb,0,%d,,%s\n".formatted(utc, logWrites, log))
          .append("%d,sdz,10,10,99,99\n".formatted(utc));
    }
    write("stats/host/disk.csv", rows.toString());
  }

  private Check check() {
    return OneRule.check(folder, ID);
  }

  private static Limits limits(boolean areFatal) {
    return new Limits(
        Map.of(Storage.DATA, Duration.ofMillis(5), Storage.WAL, Duration.ofMillis(2)), areFatal);
  }

  @Test
  void eachDiskKeepsTheLimitOfWhatLiesOnIt() throws IOException {
    simulate(limits(true));
    facts("xfs", "\"sdb\"");
    disks(4, 1, 1);
    assertThat(check().verdict()).isEqualTo(Check.Result.PASS);
    assertThat(check().actual()).isEqualTo("4.00 ms, data");
    assertThat(check().limit()).isEqualTo("5 ms");
  }

  @Test
  void brokenLimitIsNamedWithPhaseAndDisk() throws IOException {
    simulate(limits(true));
    facts("xfs", "\"sdb\"");
    disks(4, 1, 3);
    assertThat(check().verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(check().severity()).isEqualTo(Check.Severity.FATAL);
    assertThat(check().findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.text())
                  .isEqualTo(
                      "phase 3: host sdb (WAL) took 3.00 ms over 120 operations, limits.await.wal is 2 ms");
              assertThat(finding.about())
                  .containsExactlyInAnyOrderEntriesOf(
                      Map.of(Subject.MACHINE, "host", Subject.DISK, "sdb", Subject.PHASE, "3"));
            });
  }

  @Test
  void brokenLimitIsAWarningUnlessThePlanSaysOtherwise() throws IOException {
    simulate(limits(false));
    facts("xfs", "\"sdb\"");
    disks(7, 1, 1);
    assertThat(check().verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(check().severity()).isEqualTo(Check.Severity.WARNING);
    assertThat(check().findings()).hasSize(10);
  }

  @Test
  void diskWithSeveralPartsKeepsTheTightestLimit() throws IOException {
    simulate(limits(true));
    facts("xfs", "\"sda\"");
    disks(4, 1, 1);
    assertThat(check().findings().get(0).text())
        .isEqualTo(
            "phase 1: host sda (data, indexes, WAL) took 4.00 ms over 240 operations,"
                + " limits.await.wal is 2 ms");
  }

  @Test
  void partWithoutAKnownDiskIsNotJudged() throws IOException {
    simulate(limits(true));
    disks(4, 1, 1);
    assertThat(check().verdict()).isEqualTo(Check.Result.NOT_JUDGED);
    facts("nfs4", "");
    assertThat(check().verdict()).isEqualTo(Check.Result.NOT_JUDGED);
    assertThat(check().detail()).contains("WAL of ", "network file system of type nfs4 (nas:/log)");
    disks(6, 1, 1);
    assertThat(check().verdict()).isEqualTo(Check.Result.FAIL);
  }

  @Test
  void limitOfAPartThatIsKnownIsJudgedThoughAnotherPartIsNot() throws IOException {
    simulate(new Limits(Map.of(Storage.DATA, Duration.ofMillis(5)), true));
    facts("nfs4", "");
    disks(4, 1, 1);
    assertThat(check().verdict()).isEqualTo(Check.Result.PASS);
  }

  @Test
  void phaseWithFewOperationsIsNotJudgedByThem() throws IOException {
    simulate(limits(true));
    facts("xfs", "\"sdb\"");
    logWrites = 1;
    disks(4, 99, 99);
    assertThat(check().verdict()).isEqualTo(Check.Result.PASS);
    assertThat(check().actual()).isEqualTo("4.00 ms, data");
    assertThat(check().detail())
        .startsWith("Too few operations to judge: phase 1: host sdb (WAL) had 6 operations; ");
    logWrites = 0;
    disks(4, 99, 99);
    assertThat(check().detail()).contains("host sdb (WAL) had 0 operations");
  }

  @Test
  void phaseWithoutSamplesOfOneDiskIsNamed() throws IOException {
    simulate(limits(true));
    facts("xfs", "\"sdb\"");
    disks(4, 1, 1);
    Path file = folder.file("stats/host/disk.csv");
    StringBuilder rows = new StringBuilder();
    for (String row : Files.readAllLines(file)) {
      rows.append(isOfLogInThird(row) ? row.split(",")[0] + ",sdb,,,," : row).append('\n');
    }
    Files.writeString(file, rows);
    assertThat(check().verdict()).isEqualTo(Check.Result.NOT_JUDGED);
    assertThat(check().detail()).isEqualTo("stats/host/disk.csv does not cover phase 3 of sdb");
  }

  private boolean isOfLogInThird(String row) {
    Span third = phases.get(2);
    return row.contains(",sdb,")
        && Long.parseLong(row.split(",")[0]) > third.startUtcMillis()
        && Long.parseLong(row.split(",")[0]) <= third.endUtcMillis();
  }

  @Test
  void everyMachineWithDatabasesHasToBeKnown() throws IOException {
    simulate(new Limits(Map.of(Storage.DATA, Duration.ofMillis(5)), true));
    facts("xfs", "\"sdb\"");
    disks(4, 1, 1);
    ObjectMapper mapper = new ObjectMapper();
    Path file = folder.file("run.json");
    ObjectNode run = (ObjectNode) mapper.readTree(file.toFile());
    ObjectNode provider = (ObjectNode) run.path("plan").path("provider");
    provider.put("kind", "hosts").remove("tablespaces");
    provider.putObject("ssh");
    ArrayNode hosts = provider.putArray("hosts");
    for (String set : List.of("a1", "b1", "c1", "d1")) {
      for (String vm : List.of("-vm2", "-vm3")) {
        write(
            "settings/" + set + vm + ".json",
            "[{\"name\": \"data_directory\", \"setting\": \"/data/pg\"}]");
      }
      ObjectNode one = hosts.addObject().put("set", set);
      one.put("tierA", "127.0.9.9:" + (1 + hosts.size()));
      one.put("dss", "127.0.1." + (hosts.size() + 1) / 2 + ":" + (2 * hosts.size()));
      one.put("oltp", "127.0.1." + (hosts.size() + 1) / 2 + ":" + (2 * hosts.size() + 1));
    }
    mapper.writeValue(file.toFile(), run);
    Files.move(folder.file("stats/host"), folder.file("stats/a1-vm2"));
    assertThat(check().verdict()).isEqualTo(Check.Result.NOT_JUDGED);
    assertThat(check().detail()).isEqualTo("stats/c1-vm2/facts.json shows no disk with data");
    Files.createDirectories(folder.file("stats/c1-vm2"));
    Files.copy(folder.file("stats/a1-vm2/facts.json"), folder.file("stats/c1-vm2/facts.json"));
    assertThat(check().detail())
        .startsWith("stats/c1-vm2/disk.csv does not cover phase 1 of sda; ")
        .endsWith("; and 5 more");
    Files.copy(folder.file("stats/a1-vm2/disk.csv"), folder.file("stats/c1-vm2/disk.csv"));
    assertThat(check().verdict()).isEqualTo(Check.Result.PASS);
  }

  @Test
  void planWithoutLimitsIsOutsideTheRule() {
    assertThat(
            Rules.ALL.stream()
                .filter(rule -> rule.id().equals(ID))
                .map(rule -> rule.includes(TestPlans.demo(1))))
        .containsExactly(false);
  }
}
