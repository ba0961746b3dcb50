package io.quartet.report.compare;

import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.report.internal.JsonDocument;
import io.quartet.report.internal.data.RunOutcome;
import io.quartet.report.internal.format.Rounded;
import io.quartet.results.Content;
import io.quartet.results.RunFigures;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.ProcessorUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The runs whose folders lie in one folder. Verdicts are those of the last audit if every file
 * matches its checksum. Otherwise the run is judged again.
 *
 * @param folder the folder
 * @param runs newest first
 * @param experiments names of folders of experiments; their runs are not listed here
 * @param unreadable folders that hold no run that can be read, by name
 */
public record RunHistory(
    String folder, List<Entry> runs, List<String> experiments, List<Unreadable> unreadable) {

  public RunHistory {
    runs = List.copyOf(runs);
    experiments = List.copyOf(experiments);
    unreadable = List.copyOf(unreadable);
  }

  /**
   * One run.
   *
   * @param runId name of its folder
   * @param workloadVersion runs of different versions are not compared
   * @param state {@code finished}, {@code measured}, {@code aborted}, {@code running}, {@code
   *     killed} or {@code unknown}
   * @param statement the verdict in words
   * @param etps null if no Trade-Result was completed in a phase; of a ramp, of its best step
   * @param foreignPercent processor time that others got, as in the report; null if not known
   * @param sets Sets per Group
   */
  public record Entry(
      String runId,
      String name,
      long startedUtcMillis,
      String profile,
      int workloadVersion,
      String state,
      boolean isValid,
      String statement,
      Double etps,
      Double foreignPercent,
      int sets) {}

  /**
   * A folder without a run.
   *
   * @param reason what is wrong with it, and what to do
   */
  public record Unreadable(String folder, String reason) {}

  /**
   * Looks into every folder there.
   *
   * @throws QuartetException RESULTS_NOT_FOUND if there is no such folder
   */
  public static RunHistory of(Path results) {
    List<Entry> runs = new ArrayList<>();
    List<Unreadable> unreadable = new ArrayList<>();
    List<String> experiments = new ArrayList<>();
    for (Path folder : folders(results)) {
      if (ExperimentFolder.isOne(folder)) {
        experiments.add(folder.getFileName().toString());
        continue;
      }
      try {
        runs.add(entry(ResultsFolder.open(folder)));
      } catch (QuartetException e) {
        unreadable.add(new Unreadable(folder.getFileName().toString(), e.getMessage()));
      }
    }
    runs.sort(
        Comparator.comparingLong(Entry::startedUtcMillis).thenComparing(Entry::runId).reversed());
    return new RunHistory(results.toString(), runs, experiments, unreadable);
  }

  /** As {@code quartet history --json} prints it. */
  public String json() {
    return JsonDocument.of(this);
  }

  private static List<Path> folders(Path results) {
    try (Stream<Path> paths = Files.list(results)) {
      return paths.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw new QuartetException(
          Kind.BAD_INPUT,
          "RESULTS_NOT_FOUND",
          results
              + ": this folder does not exist or cannot be read. quartet run and quartet demo create"
              + " it. Name another with --results.",
          e);
    }
  }

  private static Entry entry(ResultsFolder folder) {
    RunInfo info = RunInfo.read(folder);
    RunFigures figures =
        new RunFigures(info.plan(), new RunFiles(folder).phases().orRefuse().orElse(List.of()));
    RunOutcome run = RunOutcome.of(folder, figures.measuredTradeResults());
    OptionalDouble foreign = foreignPercent(ProcessorUse.read(folder, figures, info.host()));
    return new Entry(
        folder.runId(),
        info.plan().name(),
        info.startedUtcMillis(),
        info.plan().publication().profile().label(),
        info.workloadVersion(),
        run.state(),
        run.verdict().isValid(),
        run.verdict().statement(),
        Rounded.exactly(figures.etps()),
        Rounded.exactly(foreign),
        info.plan().setsPerGroup());
  }

  /** A damaged run is listed too: its report names the damaged file. */
  private static OptionalDouble foreignPercent(Content<ProcessorUse> use) {
    return use.fold(
        ProcessorUse::worstForeignPercent,
        name -> OptionalDouble.empty(),
        damage -> OptionalDouble.empty());
  }
}
