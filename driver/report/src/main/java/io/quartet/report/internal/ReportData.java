package io.quartet.report.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.measure.CellRow;
import io.quartet.measure.IntervalRow;
import io.quartet.measure.SqlStateCount;
import io.quartet.measure.results.CheckRow;
import io.quartet.measure.results.ConservationRow;
import io.quartet.measure.results.Durability;
import io.quartet.measure.results.Event;
import io.quartet.measure.results.ResultsFolder;
import io.quartet.measure.statistics.PhaseStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything read from a results folder. What a file did not give is empty or a missing node;
 * nothing is null.
 *
 * @param folder the folder
 * @param run {@code run.json}
 * @param plan the plan in it
 * @param state {@code state.json}
 * @param audit {@code audit.json}
 * @param settings {@code settings/<vm>.json} by VM
 * @param latencies response times of the {@code .hlog} files
 * @param statistics {@code stats/} cut by phase
 * @param problems files that were missing or damaged, in words
 */
record ReportData(
    ResultsFolder folder,
    JsonNode run,
    PlanFacts plan,
    JsonNode state,
    JsonNode audit,
    List<CellRow> cells,
    List<IntervalRow> intervals,
    List<ConservationRow> conservation,
    List<CheckRow> checks,
    List<SqlStateCount> sqlStates,
    List<Event> events,
    Optional<Durability> durability,
    Map<String, JsonNode> settings,
    Latencies latencies,
    PhaseStatistics statistics,
    List<String> problems) {

  ReportData {
    cells = List.copyOf(cells);
    intervals = List.copyOf(intervals);
    conservation = List.copyOf(conservation);
    checks = List.copyOf(checks);
    sqlStates = List.copyOf(sqlStates);
    events = List.copyOf(events);
    settings = new TreeMap<>(settings);
    problems = List.copyOf(problems);
  }

  /** Start of the run in milliseconds since 1970; 0 if nothing tells. */
  long startUtcMillis() {
    long first = cells.stream().mapToLong(CellRow::startUtcMillis).min().orElse(0);
    return first > 0 ? first : run.path("startedUtcMillis").asLong(0);
  }
}
