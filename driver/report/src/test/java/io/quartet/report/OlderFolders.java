package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Results folders of real runs, kept with the tests. */
final class OlderFolders {

  /** Below the folder of Quartet. */
  static final String PLACE = TestPages.RESOURCES + "/older";

  private static final Path FILES = Path.of(System.getProperty("quartet.home"), PLACE);

  private static final String PACKED = ".zip.gz";

  private OlderFolders() {}

  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(FILES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(PACKED))
          .map(name -> name.substring(0, name.length() - PACKED.length()))
          .sorted()
          .toList();
    }
  }

  /** The packed folder has the id of its run as its name. */
  static Path unpack(String name, Path results) throws IOException {
    Path folder = null;
    try (ZipInputStream zip =
        new ZipInputStream(
            new GZIPInputStream(Files.newInputStream(FILES.resolve(name + PACKED))))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = results.resolve(entry.getName()).normalize();
        assertThat(file).startsWithRaw(results);
        folder = results.resolve(results.relativize(file).getName(0));
        if (!entry.isDirectory()) {
          Files.createDirectories(file.getParent());
          Files.copy(zip, file);
        }
      }
    }
    return folder;
  }

  /** A whole demo with every file of today, which the format of its day does not promise yet. */
  static Path wholeDemo(Path results) throws IOException {
    Path folder = unpack("2026-11-23-demo", results);
    Path run = folder.resolve("run.json");
    Files.writeString(
        run, Files.readString(run).replace("\"schemaVersion\" : 1", "\"schemaVersion\" : 2"));
    Manifest.write(ResultsFolder.open(folder));
    return folder;
  }
}
