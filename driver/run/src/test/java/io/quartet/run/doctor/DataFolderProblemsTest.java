package io.quartet.run.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.quartet.config.Problem;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data folder is judged as every other thing that a benchmark file names. */
@Tag("unit")
class DataFolderProblemsTest {

  @TempDir Path folder;

  private static RunPlan plan(Path data) {
    return TestPlans.small("data-look", data, 15_432);
  }

  private static String problem(Path data) {
    List<Problem> problems = Prerequisite.DATA_FOLDER.problems(plan(data));
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).path()).hasToString("provider.dataDirectory");
    return problems.get(0).code() + ": " + problems.get(0).text();
  }

  @Test
  void folderThatIsThereOrCanBeMadeIsNoProblem() {
    assertThat(Prerequisite.DATA_FOLDER.problems(plan(folder))).isEmpty();
    assertThat(Prerequisite.DATA_FOLDER.problems(plan(folder.resolve("new")))).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void folderThatCannotBeUsedIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(problem(file)).startsWith("DATA_FOLDER_UNUSABLE: ").contains("is a file");
    assertThat(problem(file.resolve("x"))).contains("is below the file");
    Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    assertThat(problem(loop)).contains("because the symbolic link " + loop + " leads to nothing");
    assertThat(problem(loop.resolve("x"))).contains("because the symbolic link " + loop);
    assertThat(problem(folder.resolve("new").resolve("n".repeat(256)).resolve("x")))
        .contains("because a name in it is longer than 255 bytes");
    assertThat(problem(Path.of("/"))).contains("is the root folder /");
    assertThat(problem(QuartetHome.folder().resolve("data"))).startsWith("DATA_INSIDE_CLONE: ");
  }

  @Test
  void tablespacesAreJudgedBesideAnUnusableDataFolder() {
    RunPlan plan =
        TestPlans.withTablespaces(
            plan(Path.of("/")), Map.of(Storage.WAL, folder.resolve("none").toString()));
    assertThat(Prerequisite.TABLESPACES.problems(plan))
        .extracting(Problem::code)
        .containsExactly("STORAGE_FOLDER");
  }

  private static Map<Problem, String> texts(List<Problem> problems) {
    return problems.stream().collect(Collectors.toMap(problem -> problem, Problem::text));
  }

  @Test
  void doctorFindsAnUnusableDataFolderOnce() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    RunPlan plan =
        TestPlans.withTablespaces(
            plan(file.resolve("x")), Map.of(Storage.WAL, folder.resolve("none").toString()));
    List<Diagnosis> diagnoses =
        Doctor.examine(plan, new EmbeddedProvider(), DataFolderProblemsTest::texts);
    assertThat(diagnoses)
        .filteredOn(diagnosis -> diagnosis.detail().contains(file.toString()))
        .extracting(Diagnosis::check, Diagnosis::health)
        .containsExactly(tuple("data folder", Diagnosis.Health.FAILED));
    assertThat(diagnoses)
        .filteredOn(diagnosis -> diagnosis.detail().startsWith("STORAGE_FOLDER: "))
        .hasSize(1);
    assertThat(diagnoses).extracting(Diagnosis::check).contains("memory", "open files");
  }
}
