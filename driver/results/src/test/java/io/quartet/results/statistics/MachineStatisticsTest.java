package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.MachineStatistics.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two phases of ten seconds and a time axis of five; the figures are worked out by hand. */
@Tag("unit")
class MachineStatisticsTest {

  private static final List<Span> PHASES =
      List.of(new Span("1", 20_000, 30_000), new Span("2", 30_000, 40_000));
  private static final List<Span> POINTS =
      List.of(new Span("", 20_000, 25_000), new Span("", 25_000, 30_000));
  private static final String CPU = "utc_ms,user_pct,system_pct,iowait_pct,steal_pct,idle_pct\n";
  private static final String DISK =
      "utc_ms,device,reads_per_s,writes_per_s,read_mib_per_s,write_mib_per_s,read_await_ms,"
          + "write_await_ms,util_pct\n";

  @TempDir Path root;
  private ResultsFolder folder;

  @BeforeEach
  void make() {
    folder = ResultsFolder.create(root, "run");
  }

  private void write(String machine, String source, String text) throws IOException {
    Path file = folder.file("stats/" + machine + "/" + source + ".csv");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private MachineStatistics read() {
    return MachineStatistics.read(folder, PHASES, POINTS);
  }

  private SampledRates of(MachineSource source, String key) {
    return read().machines().get(0).of(source).get(key);
  }

  @Test
  void ratesAreWeightedByTheTimeTheyHoldFor() throws IOException {
    write(
        "host",
        "cpu",
        CPU + "18000,90,9,9,9,0\n22000,10,1,0,0,89\n26000,20,1,5,2,72\n31000,40,1,0,,59\n");
    SampledRates rates = of(MachineSource.CPU, "");
    // 2 s of 10, 4 s of 20, 4 s of 40; the first sample holds since nobody knows when.
    assertThat(rates.phases().get(0).mean(MachineRate.USER).orElseThrow())
        .isCloseTo(26, within(1e-9));
    assertThat(rates.phases().get(0).isIncomplete(MachineRate.USER)).isFalse();
    assertThat(rates.phases().get(1).mean(MachineRate.USER)).hasValue(40);
    assertThat(rates.phases().get(1).isIncomplete(MachineRate.USER)).isTrue();
    assertThat(rates.allPhases().mean(MachineRate.USER).orElseThrow())
        .isCloseTo(300 / 11.0, within(1e-9));
    assertThat(rates.points().get(0).mean(MachineRate.USER).orElseThrow())
        .isCloseTo(16, within(1e-9));
    assertThat(rates.points().get(1).mean(MachineRate.USER).orElseThrow())
        .isCloseTo(36, within(1e-9));
    // The last sample does not tell steal: 2 s of 0 and 4 s of 2.
    assertThat(rates.phases().get(0).mean(MachineRate.STEAL).orElseThrow())
        .isCloseTo(8 / 6.0, within(1e-9));
    assertThat(rates.phases().get(0).isIncomplete(MachineRate.STEAL)).isTrue();
    assertThat(rates.phases().get(1).mean(MachineRate.STEAL)).isEmpty();
  }

  @Test
  void awaitIsWeightedByOperations() throws IOException {
    write(
        "host",
        "disk",
        DISK
            + "20000,vda,999,999,9,9,9,9,99\n20000,vdb,0,0,0,0,,,0\n"
            + "25000,vda,100,300,1,3,2,4,50\n25000,vdb,0,0,0,0,,,0\n"
            + "30000,vda,300,0,2,0,6,,10\n30000,vdb,0,0,0,0,,,0\n"
            + "40000,vda,5");
    Rates phase = of(MachineSource.DISK, "vda").phases().get(0);
    assertThat(phase.mean(MachineRate.READS)).hasValue(200);
    assertThat(phase.mean(MachineRate.WRITES)).hasValue(150);
    assertThat(phase.mean(MachineRate.READ_MIB)).hasValue(1.5);
    assertThat(phase.amount(MachineRate.WRITTEN_MIB)).hasValue(15);
    assertThat(phase.mean(MachineRate.BUSY)).hasValue(30);
    // 500 reads of 2 ms, 1,500 of 6 ms; 1,500 writes of 4 ms.
    assertThat(phase.readAwaitMillis()).hasValue(5);
    assertThat(phase.writeAwaitMillis()).hasValue(4);
    assertThat(phase.awaitMillis().orElseThrow()).isCloseTo(16_000 / 3_500.0, within(1e-9));
    Rates idle = of(MachineSource.DISK, "vdb").phases().get(0);
    assertThat(idle.mean(MachineRate.READS)).hasValue(0);
    assertThat(idle.awaitMillis()).isEmpty();
    assertThat(of(MachineSource.DISK, "vda").phases().get(1).mean(MachineRate.READS)).isEmpty();
  }

  @Test
  void amountsAreOfTheWholePhase() throws IOException {
    write(
        "host",
        "network",
        "utc_ms,interface,rx_bytes_per_s,tx_bytes_per_s\n"
            + "20000,lo,7,7\n20000,eth0,7,7\n"
            + "25000,lo,100,100\n25000,eth0,10,20\nnonsense\n"
            + "30000,lo,200,200\n30000,eth0,30,40\n");
    write("host", "memory", "utc_ms,swap_in_kib_per_s,swap_out_kib_per_s\n20000,1,1\n30000,3,0\n");
    assertThat(of(MachineSource.NETWORK, "lo").phases().get(0).amount(MachineRate.SENT))
        .hasValue(1_500);
    assertThat(of(MachineSource.NETWORK, "eth0").phases().get(0).amount(MachineRate.RECEIVED))
        .hasValue(200);
    assertThat(of(MachineSource.MEMORY, "").phases().get(0).amount(MachineRate.SWAPPED_IN))
        .hasValue(30);
  }

  @Test
  void samplesOutOfOrderCountForNothing() throws IOException {
    write(
        "host",
        "cpu",
        CPU + "20000,1,0,0,0,0\n25000,10,0,0,0,0\n22000,90,0,0,0,0\n30000,20,0,0,0,0\n");
    assertThat(of(MachineSource.CPU, "").phases().get(0).mean(MachineRate.USER)).hasValue(15);
  }

  @Test
  void everyFolderWithCollectorsIsAMachineAndTheDriversIsTheFirst() throws IOException {
    write("a1-vm2", "disk", DISK + "20000,sda,1,1,1,1,1,1,1\n30000,sda,1,1,1,1,1,1,1\n");
    write("a1-vm3", "pg_stat_wal", "utc_ms,wal_bytes\n20000,0\n");
    write("host", "cpu", CPU);
    assertThat(read().machines()).extracting(Machine::name).containsExactly("host", "a1-vm2");
    assertThat(read().machines().get(0).of(MachineSource.CPU)).isEmpty();
    assertThat(read().machines().get(1).of(MachineSource.DISK)).containsOnlyKeys("sda");
  }

  @Test
  void runWithoutCollectorsHasNoMachines() throws IOException {
    assertThat(read()).isEqualTo(new MachineStatistics(List.of(), List.of()));
    Files.delete(folder.file("stats"));
    assertThat(read()).isEqualTo(new MachineStatistics(List.of(), List.of()));
  }

  @Test
  void fileThatIsNoTextIsAProblemAndNoMore() throws IOException {
    write("host", "cpu", CPU + "20000,1,0,0,0,0\n30000,20,0,0,0,0\n");
    Files.write(folder.file("stats/host/disk.csv"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(read().problems()).singleElement().asString().contains("disk.csv");
    assertThat(of(MachineSource.CPU, "").phases().get(0).mean(MachineRate.USER)).hasValue(20);
  }
}
