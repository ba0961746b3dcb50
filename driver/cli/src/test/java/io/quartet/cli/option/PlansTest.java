package io.quartet.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quartet.run.doctor.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  void whatCannotBeLookedAtHidesNothing() throws IOException {
    Path file =
        file(
            "postgresBin: nowhere\n  settings: {oltp: {work_mem: 1MB}}\n  tablespaces: {wal: none}");
    assertThat(message(file, Prerequisite.SETTINGS, Prerequisite.DATA_FOLDER).lines())
        .hasSize(2)
        .anyMatch(line -> line.startsWith(file + ":3:18: the data folder "))
        .anyMatch(line -> line.startsWith("POSTGRES_NOT_FOUND: "));
  }
}
