package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quartet.model.HostileThing;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.LoadShare;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that no honest user writes: each is refused at once, in words, with its place. */
@Tag("unit")
class HostileFilesTest {

  private static final int LONGEST_MESSAGE = 8_000;

  /** Keys that need a number, as they stand in a file. */
  private static final List<String> NUMBERS =
      List.of(
          "sets: %s",
          "seed: %s",
          "load: {users: %s}",
          "load: {mode: ramp, users: {from: %s, step: 1}}",
          "load: {mode: ramp, users: {from: 1, step: %s}}",
          "load: {mode: paced, rate: 5 etps, backlog: %s}",
          "market: {flush: %s}",
          "mix: {Trade-Order: %s}",
          "database: {loadUnits: {A: %s, B: 1, C: 1, D: 1}}",
          "database: {tradeDays: %s}",
          "database: {newsLength: %s}",
          "database: {seed: %s}",
          "provider: {port: %s}",
          "provider: {cpus: {oltp: %s}}",
          "provider: {sizes: {vms: {a1-vm3: {vcpus: %s}}}}",
          "phases: [[%s, 20, 30, 40]]");

  private static final List<String> NO_NUMBERS =
      List.of(
          "010",
          "0x10",
          "1_000",
          "1:30",
          "1e999999999",
          "-1e999999999",
          "99999999999999999999999999999999999999",
          ".nan",
          ".inf",
          "''",
          "{}");

  /** Keys that need a path. */
  private static final List<String> PATHS =
      List.of(
          "provider: {dataDirectory: %s}",
          "provider: {postgresBin: %s}",
          "provider: {tablespaces: {data: %s}}",
          "provider: {tablespaces: {wal: %s}}",
          "engine: {access: odbc, odbcIni: %s}",
          "driver: {tls: {authority: %s, certificate: b, key: c}}",
          "driver: {tls: {authority: a, certificate: %s, key: c}}",
          "driver: {tls: {authority: a, certificate: b, key: %s}}");

  /** Settings that locate files, or that Quartet decides. */
  private static final List<String> OWN_SETTINGS =
      List.of(
          "config_file",
          "hba_file",
          "ident_file",
          "data_directory",
          "external_pid_file",
          "include",
          "listen_addresses",
          "port",
          "unix_socket_directories",
          "ssl_key_file",
          "ssl_cert_file",
          "ssl_ca_file",
          "ssl_crl_file",
          "ssl_crl_dir",
          "ssl_dh_params_file",
          "krb_server_keyfile",
          "promote_trigger_file",
          "log_directory",
          "log_filename",
          "stats_temp_directory",
          "dynamic_library_path",
          "extension_destdir",
          "extension.some_path");

  /** Settings whose names only look as if they located files. */
  private static final List<String> HARMLESS_SETTINGS =
      List.of(
          "log_file_mode",
          "log_temp_files",
          "max_files_per_process",
          "temp_file_limit",
          "vacuum_cost_page_dirty",
          "search_path",
          "shared_preload_libraries",
          "jit_provider");

  private static final String LONG_KEY = "k".repeat(50_000);

  private static final List<String> NO_PATHS =
      List.of("''", "\"a\\0b\"", "\"a\\e[31mb\"", "\"a\\nb\"", "[]", "x".repeat(5_000));

  private static final List<String> DOCUMENTS =
      List.of(
          "load: &all {users: 3}",
          "load: *all",
          "load: {users: *x}",
          "<<: *defaults",
          "load: {users: 3",
          "load: {users: 3}}",
          "\tload: 3",
          "load: 'open",
          "? [a, b]\n: c",
          "load: 3\n---\nload: 4",
          "%YAML 9.9\n---\nload: 3",
          "load: !!java.lang.Runtime 3",
          "sets: &two 2",
          "sets: !!int \"2\"",
          "sets: ! 2",
          "&key sets: 2",
          "!!str sets: 2",
          "load: !!map {users: 3}",
          "phases: [&first [10, 20, 30, 40]]",
          "phases: [[&first 10, 20, 30, 40]]",
          "load: {users: &users }",
          "- 1\n- 2",
          "just words",
          "42",
          "~",
          "load: [[[[[[[[[[]]]]]]]]]]",
          "a: ".repeat(3) + "b",
          "\"\\e[31mred\\e[0m\": 1",
          "\"a\\0b\": 1",
          "\"" + "k".repeat(50_000) + "\": 1",
          "load: {users: " + "9".repeat(50_000) + "}",
          "timing: " + "z".repeat(900_000),
          "x: " + "[".repeat(60),
          "x: " + "[".repeat(5_000),
          "x: " + "{a: ".repeat(2_000),
          "provider: {memory: {dss: 0kB}}",
          "provider: {memory: {dss: 99999999999999999999GB}}",
          "provider: {memory: {dss: 9999999999GB}}",
          "provider: {dataDir: here}",
          "load: {backlog: 5}",
          "collect: {interval: 1e9s}",
          "phases: \"a\\0b.csv\"",
          "provider: {settings: {oltp: {" + LONG_KEY + ": 1}}}",
          "provider: {settings: {oltp: {" + LONG_KEY + ": [1]}}}",
          "provider: {settings: {" + LONG_KEY + ": {}}}",
          "provider: {sizes: {" + LONG_KEY + ": {}}}",
          "provider: {sizes: {vms: {" + LONG_KEY + ": {vcpus: 1}}}}",
          "provider: {sizes: {vms: {" + LONG_KEY + ": 1}}}",
          "provider: {sizes: {vms: [a1-vm3]}}",
          "provider: {sizes: {groups: {A: {dss: {settings: {" + LONG_KEY + ": 1}}}}}}",
          "provider: {sizes: {preset: {name: reference}}}",
          "mix: {" + LONG_KEY + ": 1}",
          "? " + LONG_KEY + "\n: 1\n? " + LONG_KEY + "\n: 2",
          "load: {users: ${" + "V".repeat(50_000) + "}}",
          "seed: ${UNSET_VARIABLE_OF_A_TEST}\nseed: *x");

