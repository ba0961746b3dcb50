package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.model.plan.TestPlans;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.DiskContents.Disk;
import io.quartet.results.statistics.DiskRole.Content;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two machines in one phase of ten seconds; the figures are worked out by hand. */
@Tag("unit")
class DiskLoadTest {

  private static final Span PHASE = new Span("1", 20_000, 30_000);
  private static final String HEADER =
      "utc_ms,device,reads_per_s,writes_per_s,read_mib_per_s,write_mib_per_s,read_await_ms,"
          + "write_await_ms,queue_size,read_merges_per_s,write_merges_per_s\n";
  private static final Disk DATA = disk(Content.DATA);
  private static final Disk WAL = disk(Content.WAL);
  private static final Disk BELOW =
      new Disk(DATA.role(), List.of("a1-vm3"), List.of("dm-0"), Optional.empty());

  private static final DiskContents CONTENTS =
      new DiskContents(
          Map.of(
              "host",
              Map.of("dm-0", DATA, "sda", BELOW, "sdb", WAL),
              "b1-vm2",
              Map.of("sda", DATA)),
          List.of());

  @TempDir Path root;
  private ResultsFolder folder;

  @BeforeEach
  void make() {
    folder = ResultsFolder.create(root, "run");
  }

  private static Disk disk(Content... contents) {
    return new Disk(new DiskRole(Set.of(contents)), List.of("a1-vm3"), List.of(), Optional.empty());
  }

  private void write(String machine, String rows) throws IOException {
    Path file = folder.file("stats/" + machine + "/disk.csv");
    Files.createDirectories(file.getParent());
    Files.writeString(file, HEADER + rows);
  }

  private List<DiskLoad> loads() {
    return DiskLoad.byRole(MachineStatistics.read(folder, List.of(PHASE), List.of()), CONTENTS);
  }

  @Test
  void disksOfARoleAreSummedOverMachinesAndCountOnce() throws IOException {
    write(
        "host",
        "20000,dm-0,0,0,0,0,,,0,0,0\n20000,sda,0,0,0,0,,,0,0,0\n20000,sdb,0,0,0,0,,,0,0,0\n"
            + "30000,dm-0,100,50,4,2,1,2,3,5,6\n30000,sda,90,40,4,2,1,2,3,5,6\n"
            + "30000,sdb,0,200,0,8,,4,1,0,7\n");
    write("b1-vm2", "20000,sda,0,0,0,0,,,0,0,0\n30000,sda,300,50,4,2,3,2,1,0,0\n");
    List<DiskLoad> loads = loads();
    assertThat(loads).extracting(DiskLoad::name).containsExactly("data", "WAL", DiskLoad.ALL);
    assertThat(loads).extracting(DiskLoad::disks).containsExactly(2, 1, 3);
    assertThat(loads.get(0).machines()).containsExactlyInAnyOrder("host", "b1-vm2");
    assertThat(loads.get(1).machines()).containsExactly("host");
    Rates data = loads.get(0).rates().allPhases();
    assertThat(data.mean(MachineRate.READS)).hasValue(400);
    assertThat(data.mean(MachineRate.WRITES)).hasValue(100);
    assertThat(data.amount(MachineRate.READ_MIB)).hasValue(80);
    assertThat(data.mean(MachineRate.QUEUE)).hasValue(4);
    assertThat(data.mean(MachineRate.WRITE_MERGES)).hasValue(6);
    // 1,000 reads of 1 ms, 3,000 of 3 ms and 1,000 writes of 2 ms.
    assertThat(data.readAwaitMillis()).hasValue(2.5);
    assertThat(data.awaitMillis().orElseThrow()).isCloseTo(2.4, within(1e-9));
    assertThat(data.readKib().orElseThrow()).isCloseTo(8 * 1_024 / 400.0, within(1e-9));
    Rates all = loads.get(2).rates().allPhases();
    assertThat(all.mean(MachineRate.WRITES)).hasValue(300);
  }

