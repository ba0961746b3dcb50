package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.results.folder.ResultsFolder;
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
