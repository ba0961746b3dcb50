package io.quartet.report.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.books.SqlStateCount;
import io.quartet.model.RunPlan;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmMachine;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.CheckRow;
import io.quartet.results.ConservationRow;
import io.quartet.results.events.Event;
import io.quartet.results.evidence.Durability;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.MachineStatistics;
import io.quartet.results.statistics.PhaseStatistics;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.SpaceStatistics;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything read from a results folder. What a file did not give is empty or a missing node;
 * nothing is null.
 *
 * @param folder the folder
 * @param run {@code run.json}
 * @param plan the plan in it
 * @param state {@code state.json}
 * @param audit {@code audit.json}
 * @param machineFacts {@code stats/<machine>/facts.json} by machine, the driver's first
 * @param settings {@code settings/<vm>.json} by VM
 * @param latencies response times of the {@code .hlog} files
 * @param grid time axis of the charts
 * @param statistics what the servers counted, cut by phase
 * @param machines what the machines did
 * @param processors for whom the processors of the machines worked; empty without a plan, or if the
 *     samples are damaged
 * @param space room of tables and indexes
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
    Map<String, JsonNode> machineFacts,
    Optional<Durability> durability,
    Map<String, JsonNode> settings,
    Latencies latencies,
    TimeGrid grid,
    PhaseStatistics statistics,
    MachineStatistics machines,
    Optional<ProcessorUse> processors,
    SpaceStatistics space,
    List<String> problems) {

  ReportData {
    cells = List.copyOf(cells);
    intervals = List.copyOf(intervals);
    conservation = List.copyOf(conservation);
    checks = List.copyOf(checks);
    sqlStates = List.copyOf(sqlStates);
    events = List.copyOf(events);
    machineFacts = Collections.unmodifiableMap(new LinkedHashMap<>(machineFacts));
    settings = new TreeMap<>(settings);
    problems = List.copyOf(problems);
  }

  /** Start of the run in milliseconds since 1970; 0 if nothing tells. */
  long startUtcMillis() {
    return grid.startUtcMillis();
  }

  /** Sets that the bookkeeping knows, in their order. */
  List<VmSet> sets() {
    return sets(cells);
  }

  /** Groups with VMs, in their order; those the bookkeeping knows if the plan cannot be read. */
  List<VmGroup> groups() {
    return plan.plan()
        .map(RunPlan::groups)
        .orElseGet(() -> sets().stream().map(VmSet::group).distinct().toList());
  }

  static List<VmSet> sets(List<CellRow> cells) {
    return cells.stream()
        .map(CellRow::set)
        .distinct()
        .sorted(Comparator.comparingInt(VmSet::order))
        .toList();
  }

  /** Names of the VMs with databases, Set by Set. */
  List<String> databases() {
    return sets().stream()
        .flatMap(set -> Stream.of(VmRole.values()).filter(VmRole::isDatabase).map(set::vmName))
        .toList();
  }

  /** Databases of which no sizes were recorded, though the run had them. */
  List<String> unsized(VmSet set) {
    return Stream.of(VmRole.values())
        .filter(VmRole::isDatabase)
        .filter(
            role ->
                space.databases().stream()
                    .noneMatch(database -> database.set().equals(set) && database.role() == role))
        .map(set::vmName)
        .toList();
  }

  /** Trade-Results completed in the measured phases, of the cells that match. */
  long tradeResults(Predicate<CellRow> filter) {
    return cells.stream()
        .filter(cell -> cell.isMeasured() && cell.type() == TransactionType.TRADE_RESULT)
        .filter(filter)
        .mapToLong(CellRow::committedInPhase)
        .sum();
  }

  /** Sets with databases on a machine; empty if the plan cannot be read. */
  Set<VmSet> setsOn(String machine) {
    return vmMachines().stream()
        .filter(one -> one.name().equals(machine))
        .flatMap(one -> one.setsOfDatabases().stream())
        .collect(Collectors.toSet());
  }

  /** Machines with VMs; empty if the plan cannot be read. */
  List<VmMachine> vmMachines() {
    return plan.plan().map(VmMachine::of).orElse(List.of());
  }
}
