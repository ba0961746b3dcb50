package io.quartet.report.internal.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.quartet.audit.Rule;
import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.books.SqlStateCount;
import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.report.section.Contents;
import io.quartet.results.Check;
import io.quartet.results.CheckRow;
import io.quartet.results.ConservationRow;
import io.quartet.results.Content;
import io.quartet.results.MeasuredResponses;
import io.quartet.results.RunDocument;
import io.quartet.results.RunFigures;
import io.quartet.results.RunFiles;
import io.quartet.results.RunState;
import io.quartet.results.ToolFigures;
import io.quartet.results.ToolProcess;
import io.quartet.results.Verdict;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.evidence.Durability;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.DiskContents;
import io.quartet.results.statistics.DiskLoad;
import io.quartet.results.statistics.DiskRole;
import io.quartet.results.statistics.Guests;
import io.quartet.results.statistics.MachineStatistics;
import io.quartet.results.statistics.PhaseStatistics;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.RelationStatistics;
import io.quartet.results.statistics.SpaceStatistics;
import io.quartet.results.statistics.Span;
import io.quartet.results.statistics.WaitStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The data of a report, also for a run that failed. Missing data is empty or a missing node, never
 * null. If a required file is missing, it is one of the problems.
 *
 * @param folder the folder
 * @param run {@code run.json}
 * @param state {@code state.json}; empty if it does not tell
 * @param audit the verdict of the rules; empty if damage kept them from being applied
 * @param books what the driver counted and timed
 * @param integrity how the databases agree with the books of the driver
 * @param events {@code events.jsonl}
 * @param grid time axis of the charts
 * @param samples what was sampled beside the load
 * @param captured facts that machines and databases reported
 * @param problems files that were missing or damaged, in words
 */
