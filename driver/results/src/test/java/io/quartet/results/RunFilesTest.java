package io.quartet.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.results.Content.Absent;
import io.quartet.results.Content.Damaged;
import io.quartet.results.Content.Present;
import io.quartet.results.evidence.AcidEvidence;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.lab.PlanMoment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class RunFilesTest {

  @TempDir Path results;
  private ResultsFolder folder;
  private RunFiles files;

  @BeforeEach
  void create() {
    folder = ResultsFolder.create(results, "20260101-000000-test");
    files = new RunFiles(folder);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.file(name), text);
  }

  @Test
  void missingFileIsAbsentAndNobodyRefusesIt() {
    assertThat(files.checks()).isEqualTo(new Absent<List<CheckRow>>("checks.csv"));
    assertThat(files.checks().orRefuse()).isEmpty();
  }

  @Test
  void damagedFileIsAValueUntilSomebodyRefusesIt() throws IOException {
    write("checks.csv", "moment\nbefore\n");
    Content<List<CheckRow>> checks = files.checks();
    assertThat(checks).isInstanceOf(Damaged.class);
    assertThatThrownBy(checks::orRefuse)
        .isInstanceOf(QuartetException.class)
        .hasMessageContaining("checks.csv: line 2 has no column");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":", "[{\"Plans\":"})
  void jsonThatIsNestedTooDeeplyIsDamage(String level) throws IOException {
    String text = level.repeat(100_000);
    for (String name :
        List.of(
            "run.json",
            "state.json",
            "audit.json",
            "durability.json",
            "settings/a1-vm3.json",
            "stats/host/facts.json",
            "plans/before/a1-vm3.json",
            "events.jsonl")) {
      Files.createDirectories(folder.file(name).getParent());
      write(name, text + "\n");
    }
    assertThat(
            List.of(
                files.run(),
                files.state(),
                files.audit(),
                files.durability(),
                files.settings().orRefuse().orElseThrow().get("a1-vm3"),
                files.machineFacts("host"),
                files.plans(PlanMoment.BEFORE, "a1-vm3"),
                files.events()))
        .allSatisfy(
            content ->
                assertThatThrownBy(content::orRefuse)
                    .isInstanceOfSatisfying(
                        QuartetException.class,
                        e -> assertThat(e.code()).isEqualTo("RESULTS_UNREADABLE")));
    assertThatThrownBy(() -> files.state().orRefuse())
        .hasMessageContaining("state.json: is nested too deeply");
    Path acid = Files.writeString(results.resolve("acid.json"), text);
    assertThatThrownBy(() -> AcidEvidence.read(acid))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("NOT_ACID"));
  }

  @Test
  void runOfAnotherFormatIsRefusedAtOnce() throws IOException {
    write("run.json", "{\"schemaVersion\": 99, \"versions\": {\"quartet\": \"7.0\"}}");
    assertThatThrownBy(files::run)
        .hasMessageContaining("its format is 99")
        .hasMessageContaining("wrote it (7.0).");
  }

  @Test
  void planThatCannotBeReadLeavesTheRestOfTheRun() throws IOException {
    write(
        "run.json", "{\"schemaVersion\": 1, \"plan\": {\"sets\": \"many\"}, \"commit\": \"abc\"}");
    RunDocument run = files.run().orRefuse().orElseThrow();
    assertThat(run.plan()).isInstanceOf(Damaged.class);
    assertThat(run.commit()).contains("abc");
    assertThat(run.runId()).isEmpty();
    assertThat(run.startedUtcMillis()).isEmpty();
    assertThat(run.versions()).isEmpty();
    assertThatThrownBy(() -> RunInfo.read(folder)).hasMessageStartingWith(folder.path() + ": ");
  }

  @Test
  void oneDamagedFileOfAFolderLeavesTheOthers() throws IOException {
    write("settings/a1-vm3.json", "{");
    write("settings/a1-vm2.json", "[]");
    write("settings/notes.txt", "");
    var settings = files.settings().orRefuse().orElseThrow();
    assertThat(settings.keySet()).containsExactly("a1-vm2", "a1-vm3");
    assertThat(settings.get("a1-vm2")).isInstanceOf(Present.class);
    assertThat(settings.get("a1-vm3")).isInstanceOf(Damaged.class);
  }

  @Test
  void driversMachineComesFirst() throws IOException {
    for (String machine : List.of("a-machine", "host", "z-machine")) {
      Files.createDirectories(folder.file("stats/" + machine));
      write("stats/" + machine + "/facts.json", "{}");
    }
    assertThat(files.machineFacts().orRefuse().orElseThrow().keySet())
        .containsExactly("host", "a-machine", "z-machine");
  }
}
