package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.cli.view.VerbList;
import io.quartet.config.BenchmarkFile;
import io.quartet.results.RunState;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

@Tag("unit")
class MainTest {

  private static final String CODE = " [WRONG_USAGE]";

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
            "note",
            "remove",
            "advise",
            "schema",
            "certificates",
            "package",
            "tier-a",
            "worker",
            "support",
            "completion",
            "help");
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

  @ParameterizedTest
  @MethodSource("verbs")
  void helpBreaksNoWord(String verb) {
    assertThat(quartet.run(verb, "--help")).isZero();
    String help = quartet.out();
    assertThat(help.substring(0, help.indexOf("Examples:")).lines())
        .allMatch(line -> line.length() <= 80)
        .noneMatch(line -> line.endsWith("/"));
    CommandSpec spec = Main.commandLine().getSubcommands().get(verb).getCommandSpec();
    assertThat(
            Stream.concat(
                Stream.of(spec.usageMessage().description()),
                spec.args().stream().flatMap(one -> Stream.of(one.description()))))
        .isNotEmpty()
        .allSatisfy(
            text -> assertThat(quartet.words()).contains(text.strip().replaceAll("\\s+", " ")));
  }

  /** The arguments after "quartet", up to where the shell begins another command. */
  private static String[] firstCommand(String example, String verb) {
    String command = example.substring(example.indexOf("quartet " + verb) + "quartet ".length());
    return command.replaceFirst("[|;&>].*", "").strip().split("\\s+", -1);
  }

  @Test
  void helpOfAVerbIsTheTextOfItsOption() {
    for (List<String> verb : List.of(List.<String>of(), List.of("run"), List.of("lab", "verify"))) {
      assertThat(quartet.run(words("", verb, "--help"))).isZero();
      String help = quartet.out();
      assertThat(quartet.run(words("help", verb, ""))).isZero();
      assertThat(quartet.out()).isEqualTo(help).contains("Examples:");
    }
  }

  private static String[] words(String first, List<String> verb, String last) {
    return Stream.of(Stream.of(first), verb.stream(), Stream.of(last))
        .flatMap(part -> part)
        .filter(word -> !word.isEmpty())
        .toArray(String[]::new);
  }

  @Test
  void noVerbIsBadInputAndListsThem() {
    assertThat(quartet.run()).isEqualTo(2);
    assertThat(quartet.err()).contains("Usage: quartet ", "Set up:", "  init ", "  worker ");
    assertThat(quartet.run("lab")).isEqualTo(2);
    assertThat(quartet.err()).contains("Usage: quartet lab ", "  verify ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          reprot                 | quartet has no verb 'reprot'. Did you mean 'report'? |
          help reprot            | quartet has no verb 'reprot'. Did you mean 'report'? |
          lab verfiy a.yaml      | quartet lab has no verb 'verfiy'. Did you mean 'verify'? |
          turn                   | quartet has no verb 'turn'.                | See 'quartet --help'.
          run --repeats 3 f.yaml | quartet run has no option '--repeats'. Did you mean '--repeat'? |
          run --repeats=3        | quartet run has no option '--repeats'. Did you mean '--repeat'? |
          run f.yaml -x          | quartet run has no option '-x'.            | See 'quartet run --help'.
          down a.yaml b.yaml     | quartet down takes no further word 'b.yaml'. | See 'quartet down --help'.
          """)
  void wordThatDoesNotExistIsNamed(String words, String what, String see) {
    assertThat(quartet.run(words.split(" +", -1))).isEqualTo(2);
    assertThat(quartet.err().lines())
        .containsExactlyElementsOf(
            (see == null ? what + CODE : what + "\n" + see + CODE).lines().toList());
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
  void wrongUsageIsALineOfJsonWhereJsonWasAskedFor() throws Exception {
    assertThat(quartet.run("run", "--json", "--repeats", "3")).isEqualTo(2);
    JsonNode line = new ObjectMapper().readTree(quartet.err());
    assertThat(line.get("event").asText()).isEqualTo("failed");
    assertThat(line.get("code").asText()).isEqualTo("WRONG_USAGE");
    assertThat(line.get("message").asText()).contains("Did you mean '--repeat'?");
  }

  @Test
  void folderThatIsNoRunIsBadInput() {
    assertThat(quartet.run("audit", folder.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("holds no run.json", "[NOT_RESULTS]");
    assertThat(quartet.run("report", folder.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("holds neither run.json nor experiment.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "note", "remove", "support", "audit", "advise"})
  void resultsThatDoNotExistAreNamedAsSuch(String verb) {
    String missing = folder.resolve("nosuch").toString();
    assertThat(quartet.run(verb, missing)).isEqualTo(2);
    assertThat(quartet.err())
        .contains(missing + " does not exist. Name the folder of ", "quartet history lists");
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

  @Test
  void unknownStateOfTheCachesIsWrongUsage() {
    assertThat(quartet.run("run", "laptop.yaml", "--caches", "cold")).isEqualTo(2);
    assertThat(quartet.err()).contains("'cold' is not one of keep, clear, warm.");
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

  @ParameterizedTest
  @CsvSource({
    "a_b.yaml, a-b",
    "my bench.yaml, my-bench",
    "my.bench.yml, my-bench",
    "_x_, x",
    "2024.yaml, 2024",
    "1e5.yaml, 1e5",
    "NO.yaml, NO",
    "true.yaml, true",
    "null.yaml, null",
  })
  void nameOfTheFileBecomesOneThatIsAllowed(String file, String name) {
    Path path = folder.resolve(file);
    assertThat(quartet.run("init", "--example", "demo", path.toString())).isZero();
    assertThat(BenchmarkFile.load(path).name()).isEqualTo(name);
    assertThat(quartet.out().lines().skip(1).toList())
        .isEqualTo(file.equals(name + ".yaml") ? List.of() : List.of("name: " + name));
  }

  @ParameterizedTest
  @CsvSource({
    "a23456789-b23456789-c23456789-d23456789-e.yaml, demo, the name 'a23456789-",
    "a23456789-b23456789-c23456789-.yaml, experiment,",
    "a23456789-b23456789-c23456789-d.yaml, experiment, has 31 characters. Add --name NAME with at most 30.",
    "a.yaml --name=, demo, '' is not allowed",
    "a --name=b, profile, leave --name out",
    "/, demo, no name follows from /",
  })
  void nameIsRefusedRatherThanCutOrIgnored(String words, String example, String message) {
    String[] parts = words.split(" ", -1);
    parts[0] = folder.resolve(parts[0]).toString();
    String[] all =
        Stream.concat(Stream.of("init", "--example", example), Stream.of(parts))
            .toArray(String[]::new);
    assertThat(quartet.run(all)).isEqualTo(message == null ? 0 : 2);
    if (message != null) {
      assertThat(quartet.err()).contains(message, "[WRONG_VALUE]");
    }
  }

  @Test
  void fileWithoutAUsableNameNeedsOne() {
    Path path = folder.resolve("日本.yaml");
    assertThat(quartet.run("init", path.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("Add --name NAME", "[WRONG_VALUE]");
    assertThat(path).doesNotExist();
    assertThat(quartet.run("init", path.toString(), "--name", "nihon")).isZero();
    assertThat(BenchmarkFile.load(path).name()).isEqualTo("nihon");
    assertThat(quartet.run("init", path.toString(), "--name", "a_b")).isEqualTo(2);
    assertThat(quartet.err()).contains("--name: 'a_b' is not allowed. Use up to 40 letters");
  }

  @Test
  void initSaysWhichFolderIsMissing() {
    String file = folder.resolve("sub/x.yaml").toString();
    assertThat(quartet.run("init", file)).isEqualTo(2);
    assertThat(quartet.err())
        .contains("the folder " + folder.resolve("sub") + " does not exist", "[FILE_NOT_WRITABLE]");
  }

  @Test
  void initSaysAsJsonWhatItWroteAndWhatThatNeeds() throws Exception {
    String file = folder.resolve("laptop.yaml").toString();
    assertThat(quartet.run("init", file, "--json")).isZero();
    JsonNode json = new ObjectMapper().readTree(quartet.out());
    assertThat(json.at("/files/0").asText()).isEqualTo(file);
    assertThat(json.get("name").asText()).isEqualTo("laptop");
    for (String fact : List.of("processors", "neededDiskBytes", "upAndLoadSeconds", "runSeconds")) {
      assertThat(json.get(fact).asLong()).as(fact).isPositive();
    }
    assertThat(quartet.run("init", "-", "--json")).isEqualTo(2);
    assertThat(quartet.out()).isEmpty();
  }

  @Test
  void exampleGetsTheNameOfItsFile() {
    for (String example : BenchmarkFile.EXAMPLES) {
      Path file = folder.resolve("my-" + example + ".yaml");
      assertThat(quartet.run("init", "--example", example, file.toString())).isZero();
      assertThat(file).content().contains("\nname: my-" + example);
    }
  }

  @Test
  void examplesOfAnExperimentAndOfAProfileCanBeUsed() {
    assertThat(quartet.run("init", folder.resolve("laptop.yaml").toString())).isZero();
    String experiment = folder.resolve("buffers.yaml").toString();
    assertThat(quartet.run("init", "--example", "experiment", experiment)).isZero();
    assertThat(quartet.run("experiment", experiment, "--dry-run")).as(quartet.err()).isZero();

    Path profile = folder.resolve("narrow");
    assertThat(quartet.run("init", "--example", "profile", profile.toString())).isZero();
    assertThat(profile.resolve("profile.yaml")).content().contains("\nbase: covering");
    assertThat(profile.resolve("trade_by_price.sql")).content().contains("CREATE INDEX");
    assertThat(quartet.run("init", "--example", "profile", profile.toString())).isEqualTo(2);
  }

  @Test
  void initPrintsToStandardOutput() {
    assertThat(quartet.run("init", "--example", "demo", "-")).isZero();
    assertThat(quartet.out()).isEqualTo(BenchmarkFile.example("demo"));
  }

  @Test
  void notesChangeAndResultsAreRemoved() throws Exception {
    Path run = Quartet.run(folder, "20260301-120000-demo", "demo");
    String name = run.toString();
    assertThat(quartet.run("note", name, "--tag", "disk=nvme", "--tag", "cpu=2", "--note", "new"))
        .isZero();
    assertThat(quartet.run("note", name, "--untag", "cpu", "--tag", "disk=sata")).isZero();
    assertThat(quartet.out().lines()).containsExactly("disk=sata", "new");
    assertThat(quartet.run("note", name, "--json")).isZero();
    assertThat(new ObjectMapper().readTree(quartet.out()).toString())
        .isEqualTo("{\"tags\":{\"disk\":\"sata\"},\"note\":\"new\"}");
    assertThat(quartet.run("note", name, "--untag", "dsik")).isEqualTo(2);
    assertThat(quartet.err()).contains("there is no tag 'dsik'. Name one of these: [disk]");
    assertThat(quartet.run("note", name, "--tag", "disk")).isEqualTo(2);
    assertThat(quartet.err()).contains("Value for option '--tag' (KEY=VALUE)");
    Path untagged = Quartet.run(folder, "untagged", "demo");
    assertThat(quartet.run("note", untagged.toString(), "--untag", "disk")).isEqualTo(2);
    assertThat(quartet.err()).contains("there is no tag 'disk'. There are no tags to remove.");
    assertThat(quartet.run("note", name, "--tag", "a b=c")).isEqualTo(2);
    assertThat(quartet.err()).contains("[WRONG_NOTE]");

    assertThat(quartet.run("remove", name)).isEqualTo(2);
    assertThat(quartet.err()).contains("Add --yes", "[NOT_CONFIRMED]");
    assertThat(quartet.run("remove", "--yes", name, folder.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("[NOT_RESULTS]");
    assertThat(run).exists();
    assertThat(quartet.run("remove", "--yes", name, name + "/.")).isZero();
    assertThat(quartet.out()).containsOnlyOnce("removed " + name);
    assertThat(run).doesNotExist();
    assertThat(quartet.run("remove", "--yes", "--json", untagged.toString())).isZero();
    assertThat(new ObjectMapper().readTree(quartet.out()).get("removed").asText())
        .isEqualTo(untagged.toString());
  }

  @Test
  void onlyResultsAreRemovedAndNoLinkToThem() throws Exception {
    Path other = Files.createDirectories(folder.resolve("other/src")).getParent();
    Files.writeString(other.resolve("run.json"), "{\"name\": \"a program\"}");
    assertThat(quartet.run("remove", "--yes", other.toString())).isEqualTo(2);
    Files.delete(other.resolve("run.json"));
    Files.writeString(other.resolve("experiment.json"), "{}");
    assertThat(quartet.run("remove", "--yes", other.toString())).isEqualTo(2);
    assertThat(other.resolve("src")).exists();

    Path run = Quartet.run(folder, "20260301-120000-demo", "demo");
    Path link = Files.createSymbolicLink(folder.resolve("link"), run);
    assertThat(quartet.run("remove", "--yes", link.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("is a link to results");
    assertThat(run).exists();
    // The system resolves the link first, so this is a folder beside what it leads to.
    Path beside = Files.createDirectories(folder.resolve("elsewhere/runs"));
    Path ofLink = Files.createSymbolicLink(folder.resolve("results"), beside);
    Path far = Quartet.run(beside.getParent(), "old", "demo");
    Path near = Quartet.run(folder, "old", "demo");
    assertThat(quartet.run("remove", "--yes", ofLink + "/../old")).isZero();
    assertThat(far).doesNotExist();
    assertThat(near).exists();
    assertThat(quartet.run("remove", "--yes", run + "/.")).isZero();
    assertThat(run).doesNotExist();
  }

  @Test
  void supportPacksWhatAReportOfAFaultNeeds() throws Exception {
    Path run = Quartet.run(folder, "run", "demo");
    Files.createDirectory(run.resolve("stats"));
    Files.writeString(run.resolve("report.html"), "<html>");
    Files.writeString(run.resolve("pgpass"), "*:*:*:*:secret");
    Files.writeString(run.resolve("stats/gaps.csv"), "a");
    Path logs = Files.createDirectory(run.resolve("logs"));
    Files.writeString(logs.resolve("full.log"), "an entry");
    Files.createFile(logs.resolve("empty.log"));
    Files.createSymbolicLink(run.resolve("link"), Path.of("/etc/passwd"));
    String archive = run.resolve("support.zip").toString();
    assertThat(quartet.run("support", run.toString(), "--output", archive)).isZero();
    assertThat(quartet.out()).contains(archive);
    try (ZipFile zip = new ZipFile(archive)) {
      assertThat(zip.stream().map(ZipEntry::getName).filter(name -> !name.startsWith("log/")))
          .containsExactly(
              "versions.txt", "run/logs/empty.log", "run/logs/full.log", "run/run.json");
    }
    String other = folder.resolve("other.zip").toString();
    assertThat(quartet.run("support", run.toString(), "--output", other, "--json")).isZero();
    assertThat(new ObjectMapper().readTree(quartet.out()).at("/files/0").asText()).isEqualTo(other);
    assertThat(quartet.run("support", run.toString(), "--output", archive)).isEqualTo(2);
    assertThat(quartet.err()).contains("[FILE_EXISTS]");
  }

  @Test
  void completionOffersOnlyWordsThatTheProgramTakes() {
    assertThat(quartet.run("completion")).isZero();
    String script = quartet.out();
    assertThat(function(script, "tiera")).contains("--help").doesNotContain("--quiet", "--color");
    assertThat(function(script, "run")).contains("--quiet", "\"changed\" \"always\"");
    assertThat(quartet.run("run", "laptop.yaml", "--checks", "some")).isEqualTo(2);
    assertThat(quartet.err()).contains("'some' is not one of changed, always.");
  }

  private static String function(String script, String verb) {
    int start = script.indexOf("function _picocli_quartet_" + verb + "()");
    return script.substring(start, script.indexOf("\n}", start));
  }

  @Test
  void listsOfVerbsStandUnderAnEmptyLine() {
    assertThat(quartet.run("lab", "--help")).isZero();
    assertThat(quartet.out()).contains("\n\nCommands:\n");
  }

  @Test
  void completionKnowsEveryVerb() {
    assertThat(quartet.run("completion")).isZero();
    String script = quartet.out();
    verbs().forEach(verb -> assertThat(script).contains(verb));
    assertThat(script.substring(script.indexOf("function _picocli_quartet_help()")))
        .contains(verbs().map(verb -> '"' + verb + '"').collect(Collectors.joining(" ", "(", ")")));
  }

  @Test
  void resultsOfARunUnderWayStay() throws Exception {
    Path run = Quartet.run(folder, "20260301-120000-demo", "demo");
    RunState.running().write(ResultsFolder.open(run));
    assertThat(quartet.run("remove", "--yes", run.toString())).isEqualTo(3);
    assertThat(quartet.err()).contains("a driver still works on it", "[RESULTS_IN_USE]");
    assertThat(run).exists();
  }

  @Test
  void unknownExampleIsBadInput() {
    assertThat(quartet.run("init", "--example", "laptpo", "-")).isEqualTo(2);
    assertThat(quartet.err()).contains("Did you mean 'laptop'?");
  }
}
