package io.quartet.results.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.TestExperiments;
import io.quartet.model.plan.TestPlans;
import io.quartet.results.experiment.Attempt.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The folder of an experiment: begun, continued, refused, looked at. */
@Tag("unit")
class ExperimentFolderTest {

  private static final Experiment EXPERIMENT = TestExperiments.ofUsers(TestPlans.demo(1), 3, 8, 16);

  @TempDir Path results;

  private ExperimentFolder begin(Experiment experiment) {
    return ExperimentFolder.begin(results, experiment);
  }

  @Test
  void aLockOfSomeoneElseIsNotOpenedUnlessItIsAFile() throws Exception {
    try (ExperimentFolder folder = begin(EXPERIMENT)) {
      assertThat(folder.attempts()).isEmpty();
    }
    Path lock = results.resolve("users/lock");
    Files.delete(lock);
    assertThat(new ProcessBuilder("mkfifo", lock.toString()).start().waitFor()).isZero();

    assertThat(ExperimentFolder.open(results.resolve("users")).attempts()).isEmpty();
    assertThatThrownBy(() -> begin(EXPERIMENT)).hasMessageContaining("is no regular file");
  }

  @Test
  void whatWasKeptIsReadAgain() {
    Attempt first = Attempt.started(1, 1, false, 1_000);
    Attempt second = Attempt.started(2, 1, false, 2_000);
    try (ExperimentFolder folder = begin(EXPERIMENT)) {
      folder.put(first);
      folder.put(first.in("20260301-120000-users-1").finished(1_900));
      folder.put(second);
      folder.put(second.ended(State.FAILED, 2_900L, "NOT_UP", "It is not up."));
    }

    ExperimentFolder read = ExperimentFolder.open(results.resolve("users"));
    assertThat(read.experiment()).isEqualTo(EXPERIMENT);
    assertThat(read.attempts())
        .containsExactly(
            first.in("20260301-120000-users-1").finished(1_900),
            second.ended(State.FAILED, 2_900L, "NOT_UP", "It is not up."));
    assertThat(read.run(read.attempts().get(0)))
        .contains(results.resolve("users/runs/20260301-120000-users-1"));
    assertThat(read.run(read.attempts().get(1))).isEmpty();
  }

  @Test
  void failuresCanBeTriedAgain() {
    Attempt failed = Attempt.started(2, 1, false, 2_000).ended(State.FAILED, 9L, "X", "It broke.");
    try (ExperimentFolder folder = begin(EXPERIMENT)) {
      folder.put(failed);
      folder.put(Attempt.started(1, 1, false, 3_000).in("run").finished(4_000));
      folder.forgetFailures();
    }
    assertThat(ExperimentFolder.open(results.resolve("users")).attempts())
        .extracting(Attempt::state, Attempt::code)
        .containsExactly(tuple(State.INTERRUPTED, "X"), tuple(State.FINISHED, null));
  }

  @Test
  void attemptOfADriverThatWasKilledIsInterrupted() {
    try (ExperimentFolder folder = begin(EXPERIMENT)) {
      folder.put(Attempt.started(1, 1, false, 1_000));
    }
    try (ExperimentFolder folder = begin(EXPERIMENT)) {
      assertThat(folder.attempts()).extracting(Attempt::state).containsExactly(State.INTERRUPTED);
    }
  }

  @Test
  void onlyOneDriverAtATime() {
    try (ExperimentFolder folder = begin(EXPERIMENT)) {
      assertThat(folder.attempts()).isEmpty();
      assertThatThrownBy(() -> begin(EXPERIMENT)).hasMessageContaining("is running");
    }
    begin(EXPERIMENT).close();
  }

  @Test
  void experimentThatRunsIsNotIdle() {
    assertThat(ExperimentFolder.idle(results, "users")).isEmpty();
    try (ExperimentFolder folder = begin(EXPERIMENT)) {
      assertThat(folder.experiment()).isEqualTo(EXPERIMENT);
      assertThatThrownBy(() -> ExperimentFolder.idle(results, "users"))
          .hasMessageContaining("is running");
    }
    assertThat(ExperimentFolder.idle(results, "users")).contains(EXPERIMENT);
  }

  @Test
  void otherBuildsOfPostgresAreRefusedAndNamed() {
    ExperimentFolder.begin(results, EXPERIMENT, new TreeMap<>(Map.of("build /pg", "abc"))).close();

    assertThatThrownBy(
            () ->
                ExperimentFolder.begin(
                    results, EXPERIMENT, new TreeMap<>(Map.of("build /pg", "def"))))
        .hasMessageContaining("different builds of PostgreSQL: line 2 of its builds.json")
        .hasMessageContaining("abc")
        .hasMessageContaining("def");
  }

  @Test
  void otherExperimentOfTheNameIsRefusedAndWhatDiffersIsNamed() {
    begin(EXPERIMENT).close();

    assertThatThrownBy(() -> begin(TestExperiments.ofUsers(TestPlans.demo(1), 3, 8, 17)))
        .hasMessageContaining("started from different files")
        .hasMessageContaining("16")
        .hasMessageContaining("17");
    // The refusal leaves no lock behind.
    begin(EXPERIMENT).close();
  }

  @Test
  void damageIsNamed() throws IOException {
    begin(EXPERIMENT).close();
    Path folder = results.resolve("users");
    Files.writeString(folder.resolve("attempts.json"), "[{\"cell\": \"x\"}]");
    assertThatThrownBy(() -> ExperimentFolder.open(folder)).hasMessageContaining("attempts.json");

    Files.writeString(folder.resolve("experiment.json"), "{\"schemaVersion\": 1}");
    assertThatThrownBy(() -> ExperimentFolder.open(folder))
        .hasMessageContaining("experiment.json")
        .hasMessageContaining("missing");

    assertThatThrownBy(() -> ExperimentFolder.open(results))
        .hasMessageContaining("Name the folder of an experiment");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "[null]",
        "[{'cell': 1, 'block': 1}]",
        "[{'cell': 3, 'block': 1, 'state': 'finished'}]",
        "[{'cell': 1, 'block': 4, 'state': 'finished'}]",
        "[{'cell': 1, 'block': 1, 'state': 'finished', 'runId': '../other'}]"
      })
  void attemptThatCannotBeIsDamage(String json) throws IOException {
    begin(EXPERIMENT).close();
    Files.writeString(results.resolve("users/attempts.json"), json.replace('\'', '"'));

    assertThatThrownBy(() -> begin(EXPERIMENT)).hasMessageContaining("attempts.json");
  }

  @Test
  void emptyDocumentIsNotTheExperiment() throws IOException {
    begin(EXPERIMENT).close();
    Files.writeString(results.resolve("users/experiment.json"), "");

    assertThatThrownBy(() -> begin(EXPERIMENT)).hasMessageContaining("experiment.json is empty");
  }
}
