package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class ValidateCommandTest {

  @TempDir Path folder;

  private final Quartet quartet = new Quartet();

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("file.yaml"), text).toString();
  }

  @Test
  void officialExampleMayBecomeValid() {
    String file = folder.resolve("official.yaml").toString();
    assertThat(quartet.run("init", "--example", "official", file)).isZero();

    assertThat(quartet.run("validate", file)).as(quartet.out()).isZero();
    assertThat(quartet.out())
        .contains("F pass       redundancy")
        .contains("No rule that this file decides makes its run INVALID. The run decides ")
        .doesNotContain("FAIL", "run.json");
  }

  @Test
  void fileThatCanOnlyEndInvalidGivesFour() throws IOException {
    String file = file("name: x\nprofile: official\ntiming: official\n");

    assertThat(quartet.run("validate", file)).isEqualTo(4);
    assertThat(quartet.out())
        .contains("F FAIL       wal-retained")
        .contains("A run of this file can only end INVALID, broken: ");
    assertThat(quartet.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(quartet.words()).contains("a1-vm2: archive_mode is off, and wal_keep_size is 0");

    assertThat(quartet.run("validate", "--json", file)).isEqualTo(4);
    JsonNode json = new ObjectMapper().readTree(quartet.out());
    assertThat(json.get("verdict").asText()).isEqualTo("INVALID");
    assertThat(json.get("undecided")).anyMatch(id -> id.asText().equals("trend"));
    assertThat(json.get("notRequired")).anyMatch(id -> id.asText().equals("foreign-share"));
  }

  @Test
  void rulesOfOfficialRunsAreNotRequiredOfADemo() throws IOException {
    assertThat(quartet.run("validate", "--json", file("name: x\nprofile: demo\n"))).isZero();
    JsonNode json = new ObjectMapper().readTree(quartet.out());
    assertThat(json.get("verdict").asText()).isEqualTo("undecided");
    assertThat(json.get("notRequired")).anyMatch(id -> id.asText().equals("wal-retained"));
    assertThat(json.get("checks")).noneMatch(c -> c.get("id").asText().equals("wal-retained"));
  }

  @Test
  void oldSpellingIsReadWithANote() throws IOException {
    String programs = Files.createDirectory(folder.resolve("bin")).toString();
    Files.createFile(folder.resolve("bin/postgres")).toFile().setExecutable(true);
    String file = file("name: x\nprofile: demo\nprovider: {postgresBin: " + programs + "}\n");

    assertThat(quartet.run("validate", file)).as(quartet.err()).isZero();
    assertThat(quartet.words())
        .contains(
            "file.yaml:3:12: 'provider.postgresBin' is read, but should be replaced. Old spelling"
                + " of postgres.build");

    assertThat(quartet.run("validate", "--json", file)).isZero();
    JsonNode notes = new ObjectMapper().readTree(quartet.out()).get("oldSpellings");
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0).asText()).startsWith(file + ":3:12: ");
  }

  @Test
  void wrongFileGivesTwo() throws IOException {
    assertThat(quartet.run("validate", file("name: x\nprofile: oficial\n"))).isEqualTo(2);
    assertThat(quartet.err()).contains("Did you mean 'official'?");
  }

  @Test
  void filesThatTheFileNamesAreRead() throws IOException {
    String file =
        file(
            """
            name: x
            database: {indexes: ./profile}
            driver:
              tls: {authority: a.pem, certificate: c.pem, key: k.key}
            """);
    assertThat(quartet.run("validate", file)).isEqualTo(2);
    assertThat(quartet.err())
        .contains(":2:21: ", "is not a folder", folder.resolve("a.pem") + " cannot be read");
  }

  @Test
  void filesForMachinesAndOdbcAreReadToo() throws IOException {
    String machines =
        """
        name: x
        phases: [[100, 0, 0, 0]]
        provider:
          kind: hosts
          hosts: [{set: a1, tierA: "127.0.0.9:7400", dss: "127.0.0.9:5432", oltp: "127.0.0.9:5433"}]
          prepare: true
          ssh: {configuration: none.config}
          postgres: {version: 16, repository: "deb http://h ./", key: none.asc}
        """;
    assertThat(quartet.run("validate", file(machines))).isEqualTo(2);
    assertThat(quartet.err())
        .contains(":7:24: ", "none.config cannot be read: it does not exist")
        .contains(":8:", "none.asc cannot be read: it does not exist");

    String odbc = file("name: x\nengine: {access: odbc, odbcIni: none.ini}\n");
    assertThat(quartet.run("validate", odbc)).isEqualTo(2);
    assertThat(quartet.err()).contains(":2:33: ", "none.ini cannot be read");
  }
}