  @Test
  void diskOfSeveralMachinesCountsOnOne() throws IOException {
    String rows = "20000,sda,0,0,0,0,,,0,0,0\n30000,sda,0,200,0,8,,4,1,0,7\n";
    write("a1-vm2", rows);
    write("b1-vm2", rows);
    write("hypervisor-hv1", rows);
    for (String machine : List.of("a1-vm2", "b1-vm2", "hypervisor-hv1")) {
      Files.writeString(
          folder.file("stats/" + machine + "/facts.json"),
          """
          {"bootId": "of-hv1", "disks": [{"device": "sda", "below": []}],
           "mounts": [{"mount": "/", "device": "/dev/sda1", "type": "ext4", "disks": ["sda"]}]}
          """);
    }
    DiskContents contents = DiskContents.read(folder, TestPlans.demo(1), List.of(), Guests.NONE);
    List<DiskLoad> loads =
        DiskLoad.byRole(MachineStatistics.read(folder, List.of(PHASE), List.of()), contents);

    assertThat(loads)
        .singleElement()
        .satisfies(
            load -> {
              assertThat(load.name()).isEqualTo("system");
              assertThat(load.disks()).isEqualTo(1);
              assertThat(load.rates().allPhases().mean(MachineRate.WRITES)).hasValue(200);
              assertThat(load.machines())
                  .containsExactlyInAnyOrder("a1-vm2", "b1-vm2", "hypervisor-hv1");
            });
    assertThat(contents.of("hypervisor-hv1", "sda").words()).isEqualTo("system; counted on a1-vm2");
  }

  @Test
  void diskThatIsAddedInARunDidNothingBefore() throws IOException {
    write(
        "host",
        "20000,sdb,0,100,0,1,,1,0,0,0\n25000,sdb,0,100,0,1,,1,0,0,0\n"
            + "25000,dm-0,0,0,0,0,,,0,0,0\n"
            + "30000,sdb,0,100,0,1,,1,0,0,0\n30000,dm-0,0,40,0,1,,2,0,0,0\n");
    List<DiskLoad> loads = loads();
    // The only disk of its role: half of the phase is without samples.
    assertThat(loads.get(0).rates().allPhases().isIncomplete(MachineRate.WRITES)).isTrue();
    Rates all = loads.get(2).rates().allPhases();
    assertThat(all.mean(MachineRate.WRITES)).hasValue(120);
    assertThat(all.isIncomplete(MachineRate.WRITES)).isFalse();
  }

  @Test
  void peakIsTheBusiestSecondOfAllDisksTogether() throws IOException {
    // Samples of the machines are taken at different moments, and one lasts two seconds.
    write(
        "host",
        "20003,dm-0,0,0,0,0,,,0,0,0\n21003,dm-0,10,0,0,0,1,,0,0,0\n"
            + "22998,dm-0,70,0,0,0,1,,0,0,0\n24003,dm-0,20,0,0,0,1,,0,0,0\n");
    write(
        "b1-vm2",
        "19990,sda,0,0,0,0,,,0,0,0\n20990,sda,0,50,0,0,,1,0,0,0\n"
            + "22990,sda,0,5,0,0,,1,0,0,0\n31000,sda,0,4,0,0,,1,0,0,0\n");
    DiskLoad data = loads().get(0);
    assertThat(data.peakOperations(PHASE)).hasValue(75);
    assertThat(data.peakOperations(new Span("", 20_000, 21_000))).hasValue(60);
    assertThat(data.peakOperations(new Span("", 40_000, 41_000))).isEmpty();
  }

  @Test
  void disksWithoutAKnownUseHaveNoRole() throws IOException {
    write("host", "20000,sdc,0,0,0,0,,,0,0,0\n30000,sdc,1,1,1,1,1,1,1,1,1\n");
    assertThat(loads()).isEmpty();
    assertThat(
            DiskLoad.of(
                MachineStatistics.read(folder, List.of(PHASE), List.of()),
                CONTENTS,
                DiskRole::isOfDatabases))
        .isEqualTo(Optional.empty());
  }
}
