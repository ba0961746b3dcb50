package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The doctor before real servers, which a Tier A of its own tries to reach. */
@Tag("pg")
class DoctorCommandTest {

  private static final String DATA_SOURCES = "ODBC data sources";
  private static final List<String> DATABASES = List.of("database a1-vm2", "database a1-vm3");

  @TempDir Path folder;

  private final int port = FreePorts.next();
  private final Quartet quartet = new Quartet();
  private Path libpq;

  @BeforeEach
  void makeFile() throws IOException {
    // The account of the servers has to get through.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    libpq = benchmarkFile("libpq.yaml", "access: libpq");
  }

  @AfterEach
  void takeDown() {
    quartet.run("down", libpq.toString());
  }

  private Path benchmarkFile(String name, String engine) throws IOException {
    return Files.writeString(
        folder.resolve(name),
        """
        name: doctor-test
        phases: [[100, 0, 0, 0]]
        engine: {%s}
        provider: {port: %d, dataDirectory: data}
        """
            .formatted(engine, port));
  }

  /** The finding of the check in what the doctor printed last. */
  private JsonNode finding(String check) throws JsonProcessingException {
    for (JsonNode finding : new ObjectMapper().readTree(quartet.out())) {
      if (finding.get("check").asText().equals(check)) {
        return finding;
      }
    }
    throw new AssertionError("no '" + check + "' in " + quartet.out());
  }

  private void assertReached(Path file, String access) throws JsonProcessingException {
    assertThat(quartet.run("doctor", "--json", file.toString())).as(quartet.out()).isZero();
    for (String database : DATABASES) {
      assertThat(finding(database).get("verdict").asText()).isEqualTo("ok");
      assertThat(finding(database).get("detail").asText())
          .startsWith("PostgreSQL ")
          .endsWith(" through " + access);
      String clock = database.replace("database", "clock of");
      assertThat(finding(clock).get("verdict").asText()).as(clock).isEqualTo("ok");
    }
  }

  @Test
  void databasesThatAreNotUpAreNotChecked() throws JsonProcessingException {
    assertThat(quartet.run("doctor", "--json", libpq.toString())).isZero();

    assertThat(finding("databases").get("verdict").asText()).isEqualTo("not checked");
    assertThat(finding("databases").get("detail").asText()).startsWith("NOT_UP: ");
    assertThat(finding("databases").get("fix").asText()).isNotEmpty();
    assertThat(finding("access path").get("verdict").asText()).isEqualTo("ok");
    assertThat(finding("access path").get("detail").asText()).isEqualTo("libpq");
  }

  @Test
  void machineIsLookedAt() throws IOException {
    assertThat(quartet.run("doctor", "--json", libpq.toString())).isZero();
    for (String check : List.of("memory", "disk room", "disk speed", "open files", "ports")) {
      assertThat(finding(check).get("verdict").asText()).isIn("ok", "warning");
    }
    assertThat(finding("disk speed").get("detail").asText()).contains("ms for a write and fsync");
    assertThat(finding("ports").get("detail").asText()).isEqualTo(port + " is free everywhere");

    Path crowded =
        Files.writeString(
            folder.resolve("crowded.yaml"), "name: crowded\nsets: 20\nload: {users: 4096}\n");
    assertThat(quartet.run("doctor", "--json", crowded.toString())).isEqualTo(3);
    assertThat(finding("memory").get("verdict").asText()).isEqualTo("FAILED");
    assertThat(finding("memory").get("fix").asText()).contains("fewer Sets");
  }

