package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.cli.view.VerbList;
import io.quartet.config.BenchmarkFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
            "init",
            "validate",
            "doctor",
            "up",
            "down",
            "load",
            "check",
            "lab",
            "demo",
            "run",
            "experiment",
            "acid",
            "report",
            "audit",
            "compare",
            "history",
            "advise",
            "schema",
            "certificates",
            "package",
            "tier-a",
            "worker");
  }

  @Test
  void helpListsEveryVerbOnOneLineUnderAHeading() {
    assertThat(VerbList.GROUPS.stream().flatMap(group -> group.verbs().stream()))
        .containsExactlyElementsOf(verbs().toList());
    assertThat(quartet.run("--help")).isZero();
    String list = quartet.out().substring(quartet.out().indexOf("Set up:"));
    assertThat(list.substring(0, list.indexOf("Exit codes:")).lines())
        .hasSize(VerbList.GROUPS.size() * 2 + (int) verbs().count())
        .allMatch(line -> line.length() <= 80);
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
  void triedIndexWithoutAStatementIsBadInput() {
    assertThat(quartet.run("advise", folder.toString(), "--try", "")).isEqualTo(2);
    assertThat(quartet.err()).contains("--try has no statement. ", "[INDEX_STATEMENT]");
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

  @Test
  void phaseWithoutLengthIsBadInput() {
    assertThat(quartet.run("demo", "--phase", "0s")).isEqualTo(2);
    assertThat(quartet.err()).contains("--phase: a phase cannot be 0 long", "[WRONG_VALUE]");
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

  @ParameterizedTest
  @ValueSource(strings = {"0", "65"})
  void partsOutOfRangeAreBadInput(String parts) {
    assertThat(quartet.run("load", "laptop.yaml", "--parts", parts)).isEqualTo(2);
    assertThat(quartet.err()).contains("--parts: " + parts + " is not in 1..64", "[WRONG_VALUE]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--from-scratch", "--indexes=plain"})
  void partsOfOtherThanAPlainLoadAreBadInput(String option) {
    assertThat(quartet.run("load", "laptop.yaml", "--parts", "2", option)).isEqualTo(2);
    assertThat(quartet.err()).contains("Leave --parts, --indexes or --from-scratch out");
  }

  @Test
  void initWritesAFileThatCanBeReadAndNeverOverwritesOne() throws Exception {
    Path file = folder.resolve("laptop.yaml");
    assertThat(quartet.run("init", file.toString())).isZero();
    assertThat(quartet.out().lines())
        .startsWith(file.toString())
        .anyMatch(line -> line.startsWith("expected: up and load"));
    assertThat(BenchmarkFile.load(file).name()).isEqualTo("laptop");

    Files.writeString(file, "mine");
    assertThat(quartet.run("init", file.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("already exists");
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
