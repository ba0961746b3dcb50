package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quartet.model.QuartetException;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cells of an experiment file, and what is refused with its place. */
@Tag("unit")
class ExperimentFileTest {

  private static final String BASE =
      """
      name: base
      profile: demo
      load:
        users: 4
      database:
        tradeDays: 1
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeBase() throws IOException {
    file = folder.resolve("exp.yaml");
    Files.writeString(folder.resolve("base.yaml"), BASE);
  }

  private Experiment read(String... lines) throws IOException {
    Files.writeString(file, "name: exp\nbase: base.yaml\n" + String.join("\n", lines) + "\n");
    return new ExperimentFile(file, Map.of("USERS", "9")::get).experiment();
  }

  private QuartetException refused(String... lines) {
    QuartetException error = catchThrowableOfType(QuartetException.class, () -> read(lines));
    assertThat(error).as("%s", String.join("\n", lines)).isNotNull();
    assertThat(error.kind()).isEqualTo(QuartetException.Kind.BAD_INPUT);
    return error;
  }

  @Test
  void benchmarkFileIsRecognized() throws IOException {
    Files.writeString(file, BASE);
    QuartetException error =
        catchThrowableOfType(
            QuartetException.class, () -> new ExperimentFile(file, Map.of("USERS", "9")::get));
    assertThat(error.code()).isEqualTo("OTHER_KIND_OF_FILE");
    assertThat(error).hasMessageContaining("Run it with quartet run");
  }

  @Test
  void everyCombinationIsACellAndTheLastKeyChangesFastest() throws IOException {
    Experiment experiment =
        read("vary:", "  load.users: [8, 16]", "  database.tradeDays: [1, 2, 3]");

    assertThat(experiment.cells())
        .extracting(Cell::label)
        .containsExactly(
            "users 8, tradeDays 1",
            "users 8, tradeDays 2",
            "users 8, tradeDays 3",
            "users 16, tradeDays 1",
            "users 16, tradeDays 2",
            "users 16, tradeDays 3");
    assertThat(experiment.cells()).extracting(Cell::number).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(experiment.cell(5).plan().database().tradeDays()).isEqualTo(2);
    assertThat(experiment.cell(5).plan().userSessions()).isEqualTo(16);
    assertThat(experiment.baseline()).isEqualTo(1);
    assertThat(experiment.repeats()).isEqualTo(3);
    assertThat(experiment.varied().get(0).values()).containsExactly("8", "16");
  }

  @Test
  void cellsWithOtherDataHaveOtherDatabases() throws IOException {
    Experiment experiment = read("vary:", "  load.users: [8, 16]", "  database.tradeDays: [1, 2]");

    assertThat(experiment.cells()).extracting(Cell::stack).containsExactly(1, 2, 1, 2);
    assertThat(experiment.cells())
        .extracting(cell -> cell.plan().name())
        .containsExactly("exp-1", "exp-2", "exp-1", "exp-2");
    assertThat(experiment.stacks()).containsOnlyKeys(1, 2);
  }

  @Test
  void indexProfilesShareDatabases() throws IOException {
    Experiment experiment = read("vary: {database.indexes: [plain, covering, profiles/my-own]}");

    assertThat(experiment.cells()).extracting(Cell::stack).containsOnly(1);
    assertThat(experiment.copies(1)).isEqualTo(3);
    assertThat(experiment.cell(3).plan().database().indexes())
        .isEqualTo(folder.toAbsolutePath().resolve("profiles/my-own").toString());
    assertThat(experiment.cell(3).label()).isEqualTo("indexes profiles/my-own");
  }

  @Test
  void tablesOfPgbenchNeedTheirOwnDatabasesAndItsLoadDoesNot() throws IOException {
    Files.writeString(
        folder.resolve("base.yaml"),
        "name: x\nworkload: {kind: pgbench, scripts: {tpcb-like: 1}}\nload: {clients: {A: 2}}\n");
    Files.writeString(folder.resolve("my.sql"), "SELECT 1;\n");

    for (String own :
        List.of(
            "workload.scale: [1, 2]",
            "workload.fillFactor: [50, 100]",
            "workload.foreignKeys: [true, false]",
            "workload.partitions: [0, 2]",
            "workload.initSteps: [dtgvp, dtg]",
            "load.clients.B: [null, 1]",
            "sets: [1, 2]")) {
      assertThat(read("vary: {" + own + "}").stacks()).as(own).hasSize(2);
    }
    for (String shared :
        List.of(
            "load.clients: [1, 2]",
            "load.clients.A: [1, [1, 2]]",
            "load: [{clients: 2}, {mode: paced, rate: 5 tps}]",
            "workload.scripts.select-only: [null, 1, 2]",
            "workload.scripts.my.sql: [1, 2]",
            "workload.protocol: [simple, prepared]")) {
      assertThat(read("vary: {" + shared + "}").stacks()).as(shared).hasSize(1);
    }
  }

  @Test
  void cellsHaveOneKindOfWorkload() throws IOException {
    Files.writeString(folder.resolve("base.yaml"), "name: x\n");

    assertThat(refused("vary: {workload.kind: [brokerage, pgbench]}").getMessage())
        .endsWith(
            "exp.yaml:3:35: cell 2 (kind pgbench) has workload.kind pgbench, but cell 1 (kind"
                + " brokerage) has brokerage, and their figures cannot be compared. Write one"
                + " experiment for each.");
  }

  @Test
  void keysOfAnotherWorkloadAreRefusedWithTheirCell() throws IOException {
    assertThat(refused("vary: {workload.kind: [brokerage, pgbench]}").getMessage())
        .contains("base.yaml:4:3: cell 2 (kind pgbench): load.users applies to workload.kind")
        .contains("base.yaml:5:1: cell 2 (kind pgbench): database applies to workload.kind");
    assertThat(refused("vary: {load.clients: [1, 2]}").getMessage())
        .contains(
            "exp.yaml:3:8: cell 1 (clients 1): load.clients applies to workload.kind pgbench or tool");
  }

  @Test
  void setsAreOfAStackAlsoWithoutDatabases() throws IOException {
    assertThat(read("set: {engine.access: none}", "vary: {sets: [1, 2]}").cells())
        .extracting(Cell::stack)
        .containsExactly(1, 2);
  }

  @Test
  void sizeAndSettingsOfAServerNeedNoOtherDatabases() throws IOException {
    Experiment experiment =
        read(
            "vary:",
            "  provider.settings.oltp.shared_buffers: [64MB, 128MB]",
            "  provider.cpus.oltp: [0.5, null]",
            "  database.activeLoadUnits.A: [1]",
            "set: {database.activeLoadUnits.B: 2, database.activeLoadUnits.C: 3, "
                + "database.activeLoadUnits.D: 4}");

    assertThat(experiment.cells()).extracting(Cell::stack).containsOnly(1);
    assertThat(experiment.cell(2).label()).isEqualTo("shared_buffers 64MB, oltp left out, A 1");
  }

  @Test
  void processorsNeedNoOtherDatabases() throws IOException {
    Experiment experiment =
        read(
            "vary:",
            "  provider.sizes.oltp.cpuset: [0-3, 4-7]",
            "  driver.cpuset: [null, '0']",
            "set: {provider.sizes.oltp.numaNode: 1}");

    assertThat(experiment.cells()).extracting(Cell::stack).containsExactly(1, 1, 1, 1);
    assertThat(experiment.cell(4).plan().driver().pinning().cpuset()).hasToString("Optional[0]");
    assertThat(experiment.cell(4).plan().sizes().get("a1-vm3").pinning().cpuset())
        .hasToString("Optional[4-7]");
  }

  @Test
  void cellsOneByOneMayHaveLabels() throws IOException {
    Experiment experiment =
        read(
            "cells:",
            "  - {label: libpq, engine.access: libpq}",
            "  - {label: ODBC, engine.access: odbc, load.users: 2}",
            "baseline: ODBC",
            "percentOf: [libpq, ODBC]");

    assertThat(experiment.baseline()).isEqualTo(2);
    assertThat(experiment.cell(1).values())
        .containsExactly(Map.entry("engine.access", "libpq"), Map.entry("load.users", "4"));
    assertThat(experiment.cell(2).plan().userSessions()).isEqualTo(2);
    assertThat(experiment.percentOf().labels()).containsExactly("libpq", "ODBC");
  }

  @Test
  void keyThatACellLacksHasTheValueOfAllCellsOrOfTheBaseFile() throws IOException {
    Experiment experiment =
        read(
            "set: {load: {users: 8}, seed: 5}",
            "cells:",
            "  - {label: plain}",
            "  - {label: more, load.users: 16, seed: 6, collect.interval: 2s}",
            "baseline: {load.users: 8}",
            "percentOf: {seed: 5}");

    assertThat(experiment.cell(1).values())
        .containsExactly(
            Map.entry("load.users", "8"),
            Map.entry("seed", "5"),
            Map.entry("collect.interval", "left out"));
    assertThat(experiment.baseline()).isEqualTo(1);
    assertThat(experiment.percentOf().values()).containsExactly(Map.entry("seed", "5"));
    assertThat(experiment.cell(1).plan().userSessions()).isEqualTo(8);
    assertThat(experiment.varied().get(0).values()).containsExactly("8", "16");
  }

  @Test
  void keyIsEitherSetOrVaried() {
    assertThat(refused("set: {seed: 3}", "vary: {load.users: [1, 2], seed: [1, 2]}").getMessage())
        .contains("exp.yaml:4:34: vary.seed: set gives this key one value for all cells.")
        .endsWith("Remove it from set or from vary.");
    assertThat(refused("set: {load: {users: 3}}", "vary: {load.users: [1, 2]}").getMessage())
        .contains("vary.load.users: set gives this key one value for all cells.");
    assertThat(refused("set: {load.users: null}", "vary: {load.users: [1, 2]}").getMessage())
        .contains("vary.load.users: set gives this key one value for all cells.");
  }

  @Test
  void valuesMayHaveNames() throws IOException {
    Experiment experiment =
        read(
            "vary:",
            "  collect.interval: {fine: 1s, rough: 5s}",
            "baseline: {collect.interval: rough}");

    assertThat(experiment.cells())
        .extracting(Cell::label)
        .containsExactly("interval fine", "interval rough");
    assertThat(experiment.cell(2).plan().schedule().collectInterval())
        .isEqualTo(Duration.ofSeconds(5));
    assertThat(experiment.baseline()).isEqualTo(2);
  }

  @Test
  void controlCharactersOfANameAreShownAsSuch() throws IOException {
    Experiment experiment = read("vary: {seed: {\"a\\e[31m\": 1, b: 2}}");

    assertThat(experiment.cell(1).label()).isEqualTo("seed a\\u001b[31m");
  }

  @Test
  void environmentIsReadInBothFiles() throws IOException {
    Files.writeString(folder.resolve("base.yaml"), "name: x\nload: {users: '${USERS}'}\n");

    assertThat(read("vary: {seed: [1, '${USERS}']}").cell(2).plan().brokerage().seed())
        .isEqualTo(9);
    assertThat(read("vary: {seed: [1, 2]}").cell(2).plan().userSessions()).isEqualTo(9);
  }

  @Test
  void documentIsReadAsItWasWritten() throws IOException {
    Experiment experiment =
        read(
            "purpose: How many users?",
            "vary: {load.users: [8, 16]}",
            "precision: {etps: 2%, atMost: 10}",
            "maximum: 200 etps",
            "seed: 7",
            "revisits:",
            "  - {what: knee, then: 100 users, source: a paper, note: other disks}");

    assertThat(ExperimentDocument.fromJson(ExperimentDocument.toJson(experiment)))
        .isEqualTo(experiment);
    assertThat(experiment.precision().orElseThrow().etpsPercent()).isEqualTo(2);
    assertThat(experiment.mostRepeats()).isEqualTo(10);
    assertThat(experiment.maximumEtps()).hasValue(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vary: {load.userz: [1, 2]}            | exp.yaml:3:8:  | Did you mean 'users'?",
        "vary: {load.users: [1, many]}         | exp.yaml:3:24: | cell 2 (users many): load.users is 'many'",
        "vary: {load.users: [1, 1]}            | exp.yaml:3:24: | cells 1 (users 1) and 2 (users 1) are the same",
        "vary: {load.users: [1]}               | exp.yaml:3:7:  | vary gives only one cell",
        "vary: {load.users: []}                | exp.yaml:3:20: | needs a list of values",
        "vary: {load.users: 5}                 | exp.yaml:3:20: | needs a list of values",
        "vary: {database.indexes: [plain, covring]} | exp.yaml:3:34: | cell 2 (indexes covring): database.indexes is 'covring'",
        "vary: [a]                             | exp.yaml:3:7:  | vary is a list, but it needs a group of keys",
        "vary: {name: [a, b]}                  | exp.yaml:3:15: | the experiment names its benchmarks",
        "vary: {seed.x: [1, 2]}                | exp.yaml:3:17: | seed",
        "seed: 3                               | exp.yaml:1:1:  | either 'vary' or 'cells'",
        "vary: {seed: [1, 2]}, cells: []       | exp.yaml:3:    | not valid YAML",
        "vary: {seed: [1, 2]}#baseline: {seed: 3}   | exp.yaml:4:11: | baseline matches no cell",
        "vary: {seed: [1, 2]}#baseline: {seedz: 1}  | exp.yaml:4:11: | baseline matches no cell",
        "vary: {seed: [1, 2]}#set: {name: x}        | exp.yaml:4:    | Remove this key",
        "vary: {seed: [1, 2]}#set: {load.user: 3}   | exp.yaml:4:7:  | Did you mean 'users'?",
        "vary: {seed: [1, 2]}#repeats: 0            | exp.yaml:4:10: | a whole number from 1 to 100",
        "vary: {seed: [1, 2]}#repeat: 3             | exp.yaml:4:1:  | Did you mean 'repeats'?",
        "vary: {seed: [1, 2]}#precision: {etps: 2%, atMost: 2} | exp.yaml:4:31: | has at least 3 repeats",
        "vary: {seed: [1, 2]}#precision: {etps: 2, atMost: 5}  | exp.yaml:4:19: | for instance 2%",
        "vary: {load.users: [8, 16], load: [{users: 4}, {users: 5}]} | exp.yaml:3:  | load.users is given, and so is a key",
        "vary: {load: [{users: 4}, {users: 5}]}#set: {load.users: 3} | exp.yaml:3:  | load.users is given, and so is a key",
        "cells: [{label: a, seed: 1}, {label: a, seed: 2}]     | exp.yaml:3:  | cells 1 and 2 have the same label 'a'",
        "cells: [{label: a}, {label: b}]       | exp.yaml:3:  | cells 1 (a) and 2 (b) are the same",
        "cells: [{label: a, seed: 1}, {label: b, seed: 2}]#percentOf: [a, c] | exp.yaml:4:16: | percentOf names c",
        "vary: {seed: [1, 2]}#maximum: 0.0 etps     | exp.yaml:4:10: | maximum is '0.0 etps'",
        "vary: {database.activeLoadUnits: [{A: 1, B: 2, C: 3, D: 5}, {A: 1, B: 1, C: 1, D: 1}]} | exp.yaml:3: | cell 1",
      })
  void whatIsWrongIsToldWithFileLineAndCell(String lines, String place, String text) {
    String message = refused(lines.split("#")).getMessage();

    assertThat(message).contains(place).contains(text);
  }

  @Test
  void problemOfTheBaseFileIsPlacedThere() throws IOException {
    Files.writeString(folder.resolve("base.yaml"), BASE + "collect: {interval: 0s}\n");

    assertThat(refused("vary: {seed: [1, 2]}").getMessage())
        .containsPattern("base.yaml:7:21: cell 1 \\(seed 1\\): collect.interval")
        .doesNotContain("cell 2");
  }

  @Test
  void preparedMachinesHoldOneLoad() throws IOException {
    Files.writeString(
        folder.resolve("base.yaml"),
        """
        name: x
        phases: [[100, 0, 0, 0]]
        load: {users: 1}
        driver: {tls: {authority: a.pem, certificate: b.pem, key: c.pem}}
        provider:
          kind: hosts
          hosts: [{set: a1, tierA: "10.0.0.1:7000", dss: "10.0.0.2:5432", oltp: "10.0.0.3:5432"}]
        """);

    assertThat(read("vary: {mix: [elastic, tpce]}").stacks()).hasSize(1);
    for (String refused : List.of("load.users: [1, 2]", "engine.statements: [batched, plain]")) {
      assertThat(refused("vary: {" + refused + "}").getMessage())
          .contains("cell 2 (", "another Tier A than cell 1");
    }
    assertThat(read("vary: {database.indexes: [plain, covering]}").stacks()).hasSize(1);
    assertThat(read("vary: {caches: [keep, warm]}").stacks()).hasSize(1);
    assertThat(refused("vary: {database.tradeDays: [1, 2]}").getMessage())
        .contains(
            "exp.yaml:3:32: cell 2 (tradeDays 2) needs other databases or another Tier A than cell 1");
  }

  @Test
  void machinesThatQuartetPreparesTakeDatabasesBesideEachOther() throws IOException {
    Files.writeString(
        folder.resolve("base.yaml"),
        """
        name: x
        phases: [[100, 0, 0, 0]]
        provider:
          kind: hosts
          prepare: true
          ssh: {}
          hosts:
            - {set: a1, tierA: "10.0.0.1:7000", dss: "10.0.0.2:5432", oltp: "10.0.0.3:5432"}
            - {set: a2, tierA: "10.0.0.1:7001", dss: "10.0.0.2:5433", oltp: "10.0.0.3:5433"}
        """);

    for (String own :
        List.of(
            "database.tradeDays: [1, 2]",
            "sets: [1, 2]",
            "provider.kernel: [{vm.swappiness: 1}, {vm.swappiness: 2}]",
            "provider.postgres: [{version: 15}, {maven: 18.6.0}]")) {
      Experiment experiment = read("vary: {" + own + "}");
      assertThat(experiment.stacks()).as(own).hasSize(2);
      assertThat(experiment.cell(2).plan().name()).isEqualTo("exp-2");
    }
    assertThat(read("vary: {provider.settings.oltp.work_mem: [4MB, 8MB]}").stacks()).hasSize(1);
  }

  @Test
  void baseThatCannotBeReadIsPlacedInTheExperiment() throws IOException {
    Files.delete(folder.resolve("base.yaml"));

    QuartetException error = refused("vary: {seed: [1, 2]}");
    assertThat(error.code()).isEqualTo("FILE_NOT_FOUND");
    assertThat(error.getMessage()).contains("exp.yaml:2:7:").contains("base.yaml");
  }

  @Test
  void tooManyCellsAreRefusedBeforeTheyAreMade() {
    String many = String.join(", ", Collections.nCopies(200, "1"));

    assertThat(refused("vary: {seed: [%s], load.users: [%s]}".formatted(many, many)).getMessage())
        .contains("more than 1000 cells");
  }

  @Test
  void whatOnlyTheMachineFindsIsPlacedToo() throws IOException {
    Files.writeString(
        file, "name: exp\nbase: base.yaml\nvary: {provider.settings.oltp.jit: [on, off]}\n");
    ExperimentFile read = new ExperimentFile(file, name -> null);
    Problem problem =
        Problem.ofValue(
            DocumentPath.ROOT.child("provider").child("settings").child("oltp").child("jit"),
            "WRONG_VALUE",
            "provider.settings.oltp.jit is bad.");

    assertThat(read.error(Map.of(2, List.of(problem))).getMessage())
        .contains("exp.yaml:3:41: cell 2 (jit off): provider.settings.oltp.jit is bad.");
  }
}