  @Test
  void officialFileThatCanOnlyEndInvalidIsNotWell() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("official.yaml"),
            "name: doctor-test\nprofile: official\nprovider: {port: %d, dataDirectory: data}\n"
                .formatted(port));
    assertThat(quartet.run("doctor", "--json", file.toString())).isEqualTo(3);
    assertThat(finding("rule wal-retained").get("verdict").asText()).isEqualTo("FAILED");
    assertThat(finding("rule wal-retained").get("detail").asText())
        .contains("a1-vm2: archive_mode is off, and wal_keep_size is 0");
  }

  /** A file that names what is not there, and what PostgreSQL refuses. */
  private Path hopeless() throws IOException {
    return Files.writeString(
        folder.resolve("hopeless.yaml"),
        """
        name: doctor-test
        sets: 2
        phases: [[100, 0, 0, 0]]
        provider:
          port: %d
          dataDirectory: data
          tablespaces: {data: none}
          settings:
            dss: {shared_buffers: viel}
            oltp:
              shared_bufers: 1GB
        driver:
          workers: ["127.0.0.1:%d"]
          tls: {authority: a.pem, certificate: c.pem, key: k.key}
        """
            .formatted(port, FreePorts.next()));
  }

  @Test
  void whatTheFileNamesIsLookedAt() throws IOException {
    Path file = hopeless();
    assertThat(quartet.run("doctor", "--json", file.toString())).isEqualTo(3);
    assertThat(quartet.out())
        .contains(
            "SETTING_REFUSED: " + file + ":9:27: provider.settings.dss.shared_buffers is 'viel'",
            "SETTING_REFUSED: "
                + file
                + ":11:7: provider.settings.oltp.shared_bufers is not a setting",
            "Did you mean 'shared_buffers'?",
            "STORAGE_FOLDER: " + file + ":7:23: provider.tablespaces.data names ",
            "TLS_FILES: " + file + ":14:20: " + folder.resolve("a.pem") + " cannot be read",
            "TLS_FILES: " + file + ":14:40: " + folder.resolve("c.pem") + " cannot be read",
            "TLS_FILES: " + file + ":14:52: " + folder.resolve("k.key") + " cannot be read",
            "WORKER_UNREACHABLE: " + file + ":13:13: worker 1 at ");
    for (String check : List.of("settings", "tablespaces", "certificates", "workers")) {
      assertThat(finding(check).get("verdict").asText()).as(check).isEqualTo("FAILED");
    }
  }

  @Test
  void upRefusesAllOfItAndStartsNothing() throws IOException {
    Path file = hopeless();
    assertThat(quartet.run("up", file.toString())).isEqualTo(3);
    assertThat(quartet.err().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith(file + ":7:23: ").contains("does not exist"),
            line -> assertThat(line).startsWith(file + ":9:27: ").contains("viel"),
            line -> assertThat(line).startsWith(file + ":11:7: ").contains("shared_bufers"),
            line -> assertThat(line).startsWith(file + ":14:20: "),
            line -> assertThat(line).startsWith(file + ":14:40: "),
            line -> assertThat(line).startsWith(file + ":14:52: ").endsWith(" [STORAGE_FOLDER]"));
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void runRefusesBeforeItLooksForDatabases() throws IOException {
    Path file = hopeless();
    assertThat(quartet.run("run", file.toString())).isEqualTo(2);
    assertThat(quartet.err())
        .contains(file + ":11:7: ", file + ":14:20: ", file + ":13:13: worker 1 at ")
        .doesNotContain("NOT_UP", "no databases");
  }

  @Test
  void rateThatTheDriverCannotOfferIsFound() throws IOException {
    Path file = benchmarkFile("paced.yaml", "access: libpq");
    Files.writeString(file, "load: {mode: paced, rate: 900000 etps}\n", StandardOpenOption.APPEND);

    assertThat(quartet.run("doctor", "--json", "--capacity", file.toString())).isEqualTo(3);
    assertThat(finding("capacity").get("verdict").asText()).isEqualTo("FAILED");
    assertThat(finding("capacity").get("detail").asText())
        .containsPattern("^[\\d,]+ requests/s with .* the benchmark file asks for 8,");
    assertThat(finding("capacity").get("fix").asText()).contains("load.rate");
  }

  @Test
  void everyAccessPathIsTried() throws IOException {
    assertThat(quartet.run("up", libpq.toString())).isZero();

    assertReached(libpq, "libpq");
    assertReached(benchmarkFile("odbc.yaml", "access: odbc"), "odbc");
  }

  @Test
  void dataSourcesAreWrittenAndTried() throws IOException {
    Path file = benchmarkFile("dsn.yaml", "access: odbc, odbcIni: odbc.ini");
    assertThat(quartet.run("up", libpq.toString())).isZero();

    assertThat(quartet.run("doctor", "--json", file.toString())).isEqualTo(3);
    assertThat(finding(DATA_SOURCES).get("verdict").asText()).isEqualTo("FAILED");
    assertThat(finding(DATA_SOURCES).get("detail").asText())
        .startsWith("ODBC_DATA_SOURCES: ")
        .contains("it does not exist", "--write-odbc-ini");
    for (String database : DATABASES) {
      assertThat(finding(database).get("verdict").asText()).isEqualTo("FAILED");
      assertThat(finding(database).get("detail").asText()).contains("Data source name not found");
    }

    assertThat(quartet.run("doctor", file.toString(), "--write-odbc-ini")).isZero();
    assertThat(quartet.out()).contains("ok").doesNotContain("FAILED");
    assertReached(file, "odbc");
    assertThat(finding(DATA_SOURCES).get("verdict").asText()).isEqualTo("ok");
    assertThat(Files.readString(folder.resolve("odbc.ini")).toLowerCase(Locale.ROOT))
        .contains("[quartet-a1-vm2]", "[quartet-a1-vm3]")
        .doesNotContain("password", "pwd", "quartet-b1");
  }

  @ParameterizedTest
  @CsvSource({
    "Port = [0-9]+, Port = 5432",
    "Database = quartet, Database = quartet\\nServer = db.example",
    "Database = quartet, Database = quartet\\npqopt = {host=db.example}",
  })
  void dataSourceOfAnotherServerIsFound(String line, String other) throws IOException {
    Path file = benchmarkFile("dsn.yaml", "access: odbc, odbcIni: odbc.ini");
    Path odbcIni = folder.resolve("odbc.ini");
    assertThat(quartet.run("doctor", file.toString(), "--write-odbc-ini")).isZero();
    String text = Files.readString(odbcIni);
    Files.writeString(odbcIni, text.replaceFirst(line, other.replace("\\n", "\n")));

    assertThat(quartet.run("doctor", "--json", file.toString())).isEqualTo(3);
    assertThat(finding(DATA_SOURCES).get("verdict").asText()).isEqualTo("FAILED");
    assertThat(finding(DATA_SOURCES).get("detail").asText())
        .contains("a wrong address for quartet-a1-vm2. ");
    assertThat(quartet.run("run", file.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("[ODBC_DATA_SOURCES]", "quartet-a1-vm2");

    assertThat(quartet.run("doctor", file.toString(), "--write-odbc-ini")).isZero();
    assertThat(odbcIni).hasContent(text);
  }

  @Test
  void fileOfTheUserIsNotReplaced() throws IOException {
    Path file = benchmarkFile("dsn.yaml", "access: odbc, odbcIni: odbc.ini");
    Path odbcIni = Files.writeString(folder.resolve("odbc.ini"), "[mine]");

    assertThat(quartet.run("doctor", file.toString(), "--write-odbc-ini")).isEqualTo(2);
    assertThat(quartet.err()).contains(odbcIni.toString(), "[ODBC_INI_FOREIGN]");
    assertThat(odbcIni).hasContent("[mine]");
  }

  @Test
  void dataSourcesNeedAFileThatTheBenchmarkFileNames() {
    assertThat(quartet.run("doctor", libpq.toString(), "--write-odbc-ini")).isEqualTo(2);
    assertThat(quartet.err()).contains("engine.odbcIni", "[ODBC_INI_NOT_NAMED]");
  }
}
