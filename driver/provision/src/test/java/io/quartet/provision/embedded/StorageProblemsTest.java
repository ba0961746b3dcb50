package io.quartet.provision.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.config.Problem;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.TestDeployment;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Folders for tablespaces are judged before anything is made in them. */
@Tag("unit")
class StorageProblemsTest {

  private static final String NAME = "storage-look";

  private Path root;
  private Path tables;

  @BeforeEach
  void makeFolders() throws IOException {
    root = TestDeployment.openFolder("storage-look");
    tables = Files.createDirectory(root.resolve("tables"));
    Files.setPosixFilePermissions(tables, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void remove() {
    FileTrees.delete(root);
  }

  private List<Problem> problems(Map<Storage, Path> folders) {
    RunPlan plan = TestPlans.ofOneSet(NAME, root.resolve("data"), 15_432);
    Map<Storage, String> names =
        folders.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().toString()));
    List<Problem> problems =
        LocalNeeds.of(TestPlans.withTablespaces(plan, names)).storageProblems();
    assertThat(root.resolve("data")).doesNotExist();
    return problems;
  }

  private String problem(Path folder) {
    List<Problem> problems = problems(Map.of(Storage.WAL, folder));
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).path()).hasToString("provider.tablespaces.wal");
    return problems.get(0).code() + ": " + problems.get(0).text();
  }

  @Test
  void foldersThatCanBeUsedAreNoProblem() throws IOException {
    assertThat(problems(Map.of(Storage.DATA, tables, Storage.INDEX, root.resolve("data"))))
        .isEmpty();
    assertThat(tables).isEmptyDirectory();
    // As a driver leaves it that was killed before it marked the folder.
    Files.createDirectory(tables.resolve(NAME));
    assertThat(problems(Map.of(Storage.DATA, tables))).isEmpty();
  }

  @Test
  void folderThatIsMissingOrNoneIsNamed() throws IOException {
    assertThat(problem(root.resolve("none")))
        .startsWith("STORAGE_FOLDER: provider.tablespaces.wal names ")
        .contains("which does not exist");
    Path file = Files.writeString(root.resolve("file"), "");
    assertThat(problem(file)).contains("which is not a folder");
    assertThat(problem(file.resolve("below"))).contains("which does not exist");
  }

  @Test
  void folderThatHoldsOtherFilesIsNamed() throws IOException {
    Path theirs = Files.createDirectory(tables.resolve(NAME));
    Files.writeString(theirs.resolve("letter.txt"), "mine");
    assertThat(problem(tables)).startsWith("DATA_FOLDER_FOREIGN: ").contains(theirs.toString());
    Files.writeString(theirs.resolve(DataFolder.MARK), "Made by Quartet for /elsewhere.\n");
    assertThat(problem(tables)).startsWith("DATA_FOLDER_FOREIGN: ");
  }

  @Test
  void folderThatIsClosedIsNamed() throws IOException {
    // Root may write everywhere, but its servers run under another account.
    Files.setPosixFilePermissions(tables, PosixFilePermissions.fromString("r--r--r--"));
    assertThat(problem(tables))
        .startsWith("STORAGE_FOLDER: ")
        .containsPattern("which (this account cannot write to|the account \\w+ cannot enter)");
  }

  @Test
  void folderInsideTheCloneIsNamed() {
    assertThat(problem(QuartetHome.folder().resolve("wal"))).startsWith("DATA_INSIDE_CLONE: ");
  }

  @Test
  void everyFolderIsJudged() {
    assertThat(problems(Map.of(Storage.DATA, root.resolve("a"), Storage.INDEX, root.resolve("b"))))
        .extracting(problem -> problem.path().toString())
        .containsExactly("provider.tablespaces.data", "provider.tablespaces.index");
  }
}
