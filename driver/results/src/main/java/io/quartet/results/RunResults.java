package io.quartet.results;

import io.quartet.books.CellRow;
import io.quartet.books.DriverHealth;
import io.quartet.books.IntervalRow;
import io.quartet.books.SqlStateCount;
import io.quartet.results.events.Event;
import io.quartet.results.events.EventLog;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Everything a results folder holds, read leniently: a run that was killed has only some of the
 * files. Absent files are empty here; rules that need them say so.
 *
 * @param state empty if {@code state.json} is missing
 * @param phaseLatencies response times by tag {@code A;3;Trade-Order}, microseconds
 */
public record RunResults(
    ResultsFolder folder,
    RunInfo info,
    Optional<RunState> state,
    List<CellRow> phases,
    List<IntervalRow> intervals,
    List<ConservationRow> conservation,
    List<CheckRow> checks,
    List<Event> events,
    List<SqlStateCount> sqlStates,
    List<DriverHealth> driver,
    Map<String, Histogram> phaseLatencies) {

  public RunResults {
    phases = List.copyOf(phases);
    intervals = List.copyOf(intervals);
    conservation = List.copyOf(conservation);
    checks = List.copyOf(checks);
    events = List.copyOf(events);
    sqlStates = List.copyOf(sqlStates);
    driver = List.copyOf(driver);
    phaseLatencies = Map.copyOf(phaseLatencies);
  }

  /**
   * Reads the folder.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE if a file is there but damaged
   */
  public static RunResults read(ResultsFolder folder) {
    return new RunResults(
        folder,
        RunInfo.read(folder),
        folder.has(RunState.NAME) ? Optional.of(RunState.read(folder)) : Optional.empty(),
        ifPresent(folder, PhasesCsv.NAME, PhasesCsv::read),
        ifPresent(folder, IntervalsCsv.NAME, IntervalsCsv::read),
        ifPresent(folder, ConservationCsv.NAME, ConservationCsv::read),
        ifPresent(folder, ChecksCsv.NAME, ChecksCsv::read),
        ifPresent(folder, EventLog.NAME, EventLog::read),
        ifPresent(folder, SqlStatesCsv.NAME, SqlStatesCsv::read),
        ifPresent(folder, DriverCsv.NAME, DriverCsv::read),
        folder.has(LatencyLogs.PHASES) ? LatencyLogs.readPhases(folder) : Map.of());
  }

  /** The figures that follow from the rows. */
  public RunFigures figures() {
    return new RunFigures(info.plan(), phases);
  }

  private static <T> List<T> ifPresent(
      ResultsFolder folder, String name, Function<ResultsFolder, List<T>> reader) {
    return folder.has(name) ? reader.apply(folder) : List.of();
  }
}
