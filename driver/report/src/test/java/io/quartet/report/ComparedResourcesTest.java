package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.report.compare.Comparison;
import io.quartet.report.compare.Comparison.Resource;
import io.quartet.report.compare.Comparisons;
import io.quartet.results.statistics.Statistic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The resources per trade of two runs, from the figures of their reports. */
@Tag("unit")
class ComparedResourcesTest {

  @TempDir Path folder;
  private Path first;
  private Path slower;

  @BeforeEach
  void simulate() {
    first = SimulatedDemo.finished(folder.resolve("first"));
    slower = SimulatedDemo.finished(folder.resolve("slower"), 8, 1.25);
  }

  private List<Resource> resources() {
    return Comparisons.of(List.of(first, slower)).pairs().get(0).resources();
  }

  private static Resource resource(List<Resource> rows, String quantity, String of) {
    return rows.stream()
        .filter(row -> row.quantity().equals(quantity) && row.of().equals(of))
        .findFirst()
        .orElseThrow();
  }

  /** The servers do as much each second, so a trade of the slower run costs more. */
  @Test
  void everyQuantityIsThatOfTheReport() throws IOException {
    Report report = TestPages.write(first);
    List<Resource> rows = resources();
    double trades = report.metric().tradeResults();
    double seconds = report.run().measuredSeconds();

    assertThat(rows)
        .hasSize(18)
        .allMatch(row -> row.change().baseline() != null && row.change().other() != null);
    // 100, 200, 300 and 400 ms a second on each VM, and 40 % of two processors.
    for (String role : List.of("Tier A", "DSS", "OLTP")) {
      assertThat(resource(rows, "processor time", role).change().baseline().mean())
          .isCloseTo(1_000 * seconds / trades, within(0.01));
    }
    assertThat(
            resource(rows, "processor time", "machines, all programs").change().baseline().mean())
        .isCloseTo(800 * seconds / trades, within(0.01));
    assertThat(resource(rows, "write-ahead log", "OLTP").change().baseline().mean())
        .isCloseTo(100_000 * seconds / trades, within(0.5));
    Resource log = resource(rows, "write-ahead log", "DSS");
    assertThat(log.change().differencePercent())
        .isCloseTo(
            100 * (log.change().other().mean() / log.change().baseline().mean() - 1), within(1e-9));
    assertThat(log.change().differencePercent()).isBetween(5.0, 40.0);

    double logged =
        report.statistics().groups().stream()
            .filter(row -> row.phase().equals("all"))
            .mapToDouble(row -> row.value(Statistic.WAL_BYTES).orElseThrow())
            .sum();
    assertThat(
            log.change().baseline().mean()
                + resource(rows, "write-ahead log", "OLTP").change().baseline().mean())
        .isCloseTo(logged / trades, within(0.01));
    JsonNode disk = row(report, "disks", row -> row.path("phase").asText().equals("all"));
    assertThat(
            resource(rows, "disk operations", "machines of databases").change().baseline().mean())
        .isCloseTo(disk.path("operationsPerTradeResult").asDouble(), within(0.001));
    assertThat(
            resource(rows, "disk reads and writes", "machines of databases")
                .change()
                .baseline()
                .mean())
        .isCloseTo(1024 * disk.path("mibPerTradeResult").asDouble(), within(1.0));
    JsonNode space =
        row(
            report,
            "tables",
            row ->
                row.path("role").asText().equals("OLTP")
                    && row.path("group").isNull()
                    && row.path("table").isNull());
    assertThat(resource(rows, "tables", "OLTP").change().baseline().mean())
        .isCloseTo(space.path("tableBytes").asDouble() / 1024. / 1024, within(1e-9));
    assertThat(resource(rows, "growth of indexes", "OLTP").change().baseline().mean())
        .isEqualTo(space.path("indexBytesPerTradeResult").asDouble());
  }

