package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.config.BenchmarkFile;
import io.quartet.tiera.engine.ModelParameters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Tag("unit")
class MainTest {

  @TempDir Path folder;

  private final Quartet quartet = new Quartet();

  static Stream<String> verbs() {
    return Main.commandLine().getSubcommands().keySet().stream();
  }

  @Test
  void verbsAreThoseThatExist() {
    assertThat(verbs())
        .containsExactly(
            "demo",
            "init",
            "doctor",
            "up",
            "down",
            "load",
            "check",
            "run",
            "experiment",
            "report",
            "audit",
            "acid",
            "compare",
            "advise",
            "lab",
            "history",
            "certificates",
            "package",
            "tier-a",
            "worker");
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void helpEndsInTwoExamplesThatParse(String verb) {
    assertThat(quartet.run(verb, "--help")).isZero();
    String help = quartet.out();
    assertThat(help).contains("Usage: quartet " + verb);
    List<String> examples =
        help.substring(help.indexOf("Examples:"))
            .replace("\\\n", " ")
            .lines()
            .filter(line -> line.contains("quartet " + verb))
            .toList();
    assertThat(examples).hasSize(2);
    for (String example : examples) {
      CommandLine.ParseResult parsed = Main.commandLine().parseArgs(firstCommand(example, verb));
      assertThat(parsed.subcommand().commandSpec().name()).isEqualTo(verb);
    }
  }

  /** The arguments after "quartet", up to where the shell begins another command. */
  private static String[] firstCommand(String example, String verb) {
    String command = example.substring(example.indexOf("quartet " + verb) + "quartet ".length());
    return command.replaceFirst("[|;&>].*", "").strip().split("\\s+", -1);
  }

  @Test
  void unknownVerbIsBadInputWithASuggestion() {
    assertThat(quartet.run("reprot")).isEqualTo(2);
    assertThat(quartet.err()).contains("report");
  }

  @Test
  void noVerbIsBadInput() {
    assertThat(quartet.run()).isEqualTo(2);
  }

  @Test
  void fileThatIsNotThereIsBadInput() {
    assertThat(quartet.run("up", folder.resolve("none.yaml").toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("none.yaml", "quartet init", "[FILE_NOT_FOUND]");
  }

  @Test
  void failureIsALineOfJsonWhereJsonWasAskedFor() throws Exception {
    assertThat(quartet.run("run", "--json", folder.resolve("none.yaml").toString())).isEqualTo(2);
    JsonNode line = new ObjectMapper().readTree(quartet.err());
    assertThat(line.get("event").asText()).isEqualTo("failed");
    assertThat(line.get("code").asText()).isEqualTo("FILE_NOT_FOUND");
    assertThat(line.get("message").asText()).contains("none.yaml", "quartet init");
    assertThat(line.get("exitCode").asInt()).isEqualTo(2);
  }

  @Test
  void folderThatIsNoRunIsBadInput() {
    assertThat(quartet.run("report", folder.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("run.json", "[NOT_RESULTS]");
  }

  @Test
  void unknownCheckIsBadInputAndTheOthersAreNamed() throws Exception {
    assertThat(quartet.run("init", folder.resolve("some.yaml").toString())).isZero();
    assertThat(quartet.run("check", folder.resolve("some.yaml").toString(), "--only", "I07,I61"))
        .isEqualTo(2);
    assertThat(quartet.err())
        .contains("there is no check 'I61'", "I01 to I60 and T01", "[UNKNOWN_CHECK]");
  }

  @Test
  void finishingARunTakesItsFolderAndNoBenchmarkFile() {
    assertThat(quartet.run("check", "--finish", folder.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("run.json", "[NOT_RESULTS]");
    assertThat(quartet.run("check", "--finish", folder.toString(), "laptop.yaml")).isEqualTo(2);
    assertThat(quartet.err()).contains("mutually exclusive");
    assertThat(quartet.run("check")).isEqualTo(2);
    assertThat(quartet.err()).contains("--finish=RUN", "FILE");
  }

  @Test
  void bringingACopyBackExcludesLoading() {
    for (String option : List.of("--snapshot", "--from-scratch")) {
      assertThat(quartet.run("load", "laptop.yaml", "--restore", option)).isEqualTo(2);
      assertThat(quartet.err()).contains("mutually exclusive", "--restore", option);
    }
  }

  @Test
  void usersOutOfRangeAreBadInput() {
    assertThat(quartet.run("demo", "--users", "0")).isEqualTo(2);
    assertThat(quartet.err()).contains("--users: 0 is not in 1..4096");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101"})
  void repeatsOutOfRangeAreBadInput(String repeats) {
    assertThat(quartet.run("run", "laptop.yaml", "--repeat", repeats)).isEqualTo(2);
    assertThat(quartet.err())
        .contains("--repeat: " + repeats + " is not in 1..100", "[WRONG_VALUE]");
  }

  @Test
  void fewerThanOneTradeIsBadInput() {
    assertThat(quartet.run("run", "laptop.yaml", "--until-trades", "0")).isEqualTo(2);
    assertThat(quartet.err())
        .contains("--until-trades: 0 is not in 1..1000000000000", "[WRONG_VALUE]");
    assertThat(quartet.run("run", "laptop.yaml", "--until-trades", "1000000000001")).isEqualTo(2);
  }

  private static String[] tierA(String... more) {
    String options =
        "tier-a --listen 127.1.1.1:1 --dss 127.1.1.2:1 --oltp 127.1.1.3:1 --load-units 3"
            + " --trade-days 1 --news-length 10000 --seed 42 --user-sessions 1"
            + " --market-sessions 1";
    return Stream.concat(Stream.of(options.split(" ", -1)), Stream.of(more)).toArray(String[]::new);
  }

  private static ModelParameters modelOf(String... arguments) {
    CommandLine.ParseResult parsed = Main.commandLine().parseArgs(arguments);
    return ((TierACommand) parsed.subcommand().commandSpec().userObject()).model();
  }

  @Test
  void loadUnitsAreAllActiveUnlessFewerAreAskedFor() {
    assertThat(modelOf(tierA())).isEqualTo(new ModelParameters(3, 3, 1, 10_000, 42));
    assertThat(modelOf(tierA("--active-load-units", "2")))
        .isEqualTo(new ModelParameters(3, 2, 1, 10_000, 42));
  }

  /** {@code isolation.tradeResult} is {@code --isolation-trade-result}; both take its values. */
  @ParameterizedTest
  @ValueSource(strings = {"access", "statements", "isolation/properties/tradeResult"})
  void optionsOfTheEngineAreSpelledLikeTheKeysOfTheBenchmarkFile(String key) throws Exception {
    JsonNode values =
        new ObjectMapper()
            .readTree(BenchmarkFile.schema())
            .at("/properties/engine/properties/" + key + "/enum");
    assertThat(values).isNotEmpty();
    String option =
        "--"
            + key.replace("/properties/", "-")
                .replaceAll("(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    for (JsonNode value : values) {
      assertThat(Main.commandLine().parseArgs(tierA(option, value.asText())).errors()).isEmpty();
    }
    assertThat(quartet.run(tierA(option, "other"))).isEqualTo(2);
    assertThat(quartet.err()).contains(option, "'other' is none of " + values.get(0).asText());
  }

  @Test
  void tierAWithoutDatabasesTakesNone() {
    assertThat(quartet.run(tierA("--access", "none"))).isEqualTo(2);
    assertThat(quartet.err()).contains("--access none: it has no databases", "[WRONG_VALUE]");
    String[] withoutOltp =
        String.join(" ", tierA()).replace(" --oltp 127.1.1.3:1", "").split(" ", -1);
    assertThat(quartet.run(withoutOltp)).isEqualTo(2);
    assertThat(quartet.err()).contains("--dss and --oltp: both are needed", "[WRONG_VALUE]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "4"})
  void activeLoadUnitsOutOfRangeAreBadInput(String active) {
    assertThat(quartet.run(tierA("--active-load-units", active))).isEqualTo(2);
    assertThat(quartet.err())
        .contains("--active-load-units: " + active + " is not in 1..3", "[WRONG_VALUE]");
  }

  @Test
  void initWritesAFileThatCanBeReadAndNeverOverwritesOne() throws Exception {
    Path file = folder.resolve("laptop.yaml");
    assertThat(quartet.run("init", file.toString())).isZero();
    assertThat(quartet.out().strip()).isEqualTo(file.toString());
    assertThat(BenchmarkFile.load(file).name()).isNotBlank();

    Files.writeString(file, "mine");
    assertThat(quartet.run("init", file.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("exists already");
    assertThat(file).hasContent("mine");
  }

  @Test
  void initPrintsToStandardOutput() {
    assertThat(quartet.run("init", "--example", "demo", "-")).isZero();
    assertThat(quartet.out()).isEqualTo(BenchmarkFile.example("demo"));
  }

  @Test
  void unknownExampleIsBadInput() {
    assertThat(quartet.run("init", "--example", "laptpo", "-")).isEqualTo(2);
    assertThat(quartet.err()).contains("Did you mean 'laptop'?");
  }
}
