package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.BenchmarkFile;
import io.quartet.config.PlanDocument;
import io.quartet.model.experiment.TestExperiments;
import io.quartet.model.plan.TestPlans;
import io.quartet.results.RunState;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs {@code compare} and {@code history}, on runs that were killed at once. */
@Tag("unit")
class CompareCommandTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path results;

  private final Quartet quartet = new Quartet();

  /** A run that ended before it measured anything. */
  private String run(String runId, long startedUtcMillis, int users) throws IOException {
    Path folder = Files.createDirectories(results.resolve(runId));
    JsonNode plan = PlanDocument.toJson(BenchmarkFile.loadExample("demo"));
    ((ObjectNode) plan.path("load")).put("users", users);
    Files.writeString(
        folder.resolve("run.json"),
        """
        {"schemaVersion": 1, "runId": "%s", "startedUtcMillis": %d, "plan": %s, "versions": {}}
        """
            .formatted(runId, startedUtcMillis, plan));
    Files.writeString(
        folder.resolve("state.json"),
        "{\"state\":\"aborted\",\"reason\":\"no power\",\"pid\":1,\"endedUtcMillis\":1}");
    return folder.toString();
  }

  @Test
  void textHasTheAnswerFirstAndSaysWhatIsInvalid() throws IOException {
    String first = run("20260301-120000-demo", 1_772_366_400_000L, 16);
    String second = run("20260301-130000-demo", 1_772_370_000_000L, 24);

    assertThat(quartet.run("compare", first, second)).as(quartet.err()).isEqualTo(4);

    // The paths of a test may be longer than a line.
    assertThat(quartet.out().replace(first, "results/1").replace(second, "results/2").lines())
        .allMatch(line -> line.length() <= 100);
    assertThat(quartet.words())
        .containsSubsequence(
            "measure different things",
            "Load: closed, 16 users (run 1); closed, 24 users (run 2)",
            "Run 2 is INVALID: its figures are not a result. Run 2 against run 1",
            "0 of ",
            "--all prints every figure",
            "2 runs compared",
            "Configuration")
        .doesNotContain("Mean response");
    assertThat(quartet.run("compare", "--all", first, second)).as(quartet.err()).isEqualTo(4);
    assertThat(quartet.out())
        .contains(
            "2 runs compared; run 1 is the baseline",
            "2026-03-01T12:00:00Z",
            "INVALID",
            "no power",
            "plan: load.users",
            "run 2  24",
            "foreign share not known",
            "not collected",
            "no throughput to compare",
            "within itself")
        .containsSubsequence("Resources", "2 runs compared", "Configuration");
  }

  @Test
  void jsonAndPageHoldTheSame() throws IOException {
    String first = run("20260301-120000-demo", 1_772_366_400_000L, 16);
    String second = run("20260301-130000-demo", 1_772_370_000_000L, 24);
    Path page = results.resolve("page.html");

    assertThat(quartet.run("compare", "--json", first, second, "--html", page.toString()))
        .isEqualTo(4);

    JsonNode json = JSON.readTree(quartet.out());
    assertThat(json.at("/runs/1/runId").asText()).isEqualTo("20260301-130000-demo");
    assertThat(json.at("/configuration/0/name").asText()).isEqualTo("load.users");
    assertThat(Files.readString(page)).contains("load.users", "Run 2 is INVALID");
  }

  @Test
  void setsHaveTheirBaselineBehindAgainst() throws IOException {
    String a1 = run("20260301-120000-a", 1_772_366_400_000L, 16);
    String a2 = run("20260301-130000-a", 1_772_370_000_000L, 16);
    String b1 = run("20260301-140000-b", 1_772_373_600_000L, 24);
    String b2 = run("20260301-150000-b", 1_772_377_200_000L, 24);

    assertThat(quartet.run("compare", "--all", a1, a2, "--against", b1, b2))
        .as(quartet.err())
        .isEqualTo(4);

    assertThat(quartet.out())
        .contains("4 runs compared; runs 1 and 2 are the baseline", "run 1  " + b1, "run 3  " + a1)
        .contains("95 % interval, %");
    assertThat(quartet.words()).contains("Runs 3 and 4 against runs 1 and 2");
    assertThat(quartet.run("compare", "--against", b1, b2)).isEqualTo(2);
    assertThat(quartet.run("compare", a1, b1, "--against", b1)).isEqualTo(2);
    assertThat(quartet.err()).contains("[TOO_FEW_RUNS]", "[SAME_RUN_TWICE]");
    assertThat(quartet.run("compare", "--help")).isZero();
    assertThat(quartet.words()).contains("the runs after --against are the baseline");
  }

  @Test
  void oneFolderIsTooFewAndNoneToo() throws IOException {
    assertThat(quartet.run("compare", run("one", 0, 16))).isEqualTo(2);
    assertThat(quartet.run("compare")).isEqualTo(2);
    assertThat(quartet.err())
        .contains("one results folder is named", "no results folder is named", "[TOO_FEW_RUNS]");
  }

  @Test
  void pageThatCannotBeWrittenIsBadInput() throws IOException {
    String first = run("one", 0, 16);
    String second = run("two", 0, 16);
    String page = results.resolve("none/page.html").toString();
    assertThat(quartet.run("compare", first, second, "--html", page)).isEqualTo(2);
    assertThat(quartet.err()).contains("page.html", "[FILE_NOT_WRITABLE]");
  }

  @Test
  void historyListsRunsAndNamesWhatIsNone() throws IOException {
    run("20260301-120000-demo", 1_772_366_400_000L, 16);
    run("20260302-120000-demo", 1_772_452_800_000L, 16);
    Files.createDirectory(results.resolve("notes"));
    String note = "a remark of many words ".repeat(7) + "x".repeat(150);
    String newest = results.resolve("20260302-120000-demo").toString();
    assertThat(quartet.run("note", newest, "--note", note)).isZero();

    assertThat(quartet.run("history", "--results", results.toString())).isZero();
    assertThat(quartet.out())
        .containsSubsequence(
            "20260302-120000-demo", "20260301-120000-demo", "not a run: notes", "run.json");
    List<String> below =
        quartet
            .out()
            .lines()
            .takeWhile(line -> !line.startsWith("not a run"))
            .filter(line -> line.startsWith("  "))
            .toList();
    assertThat(below).hasSize(4).allMatch(line -> line.length() <= 100);
    assertThat(String.join("", below).replace(" ", "")).isEqualTo(note.replace(" ", ""));

    assertThat(quartet.run("history", "--json", "--results", results.toString())).isZero();
    assertThat(JSON.readTree(quartet.out()).at("/runs/0/state").asText()).isEqualTo("aborted");
  }

  @Test
  void historyShowsTagsOfExperimentsAndNoVerdictOfARunUnderWay() throws IOException {
    Path run = Quartet.run(results, "20260301-120000-demo", "demo");
    RunState.running().write(ResultsFolder.open(run));
    ExperimentFolder.begin(results, TestExperiments.ofUsers(TestPlans.demo(1), 3, 8, 16)).close();
    String experiment = results.resolve("users").toString();
    assertThat(quartet.run("note", experiment, "--tag", "disk=nvme", "--note", "new")).isZero();

    assertThat(quartet.run("history", "--results", results.toString())).isZero();
    assertThat(quartet.out())
        .containsPattern("running +-\n")
        .contains("experiment: users\n  disk=nvme: new\n")
        .doesNotContain("INVALID");
    assertThat(quartet.run("history", "--json", "--results", results.toString())).isZero();
    JsonNode json = JSON.readTree(quartet.out());
    assertThat(json.at("/runs/0/isValid").isNull()).isTrue();
    assertThat(json.at("/experiments/0/folder").asText()).isEqualTo("users");
    assertThat(json.at("/experiments/0/notes/tags/disk").asText()).isEqualTo("nvme");

    assertThat(quartet.run("history", "--state", "Running", "--results", results.toString()))
        .isZero();
    assertThat(quartet.out()).contains("20260301-120000-demo");
    assertThat(quartet.run("history", "--limit", "0")).isEqualTo(2);
    assertThat(quartet.err()).contains("--limit: 0 is too small. Choose 1 or more.");
  }

  @Test
  void historySaysWhichVerdictsItShows() {
    assertThat(quartet.run("history", "--help")).isZero();
    assertThat(quartet.words())
        .contains("Judges a run again if its files have changed since its audit.");
  }

  @Test
  void historyOfAFolderThatIsNotThereIsBadInput() {
    assertThat(quartet.run("history", "--results", results.resolve("none").toString()))
        .isEqualTo(2);
    assertThat(quartet.err()).contains("[RESULTS_NOT_FOUND]");
  }
}