public record ReportData(
    ResultsFolder folder,
    RunDocument run,
    Optional<RunState> state,
    Optional<Verdict> audit,
    Counted books,
    Integrity integrity,
    List<LoggedEvent> events,
    TimeGrid grid,
    Sampled samples,
    Captured captured,
    List<String> problems) {

  public ReportData {
    events = List.copyOf(events);
    problems = List.copyOf(problems);
  }

  /**
   * Counts and times of the driver.
   *
   * @param figures of {@code phases.csv} and the plan
   * @param intervals {@code intervals.csv}
   * @param sqlStates {@code sqlstates.csv}
   * @param latencies response times of {@code latency/phases.hlog} by tag
   * @param processes {@code tool.csv}; none of a brokerage
   * @param told {@code tool-figures.csv}; only of a defined tool
   */
  public record Counted(
      RunFigures figures,
      List<IntervalRow> intervals,
      List<SqlStateCount> sqlStates,
      Map<String, Histogram> latencies,
      List<ToolProcess> processes,
      List<ToolFigures> told) {

    public Counted {
      intervals = List.copyOf(intervals);
      sqlStates = List.copyOf(sqlStates);
      processes = List.copyOf(processes);
      told = List.copyOf(told);
    }

    /** The rows of {@code phases.csv}. */
    public List<CellRow> cells() {
      return figures.rows();
    }

    /** Response times of the measured phases; empty if there are none. */
    public Optional<MeasuredResponses> responses(RequestKind kind) {
      return MeasuredResponses.of(kind, latencies, figures);
    }
  }

  /**
   * How the databases agree with the books of the driver.
   *
   * @param conservation {@code conservation.csv}
   * @param checks {@code checks.csv}
   * @param durability {@code durability.json}; empty unless servers were killed on purpose
   */
  public record Integrity(
      List<ConservationRow> conservation, List<CheckRow> checks, Optional<Durability> durability) {

    public Integrity {
      conservation = List.copyOf(conservation);
      checks = List.copyOf(checks);
    }
  }

  /**
   * Samples taken during the load.
   *
   * @param statistics what the servers counted, cut by phase
   * @param machines what the machines did
   * @param processors for whom the processors of the machines worked; empty without a plan, or if
   *     the samples are damaged
   * @param space room of tables and indexes
   * @param relations how tables and indexes were used
   * @param waits what the sessions of the databases waited for
   * @param disks what lies on the disks of the machines
   * @param diskLoads load of the disks by that; none where it is not known
   */
  public record Sampled(
      PhaseStatistics statistics,
      MachineStatistics machines,
      Optional<ProcessorUse> processors,
      SpaceStatistics space,
      RelationStatistics relations,
      WaitStatistics waits,
      DiskContents disks,
      List<DiskLoad> diskLoads) {

    public Sampled {
      diskLoads = List.copyOf(diskLoads);
    }
  }

  /**
   * Facts that machines and databases reported.
   *
   * @param machineFacts {@code stats/<machine>/facts.json} by machine, the driver's first
   * @param settings {@code settings/<vm>.json} by VM
   */
  public record Captured(Map<String, JsonNode> machineFacts, Map<String, JsonNode> settings) {

    public Captured {
      machineFacts = new LinkedHashMap<>(machineFacts);
      machineFacts.values().removeIf(facts -> !facts.isObject());
      settings = new TreeMap<>(settings);
    }
  }

  /**
   * Reads a folder.
   *
   * @throws io.quartet.model.QuartetException RESULTS_VERSION if another version wrote it
   */
  public static ReportData read(ResultsFolder folder) {
    return read(folder, RunOutcome::audit);
  }

  /**
   * Reads a folder without applying the rules again if the checksums of all files are unchanged
   * since the last audit.
   *
   * @throws io.quartet.model.QuartetException RESULTS_VERSION if another version wrote it
   */
  public static ReportData quick(ResultsFolder folder) {
    return read(folder, RunOutcome::quickAudit);
  }

  private static ReportData read(
      ResultsFolder folder, BiFunction<RunFiles, Problems, Optional<Verdict>> judge) {
    RunFiles files = new RunFiles(folder);
    Problems problemsOfAudit = new Problems();
    try (BackgroundWork<Optional<Verdict>> audit =
        BackgroundWork.begin(() -> judge.apply(files, problemsOfAudit))) {
      return read(files, audit, problemsOfAudit);
    }
  }

  private static ReportData read(
      RunFiles files, BackgroundWork<Optional<Verdict>> judging, Problems problemsOfAudit) {
    ResultsFolder folder = files.folder();
    Problems problems = new Problems();
    Optional<RunState> state = problems.expect(files.state());
    problems.addAll(changes(files, state, problems));
    RunDocument run = problems.expect(files.run()).orElse(RunDocument.NONE);
    List<CellRow> cells = problems.expect(files.phases()).orElse(List.of());
    RunFigures figures = new RunFigures(problems.allow(run.plan()), cells);
    TimeGrid grid = TimeGrid.of(cells, run.startedUtcMillis().orElse(0), figures.plan());
    List<Span> phases = Span.measured(cells);
    PhaseStatistics statistics =
        PhaseStatistics.read(
            folder, figures, grid.points(), figures.plan().map(VmMachine::of).orElse(List.of()));
    MachineStatistics machines = MachineStatistics.read(folder, phases, grid.points());
    SpaceStatistics space = SpaceStatistics.read(folder, figures.sets(), figures.interval());
    RelationStatistics relations = RelationStatistics.read(folder, space, figures.interval());
    WaitStatistics waits = WaitStatistics.read(folder, figures.sets(), phases);
    problems.addAll(statistics.problems());
    problems.addAll(machines.problems());
    problems.addAll(space.problems());
    problems.addAll(relations.problems());
    problems.addAll(waits.problems());
    Optional<Verdict> audit = judging.result();
    problems.addAll(problemsOfAudit.told());
    // In this order, in which a reader finds the problems of the files.
    List<IntervalRow> intervals = problems.expect(files.intervals()).orElse(List.of());
    // Judged again as the rules do, so that a verdict in the file cannot hide a difference.
    boolean hasTrades = Contents.of(run) == Contents.BROKERAGE;
    List<ConservationRow> conservation =
        problems.expectIf(hasTrades, files.conservation()).stream()
            .flatMap(List::stream)
            .map(row -> row.judgeAgain(figures))
            .toList();
    List<CheckRow> checks = problems.expectIf(hasTrades, files.checks()).orElse(List.of());
    List<SqlStateCount> sqlStates = problems.allow(files.sqlStates()).orElse(List.of());
    List<ToolProcess> processes =
        problems.expectIf(!hasTrades, files.toolProcesses()).orElse(List.of());
    List<ToolFigures> told =
        problems.expectIf(Contents.of(run) == Contents.TOOL, files.toolFigures()).orElse(List.of());
    List<LoggedEvent> events = problems.allow(files.events()).orElse(List.of());
    Map<String, JsonNode> machineFacts = nodes(problems.allow(files.machineFacts()), problems);
    Optional<Durability> durability = problems.allow(files.durability());
    Map<String, JsonNode> settings = nodes(problems.expect(files.settings()), problems);
    Map<String, Histogram> latencies = problems.expect(files.phaseLatencies()).orElse(Map.of());
    Optional<ProcessorUse> processors =
        figures
            .plan()
            .flatMap(known -> problems.allow(ProcessorUse.read(folder, figures, run.host())));
    Guests guests = processors.map(ProcessorUse::guests).orElse(Guests.NONE);
    DiskContents disks =
        figures
            .plan()
            .flatMap(
                known ->
                    problems.allow(
                        Content.of(() -> DiskContents.read(folder, known, run.vms(), guests))))
            .orElse(DiskContents.UNKNOWN);
    return new ReportData(
        folder,
        run,
        state,
        audit,
        new Counted(figures, intervals, sqlStates, latencies, processes, told),
        new Integrity(conservation, checks, durability),
        events,
        grid,
        new Sampled(
            statistics,
            machines,
            processors,
            space,
            relations,
            waits,
            disks,
            DiskLoad.byRole(machines, disks)),
        new Captured(machineFacts, settings),
        problems.sentences(folder));
  }

  /** How files differ from the manifest. A run that did not come to its end has none. */
  static List<String> changes(RunFiles files, Optional<RunState> state, Problems problems) {
    boolean isFinished = state.filter(RunState::isFinished).isPresent();
    if (isFinished && !files.folder().has(Manifest.NAME)) {
      return List.of(Manifest.MISSING);
    }
    return problems.allow(files.differences()).orElse(List.of());
  }

  /** A missing node for what is damaged. */
  private static Map<String, JsonNode> nodes(
      Optional<Map<String, Content<JsonNode>>> files, Problems problems) {
    Map<String, JsonNode> nodes = new LinkedHashMap<>();
    files
        .orElse(Map.of())
        .forEach(
            (name, content) ->
                nodes.put(name, problems.allow(content).orElse(MissingNode.getInstance())));
    return nodes;
  }

  /** The finding of a rule on the run; empty if the rule does not judge such runs. */
  public Optional<Check> check(Rule rule) {
    return audit.flatMap(verdict -> verdict.check(rule.id()));
  }

  /** The workload by which the report chooses its sections. */
  public Contents contents() {
    return Contents.of(run);
  }

  /** The plan of the run; empty if it cannot be read. */
  public Optional<RunPlan> plan() {
    return figures().plan();
  }

  /** The statistics computed from the bookkeeping. */
  public RunFigures figures() {
    return books.figures();
  }

  /** Start of the run in milliseconds since 1970; 0 if nothing tells. */
  public long startUtcMillis() {
    return grid.startUtcMillis();
  }

  /** Sets that the bookkeeping knows, in their order. */
  public List<VmSet> sets() {
    return figures().sets();
  }

  /** Groups with VMs, in their order; those the bookkeeping knows if the plan cannot be read. */
  public List<VmGroup> groups() {
    return figures().groups();
  }

  /** Roles of the databases of every Set; those of any Set if the plan cannot be read. */
  public List<VmRole> databaseRoles() {
    return plan().map(RunPlan::databaseRoles).orElse(VmRole.DATABASES);
  }

  /** Names of the VMs with databases, Set by Set. */
  public List<String> databases() {
    return sets().stream().flatMap(set -> rolesOfWorkload().stream().map(set::vmName)).toList();
  }

  /** Roles of the databases that the workload has; those of a brokerage without a plan. */
  public List<VmRole> rolesOfWorkload() {
    return plan().map(one -> one.workload().databaseRoles()).orElse(VmRole.DATABASES);
  }

  /** Databases of which no sizes were recorded, though the run had them. */
  public List<String> unsized(VmSet set) {
    return rolesOfWorkload().stream()
        .filter(
            role ->
                samples.space().databases().stream()
                    .noneMatch(database -> database.set().equals(set) && database.role() == role))
        .map(set::vmName)
        .toList();
  }

  /** Sets with databases on a machine; empty if the plan cannot be read. */
  public Set<VmSet> setsOn(String machine) {
    return vmMachines().stream()
        .filter(one -> one.name().equals(machine))
        .flatMap(one -> one.setsOfDatabases().stream())
        .collect(Collectors.toSet());
  }

  /** Machines with VMs; empty if the plan cannot be read. */
  public List<VmMachine> vmMachines() {
    return plan().map(VmMachine::of).orElse(List.of());
  }

  /** Names of those with databases. */
  public List<String> machinesOfDatabases() {
    return vmMachines().stream()
        .filter(machine -> !machine.databases().isEmpty())
        .map(VmMachine::name)
        .toList();
  }

  /**
   * All disks with such a role together; empty unless every machine with databases has one, because
   * a sum without it would be too low.
   */
  public Optional<DiskLoad> diskLoad(Predicate<DiskRole> isChosen) {
    return DiskLoad.of(samples.machines(), samples.disks(), isChosen)
        .filter(load -> load.machines().containsAll(machinesOfDatabases()));
  }
}
