package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.audit.ValidityRules;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.CpuSet;
import io.quartet.model.size.Pinning;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.VmSize;
import io.quartet.report.compare.Comparison;
import io.quartet.report.compare.Comparisons;
import io.quartet.report.internal.ReportBuilder;
import io.quartet.report.internal.plot.Plot;
import io.quartet.report.internal.run.ChartData;
import io.quartet.report.internal.run.ReportPlots;
import io.quartet.report.section.Fact;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.MeasuredLoad;
import io.quartet.report.section.Space;
import io.quartet.report.section.Statistics.MachineActivity;
import io.quartet.report.section.Statistics.VmProcessors;
import io.quartet.report.section.SystemUnderTest.MachineSettings;
import io.quartet.report.section.SystemUnderTest.Placement;
import io.quartet.report.section.SystemUnderTest.Setting;
import io.quartet.report.section.SystemUnderTest.Vm;
import io.quartet.report.section.Totals.Limits;
import io.quartet.results.RecordedRuns;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine, the tables and the checkpoints of the simulated run in the report. */
@Tag("unit")
class MachineReportTest {

  private static final double MIB = 1 << 20;

  @TempDir static Path whole;
  private static Path finished;
  private static ReportBuilder.Built built;

  @TempDir Path results;

  @BeforeAll
  static void simulate() throws IOException {
    finished = SimulatedDemo.finished(whole);
    built = built(finished);
  }

  private static ReportBuilder.Built built(Path folder) {
    return ReportBuilder.build(ResultsFolder.open(folder));
  }

