package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.books.CellRow;
import io.quartet.books.OutcomeCounts;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.RunFigures;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two phases of ten seconds, 20 and 40 s after 0; the figures are worked out by hand. */
@Tag("unit")
class PhaseStatisticsTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final VmSet A2 = new VmSet(VmGroup.A, 2);

  @TempDir Path root;
  private ResultsFolder folder;

  @BeforeEach
  void make() {
    folder = ResultsFolder.create(root, "run");
  }

  private static CellRow tradeResults(VmSet set, String phase, boolean isMeasured, long committed) {
    long start = phase.equals("2") ? 30_000 : 20_000;
    return new CellRow(
        phase,
        isMeasured,
        start,
        start + 10_000,
        set,
        TransactionType.TRADE_RESULT,
        0,
        0,
        0,
        new OutcomeCounts(new long[Outcome.values().length]),
        0,
        0,
        0,
        0,
        committed,
        0,
        0,
        0,
        0,
        0,
        0);
  }

  private void write(String vm, String source, String text) throws IOException {
    Path file = folder.file("stats/" + vm + "/" + source + ".csv");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static RunFigures figures(CellRow... rows) {
    return new RunFigures(Optional.empty(), List.of(rows));
  }

  private PhaseStatistics read() {
    return PhaseStatistics.read(
        folder,
        figures(
            tradeResults(A1, "warmUp", false, 1_000),
            tradeResults(A1, "1", true, 50),
            tradeResults(A2, "1", true, 150),
            tradeResults(A1, "2", true, 10),
            tradeResults(A2, "2", true, 0)),
        List.of(new Span("", 20_000, 24_000), new Span("", 50_000, 54_000)));
  }

  private static Activity find(List<Activity> activities, String phase, String vm) {
    return activities.stream()
        .filter(activity -> activity.phase().equals(phase))
        .filter(activity -> activity.vm().equals(Optional.of(vm).filter(name -> !name.isEmpty())))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void samplesAreCutAtTheBordersOfThePhasesAndSummedByGroup() throws IOException {
    write(
        "a1-vm3",
        "pg_stat_wal",
        "utc_ms,wal_bytes\n19500,1000\n20500,2000\n29000,9000\n31000,9400\n41000,9400\n");
    write("a2-vm3", "pg_stat_wal", "utc_ms,wal_bytes\n20000,0\n30000,600\n40000,700\n");
    PhaseStatistics statistics = read();
    assertThat(statistics.problems()).isEmpty();
    // 1500 at 20 s, 9200 at 30 s, 9400 at 40 s.
    Activity vm = find(statistics.vms(), "1", "a1-vm3");
    assertThat(vm.value(Statistic.WAL_BYTES)).hasValue(7_700);
    assertThat(vm.tradeResults()).isEqualTo(50);
    assertThat(vm.perTradeResult(Statistic.WAL_BYTES)).hasValue(154);
    assertThat(vm.isIncomplete()).isFalse();
    assertThat(find(statistics.vms(), "2", "a1-vm3").value(Statistic.WAL_BYTES)).hasValue(200);
    Activity group = find(statistics.groups(), "1", "");
    assertThat(group.value(Statistic.WAL_BYTES)).hasValue(7_700 + 600);
    assertThat(group.perTradeResult(Statistic.WAL_BYTES)).hasValue(8_300 / 200.0);
    Activity all = find(statistics.groups(), Activity.ALL_PHASES, "");
    assertThat(all.value(Statistic.WAL_BYTES)).hasValue(7_700 + 600 + 200 + 100);
    assertThat(all.tradeResults()).isEqualTo(210);
    assertThat(all.seconds()).isEqualTo(20);
    assertThat(find(statistics.vms(), "2", "a2-vm3").perTradeResult(Statistic.WAL_BYTES)).isEmpty();
  }

  @Test
  void countersAreFoundWhereTheVersionKeepsThem() throws IOException {
    // Version 15.
    write(
        "a1-vm2",
        "pg_stat_bgwriter",
        """
        utc_ms,checkpoints_timed,checkpoints_req,buffers_checkpoint,buffers_clean,buffers_backend,buffers_alloc
        20000,1,4,100,10,30,700
        30000,2,4,150,12,90,1000
        """);
    // Version 16 has both views, and 17 one; extensions are no writes.
    write("a2-vm2", "pg_stat_bgwriter", "utc_ms,buffers_backend\n20000,100\n30000,900\n");
    write(
        "a2-vm2",
        "pg_stat_io",
        """
        utc_ms,backend_type,object,context,reads,writes,extends
        20000,client backend,relation,normal,7,10,100
        30000,client backend,relation,normal,8,13,890
        """);
    write(
        "a1-vm3",
        "pg_stat_bgwriter",
        "utc_ms,buffers_clean,buffers_alloc\n20000,5,10\n30000,9,17\n");
    write(
        "a1-vm3",
        "pg_stat_checkpointer",
        "utc_ms,num_timed,num_requested,buffers_written\n20000,0,1,40\n30000,0,3,41\n");
    write(
        "a1-vm3",
        "pg_stat_io",
        """
        utc_ms,backend_type,object,context,reads,writes,extends
        20000,client backend,relation,normal,7,10,1
        20000,checkpointer,relation,normal,,500,
        30000,client backend,relation,normal,8,14,3
        30000,checkpointer,relation,normal,,900,
        30000,autovacuum worker,relation,vacuum,8,2,
        """);
    // Version 18: bytes, and WAL beside relations.
    write(
        "a2-vm3",
        "pg_stat_io",
        """
        utc_ms,backend_type,object,context,writes,write_bytes,extends,extend_bytes
        20000,client backend,relation,normal,1,8192,0,0
        20000,client backend,wal,normal,9,73728,,
        30000,client backend,relation,normal,2,40960,1,16384
        30000,client backend,wal,normal,99,811008,,
        """);
    PhaseStatistics statistics = read();
    Activity fifteen = find(statistics.vms(), "1", "a1-vm2");
    assertThat(fifteen.value(Statistic.CHECKPOINTS_TIMED)).hasValue(1);
    assertThat(fifteen.value(Statistic.CHECKPOINTS_REQUESTED)).hasValue(0);
    assertThat(fifteen.value(Statistic.BUFFERS_CHECKPOINTER)).hasValue(50);
    assertThat(fifteen.value(Statistic.BUFFERS_BACKGROUND_WRITER)).hasValue(2);
    assertThat(fifteen.value(Statistic.BUFFERS_BACKENDS)).hasValue(60);
    assertThat(fifteen.value(Statistic.BUFFERS_ALLOCATED)).hasValue(300);
    Activity seventeen = find(statistics.vms(), "1", "a1-vm3");
    assertThat(seventeen.value(Statistic.CHECKPOINTS_REQUESTED)).hasValue(2);
    assertThat(seventeen.value(Statistic.BUFFERS_CHECKPOINTER)).hasValue(1);
    assertThat(seventeen.value(Statistic.BUFFERS_BACKGROUND_WRITER)).hasValue(4);
    assertThat(seventeen.value(Statistic.BUFFERS_ALLOCATED)).hasValue(7);
    // 4 writes, and 2 of the autovacuum worker that came later.
    assertThat(seventeen.value(Statistic.BUFFERS_BACKENDS)).hasValue(4 + 2);
    assertThat(find(statistics.vms(), "1", "a2-vm3").value(Statistic.BUFFERS_BACKENDS)).hasValue(4);
    assertThat(find(statistics.vms(), "1", "a2-vm2").value(Statistic.BUFFERS_BACKENDS)).hasValue(3);
    assertThat(find(statistics.groups(), "1", "").value(Statistic.BUFFERS_BACKENDS))
        .hasValue(60 + 6 + 4 + 3);
  }

  @Test
  void stallsOfTheLogAreFoundWhereTheVersionKeepsThem() throws IOException {
    write(
        "a1-vm3",
        "pg_stat_wal",
        "utc_ms,wal_buffers_full,wal_sync_time\n20000,4,100.5\n30000,9,350.5\n");
    // Version 17 times syncs in both views, of relations in this one; 18 has it here only.
    write(
        "a1-vm3",
        "pg_stat_io",
        """
        utc_ms,backend_type,object,context,fsync_time
        20000,checkpointer,relation,normal,10
        30000,checkpointer,relation,normal,900
        """);
    write("a2-vm3", "pg_stat_wal", "utc_ms,wal_buffers_full\n20000,0\n30000,2\n");
    write(
        "a2-vm3",
        "pg_stat_io",
        """
        utc_ms,backend_type,object,context,fsync_time
        20000,client backend,relation,normal,7
        20000,client backend,wal,normal,30
        20000,checkpointer,wal,normal,1
        30000,client backend,relation,normal,8
        30000,client backend,wal,normal,70
        30000,checkpointer,wal,normal,6
        """);
    PhaseStatistics statistics = read();
    Activity seventeen = find(statistics.vms(), "1", "a1-vm3");
    assertThat(seventeen.value(Statistic.WAL_BUFFERS_FULL)).hasValue(5);
    assertThat(seventeen.value(Statistic.WAL_SYNC_MILLIS)).hasValue(250);
    Activity eighteen = find(statistics.vms(), "1", "a2-vm3");
    assertThat(eighteen.value(Statistic.WAL_BUFFERS_FULL)).hasValue(2);
    assertThat(eighteen.value(Statistic.WAL_SYNC_MILLIS)).hasValue(45);
  }

  @Test
  void sharesComeFromSums() throws IOException {
    write(
        "a1-vm1", "process", "utc_ms,cpu_ms,memory_kb,processes\n20000,100,9,1\n30000,5100,9,1\n");
    write(
        "a1-vm3",
        "process",
        "utc_ms,cpu_ms,memory_kb,processes\n20000,1000,9,7\n25000,0,0,0\n30000,4000,9,7\n");
    write(
        "a1-vm3",
        "indexes",
        """
        utc_ms,table_name,index_name,idx_scan,idx_tup_read,idx_tup_fetch
        20000,trade,trade_pkey,5,100,100
        20000,trade,trade_by_account,5,10,0
        30000,trade,trade_pkey,9,150,140
        30000,trade,trade_by_account,9,360,60
        """);
    write(
        "a1-vm3",
        "pg_stat_database",
        "utc_ms,xact_commit,xact_rollback,blks_read,blks_hit,temp_bytes\n20000,0,0,0,0,0\n30000,90,10,50,950,7\n");
    PhaseStatistics statistics = read();
    Activity vm = find(statistics.vms(), "1", "a1-vm3");
    assertThat(vm.value(Statistic.INDEX_ENTRIES_READ)).hasValue(50 + 350);
    assertThat(vm.value(Statistic.HEAP_FETCHES)).hasValue(40 + 60);
    assertThat(vm.indexOnlyPercent()).hasValue(75);
    assertThat(vm.blockHitPercent()).hasValue(95);
    assertThat(vm.value(Statistic.TRANSACTIONS)).hasValue(100);
    assertThat(vm.processors().orElseThrow()).isCloseTo(0.3, within(1e-9));
    assertThat(vm.hasReset()).isFalse();
    // VM1 and VM3 of a1, all phases of which the first is known.
    assertThat(find(statistics.groups(), "1", "").processors().orElseThrow())
        .isCloseTo(0.8, within(1e-9));
    assertThat(find(statistics.vms(), "1", "a1-vm1").indexOnlyPercent()).isEmpty();
    assertThat(find(statistics.vms(), "2", "a1-vm3").values()).isEmpty();
    assertThat(find(statistics.vms(), "2", "a1-vm3").isIncomplete()).isTrue();
  }

  @Test
  void processorsKeptBusyAreToldPointByPoint() throws IOException {
    write("a1-vm1", "process", "utc_ms,cpu_ms,memory_kb,processes\n19000,0,9,1\n29000,5000,9,1\n");
    // 500 ms of processor time by second; nothing is known of the second point.
    assertThat(read().processors())
        .isEqualTo(Map.of("a1-vm1", List.of(OptionalDouble.of(0.5), OptionalDouble.empty())));
  }

  @Test
  void crashAndTornLinesAreMarkedAndDoNoHarm() throws IOException {
    write(
        "a1-vm3",
        "pg_stat_wal",
        "utc_ms,wal_bytes\n20000,5000\n24000,6000\nnonsense\n26000,,\n28000,300\n30000,400\n40000,5");
    Activity vm = find(read().vms(), "1", "a1-vm3");
    assertThat(vm.value(Statistic.WAL_BYTES)).hasValue(1_000 + 300 + 100);
    assertThat(vm.hasReset()).isTrue();
    assertThat(vm.isIncomplete()).isFalse();
    assertThat(find(read().vms(), "2", "a1-vm3").isIncomplete()).isTrue();
  }

  @Test
  void fileThatIsNoTextIsAProblemAndNoMore() throws IOException {
    write("a1-vm3", "pg_stat_wal", "utc_ms,wal_bytes\n20000,5000\n30000,6000\n");
    Path file = folder.file("stats/a1-vm3/indexes.csv");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    PhaseStatistics statistics = read();
    assertThat(statistics.problems()).singleElement().asString().contains("indexes.csv");
    assertThat(find(statistics.vms(), "1", "a1-vm3").value(Statistic.WAL_BYTES)).hasValue(1_000);
  }

  @Test
  void programOfTheOnlyVmOfItsKindIsThatVm() throws IOException {
    String processes =
        """
        utc_ms,name,processes,threads,user_ms,system_ms,private_kib,shared_kib
        20000,postgres,9,9,0,0,0,0
        20000,quartet-tier-a,1,1,0,0,0,0
        30000,postgres,9,9,4000,1000,0,0
        30000,quartet-tier-a,1,1,2000,0,0,0
        """;
    write("a1-vm1", "processes", processes);
    write("a2-vm2", "processes", processes);
    VmMachine.Vm tierA = new VmMachine.Vm(A1, VmRole.TIER_A);
    VmMachine.Vm oltp = new VmMachine.Vm(A1, VmRole.OLTP);
    VmMachine.Vm another = new VmMachine.Vm(A2, VmRole.OLTP);
    VmMachine.Vm dss = new VmMachine.Vm(A2, VmRole.DSS);
    PhaseStatistics statistics =
        PhaseStatistics.read(
            folder,
            figures(tradeResults(A1, "1", true, 50), tradeResults(A2, "1", true, 50)),
            List.of(),
            List.of(
                new VmMachine("a1-vm1", "one", List.of(tierA, oltp)),
                new VmMachine("a2-vm2", "two", List.of(dss, another))));
    assertThat(find(statistics.vms(), "1", "a1-vm1").processors()).hasValue(0.2);
    assertThat(find(statistics.vms(), "1", "a1-vm3").processors()).hasValue(0.5);
    // Nothing says which of two servers used it.
    assertThat(statistics.vms()).extracting(Activity::vm).doesNotContain(Optional.of("a2-vm3"));
  }

  @Test
  void runWithoutSamplesHasNoActivities() {
    assertThat(read()).isEqualTo(new PhaseStatistics(List.of(), List.of(), Map.of(), List.of()));
  }

  @Test
  void sampleIsReadAsItWasWritten() {
    try (StatsCsv file = new StatsCsv(folder, "a1-vm3", "waits")) {
      file.append(5, List.of("wait", "sessions"), List.of());
      file.append(7, List.of("wait", "sessions"), List.of(List.of("a,b", "3"), List.of("c", "")));
    }
    assertThat(folder.file("stats/a1-vm3/waits.csv"))
        .hasContent("utc_ms,wait,sessions\n7,a b,3\n7,c,\n");
    assertThat(StatsCsv.columns(folder, "a1-vm3", "waits"))
        .containsExactly("utc_ms", "wait", "sessions");
    assertThat(StatsCsv.columns(folder, "a1-vm3", "none")).isEmpty();
    StatsCsv.forEach(
        folder,
        "a1-vm3",
        "waits",
        line -> {
          assertThat(line.utcMillis()).isEqualTo(7);
          assertThat(line.number("sessions").orElse(-1))
              .isEqualTo(line.text("wait").equals("c") ? -1 : 3);
          assertThat(line.text("other")).isEmpty();
        });
  }
}
