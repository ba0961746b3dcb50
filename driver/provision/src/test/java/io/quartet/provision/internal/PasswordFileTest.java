package io.quartet.provision.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.provision.DatabaseServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class PasswordFileTest {

  private static final DatabaseServer SERVER =
      new DatabaseServer(new VmSet(VmGroup.A, 1), VmRole.DSS, "10.0.0.2", 5432);

  @TempDir Path folder;

  private Path file(String text, String permissions) throws IOException {
    Path file = Files.writeString(folder.resolve("pgpass"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private String passwordIn(String text) throws IOException {
    return PasswordFile.password(file(text, "rw-------"), SERVER, "quartet");
  }

  @Test
  void firstLineThatFitsCounts() throws IOException {
    assertThat(passwordIn("*:*:*:quartet:one\n")).isEqualTo("one");
    assertThat(
            passwordIn(
                """
                # 10.0.0.2:5432:quartet:quartet:comment
                10.0.0.3:5432:quartet:quartet:other host
                10.0.0.2:5433:quartet:quartet:other port
                10.0.0.2:5432:postgres:quartet:other database
                10.0.0.2:5432:quartet:postgres:other role
                10.0.0.2:5432:quartet:quartet:mine
                *:*:*:quartet:too late
                """))
        .isEqualTo("mine");
  }

  @Test
  void backslashKeepsAColon() throws IOException {
    assertThat(passwordIn("*:*:*:quartet:a\\:b\\\\c\n")).isEqualTo("a:b\\c");
  }

  @Test
  void missingLineSaysWhichOne() {
    assertThatThrownBy(() -> passwordIn("*:*:other:quartet:one\n"))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("PASSWORD_FILE"))
        .hasMessageContaining("10.0.0.2:5432:quartet:quartet")
        .hasMessageNotContaining("one");
  }

  @Test
  void environmentNamesTheFile() throws IOException {
    Path file = file("", "rw-------");
    assertThat(PasswordFile.find(Map.of("PGPASSFILE", file.toString())::get)).isEqualTo(file);
  }

  @Test
  void fileIsInTheHomeOfTheEnvironmentAsForLibpq() throws IOException {
    Path named = file("", "rw-------");
    Path home = Files.createDirectory(folder.resolve("a home"));
    Path inHome = Files.copy(named, home.resolve(".pgpass"), StandardCopyOption.COPY_ATTRIBUTES);

    assertThat(PasswordFile.find(Map.of("HOME", home.toString())::get)).isEqualTo(inHome);
    assertThat(PasswordFile.find(Map.of("HOME", home.toString(), "PGPASSFILE", "")::get))
        .isEqualTo(inHome);
    assertThat(PasswordFile.find(Map.of("HOME", "/", "PGPASSFILE", named.toString())::get))
        .isEqualTo(named);
  }

  @Test
  void fileThatOthersCanReadIsRefusedAsByLibpq() throws IOException {
    Path file = file("", "rw-r-----");
    assertThatThrownBy(() -> PasswordFile.find(Map.of("PGPASSFILE", file.toString())::get))
        .hasMessageContaining("chmod 600 " + file);
  }

  @Test
  void fileThatIsNotThereIsNamed() {
    Path file = folder.resolve("none");
    assertThatThrownBy(() -> PasswordFile.find(Map.of("PGPASSFILE", file.toString())::get))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("PASSWORD_FILE"))
        .hasMessageContaining("no readable password file " + file);
  }
}
