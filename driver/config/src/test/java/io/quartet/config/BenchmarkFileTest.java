package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.config.internal.Schema;
import io.quartet.model.Address;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Caches;
import io.quartet.model.plan.Disclosure;
import io.quartet.model.plan.Driver;
import io.quartet.model.plan.EngineOptions;
import io.quartet.model.plan.EngineOptions.TradeResultIsolation;
import io.quartet.model.plan.Growth;
import io.quartet.model.plan.Hypervisor;
import io.quartet.model.plan.Limits;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.Load.Ladder;
import io.quartet.model.plan.Market;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.PostgresSource;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.Provider.Hosts;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Timing;
import io.quartet.model.plan.Tls;
import io.quartet.model.plan.TransactionMix;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.model.plan.VmMachine;
import io.quartet.model.size.VmSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@Tag("unit")
class BenchmarkFileTest {

  @TempDir Path folder;

  private RunPlan plan(String text) {
    return BenchmarkFile.parse("run.yaml", text, folder, Map.of("USERS", "7")::get);
  }

  @Test
  void fileWithNothingButANameGetsEveryDefault() {
    RunPlan plan = plan("name: x");

    assertThat(plan.publication().profile()).isEqualTo(ValidityProfile.CUSTOM);
    assertThat(plan.setsPerGroup()).isEqualTo(1);
    assertThat(plan.brokerage().seed()).isEqualTo(1);
    assertThat(plan.schedule().phases()).isEqualTo(PhaseTable.VLDB2013);
    assertThat(plan.schedule().timing()).isEqualTo(Timing.SHORT);
    assertThat(plan.brokerage().load()).isEqualTo(Load.closed(16));
    assertThat(plan.brokerage().market()).isEqualTo(new Market(20, Duration.ofSeconds(5)));
    assertThat(plan.brokerage().dataMaintenance()).isEqualTo(Duration.ofSeconds(60));
    assertThat(plan.brokerage().mix()).isEqualTo(TransactionMix.ELASTIC);
    assertThat(plan.engine()).isEqualTo(EngineOptions.STANDARD);
    assertThat(plan.database().loadUnits())
        .isEqualTo(Map.of(VmGroup.A, 1, VmGroup.B, 2, VmGroup.C, 3, VmGroup.D, 4));
    assertThat(plan.database().activeLoadUnits()).isEqualTo(plan.database().loadUnits());
    assertThat(plan.database().hasIdleLoadUnits()).isFalse();
    assertThat(plan.database().newsLength()).isEqualTo(100_000);
    assertThat(plan.database().indexes()).isEqualTo("covering");
    assertThat(Embedded.of(plan).port()).isEqualTo(15432);
    assertThat(plan.sizes().values()).hasSize(12).containsOnly(VmSize.NONE);
    assertThat(plan.provider().isLocal()).isTrue();
    assertThat(plan.provider().isPrepared()).isFalse();
    assertThat(plan.driver()).isEqualTo(Driver.ALONE);
    assertThat(plan.schedule().collectInterval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(plan.publication().disclosure()).isEqualTo(Disclosure.NONE);
    assertThat(plan.publication().pricing()).isEmpty();
  }

  @Test
  void everyKeyReachesThePlan() {
    RunPlan plan =
        plan(
            """
            name: full
            profile: official
            sets: 3
            seed: 99
            phases: [[25, 25, 25, 25], [10.5, 19.5, 30, 40]]
            timing: {rampUp: 0s, warmUp: 1.5s, phase: 250ms, rampDown: 2m}
            load: {mode: closed, users: 5}
            market: {flush: 7, flushAfter: 1s}
            dataMaintenance: 1h
            mix: {Trade-Order: 10.1, Trade-Status: 19}
            engine: {access: odbc, odbcIni: odbc.ini, statements: plain, isolation: {tradeResult: repeatable-read}}
            database:
              loadUnits: {A: 4, B: 3, C: 2, D: 1}
              activeLoadUnits: {A: 2, B: 3, C: 1, D: 1}
              tradeDays: 20
              newsLength: 2000
              seed: 5
              indexes: plain
            provider: {port: 5555, postgresBin: /pg, dataDirectory: /d, tablespaces: {data: /t, index: i, wal: /w}, cpus: {oltp: 1.5}, memory: {dss: 2GB, tierA: 64kB}, settings: {oltp: {shared_buffers: 1GB, fsync: on, random_page_cost: 1.5}}}
            driver: {workers: 3, tls: {authority: ca.pem, certificate: c.pem, key: /k.pem}}
            collect: {interval: 500ms}
            """);

    assertThat(plan.setsPerGroup()).isEqualTo(3);
    assertThat(plan.schedule().phases().rows()).hasSize(2);
    assertThat(plan.schedule().phases().rows().get(1).percents())
        .containsExactly(10.5, 19.5, 30, 40);
    assertThat(plan.schedule().timing().warmUp()).isEqualTo(Duration.ofMillis(1500));
    assertThat(plan.schedule().timing().phases()).containsExactly(Duration.ofMillis(250));
    assertThat(plan.schedule().timing().rampDown()).isEqualTo(Duration.ofMinutes(2));
    assertThat(plan.brokerage().mix().cards())
        .isEqualTo(Map.of(TransactionType.TRADE_ORDER, 101, TransactionType.TRADE_STATUS, 190));
    assertThat(plan.engine())
        .isEqualTo(
            new EngineOptions(
                EngineOptions.Access.ODBC,
                Optional.of(folder.resolve("odbc.ini").toString()),
                EngineOptions.Statements.PLAIN,
                TradeResultIsolation.REPEATABLE_READ));
    assertThat(plan.database().loadUnits()).containsEntry(VmGroup.A, 4).containsEntry(VmGroup.D, 1);
    assertThat(plan.database().activeLoadUnits())
        .isEqualTo(Map.of(VmGroup.A, 2, VmGroup.B, 3, VmGroup.C, 1, VmGroup.D, 1));
    assertThat(plan.database().hasIdleLoadUnits()).isTrue();
    assertThat(Embedded.of(plan).postgres()).contains(new PostgresSource.Build("/pg"));
    assertThat(plan.provider().tablespaces())
        .isEqualTo(
            Map.of(
                Storage.DATA, "/t",
                Storage.INDEX, folder.resolve("i").toString(),
                Storage.WAL, "/w"));
    assertThat(plan.sizes().get("c3-vm3"))
        .isEqualTo(
            new VmSize(
                OptionalDouble.of(1.5),
                OptionalLong.empty(),
                Map.of("shared_buffers", "1GB", "fsync", "on", "random_page_cost", "1.5")));
    assertThat(plan.sizes().get("c3-vm2"))
        .isEqualTo(new VmSize(OptionalDouble.empty(), OptionalLong.of(2L << 30), Map.of()));
    assertThat(plan.sizes().get("c3-vm1").memoryBytes()).hasValue(64L << 10);
    assertThat(plan.driver())
        .isEqualTo(
            new Driver(
                3,
                List.of(),
                Optional.of(
                    new Tls(
                        folder.resolve("ca.pem").toString(),
                        folder.resolve("c.pem").toString(),
                        "/k.pem"))));
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
  }

  @Test
  void indexProfileOfTheUserCountsFromTheFolderOfTheFile() {
    RunPlan plan = plan("name: x\ndatabase: {indexes: ../profiles/./my-own/}");

    assertThat(plan.database().indexes())
        .isEqualTo(folder.resolveSibling("profiles/my-own").toString());
    assertThat(plan.database().indexesName()).isEqualTo("my-own");
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
    assertThat(plan("name: x\ndatabase: {indexes: /p/covering}").database().indexes())
        .isEqualTo("/p/covering");
    assertThat(plan("name: x").database().indexesName()).isEqualTo("covering");
  }

  @Test
  void everyIndexProfileOfTheKitCanBeNamed() throws IOException {
    Path profiles = Path.of(System.getProperty("quartet.home"), "schema/indexes");
    try (Stream<Path> folders = Files.list(profiles)) {
      for (Path profile : folders.filter(Files::isDirectory).toList()) {
        String name = profile.getFileName().toString();
        assertThat(plan("name: x\ndatabase: {indexes: " + name + "}").database().indexes())
            .isEqualTo(name);
      }
    }
  }

  @Test
  void growthReachesThePlanAndItsDocument() {
    RunPlan plan = plan("name: x\ngrowth: {untilTrades: 200000}\n");

    assertThat(plan.schedule().growth()).contains(new Growth(200_000, Growth.MOST_PHASES));
    RunPlan ended = TestPlans.growing(plan, 200_000, 14);
    assertThat(PlanDocument.toJson(ended).at("/growth/phases").asInt()).isEqualTo(14);
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(ended))).isEqualTo(ended);
    assertThat(PlanDocument.toJson(plan("name: x")).has("growth")).isFalse();
  }

  @Test
  void cachesReachThePlanAndItsDocument() {
    assertThat(plan("name: x").schedule().caches()).isEqualTo(Caches.KEEP);
    RunPlan warm = plan("name: x\ncaches: warm\n");
    assertThat(warm.schedule().caches()).isEqualTo(Caches.WARM);
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(warm))).isEqualTo(warm);
  }

  @Test
  void everyPhaseMayHaveItsOwnLength() {
    RunPlan plan =
        plan(
            """
            name: x
            phases: [[10, 20, 30, 40], [40, 30, 20, 10]]
            timing: {rampUp: 1s, warmUp: 2s, phase: [30s, 2m], rampDown: 1s}
            """);
    assertThat(plan.timeline().phases())
        .extracting(Segment::length)
        .containsExactly(Duration.ofSeconds(30), Duration.ofMinutes(2));
    assertThat(plan.timeline().total()).isEqualTo(Duration.ofSeconds(154));
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
  }

  @Test
  void preparedMachinesAndWorkersHaveAddresses() {
    RunPlan plan =
        plan(
            """
            name: far
            sets: 2
            phases: [[100, 0, 0, 0]]
            provider:
              kind: hosts
              hosts:
                - {set: a2, tierA: "10.0.0.4:7400", dss: "10.0.0.5:5432", oltp: "db.example:5432"}
                - {set: a1, tierA: "[fd00::1]:7400", dss: "10.0.0.2:5432", oltp: "10.0.0.3:5432"}
            driver:
              workers: ["10.0.1.1:7500", "10.0.1.2:7500"]
              tls: {authority: /ca, certificate: /c, key: /k}
            """);

    assertThat(((Hosts) plan.provider()).addresses().get(new VmSet(VmGroup.A, 1)))
        .isEqualTo(
            new SetHosts(
                new Address("fd00::1", 7400),
                new Address("10.0.0.2", 5432),
                new Address("10.0.0.3", 5432)));
    assertThat(plan.provider().address(new VmSet(VmGroup.A, 2), VmRole.OLTP))
        .isEqualTo(new Address("db.example", 5432));
    assertThat(plan.driver().workerCount()).isEqualTo(2);
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
  }

  @Test
  void statisticsOfPreparedMachinesAreWantedWhereSshIsGiven() {
    assertThat(onHosts("").provider().ssh()).isEmpty();
    assertSsh("ssh: {}", Optional.empty(), Optional.empty());
    assertSsh("ssh: {user: me}", Optional.of("me"), Optional.empty());
    assertSsh(
        "ssh: {user: me, configuration: ssh_config}",
        Optional.of("me"),
        Optional.of(folder.resolve("ssh_config").toString()));
  }

  @Test
  void hypervisorsAreMachinesWithoutVms() {
    RunPlan plan = onHosts("ssh: {hypervisors: [hv1, 10.0.0.9]}");

    assertThat(VmMachine.hypervisors(plan))
        .containsExactly(
            new VmMachine("hypervisor-hv1", "hv1", List.of()),
            new VmMachine("hypervisor-10.0.0.9", "10.0.0.9", List.of()));
    assertThat(VmMachine.withHypervisors(plan)).hasSize(4);
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
  }

  @Test
  void hypervisorMaySayMoreThanItsName() {
    RunPlan plan =
        onHosts(
            "ssh: {hypervisors: [hv1, {host: hv2, controller: cvm, guests: {a1-vm2: db-17}}, {host:"
                + " hv3}]}");

    assertThat(plan.provider().ssh().orElseThrow().hypervisors())
        .containsExactly(
            Hypervisor.at("hv1"),
            new Hypervisor("hv2", Optional.of("cvm"), Map.of("a1-vm2", "db-17")),
            Hypervisor.at("hv3"));
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
  }

  private void assertSsh(String text, Optional<String> user, Optional<String> configuration) {
    RunPlan plan = onHosts(text);

    assertThat(plan.provider().ssh()).contains(new Ssh(user, configuration));
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
  }

  private RunPlan onHosts(String text) {
    return plan(
        """
        name: far
        phases: [[100, 0, 0, 0]]
        provider:
          kind: hosts
          hosts: [{set: a1, tierA: "127.0.0.1:1", dss: "10.0.0.5:5432", oltp: "10.0.0.5:5433"}]
          %s
        """
            .formatted(text));
  }

  @Test
  void limitsSurviveTheWayThroughJson() throws IOException {
    RunPlan plan = plan("name: x\nlimits: {await: {data: 5ms, wal: 0.5ms}, broken: fail}\n");
    assertThat(plan.publication().limits())
        .isEqualTo(
            new Limits(
                Map.of(Storage.DATA, Duration.ofMillis(5), Storage.WAL, Duration.ofNanos(500_000)),
                true));
    JsonNode written = new ObjectMapper().readTree(PlanDocument.toJson(plan).toString());
    assertThat(PlanDocument.fromJson(written)).isEqualTo(plan);
    assertThat(plan("name: x\nlimits: {await: {index: 1s}}\n").publication().limits().areFatal())
        .isFalse();
    assertThat(plan("name: x\n").publication().limits()).isEqualTo(Limits.NONE);
  }

  @Test
  void eventsSurviveTheWayThroughJson() throws IOException {
    RunPlan plan =
        plan(
            """
            name: x
            events:
              - {name: a, at: {phase: 4, after: 30s}, until: {phase: 6}, run: [touch, "a b"], undo: rm a*}
              - {name: b, at: {phase: rampUp}, shell: "touch b", limit: 5s, on: driver, until: {phase: 1}, undo: [rm, b]}
              - {name: c, at: {phase: 1}, until: {phase: 2}, on: d1-vm3, action: {disk: {writes: 999999999 GB/s, reads: 500 IOPS}}}
              - {name: d, at: {phase: 2}, until: {phase: 3}, on: d1-vm3, action: {cpus: 0.5}}
              - {name: e, at: {phase: 3}, until: {phase: 4}, on: d1-vm1, action: {memory: 512MB}}
              - {name: f, at: {phase: 1}, until: {phase: 2}, action: {processorHog: 2}}
              - {name: g, at: {phase: 2}, until: {phase: 3}, action: {memoryHog: 1GB}}
              - {name: h, at: {phase: 3}, action: clearCaches}
              - {name: i, at: {phase: 9}, on: d1-vm3, action: kill}
              - {name: j, at: {phase: 9}, on: c1-vm2, action: pause}
            """);

    List<PlannedEvent> events = plan.schedule().events();
    assertThat(events)
        .extracting(event -> event.action().describe())
        .containsExactly(
            "touch 'a b'",
            "touch b",
            "disk: reads 500 IOPS, writes 1,023,999,998,976 MiB/s",
            "cpus: 0.5",
            "memory: 512 MiB",
            "a neighbour keeps 2 processors busy",
            "a neighbour holds 1,024 MiB",
            "the caches of the kernel are cleared",
            "kill",
            "pause");
    assertThat(events.get(0).at().offset(plan.timeline())).isEqualTo(Duration.ofSeconds(285));
    assertThat(events.get(0).end(plan.timeline())).isEqualTo(Duration.ofSeconds(375));
    assertThat(events.get(8).isOverAtOnce()).isTrue();
    assertThat(events.get(9).end(plan.timeline())).isEqualTo(plan.timeline().total());
    JsonNode written = new ObjectMapper().readTree(PlanDocument.toJson(plan).toString());
    assertThat(PlanDocument.fromJson(written)).isEqualTo(plan);
  }

  @Test
  void eventsReachMachinesThatOnlyTheyNeed() {
    RunPlan plan =
        plan(
            """
            name: far
            phases: [[100, 0, 0, 0]]
            provider:
              kind: hosts
              hosts: [{set: a1, tierA: "127.0.0.1:1", dss: "10.0.0.5:5432", oltp: "10.0.0.5:5433"}]
              ssh: {others: [storage1], hypervisors: [hv1]}
            events:
              - {name: a, at: {phase: 1}, on: storage1, run: [id]}
              - {name: b, at: {phase: 1}, on: hv1, action: {processorHog: 1}}
              - {name: c, at: {phase: 1}, on: a1-vm3, action: clearCaches}
            """);

    assertThat(plan.provider().ssh().orElseThrow().others()).containsExactly("storage1");
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
  }

  @Test
  void disclosureAndPricesSurviveTheWayThroughJson() throws IOException {
    RunPlan plan =
        plan(
            """
            name: told
            disclosure:
              sponsor: A sponsor
              available: 2026-03-01
              differences: none
              storage: {data: {devices: 4 disks, redundancy: RAID 10}, wal: {redundancy: none}}
              items: [{item: switch, description: 2 of them}]
            pricing:
              currency: EUR
              items:
                - {part: server, source: a shop, unitPrice: 1234.57, quantity: 3, threeYearMaintenance: 100.5, discountPercent: 12.5}
                - {part: cable, source: a shop, unitPrice: 1, quantity: 1}
            """);

    assertThat(plan.publication().disclosure())
        .isEqualTo(
            new Disclosure(
                Map.of(
                    Disclosure.Fact.SPONSOR, "A sponsor",
                    Disclosure.Fact.AVAILABLE, "2026-03-01",
                    Disclosure.Fact.DIFFERENCES, "none"),
                Map.of(
                    Storage.DATA,
                        new Disclosure.Devices(Optional.of("4 disks"), Optional.of("RAID 10")),
                    Storage.WAL, new Disclosure.Devices(Optional.empty(), Optional.of("none"))),
                List.of(new Disclosure.Item("switch", "2 of them"))));
    assertThat(plan.publication().disclosure().redundancy(Storage.DATA)).contains("RAID 10");
    assertThat(plan.publication().disclosure().redundancy(Storage.INDEX)).isEmpty();
    // 3 x 1234.57 x 0.875 = 3240.74625, 3 x 100.50, 1.00
    assertThat(plan.publication().pricing().orElseThrow().total()).isEqualByComparingTo("3543.25");
    assertThat(plan.publication().pricing().orElseThrow().perEtps(7))
        .isEqualByComparingTo("506.18");
    JsonNode written = new ObjectMapper().readTree(PlanDocument.toJson(plan).toString());
    assertThat(PlanDocument.fromJson(written)).isEqualTo(plan);
  }

  @Test
  void loadHasThreeModes() {
    assertLoad("{users: 3}", Load.closed(3));
    assertLoad("{mode: paced, rate: 40 etps}", new Load.Paced(Ladder.constant(40), 16, 1_000));
    assertLoad(
        "{mode: paced, rate: 0.5 etps, users: 64, backlog: 7}",
        new Load.Paced(Ladder.constant(0.5), 64, 7));
    assertLoad("{mode: ramp, users: {from: 2, step: 4}}", new Load.Closed(new Ladder(2, 4)));
    assertLoad(
        "{mode: ramp, users: 64, rate: {from: 10 etps, step: 2.5 etps}}",
        new Load.Paced(new Ladder(10, 2.5), 64, 1_000));
  }

  private void assertLoad(String text, Load load) {
    RunPlan plan = plan("name: x\nload: " + text);

    assertThat(plan.brokerage().load()).isEqualTo(load);
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
  }

  @Test
  void rampNeedsSessionsForItsLastPhase() {
    assertThat(plan("name: x\nload: {mode: ramp, users: {from: 2, step: 4}}").userSessions())
        .isEqualTo(2 + 9 * 4);
  }

  @Test
  void environmentFillsReferencesAndDefaultsStandIn() {
    RunPlan plan =
        plan(
            """
            name: ${NAME:-from}-env   # ${NOT_READ} in a comment
            load: {users: "${USERS}"}
            collect:
              interval: ${INTERVAL:-3s}
            provider:
              port: ${PORT:-7777}
            """);

    assertThat(plan.name()).isEqualTo("from-env");
    assertThat(plan.brokerage().load()).isEqualTo(Load.closed(7));
    assertThat(plan.schedule().collectInterval()).isEqualTo(Duration.ofSeconds(3));
    assertThat(Embedded.of(plan).port()).isEqualTo(7777);
  }

  @Test
  void phaseFilesCountFromTheFolderOfTheBenchmarkFile() throws IOException {
    Files.writeString(folder.resolve("p.csv"), "A,B,C,D\n10,20,30,40\n# flat\n25, 25, 25, 25\n");
    Files.writeString(folder.resolve("p.yaml"), "- [10, 20, 30, 40]\n- [25, 25, 25, 25]\n");
    Path file = folder.resolve("run.yaml");
    Files.writeString(file, "name: x\nphases: p.csv\n");

    PhaseTable fromCsv = BenchmarkFile.load(file).schedule().phases();

    assertThat(fromCsv.rows()).hasSize(2);
    assertThat(plan("name: x\nphases: p.yaml").schedule().phases()).isEqualTo(fromCsv);
  }

  @ParameterizedTest
  @FieldSource("io.quartet.config.BenchmarkFile#EXAMPLES")
  void everyExampleLoadsAndSurvivesTheWayThroughJson(String name) {
    RunPlan plan = BenchmarkFile.loadExample(name);

    assertThat(plan.name()).isEqualTo(name);
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
  }

  @ParameterizedTest
  @FieldSource("io.quartet.config.BenchmarkFile#ALL_EXAMPLES")
  void linesOfExamplesFitAPage(String name) {
    assertThat(BenchmarkFile.example(name).lines()).allMatch(line -> line.length() <= 100);
    assertThat(BenchmarkFile.exampleIndex().getValue().lines())
        .allMatch(line -> line.length() <= 100);
  }

  @Test
  void demoIsTenShortPhasesOnOneLoadUnitPerDatabase() {
    RunPlan plan = BenchmarkFile.loadExample("demo");

    assertThat(plan.publication().profile()).isEqualTo(ValidityProfile.DEMO);
    assertThat(plan.database().loadUnits().values()).containsOnly(1);
    assertThat(plan.timeline().phases()).hasSize(10);
    assertThat(plan.timeline().total()).isEqualTo(Duration.ofSeconds(72));
    assertThat(plan.database().hasShortHistory()).isTrue();
  }

  @Test
  void demoExampleWritesOutEveryKeyOfTheSchema() {
    String text = BenchmarkFile.example("demo");

    assertThat(Schema.benchmark().keys(DocumentPath.ROOT))
        .allSatisfy(key -> assertThat(text).containsPattern("(?m)^(# )?" + key + ":"));
    for (String group : Schema.benchmark().keys(DocumentPath.ROOT)) {
      assertThat(Schema.benchmark().keys(DocumentPath.ROOT.child(group)))
          .filteredOn(key -> !key.contains("-"))
          .allSatisfy(key -> assertThat(text).contains(key + ":"));
    }
  }

  @Test
  void officialExampleFollowsTheOfficialTiming() {
    RunPlan plan = BenchmarkFile.loadExample("official");

    assertThat(plan.schedule().timing()).isEqualTo(Timing.OFFICIAL);
    assertThat(plan.timeline().measured()).isEqualTo(Duration.ofHours(2));
  }

  @Test
  void schemaIsShippedForEditors() {
    assertThat(BenchmarkFile.schema()).contains("\"title\": \"Quartet benchmark file\"");
  }
}
