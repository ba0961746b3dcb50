package io.quartet.provision.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where pg_basebackup is found, and which is refused. */
@Tag("unit")
class CopyProgramTest {

  @TempDir private Path folder;

  private PostgresInstallation postgres() {
    return new PostgresInstallation(folder.resolve("bin"), "17.2", 17, true);
  }

  private Path program(String in, String version) throws IOException {
    Path program = folder.resolve(in).resolve("pg_basebackup");
    Files.createDirectories(program.getParent());
    Files.writeString(
        program, "#!/bin/sh\necho 'pg_basebackup (PostgreSQL) %s'\n".formatted(version));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  private void assertRefused(String path, String... parts) {
    assertThatThrownBy(() -> CopyProgram.baseBackup(postgres(), path))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("COPY_NOT_POSSIBLE");
              assertThat(e).hasMessageContainingAll(parts);
            });
  }

  @Test
  void programBesideTheServerIsTakenBeforeThePath() throws IOException {
    Path onPath = program("path", "17.5 (Debian 17.5-1)");
    String path = folder.resolve("none") + ":" + folder.resolve("path");
    assertThat(CopyProgram.baseBackup(postgres(), path)).isEqualTo(onPath);
    Path beside = program("bin", "17.2");
    assertThat(CopyProgram.baseBackup(postgres(), path)).isEqualTo(beside);
  }

  @Test
  void missingOrOlderProgramIsRefused() throws IOException {
    assertRefused(
        "",
        "pg_basebackup is neither in " + folder.resolve("bin") + " nor on the PATH",
        "Install it (package postgresql-client)");
    program("path", "16.9");
    assertRefused(
        folder.resolve("path").toString(),
        "says it is 'pg_basebackup (PostgreSQL) 16.9', but servers of version 17 need that version");
  }
}
