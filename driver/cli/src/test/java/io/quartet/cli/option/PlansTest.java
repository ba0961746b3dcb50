package io.quartet.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.entry;

import io.quartet.config.BenchmarkFile;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.plan.RunPlan;
import io.quartet.run.doctor.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Problems of what a benchmark file names, as the verbs report them. */
@Tag("unit")
class PlansTest {

  @TempDir Path folder;

  private Path file(String provider) throws IOException {
    Files.writeString(folder.resolve("letter.txt"), "mine");
    return Files.writeString(
        folder.resolve("run.yaml"),
        "name: x\nprovider:\n  dataDirectory: letter.txt/data\n  " + provider + "\n");
  }

  private static String message(Path file, Prerequisite... prerequisites) {
    return String.valueOf(catchThrowable(() -> Plans.loadWith(file, prerequisites)).getMessage());
  }

  @Test
  void unusableDataFolderHasItsPlaceAndHidesNothing() throws IOException {
    Path file = file("tablespaces: {wal: none}");
    assertThat(message(file, Prerequisite.DATA_FOLDER, Prerequisite.TABLESPACES).lines())
        .hasSize(2)
        .anyMatch(
            line ->
                line.startsWith(file + ":3:18: the data folder ")
                    && line.contains("is below the file"))
        .anyMatch(line -> line.startsWith(file + ":4:22: provider.tablespaces.wal names "));
  }

  @Test
  void problemsHaveTheOrderOfTheirLines() throws IOException {
    Path file = file("tablespaces: {wal: none}");
    DocumentPath provider = DocumentPath.ROOT.child("provider");
    Problem later = Problem.ofKey(provider.child("tablespaces"), "B", "later");
    Problem first = Problem.ofKey(provider.child("dataDirectory"), "A", "first");
    assertThat(BenchmarkFile.lines(file, List.of(later, first)))
        .containsExactly(entry(first, file + ":3:3: first"), entry(later, file + ":4:3: later"));
  }

  @Test
  void whatCannotBeLookedAtHidesNothing() throws IOException {
    Path file =
        file(
            "postgresBin: nowhere\n  settings: {oltp: {work_mem: 1MB}}\n  tablespaces: {wal: none}");
    assertThat(message(file, Prerequisite.SETTINGS, Prerequisite.DATA_FOLDER).lines())
        .hasSize(2)
        .anyMatch(line -> line.startsWith(file + ":3:18: the data folder "))
        .anyMatch(line -> line.startsWith("POSTGRES_NOT_FOUND: "));
  }

  @Test
  void indexProfileThatCannotBeUsedHasItsPlace() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("run.yaml"), "name: x\ndatabase:\n  indexes: profiles/mine\n");
    Path profile = folder.resolve("profiles/mine");
    assertThat(message(file, Prerequisite.INDEX_PROFILE))
        .isEqualTo(
            "%s:3:12: the index profile %s is not a folder. Name the folder of a profile, or one of schema/indexes/."
                .formatted(file, profile));
    Files.createDirectories(profile);
    assertThat(message(file, Prerequisite.INDEX_PROFILE))
        .startsWith(file + ":3:12: the index profile " + profile + " has no profile.yaml.");
    Files.writeString(profile.resolve("profile.yaml"), "base: nowhere\n");
    assertThat(message(file, Prerequisite.INDEX_PROFILE))
        .startsWith(file + ":3:12: the index profile " + profile + ": quartet-load: ");
  }

  @Test
  void indexProfileOfTheCommandLineIsCheckedToo() {
    RunPlan plan = BenchmarkFile.loadExample("laptop");
    IndexesOption option = new IndexesOption();
    CommandLine command = new CommandLine(new Verb(option));

    command.parseArgs("--indexes", "covring");
    assertThat(catchThrowable(() -> option.over(plan)))
        .hasMessageStartingWith("--indexes: there is no index profile 'covring' in ");
    command.parseArgs("--indexes", folder + "/none");
    assertThat(catchThrowable(() -> option.over(plan)))
        .hasMessageStartingWith("--indexes: the index profile " + folder + "/none is not a folder");
    command.parseArgs("--indexes", "plain");
    assertThat(option.over(plan).database().indexes()).isEqualTo("plain");
    command.parseArgs();
    assertThat(option.isGiven()).isFalse();
    assertThat(option.over(plan)).isSameAs(plan);
  }

  /** A verb with nothing but the option. */
  @Command
  private static final class Verb {
    @Mixin private IndexesOption indexes;

    Verb(IndexesOption indexes) {
      this.indexes = indexes;
    }
  }
}
