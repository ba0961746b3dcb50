package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.system.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A measured interval from 20 to 40 s after 0; the figures are worked out by hand. */
@Tag("unit")
class RelationStatisticsTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final Span INTERVAL = new Span("", 20_000, 40_000);
  private static final String INDEXES =
      "utc_ms,table_name,index_name,idx_scan,idx_tup_read,idx_tup_fetch";

  private static final JsonNode TRACK_COUNTS_OFF =
      JsonNodeFactory.instance
          .arrayNode()
          .add(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("name", "track_counts")
                  .put("setting", "off"));

  @TempDir Path root;
  private ResultsFolder folder;

  @BeforeEach
  void make() throws IOException {
    folder = ResultsFolder.create(root, "run");
    write(
        "sizes",
        """
        utc_ms,table_name,table_bytes,index_bytes,indexes
        20000,trade,1000,600,2
        40000,trade,1100,800,2
        """);
    write(
        "tables",
        """
        utc_ms,table_name,seq_scan,n_dead_tup,autovacuum_count
        20000,trade,5,10,3
        20000,broker,0,2,0
        40000,trade,8,30,4
        40000,broker,0,2,1
        """);
  }

  private void write(String source, String text) throws IOException {
    Path file = folder.file("stats/a1-vm3/" + source + ".csv");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<RelationUse> relations() {
    RelationStatistics statistics =
        RelationStatistics.read(
            folder, SpaceStatistics.read(folder, List.of(A1), INTERVAL), INTERVAL);
    assertThat(statistics.problems()).isEmpty();
    assertThat(statistics.databases()).hasSize(1);
    return statistics.databases().get(0).relations();
  }

  @Test
  void useOfAnIndexIsThatOfTheInterval() throws IOException {
    write(
        "indexes",
        INDEXES
            + """
            ,index_bytes,leaf_density
            5000,trade,trade_pkey,90,800,80,400,90.5
            20000,trade,trade_pkey,100,1000,100,400,
            40000,trade,trade_pkey,150,3000,600,600,
            60000,trade,trade_pkey,160,3500,700,700,60
            """);

    List<RelationUse> relations = relations();

    assertThat(relations).hasSize(2);
    RelationUse table = relations.get(0);
    assertThat(table.index()).isEmpty();
    assertThat(table.bytes()).hasValue(1100);
    assertThat(table.growthPercent()).hasValue(10);
    assertThat(table.scans()).hasValue(3);
    assertThat(table.indexOnlyPercent()).isEmpty();
    RelationUse index = relations.get(1);
    assertThat(index.index()).contains("trade_pkey");
    assertThat(index.bytes()).hasValue(600);
    assertThat(index.growth()).hasValue(200);
    assertThat(index.growthPercent()).hasValue(50);
    assertThat(index.scans()).hasValue(50);
    assertThat(index.entriesRead()).hasValue(2000);
    assertThat(index.heapFetches()).hasValue(500);
    assertThat(index.indexOnlyPercent()).hasValue(75);
    assertThat(index.leafDensity().before()).hasValue(90.5);
    assertThat(index.leafDensity().after()).hasValue(60);
  }

  @Test
  void folderThatDoesNotTellTheSizeOfAnIndexTellsItsUse() throws IOException {
    write("indexes", INDEXES + "\n20000,trade,trade_pkey,1,10,5\n40000,trade,trade_pkey,3,30,15\n");

    RelationUse index = relations().get(1);

    assertThat(index.bytes()).isEmpty();
    assertThat(index.growthPercent()).isEmpty();
    assertThat(index.scans()).hasValue(2);
    assertThat(index.leafDensity().before()).isEmpty();
  }

  private Optional<String> lostCounts() {
    return RelationStatistics.read(
            folder, SpaceStatistics.read(folder, List.of(A1), INTERVAL), INTERVAL)
        .databases()
        .get(0)
        .lostCounts();
  }

  private void indexes(String rows) throws IOException {
    write("indexes", INDEXES + "\n" + rows);
  }

  @Test
  void countsThatWereSwitchedOffAreNotKnown() throws IOException {
    indexes("20000,trade,trade_pkey,1,10,5\n40000,trade,trade_pkey,3,30,15\n");
    assertThat(lostCounts()).isEmpty();

    DatabaseSettings.write(folder, "a1-vm3", TRACK_COUNTS_OFF);

    assertThat(lostCounts()).contains("track_counts was off");
    assertThat(relations()).allMatch(use -> use.scans().isEmpty());
    assertThat(relations().get(0).bytes()).hasValue(1100);
  }

  @Test
  void serverThatCountedNothingIsNotTakenForAnIdleOne() throws IOException {
    indexes("20000,trade,trade_pkey,7,10,5\n40000,trade,trade_pkey,7,10,5\n");
    write("tables", "utc_ms,table_name,seq_scan\n20000,trade,5\n40000,trade,5\n");

    assertThat(lostCounts()).contains("the server counted no scan at all");
  }

  @Test
  void resetWithinTheIntervalLosesAllCountsAndOneAfterItNone() throws IOException {
    indexes("20000,trade,trade_pkey,1,10,5\n40000,trade,trade_pkey,3,30,15\n");
    String resets = "utc_ms,stats_reset\n10000,2026-01-01\n30000,2026-01-01\n";
    write("pg_stat_database", resets + "41000,2026-01-01\n50000,2026-01-02\n");
    assertThat(lostCounts()).isEmpty();

    write("pg_stat_database", resets + "41000,2026-01-02\n");

    assertThat(lostCounts()).hasValueSatisfying(why -> assertThat(why).contains("were reset"));
  }

  @Test
  void counterThatFellOrWasNotSampledIsNotKnown() throws IOException {
    indexes(
        """
        20000,trade,trade_pkey,100,100,50
        20000,trade,trade_late,1,1,1
        30000,trade,trade_pkey,4,4,2
        40000,trade,trade_pkey,9,9,3
        """);

    assertThat(relations().get(1).scans()).isEmpty();
    assertThat(relations().get(2).scans()).as("one sample").isEmpty();
    assertThat(relations().get(0).scans()).as("of the table").hasValue(3);
  }

  @Test
  void deadRowsAndAutovacuumsAreThoseOfAllTables() {
    SpaceStatistics space = SpaceStatistics.read(folder, List.of(A1), INTERVAL);
    RelationStatistics.Database database =
        RelationStatistics.read(folder, space, INTERVAL).databases().get(0);

    assertThat(database.deadRows().at(0)).hasValue(12);
    assertThat(database.deadRows().at(30_000)).hasValue(22);
    assertThat(database.deadRows().at(50_000)).hasValue(32);
    assertThat(database.autovacuums().at(20_000)).hasValue(0);
    assertThat(database.autovacuums().at(40_000)).hasValue(2);
  }

  @Test
  void densityOfTwoDatabasesIsWeightedBySize() {
    RelationUse small = sized(100, 90);
    RelationUse large = sized(300, 50);

    assertThat(small.plus(large).bytes()).hasValue(400);
    assertThat(small.plus(large).leafDensity().before()).hasValue(60);
    assertThat(small.plus(large).leafDensity().after()).isEmpty();
  }

  private static RelationUse sized(double bytes, double density) {
    return new RelationUse(
        "trade",
        Optional.of("trade_pkey"),
        OptionalDouble.of(bytes),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        new RelationUse.LeafDensity(OptionalDouble.of(density), OptionalDouble.empty()));
  }
}
