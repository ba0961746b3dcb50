package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.report.compare.Comparison;
import io.quartet.report.compare.Comparison.Difference;
import io.quartet.report.compare.Comparisons;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Differences of settings and machines that compare lists, and those that it leaves out. */
@Tag("unit")
class ComparedConfigurationTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private Path first;
  private Path second;

  @BeforeEach
  void simulate() {
    first = SimulatedDemo.finished(folder.resolve("first"));
    second = SimulatedDemo.finished(folder.resolve("second"));
  }

  /** Adds a setting at its default to the databases whose names end so. */
  private static void set(Path run, String vms, String name, String value, String unit)
      throws IOException {
    try (Stream<Path> files = Files.list(run.resolve("settings"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(vms + ".json")).toList()) {
        ArrayNode rows = (ArrayNode) JSON.readTree(file.toFile());
        ObjectNode row = rows.addObject().put("name", name).put("setting", value);
        row.put("unit", unit).put("source", "default").put("boot_val", value);
        Files.writeString(file, rows.toString());
      }
    }
    Manifest.write(ResultsFolder.open(run));
  }

  private static void inSrv(Path run) throws IOException {
    set(run, "", "data_directory", "/srv/data", null);
  }

  private static void facts(Path run, String machine, String json) throws IOException {
    Files.writeString(run.resolve("stats/" + machine + "/facts.json"), json);
    Manifest.write(ResultsFolder.open(run));
  }

  private List<Difference> differences() {
    return Comparisons.of(List.of(first, second)).configuration();
  }

  private static Difference postgres(String name, String... values) {
    return new Difference("PostgreSQL", name, List.of(values));
  }

  private static Difference machine(String name, String... values) {
    return new Difference("machine", name, List.of(values));
  }

  @Test
  void defaultsThatDifferAreListed() throws IOException {
    set(first, "", "data_checksums", "off", null);
    set(second, "", "data_checksums", "on", null);
    set(first, "", "effective_io_concurrency", "1", null);
    set(second, "", "effective_io_concurrency", "16", null);
    assertThat(differences())
        .containsExactly(
            postgres("data_checksums", "off", "on"),
            postgres("effective_io_concurrency", "1", "16"));
  }

  @Test
  void equalValuesAreNotListedWhateverTheirUnitSourceAndDefault() throws IOException {
    set(first, "", "wal_buffers", "2048", "8kB");
    set(second, "", "wal_buffers", "16", "MB");
    Path settings = second.resolve("settings/a1-vm3.json");
    Files.writeString(
        settings,
        Files.readString(settings)
            .replaceAll("\"source\":\"default\"", "\"source\":\"configuration file\"")
            .replaceAll("\"boot_val\":\"16\"", "\"boot_val\":\"-1\""));
    assertThat(differences()).isEmpty();
  }

  @Test
  void placesAreNotListed() throws IOException {
    set(first, "", "unix_socket_directories", "/srv/a", null);
    set(second, "", "unix_socket_directories", "/srv/b", null);
    set(first, "", "port", "15432", null);
    set(second, "", "port", "15433", null);
    assertThat(differences()).isEmpty();
  }

  @Test
  void databasesAreComparedOneByOne() throws IOException {
    set(first, "", "work_mem", "64", "MB");
    set(second, "d1-vm2", "work_mem", "131072", "kB");
    for (String others : List.of("a1-vm2", "b1-vm2", "c1-vm2", "-vm3")) {
      set(second, others, "work_mem", "64", "MB");
    }
    assertThat(differences())
        .containsExactly(postgres("work_mem", "64MB", "128MB (DSS of D), 64MB elsewhere"));
  }

  @Test
  void settingOfOneVersionIsShownAsSuch() throws IOException {
    set(first, "", "server_version", "14.19", null);
    set(second, "", "server_version", "18.6", null);
    set(first, "", "old_snapshot_threshold", "-1", "min");
    set(second, "", "io_method", "worker", null);
    set(second, "", "pg_stat_statements.max", "5000", null);
    assertThat(differences())
        .containsExactly(
            postgres("pg_stat_statements.max", "no such setting", "5000"),
            postgres("server_version", "14.19", "18.6"),
            postgres("io_method", "not in this version", "worker"),
            postgres("old_snapshot_threshold", "-1", "not in this version"));
  }

  @Test
  void settingThatARoleMayNotSeeIsNotComparedAndTheRunIsNamed() throws IOException {
    set(first, "", "shared_preload_libraries", "auto_explain", null);
    try (Stream<Path> files = Files.list(second.resolve("settings"))) {
      for (Path file : files.toList()) {
        Files.writeString(file, Files.readString(file).replace("\"data_directory\"", "\"port\""));
      }
    }
    Comparison comparison = Comparisons.of(List.of(first, second));
    assertThat(comparison.configuration()).isEmpty();
    assertThat(comparison.notes())
        .anyMatch(note -> note.startsWith("Run 2 could not read all settings of a1-vm2"))
        .noneMatch(note -> note.startsWith("Run 1 could not read"));
  }

  @Test
  void runWithoutSettingsIsNamed() throws IOException {
    Files.delete(second.resolve("settings/c1-vm3.json"));
    assertThat(Comparisons.of(List.of(first, second)).notes())
        .contains("Run 2 has no settings of c1-vm3: they are not compared.");
  }

  private static Difference schema(String name, String... values) {
    return new Difference("schema", name, Arrays.asList(values));
  }

  private static void editSchemas(Path run, String vms, UnaryOperator<String> edit)
      throws IOException {
    try (Stream<Path> files = Files.list(run.resolve("schema"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(vms + ".txt")).toList()) {
        Files.writeString(file, edit.apply(Files.readString(file)));
      }
    }
    Manifest.write(ResultsFolder.open(run));
  }

  @Test
  void editedIndexProfileIsListed() throws IOException {
    editSchemas(second, "", text -> text.replaceAll("(?m)^index .*\n", ""));
    assertThat(differences())
        .containsExactly(
            schema(
                "index broker_pkey", "unique btree on broker (b_id) INCLUDE (b_name)", "not there"),
            schema(
                "index quartet_load_step_pkey",
                "unique btree on quartet_load_step (table_name, step, first_unit)",
                "not there"),
            schema("index trade_pkey", "unique btree on trade (t_id)", "not there"),
            schema("index trade_by_id", "hash on trade (t_id)", "not there"));
  }

  @Test
  void schemaIsComparedDatabaseByDatabase() throws IOException {
    editSchemas(second, "d1-vm3", text -> text.replace("USING hash", "USING btree"));
    editSchemas(second, "", text -> text.replace("trade days 1,", "trade days 2,"));
    editSchemas(
        second,
        "",
        text -> text + "constraint trade trade_t_id_not_null NOT NULL t_id\ntable late {}\n");
    assertThat(differences())
        .containsExactly(
            schema("load trade days", "1", "2"),
            schema(
                "index trade_by_id",
                "hash on trade (t_id)",
                "btree on trade (t_id) (Group D), hash on trade (t_id) (Groups A, B, C)"),
            schema("table late", "not there", "{}"));
  }

  @Test
  void manyPartsThatDifferAreCounted() throws IOException {
    StringBuilder columns = new StringBuilder();
    for (int column = 0; column < 35; column++) {
      columns.append("column trade.t_").append(column).append(" bigint\n");
    }
    editSchemas(second, "vm2", text -> text + columns);
    assertThat(differences())
        .hasSize(21)
        .startsWith(schema("column trade.t_0", "not there", "bigint"))
        .endsWith(schema("15 more", null, null));
  }

  @Test
  void runWithoutSchemaIsNamed() throws IOException {
    Files.delete(second.resolve("schema/c1-vm3.txt"));
    Manifest.write(ResultsFolder.open(second));
    Comparison comparison = Comparisons.of(List.of(first, second));
    assertThat(comparison.configuration()).isEmpty();
    assertThat(comparison.notes()).contains("Run 2 has no schema of c1-vm3: it is not compared.");
  }

  @Test
  void machinesAreComparedByTheirFacts() throws IOException {
    inSrv(first);
    inSrv(second);
    String facts =
        """
        {"schemaVersion": 1, "utcMillis": 1, "host": "one", "kernel": "6.1.0", "tunedProfile": null,
         "processors": {"threads": 2, "mhz": 2600.1},
         "memory": {"totalKib": 8000, "hugePages": 0, "hugePagesFree": 0,
          "transparentHugePages": "madvise"},
         "disks": [{"device": "sda", "scheduler": "none"}, {"device": "sdb", "scheduler": "none"}],
         "mounts": [{"mount": "/", "device": "/dev/sda", "type": "ext4", "options": "rw"},
          {"mount": "/srv", "device": "/dev/sdb", "type": "xfs", "options": "rw,noatime"},
          {"mount": "/home", "device": "/dev/sda", "type": "ext4", "options": "rw"}]}
        """;
    facts(first, "host", facts);
    facts(second, "host", facts.replace("\"one\"", "\"two\"").replace("2600.1", "2593.7"));
    assertThat(differences()).isEmpty();

    UnaryOperator<String> otherMachine =
        text ->
            text.replace("6.1.0", "6.8.0")
                .replace("\"tunedProfile\": null", "\"tunedProfile\": \"postgresql\"")
                .replace("madvise", "always")
                .replace("\"hugePages\": 0", "\"hugePages\": 512")
                .replace(
                    "{\"device\": \"sda\", \"scheduler\": \"none\"}, {\"device\": \"sdb\","
                        + " \"scheduler\": \"none\"}",
                    "{\"device\": \"sdb\", \"scheduler\": \"mq-deadline\"}, {\"device\":"
                        + " \"sda\", \"scheduler\": \"none\"}")
                .replace("rw,noatime", "rw,relatime")
                .replace("\"options\": \"rw\"", "\"options\": \"ro\"");
    facts(second, "host", otherMachine.apply(facts));
    assertThat(differences())
        .containsExactlyInAnyOrder(
            machine("kernel", "6.1.0", "6.8.0"),
            machine("tunedProfile", "not told", "postgresql"),
            machine("memory.hugePages", "0", "512"),
            machine("memory.transparentHugePages", "madvise", "always"),
            machine("disks.sdb.scheduler", "none", "mq-deadline"),
            machine("data.mountOptions", "rw,noatime", "rw,relatime"));
  }

  @Test
  void databaseInMemoryIsOnNoDisk() throws IOException {
    set(first, "", "data_directory", "/dev/shm/data", null);
    inSrv(second);
    String facts =
        """
        {"mounts": [{"mount": "/", "type": "ext4", "options": "rw"},
          {"mount": "/dev/shm", "type": "tmpfs", "options": "rw"}]}
        """;
    facts(first, "host", facts);
    facts(second, "host", facts);
    assertThat(differences()).containsExactly(machine("data.fileSystem", "tmpfs", "ext4"));
  }

  @Test
  void factsThatOneRunDoesNotHaveAreNoDifference() throws IOException {
    facts(first, "host", "{\"kernel\": \"6.1.0\"}");
    Comparison comparison = Comparisons.of(List.of(first, second));
    assertThat(comparison.configuration()).isEmpty();
    assertThat(comparison.notes())
        .contains("Run 2 has no facts of its machines: they are compared as far as run.json goes.");
  }

  @Test
  void settingsThatSpoilAMeasurementAreCompared() throws IOException {
    String facts =
        """
        {"schemaVersion": 2, "processors": {"governor": "performance", "turbo": "on"},
         "mitigations": {"meltdown": "Mitigation: PTI"},
         "pinning": {"postgres": {"processors": "0-3"}},
         "interfaces": [{"interface": "eth1", "driver": "virtio_net"},
           {"interface": "eth0", "driver": "virtio_net"}]}
        """;
    facts(first, "host", facts);
    facts(
        second,
        "host",
        """
        {"schemaVersion": 2, "processors": {"governor": "powersave", "turbo": null},
         "mitigations": {"meltdown": "Vulnerable"},
         "pinning": {"postgres": {"processors": "0-1; 2-3"}},
         "interfaces": [{"interface": "eth0", "driver": "e1000"},
           {"interface": "eth1", "driver": "virtio_net"}]}
        """);
    assertThat(differences())
        .containsExactlyInAnyOrder(
            machine("processors.governor", "performance", "powersave"),
            machine("processors.turbo", "on", "not told"),
            machine("mitigations.meltdown", "Mitigation: PTI", "Vulnerable"),
            machine("pinning.postgres.processors", "0-3", "0-1; 2-3"),
            machine("interfaces.eth0.driver", "virtio_net", "e1000"));
  }

  @Test
  void factsThatAnOlderKitDidNotCollectAreNoDifference() throws IOException {
    facts(first, "host", "{\"schemaVersion\": 1, \"clockSource\": \"tsc\"}");
    facts(
        second,
        "host",
        "{\"schemaVersion\": 2, \"clockSource\": \"hpet\", \"processors\": {\"turbo\": \"on\"}}");
    assertThat(differences()).containsExactly(machine("clockSource", "tsc", "hpet"));
  }

  @Test
  void addressesOfAMachineAreNoDifference() throws IOException {
    facts(first, "host", "{\"schemaVersion\": 2, \"addresses\": [\"10.0.0.1\"]}");
    facts(second, "host", "{\"schemaVersion\": 2, \"addresses\": [\"10.0.0.2\"]}");
    assertThat(differences()).isEmpty();
  }

  @Test
  void preparedMachinesAreComparedEachByItself() throws IOException {
    first = OlderFolders.unpack("2026-11-23-hosts-ramp-as-official", folder.resolve("older"));
    second = OlderFolders.unpack("2026-11-23-hosts-ramp-as-official", folder.resolve("other"));
    Path facts = second.resolve("stats/d1-vm3/facts.json");
    Files.writeString(
        facts,
        Files.readString(facts)
            .replace("6.18.44-fc-v669", "6.1.0")
            .replace("rw,relatime,discard", "rw,noatime,discard"));
    assertThat(differences())
        .containsExactly(
            machine("kernel", "6.18.44-fc-v669", "6.1.0 (OLTP of D), 6.18.44-fc-v669 elsewhere"),
            machine(
                "mounts./.mountOptions",
                "rw,relatime,discard,resv_strict,resuid=65534,resgid=65534",
                "rw,noatime,discard,resv_strict,resuid=65534,resgid=65534 (OLTP of D),"
                    + " rw,relatime,discard,resv_strict,resuid=65534,resgid=65534 elsewhere"));
  }
}
