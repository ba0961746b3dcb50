package io.quartet.results.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.HostileThing;
import io.quartet.model.Sha256;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests of others: they may name anything, and the folder may hold anything. */
@Tag("unit")
class ManifestTest {

  @TempDir Path results;
  private ResultsFolder folder;

  @BeforeEach
  void create() {
    folder = ResultsFolder.create(results, "20260101-000000-test");
    folder.replace("phases.csv", "phase");
    folder.replace("stats/gaps.csv", "gap");
    Manifest.write(folder);
  }

  private void list(String name, String content) throws IOException {
    Files.writeString(
        folder.file(Manifest.NAME),
        Sha256.of(content) + "  " + name + "\n",
        StandardOpenOption.APPEND);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../secret", "stats/../../secret", "stats/../../../../../../../../secret"})
  void nameOutsideTheFolderIsADifferenceWhateverIsThere(String name) throws IOException {
    Files.writeString(results.resolve("secret"), "secret");
    list(name, "secret");
    assertThat(Manifest.differences(folder)).containsExactly(name + " lies outside the folder");
  }

  @Test
  void absoluteNameIsADifferenceWhateverIsThere() throws IOException {
    String name = Files.writeString(results.resolve("secret"), "secret").toString();
    list(name, "secret");
    assertThat(Manifest.differences(folder)).containsExactly(name + " lies outside the folder");
  }

  @Test
  void fileOfTheFolderHasOneName() throws IOException {
    list("stats/../phases.csv", "phase");
    assertThat(Manifest.differences(folder))
        .containsExactly("stats/../phases.csv was changed after the run");
  }

  @Test
  void targetsOfLinksAreNeverRead() throws IOException {
    Path outside = Files.createDirectory(results.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "secret");
    Files.createSymbolicLink(folder.file("link"), outside.resolve("secret"));
    Files.createSymbolicLink(folder.file("links"), outside);
    list("link", "other");
    list("links/secret", "secret");
    assertThat(Manifest.differences(folder))
        .containsExactly(
            "links/secret was changed after the run",
            "link is a symbolic link",
            "links is a symbolic link");
  }

  @ParameterizedTest
  @EnumSource(names = {"PIPE", "DEVICE", "FOLDER"})
  void nothingButAFileIsOpened(HostileThing thing) throws Exception {
    thing.replace(folder.file("phases.csv"));
    assertThat(Manifest.differences(folder))
        .singleElement()
        .asString()
        .matches("phases.csv (was changed after the run|is a symbolic link)");
  }

  /** To hash it would take hours. */
  @Test
  void fileThatNoRunHasIsNotRead() throws IOException {
    try (RandomAccessFile sparse = new RandomAccessFile(folder.file("big").toFile(), "rw")) {
      sparse.setLength(4L << 40);
    }
    list("big", "big");
    assertThat(Manifest.differences(folder))
        .containsExactly("big was not read: a run has at most 32 GiB of files");
  }

  @Test
  void folderBehindALinkIsTheSame() throws IOException {
    ResultsFolder latest =
        new ResultsFolder(Files.createSymbolicLink(results.resolve("latest"), folder.path()));
    assertThat(Manifest.differences(latest)).isEmpty();
    folder.replace("added.csv", "");
    assertThat(Manifest.differences(latest)).containsExactly("added.csv is not in manifest.sha256");
  }

  @Test
  void filesOfADesktopAreNamedAndReadByNothing() throws IOException {
    List<String> names =
        List.of(
            ".DS_Store",
            "._phases.csv",
            "stats/._gaps.csv",
            "stats/Thumbs.db",
            "desktop.ini",
            "stats/.localized",
            "Icon\r",
            "ehthumbs_vista.db",
            "stats/@eaDir/gaps.csv@SynoEAStream");
    Files.createDirectory(folder.file("stats/@eaDir"));
    for (String name : names) {
      Files.write(folder.file(name), new byte[] {0, 5, 22, 7});
    }
    assertThat(Manifest.differences(folder)).isEmpty();
    assertThat(Manifest.filesOfDesktops(folder)).containsExactlyInAnyOrderElementsOf(names);
    assertThat(folder.names("stats")).containsExactly("gaps.csv");
    Manifest.write(folder);
    assertThat(folder.text(Manifest.NAME)).doesNotContain(".DS_Store", "Thumbs.db");
  }

  @Test
  void onlyAFileCountsAsLeftByADesktop() throws IOException {
    Files.createSymbolicLink(folder.file(".DS_Store"), Path.of("/dev/zero"));
    assertThat(Manifest.differences(folder)).containsExactly(".DS_Store is a symbolic link");
  }
}