  /** The first that matches, as {@code report.json} has it. */
  private static JsonNode row(Report report, String table, Predicate<JsonNode> matches)
      throws IOException {
    JsonNode rows =
        new ObjectMapper().readTree(ReportWriter.json(report)).at("/statistics/" + table);
    return StreamSupport.stream(rows.spliterator(), false)
        .filter(matches)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void figureThatOneRunDoesNotHaveIsNotCollected() throws IOException {
    Files.delete(slower.resolve("stats/d1-vm3/pg_stat_wal.csv"));
    Files.delete(slower.resolve("stats/host/disk.csv"));
    Files.delete(slower.resolve("stats/b1-vm2/sizes.csv"));
    List<Resource> rows = resources();
    assertThat(rows)
        .filteredOn(row -> row.change().other() == null)
        .allMatch(
            row -> row.change().baseline() != null && row.change().differencePercent() == null)
        .extracting(row -> row.quantity() + ", " + row.of())
        .contains(
            "write-ahead log, OLTP",
            "disk operations, machines of databases",
            "disk reads and writes, machines of databases",
            "tables, DSS",
            "indexes, DSS")
        .doesNotContain("write-ahead log, DSS", "tables, OLTP");
    assertThat(Comparisons.html(Comparisons.of(List.of(first, slower)))).contains("not collected");
  }

  @Test
  void disksAreComparedByWhatLiesOnThem() throws IOException {
    for (Path run : List.of(first, slower)) {
      Files.writeString(
          run.resolve("stats/host/facts.json"),
          """
          {"mounts": [{"mount": "/", "device": "/dev/vda", "type": "ext4", "disks": ["vda"]},
                      {"mount": "/log", "device": "/dev/vdb", "type": "ext4", "disks": ["vdb"]}],
           "disks": [{"device": "vda", "below": []}, {"device": "vdb", "below": []}],
           "servers": [{"address": "*", "port": 15432, "data": "/pg", "wal": "/log/wal"}]}
          """);
      Path disk = run.resolve("stats/host/disk.csv");
      Files.writeString(
          disk,
          Files.readString(disk).replaceAll("(?m)^([0-9]+),vda,.*$", "$0\n$1,vdb,0,30,0,4,,6,10"));
    }
    List<Resource> rows = resources();
    // 50 operations and 2.5 MiB on data and indexes, 30 and 4 on the log.
    assertThat(rows)
        .filteredOn(row -> row.of().startsWith("disks "))
        .extracting(row -> row.of() + ": " + row.unit() + " " + row.change().baseline().mean())
        .contains(
            "disks of databases: 1/s 80.0",
            "disks of databases: MiB/s 6.5",
            "disks of databases: ms " + (10 + 40 * 3 + 30 * 6) / 80.,
            "disks with data: ms 2.6",
            "disks with indexes: ms 2.6",
            "disks with WAL: 1/s 30.0",
            "disks with WAL: MiB/s 4.0",
            "disks with WAL: ms 6.0")
        // Data and indexes share a disk.
        .noneMatch(row -> row.startsWith("disks with data: 1/s"))
        .noneMatch(row -> row.startsWith("disks with indexes: MiB/s"));
  }

  @Test
  void disksOfOtherDisksDoNotCountTwice() throws IOException {
    Resource before = resource(resources(), "disk operations", "machines of databases");
    Path disk = slower.resolve("stats/host/disk.csv");
    Files.writeString(
        disk, Files.readString(disk).replaceAll("(?m)^([0-9]+),vda(.*)$", "$0\n$1,dm-0$2"));
    assertThat(resource(resources(), "disk operations", "machines of databases")).isEqualTo(before);
  }

  @Test
  void samplesThatDoNotCoverThePhasesAreNamed() throws IOException {
    Path wal = slower.resolve("stats/a1-vm2/pg_stat_wal.csv");
    List<String> lines = Files.readAllLines(wal);
    Files.write(wal, lines.subList(0, lines.size() * 3 / 4));
    Comparison comparison = Comparisons.of(List.of(first, slower));
    assertThat(comparison.notes())
        .contains(
            "Samples of run 2 do not cover all of its measured phases: its resources are"
                + " estimates.")
        .noneMatch(note -> note.startsWith("Samples of run 1"));
  }
}
