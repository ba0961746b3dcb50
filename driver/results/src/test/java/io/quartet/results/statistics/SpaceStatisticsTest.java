package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.SpaceStatistics.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A measured interval from 20 to 40 s after 0; the figures are worked out by hand. */
@Tag("unit")
class SpaceStatisticsTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final Span INTERVAL = new Span("", 20_000, 40_000);
  private static final String HEADER = "utc_ms,table_name,table_bytes,index_bytes,indexes\n";

  @TempDir Path root;
  private ResultsFolder folder;

  @BeforeEach
  void make() {
    folder = ResultsFolder.create(root, "run");
  }

  private void write(String vm, String text) throws IOException {
    Path file = folder.file("stats/" + vm + "/sizes.csv");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private SpaceStatistics read() {
    return SpaceStatistics.read(folder, List.of(A1), INTERVAL);
  }

  @Test
  void growthIsBetweenTheBordersOfTheInterval() throws IOException {
    write(
        "a1-vm3",
        HEADER
            + "15000,trade,1000,500,2\n15000,broker,100,50,1\n"
            + "25000,trade,2000,700,2\n25000,broker,100,50,1\n"
            + "35000,trade,5000,900,2\n35000,broker,100,50,1\n"
            + "45000,trade,5400,860,2\n");
    SpaceStatistics space = read();
    assertThat(space.problems()).isEmpty();
    Database database = space.databases().get(0);
    assertThat(database.set()).isEqualTo(A1);
    assertThat(database.role()).isEqualTo(VmRole.OLTP);
    TableSpace trade = database.tables().get("trade");
    // 1,500 and 600 at 20 s, 5,200 and 880 at 40 s.
    assertThat(trade.tableBytes()).isEqualTo(5_200);
    assertThat(trade.indexBytes()).isEqualTo(880);
    assertThat(trade.tableGrowth()).hasValue(3_700);
    assertThat(trade.indexGrowth()).hasValue(280);
    assertThat(trade.indexes()).isEqualTo(2);
    assertThat(database.tables().get("broker").tableGrowth()).hasValue(0);
    // The last sample lacks a table, and is left out.
    assertThat(database.tableBytes().byMoment())
        .containsExactly(entry(15_000L, 1_100.0), entry(25_000L, 2_100.0), entry(35_000L, 5_100.0));
    assertThat(database.indexBytes().byMoment())
        .containsExactly(entry(15_000L, 550.0), entry(25_000L, 750.0), entry(35_000L, 950.0));
  }

  @Test
  void sumsAreOfDatabasesOrOfTables() throws IOException {
    write("a1-vm2", HEADER + "20000,trade,10,1,2\n40000,trade,15,2,2\n");
    write("a1-vm3", HEADER + "20000,trade,20,3,3\n40000,trade,40,4,3\n");
    assertThat(read().databases())
        .extracting(Database::role)
        .containsExactly(VmRole.DSS, VmRole.OLTP);
    TableSpace dss = read().databases().get(0).tables().get("trade");
    TableSpace oltp = read().databases().get(1).tables().get("trade");
    assertThat(dss.plus(oltp).bytes()).isEqualTo(15 + 2 + 40 + 4);
    assertThat(dss.plus(oltp).tableGrowth()).hasValue(5 + 20);
    assertThat(dss.plus(oltp).indexes()).isEqualTo(3);
    assertThat(dss.and(oltp).indexes()).isEqualTo(5);
  }

  @Test
  void oneSampleTellsSizesButNoGrowth() throws IOException {
    write("a1-vm3", HEADER + "10000,trade,1000,500,2\n");
    TableSpace trade = read().databases().get(0).tables().get("trade");
    assertThat(trade.tableBytes()).isEqualTo(1_000);
    assertThat(trade.tableGrowth()).isEmpty();
    assertThat(trade.plus(trade).tableGrowth()).isEmpty();
  }

  @Test
  void samplesOutsideTheIntervalTellNoGrowth() throws IOException {
    write("a1-vm3", HEADER + "10000,trade,1000,500,2\n15000,trade,2000,500,2\n");
    assertThat(read().databases().get(0).tables().get("trade").tableGrowth()).isEmpty();
    assertThat(
            SpaceStatistics.read(folder, List.of(A1), new Span("", 0, 0))
                .databases()
                .get(0)
                .tables()
                .get("trade")
                .tableGrowth())
        .isEmpty();
  }

  @Test
  void damagedFilesDoNoHarm() throws IOException {
    write("a1-vm2", HEADER + "20000,trade,1000,,2\nnonsense\n30000,trade,1500,100,2\n40000,tra");
    assertThat(read().databases().get(0).tableBytes().byMoment())
        .containsExactly(entry(30_000L, 1_500.0));
    Path file = folder.file("stats/a1-vm3/sizes.csv");
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(read().problems()).singleElement().asString().contains("sizes.csv");
    assertThat(read().databases()).hasSize(1);
  }

  @Test
  void runWithoutSamplesHasNoDatabases() {
    assertThat(read()).isEqualTo(new SpaceStatistics(List.of(), List.of()));
  }
}
