package io.quartet.results.statistics;

import io.quartet.results.Content;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A checkpoint, as the log of its server told, in the driver's time.
 *
 * @param isTimed true if it began because it was time, false if for the amount of WAL or a command
 * @param endUtcMillis empty if it was under way when the log was read
 */
public record LoggedCheckpoint(boolean isTimed, long beginUtcMillis, OptionalLong endUtcMillis) {

  /** Name of the file in {@code stats/<vm>/}, without its ending. */
  public static final String SOURCE = "checkpoints";

  /** The checkpoints of a database in the order of its log; none if the log could not be read. */
  public static Content<List<LoggedCheckpoint>> read(
      ResultsFolder folder, String vm, MachineClocks clocks) {
    return Content.of(
        () -> {
          List<LoggedCheckpoint> checkpoints = new ArrayList<>();
          StatsCsv.forEach(folder, vm, SOURCE, line -> checkpoints.add(of(line, vm, clocks)));
          return checkpoints;
        });
  }

  private static LoggedCheckpoint of(StatsCsv.Line line, String vm, MachineClocks clocks) {
    return new LoggedCheckpoint(
        line.text("kind").equals("timed"),
        clocks.driverUtcMillis(vm, line.utcMillis()),
        line.number("end_utc_ms").stream()
            .mapToLong(end -> clocks.driverUtcMillis(vm, (long) end))
            .findFirst());
  }
}
