package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.results.events.ClockOffset;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class MachineClocksTest {

  private static final String VM = "a1-vm2";

  @TempDir private Path path;

  @Test
  void driftBetweenTwoReadingsIsAStraightLine() {
    MachineClocks clocks =
        MachineClocks.of(List.of(read(100_000, VM, 10_000), read(200_000, VM, 30_000)));

    assertThat(clocks.driverUtcMillis(VM, 50_000)).isEqualTo(49_990);
    assertThat(clocks.driverUtcMillis(VM, 100_000)).isEqualTo(99_990);
    assertThat(clocks.driverUtcMillis(VM, 150_000)).isEqualTo(149_980);
    assertThat(clocks.driverUtcMillis(VM, 300_000)).isEqualTo(299_970);
  }

  @Test
  void readingsAreThoseOfTheMachineAlone() throws Exception {
    ResultsFolder folder = new ResultsFolder(path);
    try (EventLog log = new EventLog(folder)) {
      log.append(read(1_000, VM, 20_000));
      log.append(read(1_000, "a1-vm3", -40_000));
    }

    assertThat(MachineClocks.of(folder).driverUtcMillis(VM, 1_000)).isEqualTo(980);
    assertThat(MachineClocks.of(folder).driverUtcMillis("a1-vm3", 1_000)).isEqualTo(1_040);
    assertThat(MachineClocks.of(folder).driverUtcMillis("hypervisor-x", 1_000)).isEqualTo(1_000);
    assertThat(MachineClocks.of(folder).driverUtcMillis("host", 1_000)).isEqualTo(1_000);
  }

  @Test
  void checkpointsAreInTheTimeOfTheDriver() throws Exception {
    ResultsFolder folder = new ResultsFolder(path);
    try (EventLog log = new EventLog(folder)) {
      log.append(read(1_000, VM, 5_000_000));
    }
    try (StatsCsv file = new StatsCsv(folder, VM, LoggedCheckpoint.SOURCE)) {
      List<String> columns = List.of("end_utc_ms", "kind");
      file.append(10_000, columns, List.of(List.of("12000", "timed")));
      file.append(20_000, columns, List.of(List.of("", "requested")));
    }

    assertThat(LoggedCheckpoint.read(folder, VM, MachineClocks.of(folder)).orRefuse().orElseThrow())
        .containsExactly(
            new LoggedCheckpoint(true, 5_000, OptionalLong.of(7_000)),
            new LoggedCheckpoint(false, 15_000, OptionalLong.empty()));
  }

  @Test
  void damagedEventsLeaveTheSamplesAsTheyAre() throws Exception {
    Files.writeString(path.resolve(EventLog.NAME), "no JSON\nno JSON\n");

    assertThat(MachineClocks.of(new ResultsFolder(path)).driverUtcMillis(VM, 5)).isEqualTo(5);
  }

  private static LoggedEvent read(long utcMillis, String machine, long offsetMicros) {
    return new LoggedEvent(
        utcMillis, new RunEvent.ClockRead(new ClockOffset(machine, offsetMicros, 100)));
  }
}
