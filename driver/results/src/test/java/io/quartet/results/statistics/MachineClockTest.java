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
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class MachineClockTest {

  @TempDir private Path path;

  @Test
  void driftBetweenTwoReadingsIsAStraightLine() {
    TreeMap<Long, Long> offsets = new TreeMap<>();
    offsets.put(100_000L, 10_000L);
    offsets.put(200_000L, 30_000L);
    MachineClock clock = new MachineClock(offsets);

    assertThat(clock.driverUtcMillis(50_000)).isEqualTo(49_990);
    assertThat(clock.driverUtcMillis(100_000)).isEqualTo(99_990);
    assertThat(clock.driverUtcMillis(150_000)).isEqualTo(149_980);
    assertThat(clock.driverUtcMillis(300_000)).isEqualTo(299_970);
  }

  @Test
  void readingsAreThoseOfTheMachineAlone() throws Exception {
    ResultsFolder folder = new ResultsFolder(path);
    try (EventLog log = new EventLog(folder)) {
      log.append(read(1_000, "a1-vm2", 20_000));
      log.append(read(1_000, "a1-vm3", -40_000));
    }

    assertThat(MachineClock.of(folder, "a1-vm2").driverUtcMillis(1_000)).isEqualTo(980);
    assertThat(MachineClock.of(folder, "a1-vm3").driverUtcMillis(1_000)).isEqualTo(1_040);
    assertThat(MachineClock.of(folder, "hypervisor-x").driverUtcMillis(1_000)).isEqualTo(1_000);
    assertThat(MachineClock.of(folder, "host").driverUtcMillis(1_000)).isEqualTo(1_000);
  }

  @Test
  void checkpointsAreInTheTimeOfTheDriver() throws Exception {
    ResultsFolder folder = new ResultsFolder(path);
    try (EventLog log = new EventLog(folder)) {
      log.append(read(1_000, "a1-vm2", 5_000_000));
    }
    try (StatsCsv file = new StatsCsv(folder, "a1-vm2", LoggedCheckpoint.SOURCE)) {
      List<String> columns = List.of("end_utc_ms", "kind");
      file.append(10_000, columns, List.of(List.of("12000", "timed")));
      file.append(20_000, columns, List.of(List.of("", "requested")));
    }

    assertThat(LoggedCheckpoint.read(folder, "a1-vm2").orRefuse().orElseThrow())
        .containsExactly(
            new LoggedCheckpoint(true, 5_000, OptionalLong.of(7_000)),
            new LoggedCheckpoint(false, 15_000, OptionalLong.empty()));
  }

  @Test
  void damagedEventsLeaveTheSamplesAsTheyAre() throws Exception {
    Files.writeString(path.resolve(EventLog.NAME), "no JSON\nno JSON\n");

    assertThat(MachineClock.of(new ResultsFolder(path), "a1-vm2").driverUtcMillis(5)).isEqualTo(5);
  }

  private static LoggedEvent read(long utcMillis, String machine, long offsetMicros) {
    return new LoggedEvent(
        utcMillis, new RunEvent.ClockRead(new ClockOffset(machine, offsetMicros, 100)));
  }
}
