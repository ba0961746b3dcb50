package io.quartet.results;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.books.CellRow;
import io.quartet.books.DriverHealth;
import io.quartet.books.IntervalRow;
import io.quartet.books.SqlStateCount;
import io.quartet.model.RequestKind;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.evidence.AcknowledgedCsv;
import io.quartet.results.evidence.Acknowledgement;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.OrderInputs;
import io.quartet.results.evidence.OrderInputsCsv;
import io.quartet.results.folder.CsvTable;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.SchemaFile;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.lab.CapturedPlans;
import io.quartet.results.lab.PlanMoment;
import io.quartet.results.lab.PlansFile;
import io.quartet.results.system.DatabaseSettings;
import io.quartet.results.system.LoadedCsv;
import io.quartet.results.system.LoadedTable;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The one reader of a results folder. Each file is read when it is asked for, and comes as what it
 * gave: its content, nothing, or its damage. {@link RunResults} are those of a run that is judged.
 *
 * @param folder the folder
 */
public record RunFiles(ResultsFolder folder) {

  private static final String IOSTAT = "iostat.json";

  /** {@code run.json}. */
  public Content<RunDocument> run() {
    return Content.of(folder, RunInfo.NAME, RunDocument::read);
  }

  /** {@code state.json}. */
  public Content<RunState> state() {
    return Content.of(folder, RunState.NAME, RunState::read);
  }

  /** {@code audit.json}. */
  public Content<Verdict> audit() {
    return Content.of(folder, Verdict.NAME, Verdict::read);
  }

  /** Kinds of requests of the run; where its plan cannot be read, those of a brokerage. */
  List<RequestKind> kinds() {
    return run()
        .whole()
        .filter(RunDocument::isOfTool)
        .flatMap(document -> document.plan().whole())
        .map(plan -> plan.workload().kinds())
        .orElse(Brokerage.KINDS);
  }

  private <T> Content<List<T>> ofRequests(String name, CsvTable<T> table) {
    return Content.of(folder, name, files -> table.read(files, kinds()));
  }

  /** {@code phases.csv}. */
  public Content<List<CellRow>> phases() {
    return ofRequests(PhasesCsv.NAME, PhasesCsv.TABLE);
  }

  /** {@code intervals.csv}. */
  public Content<List<IntervalRow>> intervals() {
    return ofRequests(IntervalsCsv.NAME, IntervalsCsv.TABLE);
  }

  /** {@code conservation.csv}. */
  public Content<List<ConservationRow>> conservation() {
    return Content.of(folder, ConservationCsv.NAME, ConservationCsv.TABLE::read);
  }

  /** {@code checks.csv}. */
  public Content<List<CheckRow>> checks() {
    return Content.of(folder, ChecksCsv.NAME, ChecksCsv.TABLE::read);
  }

  /** {@code events.jsonl}. */
  public Content<List<LoggedEvent>> events() {
    return Content.of(folder, EventLog.NAME, EventLog::read);
  }

  /** {@code sqlstates.csv}. */
  public Content<List<SqlStateCount>> sqlStates() {
    return ofRequests(SqlStatesCsv.NAME, SqlStatesCsv.TABLE);
  }

  /** {@code driver.csv}. */
  public Content<List<DriverHealth>> driver() {
    return Content.of(folder, DriverCsv.NAME, DriverCsv.TABLE::read);
  }

  /** Response times of {@code latency/phases.hlog} by tag {@code A;3;Trade-Order}, microseconds. */
  public Content<Map<String, Histogram>> phaseLatencies() {
    return Content.of(folder, LatencyLogs.PHASES, LatencyLogs::readPhases);
  }

  /** {@code loaded.csv}. */
  public Content<List<LoadedTable>> loaded() {
    return Content.of(folder, LoadedCsv.NAME, LoadedCsv.TABLE::read);
  }

  /** {@code inputs.csv}. */
  public Content<List<OrderInputs>> orderInputs() {
    return Content.of(folder, OrderInputsCsv.NAME, OrderInputsCsv.TABLE::read);
  }

  /** {@code tool.csv}. */
  public Content<List<ToolProcess>> toolProcesses() {
    return Content.of(folder, ToolCsv.NAME, ToolCsv.TABLE::read);
  }

  /** {@code tool-tables.csv}. */
  public Content<List<ToolTables>> toolTables() {
    return Content.of(folder, ToolTables.NAME, ToolTables.TABLE::read);
  }

  /** {@code tool-figures.csv}. */
  public Content<List<ToolFigures>> toolFigures() {
    return ofRequests(ToolFigures.NAME, ToolFigures.TABLE);
  }

  /** {@code durability.json}. */
  public Content<Durability> durability() {
    return Content.of(folder, Durability.NAME, Durability::read);
  }

