package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.size.Pinning;
import io.quartet.report.section.Build;
import io.quartet.report.section.Build.DatabaseLoad;
import io.quartet.report.section.Build.InRoles;
import io.quartet.report.section.Build.RowCount;
import io.quartet.report.section.SystemUnderTest.Placement;
import io.quartet.results.system.InstalledSchema.Constraint;
import io.quartet.results.system.InstalledSchema.Index;
import io.quartet.results.system.VmFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the databases were built, where the processes ran, and what is said of missing files. */
@Tag("unit")
class BuildReportTest {

  @TempDir Path results;
  private Path folder;

  @BeforeEach
  void simulate() throws IOException {
    folder = SimulatedDemo.finished(results);
  }

  private String html() throws IOException {
    return Files.readString(folder.resolve(ReportWriter.HTML));
  }

  @Test
  void databasesOfARoleStandOnceAndWhatOnlyOneRoleHasIsMarked() throws IOException {
    Build build = TestPages.write(folder).system().build();

    assertThat(build.missing()).isEmpty();
    assertThat(build.loadSeconds()).isEqualTo(11.349);
    DatabaseLoad oltp = build.loads().get(0);
    assertThat(oltp.vms()).containsExactly("a1-vm3", "b1-vm3", "c1-vm3", "d1-vm3");
    assertThat(oltp.schema().load()).containsEntry("news length", "10000");
    assertThat(oltp.schema().tables()).hasSize(2);
    assertThat(oltp.schema().indexes()).hasSize(3);
    assertThat(oltp.differences()).isEmpty();
    assertThat(build.loads().get(1).schema().indexes()).hasSize(2);
    assertThat(build.tables())
        .extracting(Build.BuiltTable::table)
        .containsExactly("broker", "trade");
    assertThat(build.tables()).allMatch(table -> table.roles().equals(List.of("OLTP", "DSS")));
    assertThat(build.tables().get(0).options())
        .containsExactly(
            new InRoles<>(new Constraint("options", "{fillfactor=10}"), List.of("OLTP")),
            new InRoles<>(new Constraint("options", "{fillfactor=90}"), List.of("DSS")));
    assertThat(build.tables().get(0).constraints())
        .containsExactly(
            new InRoles<>(
                new Constraint("broker_pkey", "PRIMARY KEY (b_id) INCLUDE (b_name)"),
                List.of("OLTP", "DSS")));
    assertThat(build.indexes())
        .contains(
            new InRoles<>(
                new Index("trade", "trade_by_id", false, "hash", "(t_id)"), List.of("OLTP")));
    assertThat(build.triggers()).singleElement().matches(each -> each.roles().size() == 1);
    assertThat(build.functions()).hasSize(1);
    assertThat(html())
        .contains("href=\"#build\"", "✓ all alike", "only OLTP", "11.3 s for the slowest database")
        .contains("<b>t_chrg</b> numeric(10,2) NOT NULL DEFAULT 0<br>")
        .contains("late_trade()", "0123456789abcdef0123456789abcdef")
        .doesNotContain("quartet_load_step_pkey", "n_live_tup");
  }

  @Test
  void rowsAreThoseOfTheLoads() throws IOException {
    Build build = TestPages.write(folder).system().build();

    assertThat(build.rows())
        .hasSize(2 * 4 * 2)
        .contains(
            new RowCount("OLTP", "A", "broker", 10), new RowCount("DSS", "D", "trade", 4_000));
  }

  @Test
  void databaseUnlikeTheOthersOfItsRoleIsShown() throws IOException {
    Files.writeString(
        folder.resolve("schema/c1-vm3.txt"), "table extra\n", StandardOpenOption.APPEND);

    Build build = TestPages.write(folder).system().build();

    assertThat(build.loads().get(0).differences())
        .containsExactly("c1-vm3 has, unlike a1-vm3: table extra");
    assertThat(html()).contains("✗ differ, below", "c1-vm3 has, unlike a1-vm3: table extra");
  }

