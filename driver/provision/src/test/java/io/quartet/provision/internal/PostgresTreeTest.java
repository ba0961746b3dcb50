package io.quartet.provision.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.plan.PostgresSource;
import io.quartet.model.plan.PostgresSource.Build;
import io.quartet.model.plan.PostgresSource.Packages;
import io.quartet.model.plan.PostgresSource.Version;
import io.quartet.provision.internal.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installations that can be copied to machines, and folders that are none. */
@Tag("process")
class PostgresTreeTest {

  @TempDir Path folder;

  private void program(String name, String lines) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + lines + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private PostgresTree build(String path) {
    return PostgresTree.of(new Build(folder.resolve(path).toString())).orElseThrow();
  }

  private void assertNotFound(PostgresSource source, String... parts) {
    assertThatThrownBy(() -> PostgresTree.of(source)).hasMessageContainingAll(parts);
  }

  @Test
  void buildIsFoundByItsFolderOrThatOfItsPrograms() throws IOException {
    program("pg/bin/postgres", "echo 'postgres (PostgreSQL) 18.1 (of mine)'");
    program("pg/bin/initdb", "true");

    assertThat(build("pg").bin()).isEqualTo(folder.resolve("pg/bin"));
    assertThat(build("pg/bin")).isEqualTo(build("pg"));
    assertThat(PostgresTree.version(build("pg").bin()))
        .contains(new PostgresTree.Version("18.1 (of mine)", 18));
    assertThat(PostgresTree.facts(new Build(folder.resolve("pg").toString())))
        .containsOnlyKeys("source");
    Files.writeString(folder.resolve("pg/COMMIT"), "abc123\n");
    assertThat(PostgresTree.facts(new Build(folder.resolve("pg").toString())))
        .containsEntry("commit", "abc123");
  }

  @Test
  void otherProgramHasAnotherDigest() throws IOException {
    program("pg/bin/postgres", "echo 1");
    String one = build("pg").digest();
    assertThat(build("pg").digest()).isEqualTo(one);
    program("pg/bin/postgres", "echo 2");
    assertThat(build("pg").digest()).isNotEqualTo(one);
  }

  @Test
  void packedTreeHasItsFiles() throws IOException {
    program("pg/bin/postgres", "true");
    Path archive = folder.resolve("pg.tar.gz");
    build("pg").pack(archive);
    assertThat(archive).isNotEmptyFile();
  }

  @Test
  void linkHasTheFilesOfItsFolder() throws IOException {
    program("one/bin/postgres", "echo 1");
    program("one/lib/libpq.so.5", "");
    program("two/bin/postgres", "echo 2");
    Path link = Files.createSymbolicLink(folder.resolve("latest"), folder.resolve("one"));
    assertThat(build("latest").digest()).isEqualTo(build("one").digest());
    assertThat(build("latest").libraries()).containsExactly("lib");
    Files.delete(link);
    Files.createSymbolicLink(link, folder.resolve("two"));
    assertThat(build("latest").digest()).isEqualTo(build("two").digest());
  }

  @Test
  void clusterBesideTheProgramsDoesNotBelongToThem() throws IOException {
    program("pg/bin/postgres", "true");
    String without = build("pg").digest();
    Files.createDirectories(folder.resolve("pg/data/base"));
    Files.writeString(folder.resolve("pg/data/PG_VERSION"), "18\n");
    Files.writeString(folder.resolve("pg/data/base/1"), "rows");
    assertThat(build("pg").digest()).isEqualTo(without);
    Path archive = folder.resolve("pg.tar.gz");
    build("pg").pack(archive);
    assertThat(Commands.run(folder, List.of("tar", "-tzf", archive.toString())).output())
        .contains("bin/postgres")
        .doesNotContain("data");
  }

  @Test
  void linksAndEmptyFoldersArePacked() throws IOException {
    program("pg/bin/postgres", "true");
    Files.createDirectories(folder.resolve("pg/lib64"));
    Path link = folder.resolve("pg/lib");
    Files.createSymbolicLink(link, Path.of("lib64"));
    String digest = build("pg").digest();
    Path archive = folder.resolve("pg.tar.gz");
    build("pg").pack(archive);
    assertThat(Commands.run(folder, List.of("tar", "-tzvf", archive.toString())).output())
        .contains("lib -> lib64", "lib64/");
    Files.delete(link);
    Files.createSymbolicLink(link, Path.of("bin"));
    assertThat(build("pg").digest()).isNotEqualTo(digest);
  }

  @Test
  void programsAmongThoseOfTheSystemAreNotCopied() {
    PostgresTree tree = new PostgresTree(Path.of("/usr"), "bin");
    assertThatThrownBy(() -> tree.pack(folder.resolve("pg.tar.gz")))
        .hasMessageContainingAll("with other programs", "provider.postgres.version");
    assertThatThrownBy(tree::libraries).hasMessageContaining("cannot be copied");
  }

  @Test
  void folderWithoutPostgresIsRefused() throws IOException {
    Files.createDirectories(folder.resolve("empty"));
    assertNotFound(
        new Build(folder.resolve("empty").toString()), "has no bin/postgres", "make install");
    assertNotFound(
        new Build(folder.resolve("gone").toString()), "has no bin/postgres", "make install");
    assertNotFound(
        new Packages(folder.resolve("empty").toString()), "has no packages (*.deb)", "libpq");
    assertNotFound(new Packages(folder.resolve("gone").toString()), "gone", "Check its files");
    Files.writeString(folder.resolve("empty/bad.deb"), "no archive");
    assertNotFound(
        new Packages(folder.resolve("empty").toString()), "bad.deb cannot be unpacked", "again");
  }

  @Test
  void programsOfAnotherProcessorDoNotRun() throws IOException {
    program("pg/bin/postgres", "exit 126");
    program("pg/bin/initdb", "true");
    assertThat(PostgresTree.version(build("pg").bin())).isEmpty();
  }

  @Test
  void versionIsWhatTheSystemHas() {
    assertThat(PostgresTree.of(new Version(17))).isEmpty();
  }
}