  /**
   * Where files differ from {@code manifest.sha256}, a line each; slow, as it reads all of them.
   */
  public Content<List<String>> differences() {
    return Content.of(folder, Manifest.NAME, Manifest::differences);
  }

  /** {@code settings/<vm>.json} by VM. */
  public Content<Map<String, Content<JsonNode>>> settings() {
    return Content.of(
        folder,
        DatabaseSettings.FOLDER,
        all -> {
          Map<String, Content<JsonNode>> settings = new LinkedHashMap<>();
          for (String name : all.names(DatabaseSettings.FOLDER)) {
            if (name.endsWith(DatabaseSettings.ENDING)) {
              String vm = name.substring(0, name.length() - DatabaseSettings.ENDING.length());
              settings.put(vm, settings(vm));
            }
          }
          return settings;
        });
  }

  /** {@code settings/<vm>.json} of one VM. */
  public Content<JsonNode> settings(String vm) {
    return json(DatabaseSettings.name(vm));
  }

  /** {@code stats/<machine>/facts.json} by machine, the driver's first. */
  public Content<Map<String, Content<JsonNode>>> machineFacts() {
    return Content.of(
        folder,
        StatsCsv.FOLDER,
        all -> {
          Map<String, Content<JsonNode>> facts = new LinkedHashMap<>();
          all.names(StatsCsv.FOLDER).stream()
              .sorted(Comparator.comparing(name -> !name.equals(VmMachine.OF_THE_DRIVER)))
              .forEach(name -> facts.put(name, machineFacts(name)));
          return facts;
        });
  }

  /** {@code stats/<machine>/facts.json} of one machine. */
  public Content<JsonNode> machineFacts(String machine) {
    return json(nameOfFacts(machine));
  }

  /**
   * Identifies the start of the kernel that a machine has, which a container has from its host;
   * empty if its facts do not tell.
   */
  public static Optional<String> kernel(JsonNode facts) {
    return Optional.of(facts.path("bootId").asText("")).filter(id -> !id.isEmpty());
  }

  /** Name of the facts of a machine in the results folder. */
  public static String nameOfFacts(String machine) {
    return StatsCsv.FOLDER + machine + "/facts.json";
  }

  /** The lines of {@code schema/<vm>.txt}. */
  public Content<List<String>> schema(String vm) {
    return Content.of(folder, SchemaFile.name(vm), all -> SchemaFile.read(all, vm));
  }

  /** {@code plans/<moment>/<vm>.json}. */
  public Content<CapturedPlans> plans(PlanMoment moment, String vm) {
    return Content.of(folder, PlansFile.name(moment, vm), all -> PlansFile.read(all, moment, vm));
  }

  /**
   * How the database of a VM differs from that of another, a sentence for each line that only one
   * of them has; empty if they are alike.
   *
   * @param model the VM that it should be like
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public List<String> schemaDifferences(String model, String vm) {
    Set<String> wanted = new LinkedHashSet<>(schema(model).orRefuse().orElse(List.of()));
    Set<String> found = new LinkedHashSet<>(schema(vm).orRefuse().orElse(List.of()));
    return Stream.concat(
            found.stream()
                .filter(line -> !wanted.contains(line))
                .map(line -> vm + " has, unlike " + model + ": " + line),
            wanted.stream()
                .filter(line -> !found.contains(line))
                .map(line -> vm + " lacks, unlike " + model + ": " + line))
        .toList();
  }

  /**
   * Hands over {@code acknowledged.csv} row by row: it may be larger than the memory.
   *
   * @return how many there were; those before a damage were handed over
   */
  public Content<Long> acknowledged(Consumer<Acknowledgement> action) {
    return Content.of(folder, AcknowledgedCsv.NAME, all -> AcknowledgedCsv.forEach(all, action));
  }

  /**
   * Reads every file of {@code stats/} and {@code plans/}, also those of which nothing is made, but
   * not what {@code iostat} wrote: it ends where the program was stopped.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public void readStatisticsAndPlans() {
    for (PlanMoment moment : PlanMoment.values()) {
      String plans = PlansFile.folder(moment);
      folder.names(plans).forEach(name -> folder.json(plans + "/" + name));
    }
    for (String vm : folder.names(StatsCsv.FOLDER)) {
      for (String name : folder.names(StatsCsv.FOLDER + vm)) {
        if (name.endsWith(StatsCsv.ENDING)) {
          String source = name.substring(0, name.length() - StatsCsv.ENDING.length());
          StatsCsv.requireNoNegative(folder, vm, source);
        } else if (name.endsWith(".json") && !name.equals(IOSTAT)) {
          folder.json(StatsCsv.FOLDER + vm + "/" + name);
        }
      }
    }
  }

  private Content<JsonNode> json(String name) {
    return Content.of(folder, name, results -> results.json(name));
  }
}
