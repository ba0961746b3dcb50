package io.quartet.report.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.quartet.books.CellRow;
import io.quartet.model.QuartetException;
import io.quartet.model.VmMachine;
import io.quartet.results.ChecksCsv;
import io.quartet.results.ConservationCsv;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunInfo;
import io.quartet.results.SqlStatesCsv;
import io.quartet.results.events.EventLog;
import io.quartet.results.evidence.Durability;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.MachineStatistics;
import io.quartet.results.statistics.PhaseStatistics;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.SpaceStatistics;
import io.quartet.results.statistics.Span;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Reads a results folder, whatever became of the run: missing files and damaged lines are noted in
 * {@link ReportData#problems()} and otherwise left out.
 */
final class ReportDataReader {

  private static final String STATS = "stats";

  private final ResultsFolder folder;
  private final List<String> problems = new ArrayList<>();

  private ReportDataReader(ResultsFolder folder) {
    this.folder = folder;
  }

  static ReportData read(ResultsFolder folder) {
    return new ReportDataReader(folder).read();
  }

  /**
   * State and verdict without the figures.
   *
   * @param isChecked true to compare every raw file with its checksum
   */
  static RunVerdict verdict(ResultsFolder folder, long measuredResults, boolean isChecked) {
    ReportDataReader reader = new ReportDataReader(folder);
    RunState state = RunState.of(reader.json("state.json", true));
    if (isChecked) {
      reader.compareWithManifest(state);
    }
    AuditFacts audit = AuditFacts.of(folder, reader.json("audit.json", false));
    return new RunVerdict(
        state.name(), VerdictBuilder.of(state, audit, measuredResults, reader.told()));
  }

  /** The problems for a report: once each, though several readers may meet the same one. */
  private List<String> told() {
    return problems.stream().map(folder::withoutPlace).distinct().toList();
  }

  private ReportData read() {
    JsonNode state = json("state.json", true);
    compareWithManifest(RunState.of(state));
    JsonNode run = json(RunInfo.NAME, true);
    if (!run.isMissingNode()) {
      RunInfo.requireFormat(folder, run);
    }
    List<CellRow> cells = table(PhasesCsv.NAME, true, PhasesCsv::read);
    PlanFacts plan = PlanFacts.of(run.path("plan"), problems);
    TimeGrid grid =
        TimeGrid.of(cells, run.path("startedUtcMillis").asLong(0), plan.collectInterval());
    List<Span> phases = Span.measured(cells);
    PhaseStatistics statistics = PhaseStatistics.read(folder, cells, grid.points());
    MachineStatistics machines = MachineStatistics.read(folder, phases, grid.points());
    SpaceStatistics space = SpaceStatistics.read(folder, ReportData.sets(cells), phases);
    problems.addAll(statistics.problems());
    problems.addAll(machines.problems());
    problems.addAll(space.problems());
    return new ReportData(
        folder,
        run,
        plan,
        state,
        json("audit.json", false),
        cells,
        table(IntervalsCsv.NAME, true, IntervalsCsv::read),
        table(ConservationCsv.NAME, true, ConservationCsv::read),
        table(ChecksCsv.NAME, true, ChecksCsv::read),
        table(SqlStatesCsv.NAME, false, SqlStatesCsv::read),
        table(EventLog.NAME, false, EventLog::read),
        machineFacts(),
        table(Durability.NAME, false, results -> List.of(Durability.read(results))).stream()
            .findFirst(),
        settings(),
        Latencies.read(folder, problems),
        grid,
        statistics,
        machines,
        plan.plan().flatMap(known -> processors(new RunFigures(known, cells), run.path("host"))),
        space,
        told());
  }

  private Optional<ProcessorUse> processors(RunFigures figures, JsonNode host) {
    try {
      return Optional.of(ProcessorUse.read(folder, figures, host));
    } catch (QuartetException e) {
      problems.add(e.getMessage());
      return Optional.empty();
    }
  }

  /** A run that did not come to its end has no manifest. */
  private void compareWithManifest(RunState state) {
    if (folder.has(Manifest.NAME)) {
      try {
        problems.addAll(Manifest.differences(folder));
      } catch (QuartetException e) {
        problems.add(e.getMessage());
      }
    } else if (state.isFinished()) {
      problems.add(
          Manifest.NAME
              + " is missing, though the run finished: nothing shows that its files are unchanged");
    }
  }

  private <T> List<T> table(
      String name, boolean isExpected, Function<ResultsFolder, List<T>> reader) {
    if (!folder.has(name)) {
      if (isExpected) {
        problems.add(name + " is missing");
      }
      return List.of();
    }
    try {
      return reader.apply(folder);
    } catch (QuartetException e) {
      problems.add(e.getMessage());
      return List.of();
    }
  }

  private JsonNode json(String name, boolean isExpected) {
    if (!folder.has(name)) {
      if (isExpected) {
        problems.add(name + " is missing");
      }
      return MissingNode.getInstance();
    }
    try {
      return folder.json(name);
    } catch (QuartetException e) {
      problems.add(e.getMessage());
      return MissingNode.getInstance();
    }
  }

  private Map<String, JsonNode> machineFacts() {
    Map<String, JsonNode> facts =
        new TreeMap<>(
            Comparator.comparing((String name) -> !name.equals(VmMachine.OF_THE_DRIVER))
                .thenComparing(Comparator.naturalOrder()));
    if (!Files.isDirectory(folder.file(STATS))) {
      return facts;
    }
    try (DirectoryStream<Path> machines = Files.newDirectoryStream(folder.file(STATS))) {
      for (Path machine : machines) {
        String name = machine.getFileName().toString();
        JsonNode json = json(STATS + "/" + name + "/facts.json", false);
        if (json.isObject()) {
          facts.put(name, json);
        }
      }
    } catch (IOException e) {
      problems.add(STATS + "/ cannot be read: " + e.getMessage());
    }
    return facts;
  }

  private Map<String, JsonNode> settings() {
    Map<String, JsonNode> settings = new TreeMap<>();
    Path directory = folder.file("settings");
    if (!Files.isDirectory(directory)) {
      problems.add("settings/ is missing");
      return settings;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.json")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        settings.put(
            name.substring(0, name.length() - ".json".length()), json("settings/" + name, true));
      }
    } catch (IOException e) {
      problems.add("settings/ cannot be read: " + e.getMessage());
    }
    return settings;
  }
}