  private static String html(Path folder) throws IOException {
    TestPages.write(folder);
    return Files.readString(folder.resolve("report.html"));
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  /** As {@code report.json} has them. */
  private static JsonNode statistics(Report report) throws IOException {
    return json(ReportWriter.json(report)).path("statistics");
  }

  @Test
  void diskIsCutByPhaseAndDividedByTradeResults() throws IOException {
    Report report = built.report();
    JsonNode disks = statistics(report).path("disks");
    assertThat(disks).hasSize(11);
    assertThat(disks)
        .allSatisfy(
            row -> {
              assertThat(row.path("machine").asText()).isEqualTo("host");
              assertThat(row.path("device").asText()).isEqualTo("vda");
              assertThat(row.path("readsPerSecond").asDouble()).isEqualTo(10);
              assertThat(row.path("writesPerSecond").asDouble()).isEqualTo(40);
              assertThat(row.path("writtenMibPerSecond").asDouble()).isEqualTo(2);
              // 10 reads of 1 ms and 40 writes of 3 ms.
              assertThat(row.path("awaitMillis").asDouble()).isEqualTo(2.6);
              assertThat(row.path("busyPercent").asDouble()).isEqualTo(20);
              assertThat(row.path("isIncomplete").asBoolean(true)).isFalse();
            });
    MeasuredLoad.Phase third = report.workload().phases().get(2);
    assertThat(disks.get(2).path("operationsPerTradeResult").asDouble())
        .isCloseTo(50.0 * 6 / third.tradeResults(), within(1e-3));
    assertThat(disks.get(10).path("phase").asText()).isEqualTo("all");
    assertThat(disks.get(10).path("operationsPerTradeResult").asDouble())
        .isCloseTo(50.0 * 60 / report.metric().tradeResults(), within(1e-3));
    assertThat(disks.get(10).path("mibPerTradeResult").asDouble())
        .isCloseTo(2.5 * 60 / report.metric().tradeResults(), within(1e-3));
  }

  @Test
  void disksAreShownByWhatLiesOnThem() throws IOException {
    Path folder = RecordedRuns.copyOf(finished, results);
    Files.writeString(
        folder.resolve("stats/host/facts.json"),
        """
        {"mounts": [{"mount": "/", "device": "/dev/vda1", "type": "ext4", "disks": ["vda"]},
                    {"mount": "/nas", "device": "nas:/x", "type": "nfs4", "disks": []}],
         "disks": [{"device": "vda", "below": []}],
         "servers": [{"address": "*", "port": 15432, "data": "/pg", "wal": "/pg/pg_wal"}]}
        """);
    addIdleDisk(folder.resolve("stats/host/disk.csv"));
    ReportBuilder.Built shown = built(folder);
    JsonNode storage = statistics(shown.report()).path("storage");
    assertThat(storage.path("roles")).hasSize(11);
    JsonNode all = storage.path("roles").get(10);
    assertThat(all.path("role").asText()).isEqualTo("data, indexes, WAL, system");
    assertThat(all.path("disks").asInt()).isEqualTo(1);
    assertThat(all.path("writesPerSecond").asDouble()).isEqualTo(40);
    assertThat(all.path("peakOperationsPerSecond").asDouble()).isEqualTo(50);
    assertThat(all.path("peakToMean").asDouble()).isEqualTo(1);
    assertThat(all.path("readKib").asDouble()).isEqualTo(51.2);
    assertThat(all.path("awaitMillis").asDouble()).isEqualTo(2.6);
    assertThat(all.path("queue").isNull()).isTrue();
    assertThat(all.path("operationsPerTradeResult").asDouble())
        .isCloseTo(50.0 * 60 / shown.report().metric().tradeResults(), within(1e-3));
    JsonNode cache = storage.path("systemCache").get(10);
    assertThat(cache.path("diskMib").asDouble()).isEqualTo(30);
    assertThat(cache.path("hitPercent").asDouble())
        .isCloseTo(100 * (1 - 30 / cache.path("databaseMib").asDouble()), within(1e-2));
    assertThat(statistics(shown.report()).path("disks").get(11).path("contents")).hasSize(4);
    assertThat(shown.charts().machine().disks())
        .extracting(ChartData.Disk::name)
        .containsExactly("data, indexes, WAL, system");
    assertThat(html(folder))
        .contains("Storage by role", "Cache of the operating system")
        .contains("<details><summary class=\"screen\">Every disk</summary>")
        .contains("are left out", "host vda")
        .doesNotContain("host loop0");
    assertThat(html(finished)).doesNotContain("Storage by role", "Every disk").contains(">Disks<");
  }

  private static void addIdleDisk(Path samples) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(samples)) {
      lines.add(line);
      if (line.contains(",vda,")) {
        String[] cells = line.split(",", -1);
        lines.add(cells[0] + ",loop0" + ",0".repeat(cells.length - 2));
      }
    }
    Files.write(samples, lines);
  }

  @Test
  void peakOfASecondIsNotKnownFromLongerSamples() throws IOException {
    Path folder = RecordedRuns.copyOf(finished, results);
    Files.writeString(
        folder.resolve("stats/host/facts.json"),
        """
        {"mounts": [{"mount": "/", "device": "/dev/vda1", "type": "ext4", "disks": ["vda"]}],
         "disks": [{"device": "vda", "below": []}],
         "servers": [{"address": "*", "port": 15432, "data": "/pg", "wal": "/pg/pg_wal"}]}
        """);
    Path run = folder.resolve("run.json");
    String eachSecond = Files.readString(run);
    String slower =
        eachSecond.replaceFirst("(\"collect\"\\s*:\\s*\\{\\s*\"interval\"\\s*:\\s*\")1s", "$15s");
    assertThat(slower).isNotEqualTo(eachSecond);
    Files.writeString(run, slower);
    JsonNode role = statistics(built(folder).report()).path("storage").path("roles").get(10);
    assertThat(role.path("writesPerSecond").asDouble()).isEqualTo(40);
    assertThat(role.path("peakOperationsPerSecond").isNull()).isTrue();
    assertThat(role.path("peakToMean").isNull()).isTrue();
  }

  @Test
  void sumsByRoleThatLackAMachineAreMarked() throws IOException {
    Path folder = RecordedRuns.copyOf(finished, results);
    prepareMachines(folder);
    for (String set : List.of("a1", "b1", "c1", "d1")) {
      for (String vm : List.of(set + "-vm2", set + "-vm3")) {
        Path stats = Files.createDirectories(folder.resolve("stats/" + vm));
        Files.copy(folder.resolve("stats/host/disk.csv"), stats.resolve("disk.csv"));
        Files.writeString(
            stats.resolve("facts.json"),
            """
            {"mounts": [{"mount": "/", "device": "/dev/vda1", "type": "ext4", "disks": ["vda"]}],
             "disks": [{"device": "vda", "below": []}],
             "servers": [{"address": "*", "port": 15432, "data": "/pg", "wal": "/pg/pg_wal"}]}
            """);
      }
    }
    JsonNode whole = statistics(built(folder).report());
    assertThat(whole.at("/storage/roles/0/isIncomplete").asBoolean(true)).isFalse();
    assertThat(whole.at("/storage/systemCache")).hasSize(11);
    assertThat(comparedDisks(folder)).contains("disks of databases", "disks with WAL");

    Files.writeString(folder.resolve("stats/c1-vm3/facts.json"), "{\"kernel\": \"6.1\"}");
    JsonNode part = statistics(built(folder).report());
    assertThat(part.at("/storage/roles/0/disks").asInt()).isEqualTo(7);
    assertThat(part.at("/storage/roles"))
        .allSatisfy(row -> assertThat(row.path("isIncomplete").asBoolean()).isTrue());
    assertThat(part.at("/storage/systemCache")).isEmpty();
    assertThat(comparedDisks(folder)).isEmpty();
    assertThat(part.path("notSampled"))
        .extracting(JsonNode::asText)
        .contains(
            "Sums of disks by role leave out the machine of c1-vm3: stats/c1-vm3/facts.json does"
                + " not show the disks of its mounts.");
  }

  /** Disks by what lies on them that a comparison has figures of. */
  private static List<String> comparedDisks(Path folder) {
    return Comparisons.of(List.of(folder, finished)).pairs().get(0).resources().stream()
        .map(Comparison.Resource::of)
        .filter(of -> of.startsWith("disks "))
        .toList();
  }

  @Test
  void machineIsCutByPhase() throws IOException {
    JsonNode machines = statistics(built.report()).path("machines");
    assertThat(machines).hasSize(11);
    assertThat(machines.get(0))
        .isEqualTo(
            json(
                """
                {"phase": "1", "machine": "host", "seconds": 6.0, "userPercent": 30.0,
                 "systemPercent": 10.0, "iowaitPercent": 5.0, "stealPercent": 2.0,
                 "swappedInMib": 0.0, "swappedOutMib": 0.0, "receivedMib": 6.0, "sentMib": 3.0,
                 "loopbackMib": 12.0, "isIncomplete": false}
                """));
    assertThat(machines.get(10).path("receivedMib").asDouble()).isEqualTo(60);
  }

  @Test
  void diskOfAMachineWithoutDatabasesHasNoPartInTrades() throws IOException {
    Path folder = RecordedRuns.copyOf(finished, results);
    prepareMachines(folder);
    Path disk = Files.createDirectories(folder.resolve("stats/b1-vm3")).resolve("disk.csv");
    Files.copy(folder.resolve("stats/host/disk.csv"), disk);
    Report report = built(folder).report();
    long ofGroupB =
        report.workload().phases().stream()
            .mapToLong(phase -> phase.cells().get(1).tradeResults())
            .sum();
    assertThat(statistics(report).path("disks"))
        .filteredOn(row -> row.path("phase").asText().equals("all"))
        .satisfiesExactly(
            host -> assertThat(host.path("operationsPerTradeResult").isNull()).isTrue(),
            own ->
                assertThat(own.path("operationsPerTradeResult").asDouble())
                    .isCloseTo(50.0 * 60 / ofGroupB, within(1e-3)));
    Files.delete(disk);
    assertThat(built(folder).report().statistics().notSampled())
        .singleElement()
        .asString()
        .contains("only the driver's machine");
  }

  private static void edit(Path file, String before, String after) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(before);
    Files.writeString(file, text.replace(before, after));
  }

  /** Every VM of the run gets a machine of its own. */
  private static void prepareMachines(Path folder) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    Path file = folder.resolve("run.json");
    ObjectNode run = (ObjectNode) mapper.readTree(file.toFile());
    ObjectNode provider = (ObjectNode) run.path("plan").path("provider");
    provider.put("kind", "hosts");
    ArrayNode hosts = provider.putArray("hosts");
    for (String set : List.of("a1", "b1", "c1", "d1")) {
      ObjectNode host = hosts.addObject().put("set", set);
      for (String vm : List.of("tierA", "dss", "oltp")) {
        host.put(vm, "127.0." + hosts.size() + "." + host.size() + ":1");
      }
    }
    mapper.writeValue(file.toFile(), run);
  }

  @Test
  void preparedMachinesAreShownByName() throws IOException {
    Path folder = RecordedRuns.copyOf(finished, results);
    prepareMachines(folder);
    Path own = Files.createDirectories(folder.resolve("stats/c1-vm2"));
    for (String source : List.of("cpu", "disk", "memory", "network")) {
      Files.copy(folder.resolve("stats/host/" + source + ".csv"), own.resolve(source + ".csv"));
    }
    ReportBuilder.Built both = built(folder);
    assertThat(both.report().statistics().machines())
        .extracting(MachineActivity::machine)
        .startsWith("host")
        .endsWith("c1-vm2");
    assertThat(both.charts().machine().processors())
        .extracting(ChartData.Processors::machine)
        .containsExactly("host", "c1-vm2");
    assertThat(both.charts().machine().disks())
        .extracting(ChartData.Disk::name)
        .containsExactly("host vda", "c1-vm2 vda");
    assertThat(both.report().statistics().notSampled())
        .hasSize(7)
        .contains(
            "No samples of the machine of a1-vm2 were recorded: stats/a1-vm2/ has no file of"
                + " collectors.");
    assertThat(html(folder))
        .contains("c1-vm2 vda", "Every VM: Processors its machine's; Memory", "not disclosed")
        .doesNotContain("Processors no limit", "overcommit ratio");
  }

  @Test
  void settingsOfThePlanStandBesideWhatTheyCameTo() throws IOException {
    VmSize large = VmSize.limits(2, 4L << 30).over(settings("shared_buffers", "25%"));
    Sizes sizes =
        new Sizes(
            Optional.empty(),
            Map.of(),
            Map.of(
                VmRole.TIER_A, VmSize.limits(0.5, 1L << 28),
                VmRole.DSS, VmSize.limits(1, 1L << 30),
                VmRole.OLTP, VmSize.limits(1, 1L << 30).over(settings("shared_buffers", "192MB"))),
            Map.of(VmGroup.B, Map.of(VmRole.OLTP, large)),
            Map.of("d1-vm2", settings("work_mem", "1%")));
    Path folder = SimulatedDemo.finished(results, TestPlans.withSizes(SimulatedDemo.plan(), sizes));
    Report report = built(folder).report();

    assertThat(report.system().askedSettings())
        .containsExactly(
            new Setting("shared_buffers", "192MB", Map.of("192MB", "a1-vm3, c1-vm3, d1-vm3")),
            new Setting("shared_buffers", "25%", Map.of("192MB", "b1-vm3")),
            new Setting("work_mem", "1%", Map.of("not recorded", "d1-vm2")));
    assertThat(report.system().virtualMachines())
        .filteredOn(vm -> vm.facts().vm().equals("b1-vm3"))
        .extracting(Vm::size)
        .containsExactly(large);
    double processors = 4 * 0.5 + 4 * 1 + 3 * 1 + 2;
    assertThat(report.summary().processorLimits())
        .isEqualTo(new Limits(processors, 12, 12, processors / report.summary().hostProcessors()));
    assertThat(html(folder))
        .contains("PostgreSQL settings of the benchmark file", "11 in all, overcommit ratio ")
        .contains("<td class=\"l wrap\">25%</td>");
  }

  @Test
  void bindingsOfVmsAndDriverAreShown() throws IOException {
    Pinning two = new Pinning(Optional.of(CpuSet.parse("0-1")), OptionalInt.of(0));
    Sizes sizes = Sizes.ofRoles(Map.of(VmRole.OLTP, VmSize.NONE.withPinning(two)));
    Pinning node = new Pinning(Optional.empty(), OptionalInt.of(1));
    RunPlan plan = TestPlans.withSizes(SimulatedDemo.plan(), sizes);
    Path folder = SimulatedDemo.finished(results, plan.withDriver(plan.driver().withPinning(node)));

    assertThat(built(folder).report().system().placements())
        .extracting(Placement::process, Placement::pinning)
        .contains(
            Tuple.tuple("driver", node),
            Tuple.tuple("a1-vm2", Pinning.NONE),
            Tuple.tuple("a1-vm3", two));
    assertThat(html(folder))
        .contains(
            "Bound to", "processors 0-1, memory of NUMA node 0", ">NUMA node 1<", ">nothing<");
    assertThat(html(finished)).doesNotContain("Bound to");
    assertThat(Comparisons.of(List.of(finished, folder)).configuration())
        .extracting(Comparison.Difference::name)
        .containsExactly(
            "provider.sizes.oltp.cpuset", "provider.sizes.oltp.numaNode", "driver.numaNode");
  }

  private static VmSize settings(String name, String value) {
    return new VmSize(OptionalDouble.empty(), OptionalLong.empty(), Map.of(name, value));
  }

  @Test
  void machinesThatAreAlikeShareTheirSettings() throws IOException {
    Path folder = RecordedRuns.copyOf(finished, results);
    facts(folder, "host", "driver", 1);
    facts(folder, "a1-vm2", "db1", 2);
    facts(folder, "b1-vm2", "db2", 2);
    facts(folder, "c1-vm2", "db3", 3);
    assertThat(built(folder).report().system().machineSettings())
        .containsExactly(
            settings(List.of("host"), "utcMillis", "1", "host", "driver", "swappiness", "1"),
            settings(List.of("a1-vm2", "b1-vm2"), "swappiness", "2"),
            settings(List.of("c1-vm2"), "utcMillis", "3", "host", "db3", "swappiness", "3"));
    assertThat(html(folder))
        .contains("<h4>a1-vm2, b1-vm2</h4>")
        .doesNotContain("db1.lab", "db2.lab", "db3.lab");
  }

  private static void facts(Path folder, String machine, String host, int swappiness)
      throws IOException {
    Path stats = Files.createDirectories(folder.resolve("stats").resolve(machine));
    Files.writeString(
        stats.resolve("facts.json"),
        """
        {"utcMillis": %d, "host": "%s", "bootId": "%s.lab", "swappiness": "%d", "addresses": ["%s.lab"]}
        """
            .formatted(swappiness, host, host, swappiness, host));
  }

  private static MachineSettings settings(List<String> machines, String... namesAndValues) {
    List<Fact> facts = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      facts.add(new Fact(namesAndValues[i], namesAndValues[i + 1]));
    }
    return new MachineSettings(machines, facts);
  }

  @Test
  void tablesGrowByTradeResult() throws IOException {
    Report report = built.report();
    JsonNode tables = statistics(report).path("tables");
    // Two roles, all Groups and each of four, two tables and their sum.
    assertThat(tables).hasSize(2 * 5 * 3);
    JsonNode trade = tables.get(0);
    long results = report.metric().tradeResults();
    // All four Groups from the 10th to the 70th second: 1 + 2 + 3 + 4 blocks a second.
    assertThat(trade.path("role").asText()).isEqualTo("OLTP");
    assertThat(trade.path("group").isNull()).isTrue();
    assertThat(trade.path("table").asText()).isEqualTo("trade");
    assertThat(trade.path("tableBytes").asLong()).isEqualTo(4 * 1_048_576 + 10 * 70 * 8_192);
    assertThat(trade.path("indexes").asInt()).isEqualTo(2);
    assertThat(trade.path("indexPerTable").asDouble()).isEqualTo(0.5);
    assertThat(trade.path("tableGrowthBytes").asDouble()).isEqualTo(10 * 60 * 8_192.0);
    assertThat(trade.path("tableBytesPerTradeResult").asDouble())
        .isCloseTo(10 * 60 * 8_192.0 / results, within(1e-3));
    assertThat(trade.path("indexBytesPerTradeResult").asDouble())
        .isCloseTo(10 * 60 * 4_096.0 / results, within(1e-3));
    assertThat(tables.get(1).path("table").asText()).isEqualTo("broker");
    assertThat(tables.get(2).path("table").isNull()).isTrue();
    assertThat(tables.get(2).path("indexes").asInt()).isEqualTo(3);
    assertThat(tables)
        .filteredOn(row -> row.path("role").asText().equals("OLTP"))
        .filteredOn(row -> row.path("group").asText().equals("C"))
        .first()
        .extracting(row -> row.path("tableGrowthBytes").asDouble())
        .isEqualTo(3 * 60 * 8_192.0);
    assertThat(tables)
        .filteredOn(row -> row.path("role").asText().equals("DSS"))
        .hasSize(15)
        .allMatch(row -> row.path("tableGrowthBytes").asDouble(-1) == 0);
  }

  private List<Judgment> roomForSixtyDays(Path folder) {
    ResultsFolder run = ResultsFolder.open(folder);
    ValidityRules.evaluate(run).write(run);
    return built(folder).report().statistics().space().spaceForecast().fileSystems().stream()
        .map(Space.FileSystemRoom::verdict)
        .toList();
  }

  @Test
  void sixtyDaysOfGrowthAreComparedWithTheRoomOfTheirFileSystem() throws IOException {
    JsonNode forecast = statistics(built.report()).path("spaceForecast");
    // TRADE grows by 1 + 2 + 3 + 4 blocks a second, its indexes by half of that.
    long tables = 10 * 8_192L * 3_600;
    assertThat(forecast.path("missing")).isEmpty();
    assertThat(forecast.path("fileSystems"))
        .containsExactly(
            json(
                """
                {"mount": "/var/lib/quartet", "bytesPerHour": %d, "neededBytes": %d,
                 "freeBytes": %d, "verdict": "notJudged"}
                """
                    .formatted(tables * 3 / 2, tables * 3 / 2 * 480, 314_572_800L * 1_024)));
    assertThat(forecast.path("databases")).hasSize(8);
    assertThat(forecast.path("databases").get(7))
        .isEqualTo(
            json(
                """
                {"vm": "d1-vm3", "tableBytesPerHour": %d, "indexBytesPerHour": %d,
                 "neededBytes": %d}
                """
                    .formatted(tables * 4 / 10, tables * 2 / 10, tables * 6 / 10 * 480)));

    // Judged in official runs only: a minute's growth says nothing of sixty days.
    Path folder = RecordedRuns.copyOf(finished, results);
    edit(folder.resolve("run.json"), "\"profile\" : \"demo\"", "\"profile\" : \"official\"");
    assertThat(roomForSixtyDays(folder)).containsExactly(Judgment.PASS);
    edit(folder.resolve("stats/host/space.csv"), ",314572800", ",31457280");
    assertThat(roomForSixtyDays(folder)).containsExactly(Judgment.FAIL);
    edit(folder.resolve("stats/host/space.csv"), ",31457280", ",314572800");
    Files.delete(folder.resolve("stats/c1-vm2/sizes.csv"));
    assertThat(roomForSixtyDays(folder)).containsExactly(Judgment.NOT_JUDGED);
    assertThat(html(folder))
        .contains(
            "Not judged: stats/c1-vm2/sizes.csv has no samples near the begin and the end of the interval.");
    Files.delete(folder.resolve("stats/d1-vm3/sizes.csv"));
    assertThat(html(folder))
        .contains(
            "Not judged: stats/c1-vm2/sizes.csv has no samples near the begin and the end of the interval;"
                + " stats/d1-vm3/sizes.csv has no samples near the begin and the end of the interval.");
    Files.writeString(folder.resolve("settings/a1-vm2.json"), "[{");
    assertThat(html(folder)).containsPattern("Not judged: a file is damaged \\(settings/a1-vm2");
  }

  @Test
  void growthOfAGroupWithADatabaseThatWasNotSampledIsNotDrawn() throws IOException {
    Path folder = RecordedRuns.copyOf(finished, results);
    Files.delete(folder.resolve("stats/b1-vm3/sizes.csv"));

    ChartData.Growth growth = built(folder).charts().growth();

    assertThat(growth.groups()).extracting(ChartData.Space::group).containsExactly("A", "C", "D");
    assertThat(growth.notes())
        .containsExactly(
            "Group B is not drawn, because its total would be too low: the sizes of the tables of"
                + " b1-vm3 were not recorded.");
    assertThat(html(folder)).contains("Group B is not drawn");
  }

  @Test
  void chartsShareOneTimeAxis() {
    ChartData charts = built.charts();
    assertThat(charts.missing()).isEmpty();
    ChartData.Machine machine = charts.machine();
    // Ramp-up 5 s, warm-up 5 s, ten phases of 6 s, ramp-down 2 s.
    assertThat(machine.seconds()).hasSize(72).startsWith(1.0, 2.0).endsWith(72.0);
    assertThat(machine.processors()).hasSize(1);
    assertThat(machine.processors().get(0).steal()).isEqualTo(Collections.nCopies(72, 2.0));
    assertThat(machine.vmProcessors()).hasSize(12);
    // 100 ms of processor time a second and Group.
    assertThat(machine.vmProcessors().get("d1-vm2")).isEqualTo(Collections.nCopies(72, 0.4));
    assertThat(machine.disks()).hasSize(1);
    assertThat(machine.disks().get(0).awaitMillis()).isEqualTo(Collections.nCopies(72, 2.6));
    ChartData.Growth growth = charts.growth();
    assertThat(growth.seconds()).startsWith(1.0, 6.0, 12.0);
    ChartData.Space ofD = growth.groups().get(3);
    assertThat(ofD.tableMib())
        .startsWith(hundredths(4 * 8_192 / MIB), hundredths(4 * 6 * 8_192 / MIB));
    assertThat(ofD.indexMib().get(2)).isEqualTo(hundredths(4 * 12 * 4_096 / MIB));
  }

  private static double hundredths(double value) {
    return Math.round(value * 100) / 100.0;
  }

  @Test
  void processorTimeOfVmsIsStackedAndItsVariationIsShown() {
    assertThat(ReportPlots.of(built.charts()))
        .filteredOn(plot -> plot.place().equals("chart-vm-processors"))
        .singleElement()
        .satisfies(
            plot -> {
              assertThat(plot.kind()).isEqualTo(Plot.Kind.STACKED);
              assertThat(plot.series()).hasSize(12).allMatch(series -> series.fill() != null);
            });
    assertThat(built.report().statistics().processors())
        .hasSize(12)
        .allSatisfy(
            vm -> {
              // The same in every phase.
              assertThat(vm.peakToMean().getAsDouble()).isCloseTo(1, within(1e-9));
              assertThat(vm.variationPercent().getAsDouble()).isCloseTo(0, within(1e-9));
              assertThat(vm.isDrifting()).isFalse();
            });
  }

  @Test
  void vmWhoseTradesCostMoreAndMoreIsNamed() throws IOException {
    Path folder = RecordedRuns.copyOf(finished, results);
    CostlyTrades.write(folder, "c1-vm3");
    Report report = built(folder).report();
    assertThat(report.statistics().processors())
        .filteredOn(VmProcessors::isDrifting)
        .singleElement()
        .satisfies(
            vm -> {
              assertThat(vm.vm()).isEqualTo("c1-vm3");
              // Doubled within 72 s, so it grows to 2^(60/72) of it in the measured 60 s.
              assertThat(vm.trend().percent()).isCloseTo(78, within(2.0));
              assertThat(vm.trend().lowPercent()).isGreaterThan(60);
            });
    // Their trades cost the same at all times, however many there are in a phase.
    assertThat(report.statistics().processors())
        .filteredOn(vm -> vm.trend() != null && !vm.vm().equals("c1-vm3"))
        .hasSize(8)
        .allSatisfy(vm -> assertThat(vm.trend().percent()).isCloseTo(0, within(1.0)));
    assertThat(html(folder))
        .contains("The processor time of c1-vm3 by Trade-Result rises through the run: +7");
  }

  @Test
  void waitsAreSharesOfTheDatabaseTime() throws IOException {
    JsonNode waits = statistics(built.report()).path("waits");
    // Eight databases in ten phases, and in all of them.
    assertThat(waits).hasSize(88);
    assertThat(waits.get(87))
        .isEqualTo(
            json(
                """
                {"phase": "all", "group": "D", "vm": "d1-vm3", "samples": 60,
                 "activeSessions": 16.0, "workingPercent": 50.0, "ioPercent": 25.0,
                 "lwLockPercent": 25.0, "lockPercent": 0.0, "clientPercent": 0.0,
                 "otherPercent": 0.0,
                 "longest": [{"type": "IO", "name": "WalSync", "percent": 25.0},
                   {"type": "LWLock", "name": "WALWrite", "percent": 25.0}]}
                """));
  }

  @Test
  void distributionsHoldEveryAnswerOnce() {
    ChartData.Distribution distribution = built.charts().distribution();
    Map<String, MeasuredLoad.Response> responses =
        built.report().workload().transactions().stream()
            .collect(
                Collectors.toMap(
                    MeasuredLoad.Transaction::transaction, MeasuredLoad.Transaction::response));
    assertThat(distribution.transactions()).hasSizeGreaterThanOrEqualTo(10);
    assertThat(distribution.edgesMillis()).isSorted().contains(10.0, 12.6, 15.8);
    for (ChartData.Spread spread : distribution.transactions()) {
      MeasuredLoad.Response response = responses.get(spread.transaction());
      assertThat(spread.percents()).hasSize(distribution.edgesMillis().size() - 1);
      assertThat(spread.percents().stream().mapToDouble(Double::doubleValue).sum())
          .isCloseTo(100, within(0.2));
      assertThat(spread.meanMillis()).isCloseTo(response.mean(), within(0.01));
      assertThat(spread.p90Millis()).isCloseTo(response.p90(), within(0.01));
      // Nine in ten lie below the end of the bin of the 90th percentile, fewer below its begin.
      double below = 0;
      int bin = 0;
      while (distribution.edgesMillis().get(bin + 1) < response.p90()) {
        below += spread.percents().get(bin++);
      }
      assertThat(below).isLessThanOrEqualTo(90.1);
      assertThat(below + spread.percents().get(bin)).isGreaterThanOrEqualTo(89.9);
    }
  }

  @Test
  void checkpointsComeFromTheLogOrFromWhatWasSeen() throws IOException {
    Path folder = RecordedRuns.copyOf(finished, results);
    Files.writeString(
        folder.resolve("events.jsonl"),
        Stream.of(event(12, "b1-vm3", 3, 0), event(30, "b1-vm3", 4, 0), event(33, "b1-vm3", 4, 1))
            .reduce("", String::concat),
        StandardOpenOption.APPEND);
    ChartData.Checkpoints checkpoints = built(folder).charts().checkpoints();
    assertThat(checkpoints.databases())
        .extracting(ChartData.Lane::vm)
        .containsExactly(
            "a1-vm2", "a1-vm3", "b1-vm2", "b1-vm3", "c1-vm2", "c1-vm3", "d1-vm2", "d1-vm3");
    assertThat(checkpoints.databases().get(1))
        .isEqualTo(
            new ChartData.Lane(
                "a1-vm3",
                "A",
                true,
                List.of(
                    new ChartData.CheckpointSpan("timed", 20, 25),
                    // Under way at the end.
                    new ChartData.CheckpointSpan("requested", 60, 72))));
    assertThat(checkpoints.databases().get(3).isFromLog()).isFalse();
    assertThat(checkpoints.databases().get(3).checkpoints())
        .containsExactly(
            new ChartData.CheckpointSpan("unknown", 12, 12),
            new ChartData.CheckpointSpan("timed", 30, 30),
            new ChartData.CheckpointSpan("requested", 33, 33));
    assertThat(checkpoints.databases().get(0).checkpoints()).isEmpty();
    assertThat(checkpoints.notes()).singleElement().asString().contains("no log of b1-vm3, so");
    assertThat(html(folder)).contains("There is no log of b1-vm3");
  }

  private static String event(int second, String vm, int timed, int requested) {
    return "{\"utcMillis\":%d,\"event\":\"checkpoint\",\"vm\":\"%s\",\"timed\":%d,\"requested\":%d}\n"
        .formatted(SimulatedDemo.START_UTC_MILLIS + 1_000L * second, vm, timed, requested);
  }

  @Test
  void missingSamplesAreNamedInPlaceOfTheirCharts() throws IOException {
    Path folder = RecordedRuns.copyOf(finished, results);
    Files.delete(folder.resolve("stats/host/disk.csv"));
    Files.writeString(folder.resolve("stats/host/cpu.csv"), "utc_ms,user_pct\n17");
    Files.delete(folder.resolve("stats/a1-vm3/checkpoints.csv"));
    Files.delete(folder.resolve("latency/phases.hlog"));
    Report report = built(folder).report();
    assertThat(report.statistics().disks()).isEmpty();
    assertThat(statistics(report).at("/machines/0/userPercent").isNull()).isTrue();
    assertThat(report.statistics().notSampled())
        .containsExactly(
            "No samples of processors were recorded: stats/host/cpu.csv holds none that can be"
                + " read.",
            "No samples of disks were recorded: stats/host/disk.csv is missing.");
    String html = html(folder);
    assertThat(html)
        .contains(
            "No samples of disks were recorded: stats/host/disk.csv is missing.",
            "stats/host/cpu.csv holds none that can be read.",
            "No response times of measured phases were recorded: latency/phases.hlog is missing.",
            "No checkpoint was recorded")
        .contains("id=\"chart-vm-processors\"", "id=\"chart-growth\"")
        .doesNotContain(
            "id=\"chart-processors\"",
            "id=\"chart-iops\"",
            "id=\"chart-await\"",
            "id=\"chart-distribution\"",
            "id=\"chart-checkpoints\"");
    assertThat(html.split(": stats/host/disk.csv is missing[.]", -1)).hasSize(1 + 1);
  }

  @Test
  void runWithoutSamplesSaysWhatIsMissing() throws IOException {
    Path folder = SimulatedDemo.killed(results, 25);
    assertThat(built(folder).charts().missing())
        .containsOnlyKeys(
            ChartData.PROCESSORS,
            ChartData.VM_PROCESSORS,
            ChartData.DISKS,
            ChartData.CHECKPOINTS,
            ChartData.GROWTH);
    assertThat(html(folder))
        .contains(
            "stats/host/cpu.csv is missing.",
            "stats/host/processes.csv has none.",
            "no stats/&lt;vm&gt;/sizes.csv has any");

    Files.createDirectories(folder.resolve("stats/a1-vm3"));
    Files.writeString(folder.resolve("stats/a1-vm3/process.csv"), "utc_ms,processes,cpu_ms\n");
    assertThat(html(folder)).contains("no stats/&lt;vm&gt;/process.csv has any.");
  }
}
