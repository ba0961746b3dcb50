package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.QuartetException;
import io.quartet.model.experiment.TestExperiments;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.TestPlans;
import io.quartet.report.compare.RunHistory;
import io.quartet.report.compare.RunHistory.Selection;
import io.quartet.results.OwnerNotes;
import io.quartet.results.RunState;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class RunHistoryTest {

  @TempDir Path results;

  private Path run(Path folder, String name, long laterMillis) throws IOException {
    Path run = results.resolve(name);
    Files.move(folder, run);
    Path info = run.resolve("run.json");
    Files.writeString(
        info,
        Files.readString(info)
            .replace("1772366400000", Long.toString(1_772_366_400_000L + laterMillis)));
    return run;
  }

  @Test
  void runsAreListedNewestFirstAndBrokenFoldersWithTheReason() throws IOException {
    run(SimulatedDemo.finished(results.resolve("tmp")), "20260301-120000-old", 0);
    run(SimulatedDemo.killed(results.resolve("tmp2"), 25), "20260302-120000-new", 86_400_000);
    Path damaged = run(SimulatedDemo.killed(results.resolve("tmp3"), 3), "damaged", 0);
    Files.writeString(damaged.resolve("run.json"), "{\"schemaVersion\" : 1, \"plan");
    for (String emptied : new String[] {"tmp", "tmp2", "tmp3"}) {
      Files.delete(results.resolve(emptied));
    }
    Files.createDirectory(results.resolve("notes"));
    ExperimentFolder.begin(results, TestExperiments.ofUsers(TestPlans.demo(1), 3, 8, 16)).close();
    Files.writeString(results.resolve("readme.txt"), "not a folder");

    RunHistory history = RunHistory.of(results, Selection.ALL);

    assertThat(history.runs())
        .extracting(RunHistory.Entry::runId)
        .containsExactly("20260302-120000-new", "20260301-120000-old");
    RunHistory.Entry old = history.runs().get(1);
    assertThat(old.statement()).isEqualTo("valid for demo, not publishable, disturbance not known");
    assertThat(old.isValid()).isTrue();
    assertThat(old.etps()).isGreaterThan(10);
    assertThat(old.sets()).isEqualTo(1);
    assertThat(old.workloadVersion()).isEqualTo(Brokerage.VERSION);
    assertThat(history.runs().get(0).state()).isEqualTo("killed");
    assertThat(history.runs().get(0).isValid()).isFalse();
    assertThat(history.experiments())
        .containsExactly(new RunHistory.ListedExperiment("users", OwnerNotes.NONE));
    assertThat(history.unreadable())
        .extracting(RunHistory.Unreadable::folder)
        .containsExactly("damaged", "notes");
    assertThat(history.unreadable().get(0).reason()).contains("run.json");

    JsonNode json = new ObjectMapper().readTree(history.json());
    assertThat(json.at("/runs/1/etps").asDouble()).isEqualTo(old.etps());
    assertThat(json.at("/unreadable/1/folder").asText()).isEqualTo("notes");
  }

  /** The share of the neighbours is lost, not the run. */
  @Test
  void runWithDamagedStatisticsIsListed() throws IOException {
    Path run = SimulatedDemo.finished(results);
    Files.writeString(run.resolve("stats/host/cpu.csv"), "utc_ms,user_pct\nno number,1\n");

    assertThat(RunHistory.of(results, Selection.ALL).runs())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.etps()).isGreaterThan(10);
              assertThat(entry.foreignPercent()).isNull();
            });
  }

  @Test
  void tagsStateAndNumberChooseRunsAndCopiesAreMarked() throws IOException {
    Path first = SimulatedDemo.finished(results);
    Path copy = run(SimulatedDemo.finished(results.resolve("tmp")), "copy", 1_000);
    Path killed = run(SimulatedDemo.killed(results.resolve("tmp2"), 25), "killed", 2_000);
    Files.delete(results.resolve("tmp"));
    Files.delete(results.resolve("tmp2"));
    Path info = killed.resolve("run.json");
    String original = first.getFileName().toString();
    Files.writeString(info, Files.readString(info).replace(original, "killed"));
    Files.createDirectory(results.resolve("empty"));
    ExperimentFolder.begin(results, TestExperiments.ofUsers(TestPlans.demo(1), 3, 8, 16)).close();
    note(first, Map.of("disk", "nvme", "kernel", "6.1"));
    note(copy, Map.of("disk", "sata"));
    Files.writeString(killed.resolve("notes.json"), "{");
    note(results.resolve("users"), Map.of("disk", "nvme"));

    RunHistory all = RunHistory.of(results, Selection.ALL);
    assertThat(all.runs())
        .extracting(RunHistory.Entry::runId)
        .containsExactly("killed", "copy", original);
    assertThat(all.runs()).extracting(RunHistory.Entry::isCopy).containsExactly(false, true, false);
    assertThat(all.runs().get(0).notes()).isEqualTo(OwnerNotes.NONE);
    assertThat(all.runs().get(2).notes().line()).isEqualTo("disk=nvme kernel=6.1: of a test");
    assertThat(all.experiments())
        .extracting(one -> one.folder() + " " + one.notes().line())
        .containsExactly("users disk=nvme: of a test");

    assertThat(chosen(Map.of("disk", ""), "", 9)).containsExactly("copy", original);
    assertThat(chosen(Map.of("disk", ""), "", 1)).containsExactly("copy");
    assertThat(chosen(Map.of("disk", "nvme"), "", 9)).containsExactly(original);
    assertThat(chosen(Map.of("disk", "nvme", "kernel", "5.10"), "", 9)).isEmpty();
    assertThat(chosen(Map.of(), "killed", 9)).containsExactly("killed");
    RunHistory tagged = RunHistory.of(results, new Selection(Map.of("disk", "sata"), "", 9));
    assertThat(tagged.experiments()).isEmpty();
    assertThat(tagged.unreadable()).isEmpty();
  }

  private List<String> chosen(Map<String, String> tags, String state, int most) {
    return RunHistory.of(results, new Selection(tags, state, most)).runs().stream()
        .map(RunHistory.Entry::runId)
        .toList();
  }

  private static void note(Path run, Map<String, String> tags) {
    new OwnerNotes(new TreeMap<>(tags), "of a test").write(new ResultsFolder(run));
  }

  @Test
  void runThatIsNotOverHasNoVerdict() throws IOException {
    Path running = SimulatedDemo.killed(results, 25);
    RunState.running().write(ResultsFolder.open(running));
    Path measured = run(SimulatedDemo.killed(results.resolve("tmp"), 25), "measured", 1_000);
    RunState.running().measured().write(ResultsFolder.open(measured));
    Path unknown = run(SimulatedDemo.killed(results.resolve("tmp"), 25), "unknown", 2_000);
    Files.delete(unknown.resolve("state.json"));
    Files.delete(results.resolve("tmp"));

    assertThat(RunHistory.of(results, Selection.ALL).runs())
        .allSatisfy(
            run -> {
              assertThat(run.isValid()).isNull();
              assertThat(run.statement()).isNull();
            })
        .extracting(RunHistory.Entry::state)
        .containsExactly("unknown", "measured", "running");
  }

  @Test
  void folderWithoutRunsIsEmpty() {
    assertThat(RunHistory.of(results, Selection.ALL).runs()).isEmpty();
  }

  @Test
  void folderThatIsNotThereIsRefused() {
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> RunHistory.of(results.resolve("none"), Selection.ALL))
        .withMessageContaining("does not exist")
        .satisfies(error -> assertThat(error.code()).isEqualTo("RESULTS_NOT_FOUND"));
  }

  @Test
  void fileInPlaceOfTheFolderIsNamedAsOne() throws IOException {
    Path file = Files.createFile(results.resolve("afile"));
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> RunHistory.of(file, Selection.ALL))
        .withMessageContaining("afile: this is a file, not a folder.");
  }
}
