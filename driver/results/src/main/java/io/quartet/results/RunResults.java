package io.quartet.results;

import io.quartet.books.CellRow;
import io.quartet.books.DriverHealth;
import io.quartet.books.IntervalRow;
import io.quartet.books.SqlStateCount;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.WorkerLost;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.Samples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The files that a run is judged by. A killed run has only some of them. Absent files are empty
 * here, and rules that need them are not judged. Damaged files are refused.
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
    List<LoggedEvent> events,
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
    RunFiles files = new RunFiles(folder);
    return new RunResults(
        folder,
        RunInfo.read(folder),
        files.state().orRefuse(),
        files.phases().orRefuse().orElse(List.of()),
        files.intervals().orRefuse().orElse(List.of()),
        files.conservation().orRefuse().orElse(List.of()),
        files.checks().orRefuse().orElse(List.of()),
        files.events().orRefuse().orElse(List.of()),
        files.sqlStates().orRefuse().orElse(List.of()),
        files.driver().orRefuse().orElse(List.of()),
        files.phaseLatencies().orRefuse().orElse(Map.of()));
  }

  /** True if a worker was lost, and what it had not sent with it. */
  public boolean hasLostWorker() {
    return LoggedEvent.only(events, WorkerLost.class).findAny().isPresent();
  }

  /** The samples of its measured interval. */
  public Samples samples() {
    return new Samples(folder, figures().interval());
  }

  /** The figures that follow from the rows. */
  public RunFigures figures() {
    return new RunFigures(info.plan(), phases);
  }
}
