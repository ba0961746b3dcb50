package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.EventAction.Copy.Method;
import io.quartet.model.plan.LoadShare;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.Pgbench.Protocol;
import io.quartet.model.plan.Pgbench.Script;
import io.quartet.model.plan.Pgbench.Tables;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Benchmark files with a workload of pgbench. */
@Tag("unit")
class PgbenchFileTest {

  private static final String PGBENCH = "name: x\nworkload: {kind: pgbench}\n";

  @TempDir Path folder;

  @BeforeEach
  void writeScripts() throws IOException {
    for (String script : List.of("my.sql", "other/my.sql")) {
      Path file = folder.resolve(script);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "SELECT 1;\n");
    }
    Files.createDirectory(folder.resolve("folder.sql"));
  }

  private RunPlan plan(String text) {
    return BenchmarkFile.parse("run.yaml", text, folder, name -> null);
  }

  private static Pgbench pgbench(RunPlan plan) {
    return (Pgbench) plan.workload();
  }

  /** Clients of each Set that has some. */
  private Map<String, List<Integer>> clients(String lines) {
    RunPlan plan = plan(PGBENCH + lines);
    assertSurvivesJson(plan);
    Map<String, List<Integer>> clients = new TreeMap<>();
    pgbench(plan).load().clients().forEach((set, counts) -> clients.put(set.name(), counts));
    return clients;
  }

  private static void assertSurvivesJson(RunPlan plan) {
    try {
      JsonNode written = new ObjectMapper().readTree(PlanDocument.toJson(plan).toString());
      assertThat(PlanDocument.fromJson(written)).isEqualTo(plan);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String refused(String text) {
    QuartetException error = catchThrowableOfType(QuartetException.class, () -> plan(text));
    assertThat(error).as(text).isNotNull();
    assertThat(error.kind()).isEqualTo(QuartetException.Kind.BAD_INPUT);
    return error.code() + " " + error.getMessage();
  }

  @Test
  void everyKeyHasADefault() {
    RunPlan plan = plan(PGBENCH);

    assertThat(plan.workload())
        .isEqualTo(
            new Pgbench(
                Optional.empty(),
                ClientLoad.closed(1, 1),
                List.of(Script.builtIn(0, "tpcb-like", 1)),
                Protocol.SIMPLE,
                Tables.ofScale(1),
                Optional.empty(),
                1,
                1));
    assertThat(plan.databases()).containsExactly("a1-vm3");
    assertSurvivesJson(plan);
  }

  @Test
  void everyKeyReachesThePlan() {
    RunPlan plan =
        plan(
            """
            name: full
            seed: 9223372036854775807
            timing: {rampUp: 2s, phase: [10s, 20s]}
            workload:
              kind: pgbench
              program: bin/pgbench
              scripts: {select-only: 7, ./other/../my.sql: 2}
              protocol: prepared
              scale: 20
              fillFactor: 90
              foreignKeys: true
              partitions: 3
              partitionMethod: hash
              initSteps: dtGvp
              latencyLimit: 1.5s
              maxTries: 4
            load: {mode: paced, rate: 12.5 tps, clients: {A: 8, C: [0, 3]}, threads: 2}
            """);

    Pgbench pgbench = pgbench(plan);
    assertThat(pgbench.program()).contains(folder.resolve("bin/pgbench").toString());
    assertThat(pgbench.scripts())
        .containsExactly(
            Script.builtIn(0, "select-only", 7), Script.ofFile(1, folder.resolve("my.sql"), 2));
    assertThat(pgbench.protocol()).isEqualTo(Protocol.PREPARED);
    assertThat(pgbench.tables()).isEqualTo(new Tables(20, 90, true, 3, "hash", "dtGvp"));
    assertThat(pgbench.latencyLimit()).contains(Duration.ofMillis(1500));
    assertThat(pgbench.maxTries()).isEqualTo(4);
    assertThat(pgbench.seed()).isEqualTo(Long.MAX_VALUE);
    assertThat(pgbench.load().threads()).isEqualTo(2);
    assertThat(pgbench.load().ratePerSecond()).hasValue(12.5);
    assertThat(pgbench.load().clients(VmSet.parse("c1"), 1)).isEqualTo(3);
    assertThat(plan.databases()).containsExactly("a1-vm3", "c1-vm3");
    assertThat(plan.timeline().segments())
        .extracting(Segment::name)
        .containsExactly("rampUp", "warmUp", "1", "rampUp2", "2", "rampDown");
    assertSurvivesJson(plan);
  }

  @Test
  void clientsAreGivenByNumberGroupSetOrVm() {
    assertThat(clients("sets: 2\nload: {clients: 5}"))
        .isEqualTo(Map.of("a1", List.of(5), "a2", List.of(5)));
    assertThat(clients("sets: 2\nload: {clients: {B: [1, 2]}}"))
        .isEqualTo(Map.of("b1", List.of(1, 2), "b2", List.of(1, 2)));
    assertThat(clients("sets: 2\nload: {clients: {d2: 1, d1-vm3: [0, 2]}}"))
        .isEqualTo(Map.of("d1", List.of(0, 2), "d2", List.of(1, 1)));
  }

  @Test
  void setOverridesItsGroupAndVmItsSetInAnyOrder() {
    assertThat(clients("sets: 10\nload: {clients: {a10: 3, a2-vm3: 4, a2: 9, A: 1}}"))
        .containsEntry("a1", List.of(1))
        .containsEntry("a2", List.of(4))
        .containsEntry("a10", List.of(3));
  }

  @Test
  void listsOfClientsOrOfLengthsGiveThePhases() {
    assertThat(clients("load: {clients: 2}\ntiming: {phase: [1s, 2s, 1s]}"))
        .isEqualTo(Map.of("a1", List.of(2, 2, 2)));
    assertThat(clients("load: {clients: {A: 2, B: [0, 1]}}\ntiming: {phase: 1s}"))
        .isEqualTo(Map.of("a1", List.of(2, 2), "b1", List.of(0, 1)));
  }

  @Test
  void sizesAreThoseOfTheDatabases() {
    RunPlan plan =
        plan(
            PGBENCH
                + "provider: {sizes: {preset: reference, vms: {a1-vm3: {settings: {jit: on}}}}}\n");

    assertThat(plan.sizes()).containsOnlyKeys("a1-vm3");
    assertThat(plan.sizes().get("a1-vm3").settings()).isEqualTo(Map.of("jit", "on"));
    assertSurvivesJson(plan);
  }

  @Test
  void sharesOfManySetsSumTo100() {
    assertThat(plan(PGBENCH + "sets: 250\nload: {clients: 7}\n").schedule().phases().rows())
        .containsExactly(LoadShare.of(100, 0, 0, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          load: {clients: 0}                    | 3:17: load.clients is 0, but it needs a whole number from 1 to 10000, or a group of keys.
          load: {clients: {A: 10001}}           | 3:21: load.clients.A is 10001, but it needs a whole number from 0 to 10000, or a list.
          load: {clients: {A: [-1]}}            | 3:22: load.clients.A[0] is -1, but it needs a whole number from 0 to 10000.
          load: {clients: {A: 0}}               | 3:17: load.clients gives phase 1 no client. Give at least one database a client.
          load: {clients: {A: [1, 0], B: 0}}    | 3:17: load.clients gives phase 2 no client. Give at least one database a client.
          load: {clients: {A: 1, B: 0}}         | 3:17: load.clients gives b1 no client. Give each Set of Group B a client, leave the Group out, or lower sets.
          load: {clients: {a1: 1}}#sets: 250    | 3:17: load.clients gives a2 no client. Give each Set of Group A a client, leave the Group out, or lower sets.
          load: {clients: {a: 1}}               | 3:18: load.clients.a is no Group (A to D), Set or VM with a database of this file, which has 1 Set for each Group. Write A, a1 or a1-vm3.
          load: {clients: {a3: 1}}#sets: 2      | 3:18: load.clients.a3 is no Group (A to D), Set or VM with a database of this file, which has 2 Sets for each Group. Write A, a1 or a1-vm3.
          load: {clients: {a1-vm2: 1}}          | 3:18: load.clients.a1-vm2 is no Group (A to D), Set or VM with a database of this file, which has 1 Set for each Group. Write A, a1 or a1-vm3.
          load: {clients: {"a\\e": 1}}           | 3:18: load.clients.a\\u001b is no Group (A to D), Set or VM with a database of this file, which has 1 Set for each Group. Write A, a1 or a1-vm3.
          load: {clients: {A: [1, 2], B: [1, 2, 3]}} | 3:21: load.clients.A has 2 numbers, but the run has 3 phases. Give one number for all, or one for each phase.
          load: {clients: {A: [1]}}#timing: {phase: [1s, 2s]} | 3:21: load.clients.A has 1 number, but the run has 2 phases. Give one number for all, or one for each phase.
          load: {clients: {A: [1, 2, 3]}}#timing: {phase: [1s, 2s]} | 4:17: timing.phase has 2 lengths, but the run has 3 phases. Give one length for all, or one for each phase.
          load: {threads: 0}                    | 3:17: load.threads is 0, but it needs a whole number from 1 to 1000.
          load: {socket: true}                  | 3:16: load.socket is true, but the tool is not on the VM. Set load.from to vm, or leave it out.
          load: {from: vm}#provider: {kind: hosts, hosts: [{set: a1, oltp: "10.0.0.3:1"}]} | 3:14: load.from is vm, but Quartet starts nothing on machines that you prepared. Choose driver, or let Quartet prepare them with provider.prepare.
          load: {from: vm, threads: 9}#provider: {kind: hosts, prepare: true, ssh: {}, hosts: [{set: a1, oltp: "10.0.0.3:1"}]} | 3:27: load.threads is 9, but with load.from vm and provider.kind hosts it can be 8 at most. Lower it.
          load: {users: 3}                      | 3:8: load.users applies to workload.kind brokerage only. Set that, or leave it out.
          load: {backlog: 3}                    | 3:8: load.backlog applies to workload.kind brokerage only. Set that, or leave it out.
          load: {mode: ramp}                    | 3:14: load.mode is ramp, which needs workload.kind brokerage. Choose closed or paced.
          load: {rate: 5 tps}                   | 3:8: load.rate applies to load.mode paced only. Set that, or leave it out.
          load: {mode: paced, rate: 5 etps}     | 3:27: load.rate is '5 etps', but this workload counts in tps. Write it with that unit.
          load: {mode: paced, rate: {from: 1 tps, step: 1 tps}} | 3:27: load.rate rises, which needs workload.kind brokerage. Give a single value.
          phases: [[100, 0, 0, 0]]              | 3:1: phases applies to workload.kind brokerage only. Set that, or leave it out.
          market: {flush: 5}                    | 3:1: market applies to workload.kind brokerage only. Set that, or leave it out.
          dataMaintenance: 5s                   | 3:1: dataMaintenance applies to workload.kind brokerage only. Set that, or leave it out.
          mix: tpce                             | 3:1: mix applies to workload.kind brokerage only. Set that, or leave it out.
          engine: {access: none}                | 3:1: engine applies to workload.kind brokerage only. Set that, or leave it out.
          database: {tradeDays: 1}              | 3:1: database applies to workload.kind brokerage only. Set that, or leave it out.
          growth: {untilTrades: 5}              | 3:1: growth: it counts trades, which only workload.kind brokerage has. Leave it out.
          profile: official                     | 3:10: profile is official, which needs workload.kind brokerage. Choose custom or demo.
          driver: {workers: 2}                  | 3:10: driver.workers applies to workload.kind brokerage only. Set that, or leave it out.
          provider: {cpus: {tierA: 1}}          | 3:19: provider.cpus.tierA is for a VM that workload.kind pgbench does not have. Remove it.
          provider: {settings: {dss: {jit: on}}} | 3:23: provider.settings.dss is for a VM that workload.kind pgbench does not have. Remove it.
          provider: {sizes: {dss: {vcpus: 1}}}  | 3:20: provider.sizes.dss is for a VM that workload.kind pgbench does not have. Remove it.
          provider: {sizes: {groups: {A: {tierA: {vcpus: 1}}}}} | 3:33: provider.sizes.groups.A.tierA is for a VM that workload.kind pgbench does not have. Remove it.
          provider: {sizes: {vms: {a1-vm1: {vcpus: 1}}}} | 3:26: provider.sizes.vms.a1-vm1 is not a VM of this benchmark. Did you mean 'a1-vm3'?
          provider: {sizes: {groups: {B: {oltp: {vcpus: 1}}}}} | 3:29: provider.sizes.groups.B: Group B has no VMs, because no phase gives it load. Groups with VMs: A. Remove this key.
          """)
  void loadIsRefusedWithItsPlace(String lines, String message) {
    assertThat(refused(PGBENCH + lines.replace('#', '\n') + "\n"))
        .isEqualTo("WRONG_VALUE run.yaml:" + message);
  }

  private static final String COPIES =
      PGBENCH + "load: {clients: {A: [4, 4, 4], B: [0, 0, 1], C: [0, 0, 1]}}\n";

  @Test
  void copiesSurviveTheWayThroughJson() throws IOException {
    RunPlan plan =
        plan(
            COPIES
                + "events:\n"
                + "  - {name: c, at: {phase: 2}, until: {phase: rampUp3}, on: a1-vm3, action: {copy:"
                + " [b1-vm3]}}\n"
                + "  - {name: d, at: {phase: rampUp2}, until: {phase: 2}, on: a1-vm3, action: pause}\n");

    PlannedEvent copy = plan.schedule().events().get(0);
    assertThat(copy.action()).isEqualTo(new Copy(List.of("b1-vm3"), Method.BASE_BACKUP));
    assertThat(copy.end(plan.timeline()))
        .isEqualTo(plan.timeline().segment("rampUp3").orElseThrow().start());
    assertSurvivesJson(plan);
    RunPlan cloned =
        plan(
            COPIES
                + "events: [{name: c, at: {phase: 1}, until: {phase: 2}, on: a1-vm3, action: {clone:"
                + " [b1-vm3, c1-vm3]}}]\n");
    assertThat(cloned.schedule().events().get(0).action().describe())
        .isEqualTo("its databases are cloned to b1-vm3, c1-vm3");
    assertSurvivesJson(cloned);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          at: {phase: 2}, on: a1-vm3, action: {copy: [b1-vm3]} | events[0].at has no until beside it, which copies need. Add until: {phase: rampUp3}, the latest moment at which they must be complete.
          at: {phase: 2}, until: {phase: 3}, on: a1-vm3, action: {copy: [b1-vm3]} | events[0].until is later than the first clients of a target. A copy replaces what it holds: set until: {phase: rampUp3} or earlier, or let the target begin later in load.clients.
          at: {phase: 1}, until: {phase: 2}, on: b1-vm3, action: {copy: [a1-vm3]} | events[0].until is later than the first clients of a target. A copy replaces what it holds: set until: {phase: rampUp} or earlier, or let the target begin later in load.clients.
          at: {phase: 2}, until: {phase: rampUp4}, on: a1-vm3, action: {copy: [b1-vm3]} | events[0].until.phase is rampUp4, but the run has phases 1 to 3. Name one of them, or rampUp, warmUp or rampDown.
          at: {phase: 2}, until: {phase: rampUp3}, on: a1-vm3, action: {copy: [d1-vm3]} | events[0].action.copy[0] is d1-vm3, which is no VM with a database of this plan. Name one such as b1-vm3.
          at: {phase: 2}, until: {phase: rampUp3}, on: a1-vm3, action: {copy: [b1-vm1]} | events[0].action.copy[0] is b1-vm1, which is no VM with a database of this plan. Name one such as b1-vm3.
          at: {phase: 2}, until: {phase: rampUp3}, on: a1-vm3, action: {copy: [a1-vm3]} | events[0].action.copy[0] is a1-vm3, which is the source of the copies. Name another VM.
          at: {phase: 2}, until: {phase: rampUp3}, on: a1-vm3, action: {copy: [b1-vm3, b1-vm3]} | events[0].action.copy[1] is b1-vm3, which is named twice. Leave it once.
          at: {phase: 2}, until: {phase: rampUp3}, on: a1-vm3, action: {copy: []} | events[0].action.copy is an empty list, but it needs a list with at least one row and at most 1000.
          at: {phase: 2}, until: {phase: rampUp3}, on: driver, action: {copy: [b1-vm3]} | events[0].on is driver, but this action needs a VM with a database.
          """)
  void copiesAreRefusedWithTheirPlace(String event, String message) {
    assertThat(refused(COPIES + "events: [{name: c, " + event + "}]\n"))
        .startsWith("WRONG_VALUE run.yaml:")
        .endsWith(": " + message);
  }

  @Test
  void serversInOneEventOfCopiesAreInNoOther() {
    String second = "on: b1-vm3, action: {copy: [c1-vm3]}";
    String events =
        "events:\n"
            + "  - {name: c, at: {phase: 1}, until: {phase: 2}, on: a1-vm3, action: {copy: [b1-vm3]}}\n"
            + "  - {name: d, at: {phase: 2}, until: {phase: rampUp3}, %s}\n";
    assertThat(refused(COPIES + events.formatted(second)))
        .endsWith(
            "is c1-vm3, but event 'c' copies from or to it, or to the source. Each VM can be in one"
                + " event that copies.");
    assertThat(refused(COPIES + events.formatted(second.replace("b1", "a1").replace("c1", "b1"))))
        .contains("is b1-vm3, but event 'c' copies from or to it");
    assertThat(plan(COPIES + events.formatted(second.replace("b1", "a1"))).schedule().events())
        .hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          wal_level: minimal, max_wal_senders: 0
          max_wal_senders: 1
          """)
  void sourceOfCopiesNeedsItsLog(String settings) {
    assertThat(
            refused(
                COPIES
                    + "events: [{name: c, at: {phase: 2}, until: {phase: rampUp3}, on: a1-vm3,"
                    + " action: {copy: [b1-vm3]}}]\n"
                    + "provider: {settings: {oltp: {"
                    + settings
                    + "}}}\n"))
        .endsWith(
            "events[0].on is a1-vm3, whose settings allow no copy: it needs wal_level replica and"
                + " max_wal_senders of at least 2. Change or remove these settings.");
  }

  @Test
  void copiesNeedPgbenchOnEmbeddedServers() {
    String event = "events: [{name: c, at: {phase: 1}, on: a1-vm3, action: {copy: [b1-vm3]}}]\n";
    assertThat(refused("name: x\n" + event))
        .contains("events[0].action.copy needs workload.kind pgbench: ");
    assertThat(
            refused(
                "name: x\nworkload: {kind: pgbench}\nload: {clients: {A: 1, B: [0, 1]}}\n"
                    + event
                    + "provider: {kind: hosts, prepare: true, ssh: {}, hosts: [{set: a1, oltp:"
                    + " \"10.0.0.3:1\"}, {set: b1, oltp: \"10.0.0.4:1\"}]}\n"))
        .contains("events[0].action.copy needs servers whose files the driver can replace.");
  }

  @Test
  void machinesNeedTheAddressesOfItsDatabasesOnly() {
    String oltp = "provider: {kind: hosts, hosts: [{set: a1, oltp: \"10.0.0.3:5432\"}]}\n";
    assertThat(plan(PGBENCH + oltp).roles()).containsExactly(VmRole.OLTP);
    assertThat(refused("name: x\nphases: [[100, 0, 0, 0]]\n" + oltp))
        .isEqualTo(
            "MISSING_KEY run.yaml:3:25: in provider.hosts[0]: an address is missing: tierA, dss."
                + " workload.kind brokerage needs it.");
  }

  @Test
  void pacedLoadNeedsARate() {
    assertThat(refused(PGBENCH + "load: {mode: paced}\n"))
        .isEqualTo(
            "MISSING_KEY run.yaml:3:1: in load: 'rate' is missing. With load.mode paced, give the"
                + " transactions per second for each database, for instance 500 tps.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          scripts: {my.sql: 1, other/my.sql: 1} | 48: workload.scripts.other/my.sql: another script is called my.sql too. Rename one of the files.
          scripts: {my.sql: 1, other/../my.sql: 1} | 48: workload.scripts.other/../my.sql: another script is called my.sql too. Rename one of the files.
          scripts: {none.sql: 1}       | 37: workload.scripts.none.sql: the file FOLDER/none.sql cannot be read. A relative name starts at the folder of the benchmark file.
          scripts: {folder.sql: 1}     | 37: workload.scripts.folder.sql: the file FOLDER/folder.sql cannot be read. A relative name starts at the folder of the benchmark file.
          scripts: {select: 1}         | 37: workload.scripts.select NO_SCRIPT
          scripts: {select-only@2: 1}  | 37: workload.scripts.select-only@2 NO_SCRIPT
          scripts: {..: 1}             | 37: workload.scripts... NO_SCRIPT
          scripts: {/: 1}              | 37: workload.scripts./ NO_SCRIPT
          scripts: {my.sql/: 1}        | 37: workload.scripts.my.sql/ NO_SCRIPT
          scripts: {"my file.sql": 1}  | 37: workload.scripts.my file.sql NO_SCRIPT
          scripts: {"a\\0/my.sql": 1}   | 37: workload.scripts.a\\u0000/my.sql NO_SCRIPT
          scripts: {}                  | 36: workload.scripts is an empty group of keys, but it needs at least one key.
          scripts: {select-only: 0}    | 50: workload.scripts.select-only is 0, but it needs a whole number from 1 to 1000000.
          protocol: extnded            | 37: workload.protocol is 'extnded', but it needs one of simple, extended, prepared. Did you mean 'extended'?
          scale: 0                     | 34: workload.scale is 0, but it needs a whole number from 1 to 1000000.
          initSteps: dtgvpf            | 38: workload.initSteps is 'dtgvpf', but it needs letters: dt, then g or G, then v and p as wanted, for instance dtgvp.
          foreignKeys: true, initSteps: dtgv | 40: workload.foreignKeys needs primary keys, but workload.initSteps has no p. Add it, or leave foreign keys out.
          latencyLimit: 0ms            | 41: workload.latencyLimit is '0ms', but it must be longer than 0s and at most 1000h.
          latencyLimit: 0.5ms          | 41: workload.latencyLimit is 0.0005s, but pgbench takes whole milliseconds. Round it.
          """)
  void workloadIsRefusedWithItsPlace(String keys, String message) {
    String noScript =
        "is neither a script of pgbench (tpcb-like, simple-update, select-only) nor a file of which"
            + " the name has only letters, digits, dots, hyphens and underscores and ends in .sql."
            + " Correct it.";
    String expected = message.replace("NO_SCRIPT", noScript).replace("FOLDER", folder.toString());
    assertThat(
            refused("name: x\nworkload: {kind: pgbench, " + keys.replace("..:", "'..':") + "}\n"))
        .isEqualTo("WRONG_VALUE run.yaml:2:" + expected);
  }

  @Test
  void scriptsAreCounted() {
    StringBuilder scripts = new StringBuilder();
    for (int i = 0; i <= 100; i++) {
      scripts.append(i).append(".sql: 1, ");
    }
    assertThat(refused("name: x\nworkload: {kind: pgbench, scripts: {" + scripts + "}}\n"))
        .endsWith("workload.scripts is a group of keys, but it needs at most 100 keys.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          workload: {scale: 3}                       | 2:12: workload.scale applies to workload.kind pgbench only. Set that, or leave it out.
          workload: {scripts: {tpcb-like: 1}}        | 2:12: workload.scripts applies to workload.kind pgbench only. Set that, or leave it out.
          workload: {kind: brokerage, program: /pgb} | 2:29: workload.program applies to workload.kind pgbench or tool only. Set that, or leave it out.
          load: {clients: 3}                         | 2:8: load.clients applies to workload.kind pgbench or tool only. Set that, or leave it out.
          load: {threads: 3}                         | 2:8: load.threads applies to workload.kind pgbench or tool only. Set that, or leave it out.
          load: {mode: paced, rate: 5 tps}           | 2:27: load.rate is '5 tps', but this workload counts in etps. Write it with that unit.
          """)
  void brokerageHasNoKeysOfPgbench(String line, String message) {
    assertThat(refused("name: x\n" + line + "\n")).isEqualTo("WRONG_VALUE run.yaml:" + message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workload: {kind: pgbenc, scale: 3}\nload: {clients: 3, mode: paced, rate: 3 tps}",
        "workload: {knd: pgbench, scale: 3}\nload: {clients: 3}",
        "workload: pgbench\nload: {clients: 3}",
        "workload: {kind: pgbench}\nload: {mode: pacd, rate: 5 tps}",
        "workload: {kind: pgbench}\nload: {mode: paced, rte: 5 tps}",
        "workload: {kind: pgbench}\nsets: many\nload: {clients: {a2: 1}}",
        "workload: {kind: pgbench}\nload: {clients: {A: [1, x]}}\ntiming: {phase: [1s, 2s]}",
        "workload: {kind: pgbench}\ntiming: {phase: [1s, x]}\nload: {clients: {A: [1, 2, 3], B: [1, 2]}}",
        "workload: {kind: pgbench}\nload: {clients: {A: 1, B: x}}\nprovider: {sizes: {vms: {b1-vm3: {vcpus: 1}}}}",
        "workload: {kind: pgbench}\nload: {clients: {A: 1, B: x}}\nevents: [{name: e, at: {phase: 1}, on: b1-vm3, action: kill}]",
        "workload: {kind: pgbench}\nload: {clients: {A: [1, x]}}\nevents: [{name: e, at: {phase: 2}, on: a1-vm3, action: kill}]",
        "workload: {kind: pgbench, initSteps: dtgx, foreignKeys: true}",
      })
  void ruleThatHangsOnAProblemIsLeftOut(String text) {
    assertThat(refused("name: x\n" + text + "\n").lines()).as(text).hasSize(1);
  }

  @Test
  void scriptsOfARunThatHasEndedNeedNoFiles() throws IOException {
    JsonNode written =
        PlanDocument.toJson(
            plan("name: x\nworkload: {kind: pgbench, scripts: {my.sql: 1, select-only: 2}}\n"));
    Files.delete(folder.resolve("my.sql"));

    Pgbench pgbench = pgbench(PlanDocument.fromJson(written));
    assertThat(pgbench.scripts())
        .extracting(Script::label)
        .containsExactly("my.sql", "select-only");
  }

  @Test
  void exampleHasFourPhasesOnTwoDatabases() {
    RunPlan plan = BenchmarkFile.loadExample("pgbench");

    assertThat(plan.databases()).containsExactly("a1-vm3", "a2-vm3");
    assertThat(plan.timeline().phases())
        .extracting(Segment::length)
        .containsOnly(Duration.ofSeconds(10))
        .hasSize(4);
    assertThat(plan.timeline().total()).isEqualTo(Duration.ofSeconds(48));
    ClientLoad load = pgbench(plan).load();
    for (int phase = 0; phase < 4; phase++) {
      assertThat(load.total(phase)).isEqualTo(9);
    }
  }
}