  @Test
  void missingAndDamagedFilesAreNamedAndTheRestIsShown() throws IOException {
    Files.delete(folder.resolve("schema/b1-vm2.txt"));
    Path first = folder.resolve("schema/a1-vm3.txt");
    List<String> lines = Files.readAllLines(first);
    Files.write(first, lines.subList(0, 3));
    Files.write(folder.resolve("schema/d1-vm2.txt"), new byte[] {(byte) 0xff, 10});
    Path loaded = folder.resolve("loaded.csv");
    Files.writeString(loaded, Files.readString(loaded).replaceFirst("c1-vm2,trade,.*\n", ""));

    Build build = TestPages.write(folder).system().build();

    assertThat(build.missing())
        .containsExactly(
            "schema/a1-vm3.txt is damaged: it does not describe the whole database.",
            "schema/b1-vm2.txt is missing.",
            "schema/d1-vm2.txt is damaged: it cannot be read.",
            "The rows of the DSS databases of Group C are not known: loaded.csv does not"
                + " have all tables of c1-vm2.");
    assertThat(build.rows()).extracting(RowCount::table).hasSize(2 * 4 * 2 - 2);
    assertThat(build.loadSeconds()).isNull();
    assertThat(build.loads().get(1).unread()).containsExactly("b1-vm2", "d1-vm2");
    assertThat(build.loads().get(0).schema().tables()).hasSize(2);
    assertThat(build.loads().get(0).differences())
        .isNotEmpty()
        .allMatch(difference -> difference.startsWith("a1-vm3 lacks, unlike b1-vm3: "));
    assertThat(html())
        .contains("schema/b1-vm2.txt is missing.", "not judged: without b1-vm2, d1-vm2")
        .doesNotContain("✓ all alike");
  }

  @Test
  void runWithoutAnyOfItSaysSo() throws IOException {
    deleteAll(folder.resolve("schema"));
    Files.delete(folder.resolve("loaded.csv"));

    Build build = TestPages.write(folder).system().build();

    assertThat(build.loads()).isEmpty();
    assertThat(build.missing().get(0))
        .startsWith("The structure of the databases was not recorded");
    assertThat(html())
        .contains(
            "schema/ holds no file of them",
            "time of loading were not recorded: loaded.csv is missing.",
            "Not recorded.</p>");
  }

  @Test
  void damagedFileOfTheLoadsIsNamed() throws IOException {
    Files.writeString(folder.resolve("loaded.csv"), "vm,table,rows\na1-vm2,trade,many\n");

    Build build = TestPages.write(folder).system().build();

    assertThat(build.rows()).isEmpty();
    assertThat(build.missing())
        .singleElement()
        .asString()
        .startsWith("Rows and time of loading are not known: loaded.csv: line 2: rows is 'many'");
  }

  private static void deleteAll(Path part) throws IOException {
    try (Stream<Path> files = Files.list(part)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void everyProcessHasItsMachine() throws IOException {
    Path run = folder.resolve("run.json");
    Files.writeString(
        run,
        Files.readString(run)
            .replaceFirst("127\\.\\d+\\.\\d+\\.\\d+:15432", "10.0.0.7:15432")
            .replace("\"a1-vm2\",", "\"a1-vm2\", \"hugePageBytes\": 3221225472,")
            .replace(
                "\"workers\" : [ ]",
                "\"workers\" : [{\"worker\": 1, \"address\": \"10.0.0.9:7000\", \"sets\":"
                    + " [\"a1\", \"b1\"]}]"));

    List<Placement> placements = TestPages.write(folder).system().placements();

    assertThat(placements).hasSize(2 + 12);
    assertThat(placements.get(0))
        .isEqualTo(
            new Placement(
                "driver",
                "conducts the workers",
                "driver's machine",
                "",
                List.of(),
                null,
                Pinning.NONE));
    assertThat(placements.get(1).machine()).isEqualTo("10.0.0.9");
    assertThat(placements.get(1).sets()).containsExactly("a1", "b1");
    assertThat(placements.get(2))
        .isEqualTo(
            new Placement(
                "a1-vm1",
                "transactions",
                "10.0.0.7",
                "10.0.0.7:15432",
                List.of("a1"),
                null,
                Pinning.NONE));
    assertThat(placements.get(3).machine()).isEqualTo("driver's machine");
    assertThat(placements.get(3).hugePageBytes()).isEqualTo(3L << 30);
    assertThat(html())
        .contains("Processes of the driver", "<td class=\"l\">10.0.0.9</td>", "<td>3.0 GiB</td>");
    assertThat(Jsoup.parse(html()).select("#system tbody th:containsOwn(a1-vm2)")).hasSize(1);
  }

  @Test
  void programsAndSeedsOfEachTierAAreShown() throws IOException {
    Path run = folder.resolve("run.json");
    Files.writeString(
        run, Files.readString(run).replaceFirst("\"(5e){32}\"", "\"" + "6f".repeat(32) + "\""));

    List<VmFacts> tierAs = TestPages.write(folder).system().tierAs();

    assertThat(tierAs)
        .extracting(VmFacts::vm)
        .containsExactly("a1-vm1", "b1-vm1", "c1-vm1", "d1-vm1");
    assertThat(tierAs.get(0).streamSeeds()).containsOnlyKeys("customer-inputs", "market-delays");
    assertThat(html())
        .contains("<td>a1-vm1</td>", "<td>b1-vm1, c1-vm1, d1-vm1</td>")
        .contains("market-delays " + tierAs.get(0).streamSeeds().get("market-delays"));
  }
}