  @TempDir Path folder;

  private static Stream<String> texts() {
    List<String> texts = new ArrayList<>(DOCUMENTS);
    NUMBERS.forEach(key -> NO_NUMBERS.forEach(value -> texts.add(key.formatted(value))));
    OWN_SETTINGS.forEach(name -> texts.add("provider: {settings: {oltp: {" + name + ": x}}}"));
    PATHS.forEach(key -> NO_PATHS.forEach(value -> texts.add(key.formatted(value))));
    return texts.stream();
  }

  @Test
  void everyHostileTextIsRefusedWithItsPlace() throws IOException {
    Path file = folder.resolve("run.yaml");
    List<String> all = texts().toList();
    assertThat(all).hasSizeGreaterThan(150);
    for (String text : all) {
      Files.writeString(file, "name: x\n" + text + "\n");
      String described = text.substring(0, Math.min(text.length(), 100));
      assertRefused(described, catchThrowable(() -> BenchmarkFile.load(file)), "run.yaml:");
    }
  }

  @Test
  void settingsThatLocateNoFilesAreTaken() throws IOException {
    StringBuilder text = new StringBuilder("name: x\nprovider:\n  settings:\n    oltp:\n");
    HARMLESS_SETTINGS.forEach(name -> text.append("      ").append(name).append(": x\n"));
    Path file = Files.writeString(folder.resolve("run.yaml"), text);
    assertThat(BenchmarkFile.load(file).sizes().get("a1-vm3").settings())
        .containsOnlyKeys(HARMLESS_SETTINGS);
  }

  private static void assertRefused(String text, Throwable error, String place) {
    assertThat(error).as(text).isInstanceOf(QuartetException.class);
    assertThat(((QuartetException) error).kind())
        .as(text)
        .isEqualTo(QuartetException.Kind.BAD_INPUT);
    assertThat(error.getMessage())
        .as(text)
        .hasSizeLessThan(LONGEST_MESSAGE)
        .contains(place)
        .doesNotContain("Exception", "jackson", "snakeyaml", "java.", "io.quartet");
    assertThat(error.getMessage().lines())
        .as(text)
        .allMatch(
            line -> line.startsWith("and ") || line.matches(".*\\.(yaml|csv)(:\\d+:\\d+)?: .*"))
        .noneMatch(line -> line.chars().anyMatch(Character::isISOControl));
  }

