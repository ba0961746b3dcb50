package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quartet.model.QuartetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All problems of a file come at once, and none that only follows from another. */
@Tag("unit")
class ProblemsAtOnceTest {

  @TempDir Path folder;

  private List<String> problems(String text) {
    QuartetException error =
        catchThrowableOfType(
            QuartetException.class,
            () -> BenchmarkFile.parse("run.yaml", text, folder, name -> null));
    assertThat(error).as(text).isNotNull();
    return error.getMessage().lines().toList();
  }

  @Test
  void schemaAndPlanAreJudgedTogether() {
    assertThat(
            problems(
                """
                name: x
                sets: many
                colect: {interval: 1s}
                phases:
                  - [10, 20, 30, 30]
                  - [10, 20, 30, 40]
                provider: {ssh: {}}
                timing: {rampUp: 0s, warmUp: 0s, phase: 0s, rampDown: 2000h}
                """))
        .containsExactly(
            "run.yaml:2:7: sets is 'many', but it needs a whole number from 1 to 250.",
            "run.yaml:3:1: 'colect' is not a key. Did you mean 'collect'?",
            "run.yaml:5:5: the shares of phase 1, 10/20/30/30, sum to 90. Make them sum to 100.",
            "run.yaml:7:12: provider.ssh applies to provider.kind hosts only. Set that, or leave it"
                + " out.",
            "run.yaml:8:41: timing.phase is '0s', but it must be longer than 0s and at most 1000h.",
            "run.yaml:8:55: timing.rampDown is '2000h', but it must be from 0s to 1000h.");
  }

  @Test
  void syntaxIsJudgedWithTheRest() {
    assertThat(
            problems(
                """
                name: x
                seed: ${SEED}
                seed: 3
                load: &anchor {users: 3}
                sets: 0
                phases: [[1, 2, 3, 4]]
                """))
        .containsExactly(
            "run.yaml:2:7: the environment variable SEED is not set. Set it, or give a default:"
                + " ${SEED:-value}.",
            "run.yaml:3:1: 'seed' was given before, at run.yaml:2:1. Keep one of them.",
            "run.yaml:4:7: anchors (&) and aliases (*) are not read. Write the value out, or quote"
                + " the text.",
            "run.yaml:5:7: sets is 0, but it needs a whole number from 1 to 250.",
            "run.yaml:6:10: the shares of phase 1, 1/2/3/4, sum to 10. Make them sum to 100.");
  }

  @Test
  void anchorsAndTagsOfKeysAndSingleValuesAreRefused() {
    String anchor =
        "anchors (&) and aliases (*) are not read. Write the value out, or quote the text.";
    String tag = "tags (!) are not read. Leave the tag out, or quote the text.";
    assertThat(
            problems(
                """
                name: &a x
                sets: !!int "2"
                &key seed: 3
                load: {users: &b 4, !!str mode: closed}
                timing: !!map {phase: 1h}
                database: {tradeDays: 1, seed: "&no !anchor"}
                """))
        .containsExactly(
            "run.yaml:1:7: " + anchor,
            "run.yaml:2:7: " + tag,
            "run.yaml:3:1: " + anchor,
            "run.yaml:4:15: " + anchor,
            "run.yaml:4:21: " + tag,
            "run.yaml:5:9: " + tag,
            "run.yaml:6:32: database.seed is '&no !anchor', but it needs a whole number from 0"
                + " to 9223372036854775807.");
  }

  @Test
  void whatStandsBeforeAnErrorOfSyntaxIsJudged() {
    List<String> problems = problems("name: x\nlod: 1\nsets: 0\nload: {users: 3\nseed: 1\n");
    assertThat(problems).hasSize(3);
    assertThat(problems.get(2)).startsWith("run.yaml:5:").contains("this is not valid YAML");
    assertThat(problems.subList(0, 2))
        .containsExactly(
            "run.yaml:2:1: 'lod' is not a key. Did you mean 'load'?",
            "run.yaml:3:7: sets is 0, but it needs a whole number from 1 to 250.");
  }

  @Test
  void phaseFileIsJudgedWithTheFileThatNamesIt() throws IOException {
    Path file = Files.writeString(folder.resolve("p.csv"), "10,20,30,45\n");
    assertThat(problems("name: x\nsets: 0\nphases: p.csv\n"))
        .containsExactly(
            "run.yaml:2:7: sets is 0, but it needs a whole number from 1 to 250.",
            file + ":1:1: the shares of phase 1, 10/20/30/45, sum to 105. Make them sum to 100.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "load: {mode: pacd, rate: 5 etps}",
        "load: {mod: paced, rate: 5 etps}",
        "load: {mode: paced, rte: 5 etps}",
        "load: {mode: paced, rate: fast}",
        "load: {mode: ${MODE}, rate: 5 etps, backlog: 3}",
        "load: {mode: ramp, users: {from: x, step: 1}}",
        "load: {mode: ramp, users: {from: 4090, step: 100, stp: 1}}",
        "load: {mode: paced, rate: 5 etps}\nmix: {Trade-Ordr: 1, Trade-Status: 1}",
        "load: {mode: paced, rate: 5 etps}\nmix: {Trade-Order: x, Trade-Status: 1}",
        "engine: {acces: odbc, odbcIni: o.ini}",
        "engine: {access: jdbc, odbcIni: o.ini}",
        "database: {loadUnits: {A: x, B: 1, C: 1, D: 1}, activeLoadUnits: {A: 9, B: 1, C: 1, D: 1}}",
        "provider: {kind: host, hosts: [{set: a1, tierA: \"h:1\", dss: \"h:2\", oltp: \"h:3\"}]}",
        "provider: {kind: hosts, hsts: [{set: a1, tierA: \"h:1\", dss: \"h:2\", oltp: \"h:3\"}]}",
        "provider: {kind: hosts, hosts: [{set: a1, tierA: \"h:99999\", dss: \"h:2\", oltp: \"h:3\"}]}",
        "phaes: [[100, 0, 0, 0]]\nprovider: {kind: hosts}",
        "phases: [[100, 0, 0]]\nprovider: {kind: hosts}",
        "phases: [[100, 0, 0, 1]]\nprovider: {kind: hosts}",
        "sets: many\ndriver: {workers: 3}",
        "set: 3\ndriver: {workers: 3}",
        "sets: 3\nload: {users: x}\ndriver: {workers: 3}",
        "driver: {workers: [\"10.0.0.1:7500\"], tls: {authority: a, certificate: b}}",
        "driver: {workers: [\"10.0.0.1:7500\"], tsl: {}}",
        "pricing: {currency: euro, items: [{part: a, source: b, unitPrice: 1, quantity: 1}]}",
        "pricing: {curency: EUR, items: [{part: a, source: b, unitPrice: 1, quantity: 1}]}",
        "disclosure: {available: [2026]}",
        "name: again",
        "phases: *rows",
        "timing: {rampUp: 1s}"
      })
  void ruleThatHangsOnAProblemIsLeftOut(String text) {
    assertThat(problems("name: x\n" + text + "\n")).as(text).hasSize(1);
  }
}