  @Test
  void thousandsOfProblemsAreCounted() throws IOException {
    StringBuilder text = new StringBuilder("name: x\n");
    for (int i = 0; i < 5_000; i++) {
      text.append("unknown").append(i).append(": 1\n");
    }
    Path file = Files.writeString(folder.resolve("run.yaml"), text);
    Throwable error = catchThrowable(() -> BenchmarkFile.load(file));
    assertRefused("many", error, "run.yaml:2:1");
    assertThat(error).hasMessageContaining("and 4980 more problems");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "phases:|- [1]",
        "phases:|- [1, 2, 3, 4]",
        "phases:|- *x",
        "provider: {kind: hosts, hosts: [|{set: a1},|]}",
        "load: {|mode: 1,|}",
        "mix: {|k#: ${UNSET_VARIABLE_OF_A_TEST},|}"
      })
  void thousandsOfProblemsOfEveryKindAreCounted(String parts) throws IOException {
    String[] part = parts.split("\\|", -1);
    String line = String.join("", List.of(part).subList(1, Math.max(2, part.length - 1)));
    StringBuilder text = new StringBuilder("name: x\n").append(part[0]).append('\n');
    for (int i = 0; i < 10_000; i++) {
      text.append(line.replace("#", "" + i)).append('\n');
    }
    text.append(part.length > 2 ? part[part.length - 1] : "").append('\n');
    Path file = Files.writeString(folder.resolve("run.yaml"), text);
    assertRefused(parts, catchThrowable(() -> BenchmarkFile.load(file)), "run.yaml:");
  }

  @ParameterizedTest
  @EnumSource
  void thingsThatAreNoFilesAreRefused(HostileThing thing) throws Exception {
    Path path = folder.resolve("thing.yaml");
    thing.replace(path);
    Throwable asBenchmark = catchThrowable(() -> BenchmarkFile.load(path));
    assertRefused(thing.name(), asBenchmark, "thing.yaml:");
    assertThat(asBenchmark.getMessage()).containsPattern(reason(thing));
    Path file = Files.writeString(folder.resolve("run.yaml"), "name: x\nphases: thing.yaml\n");
    Throwable asPhases = catchThrowable(() -> BenchmarkFile.load(file));
    assertRefused(thing.name(), asPhases, "run.yaml:2:9: the phase file " + path);
    assertThat(asPhases.getMessage())
        .containsPattern(thing.reason().replaceFirst("^(:\\d+:\\d+): ", "$1 cannot be read: "));
  }

  /** With the words about the whole file between the place and the reason. */
  private static String reason(HostileThing thing) {
    return thing.reason().replaceFirst("^(:\\d+:\\d+: )", "$1the .* file cannot be read: ");
  }

  @Test
  void fileThatIsNotThereIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("run.yaml"), "name: x\nphases: thing.yaml\n");
    assertThat(catchThrowable(() -> BenchmarkFile.load(file)))
        .hasMessage(
            "%s:2:9: the phase file %s/thing.yaml cannot be read: it does not exist. A relative name"
                + " starts at the folder of the benchmark file.",
            file, folder);
    Files.writeString(file, "name: x\nphases: " + "n".repeat(300) + ".csv\n");
    assertThat(catchThrowable(() -> BenchmarkFile.load(file)))
        .hasMessageStartingWith(file + ":2:9: the phase file ")
        .hasMessageContaining("cannot be read: it cannot be opened (File name too long)");
    assertThat(catchThrowable(() -> BenchmarkFile.load(folder.resolve("none.yaml"))))
        .hasMessageContaining("none.yaml: the benchmark file cannot be read: it does not exist");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run.yaml", "phases.csv", "phases.yaml"})
  void byteThatIsNoTextIsNamedWithItsPlace(String name) throws IOException {
    byte[] bytes = "# first\nna\u00efve: \u0000".getBytes(StandardCharsets.UTF_8);
    bytes[bytes.length - 1] = (byte) 0xe9;
    Path file = Files.write(folder.resolve(name), bytes);
    Path benchmark =
        name.equals("run.yaml")
            ? file
            : Files.writeString(folder.resolve("run.yaml"), "name: x\nphases: " + name + "\n");
    assertThat(catchThrowable(() -> BenchmarkFile.load(benchmark)))
        .hasMessageContaining(name + ":2:8")
        .hasMessageContaining("byte 0xe9 is not text in UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "'1e999999999,0,0,0', 1",
    "'A,B,C,D\n0x10,20,30,40', 2",
    "'10,20,30,40\n\n010,20,30,40', 3",
    "'10,20,30,40\n10,20,30,NaN', 2"
  })
  void rowsOfPhaseFilesHaveTheirLine(String text, int line) throws IOException {
    Files.writeString(folder.resolve("phases.csv"), text.replace("\\n", "\n"));
    Path file = Files.writeString(folder.resolve("run.yaml"), "name: x\nphases: phases.csv\n");
    Throwable error = catchThrowable(() -> BenchmarkFile.load(file));
    assertRefused(text, error, "phases.csv:" + line + ":1: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10;20;30;40", "10\t20\t30\t40", "10%,20%,30%,40%", "10,5;20,5;30;39"})
  void rowOfAPhaseFileWithoutCommasIsShown(String row) throws IOException {
    Files.writeString(folder.resolve("phases.csv"), "A,B,C,D\n" + row + "\n");
    Path file = Files.writeString(folder.resolve("run.yaml"), "name: x\nphases: phases.csv\n");
    assertThat(catchThrowable(() -> BenchmarkFile.load(file)))
        .hasMessageContaining("phases.csv:2:1: phase 1 needs four numbers with commas between them")
        .hasMessageContaining("but is '" + row.replace("\t", "\\u0009") + "'.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10,20,30,40\r\n", "A,B,C,D\r\n10,20,30,40\r\n"})
  void phaseFileOfASpreadsheetHasAByteOrderMark(String rows) throws IOException {
    Files.writeString(folder.resolve("phases.csv"), "\ufeff" + rows);
    Path file = Files.writeString(folder.resolve("run.yaml"), "name: x\nphases: phases.csv\n");
    assertThat(BenchmarkFile.load(file).schedule().phases().rows())
        .containsExactly(LoadShare.of(10, 20, 30, 40));
  }

  @Test
  void beginningOfAKeyIsEnoughToSuggestIt() throws IOException {
    Path file =
        Files.writeString(folder.resolve("run.yaml"), "name: x\nprovider: {dataDir: here}\n");
    assertThat(catchThrowable(() -> BenchmarkFile.load(file)))
        .hasMessageContaining("Did you mean 'dataDirectory'?");
  }
}
