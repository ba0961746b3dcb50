package io.quartet.report.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.report.internal.JsonDocument;
import io.quartet.report.internal.data.RunOutcome;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.Contents;
import io.quartet.results.Content;
import io.quartet.results.OwnerNotes;
import io.quartet.results.RunFigures;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.RunState;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.ProcessorUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The runs whose folders lie in one folder. Verdicts are those of the last audit if every file
 * matches its checksum. Otherwise the run is judged again.
 *
 * @param folder the folder
 * @param runs newest first
 * @param experiments by name; their runs are not listed here
 * @param unreadable folders that hold no run that can be read, by name
 */
public record RunHistory(
    String folder,
    List<Entry> runs,
    List<ListedExperiment> experiments,
    List<Unreadable> unreadable) {

  private static final String UNKNOWN_STATE = "unknown";

  private static final Comparator<Candidate> NEWEST_FIRST =
      Comparator.<Candidate>comparingLong(run -> run.info().startedUtcMillis())
          .reversed()
          .thenComparing(Candidate::isRenamed)
          .thenComparing(run -> run.folder().runId(), Comparator.reverseOrder());

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
   * @param isValid null without a verdict: while a driver works on the run, and in state unknown
   * @param statement the verdict in words; null without one
   * @param etps null if no Trade-Result was completed in a phase; of a ramp, of its best step
   * @param foreignPercent processor time that others got, as in the report; null if not known
   * @param sets Sets per Group
   * @param notes what its owner says of it
   * @param isCopy true if another folder of the list holds the same run under its own name
   * @param contents its workload, which names the figure in JSON
   */
  public record Entry(
      String runId,
      String name,
      long startedUtcMillis,
      String profile,
      int workloadVersion,
      String state,
      Boolean isValid,
      String statement,
      Double etps,
      Double foreignPercent,
      int sets,
      OwnerNotes notes,
      boolean isCopy,
      @JsonIgnore Contents contents) {}

  /**
   * One experiment.
   *
   * @param folder name of its folder
   * @param notes what its owner says of it
   */
  public record ListedExperiment(String folder, OwnerNotes notes) {}

  /**
   * Which runs are listed.
   *
   * @param tags values that the tags of a run must have, by key; an empty value admits all
   * @param state state that a run must have; empty for any
   * @param most how many runs, from the newest, at least 1
   */
  public record Selection(Map<String, String> tags, String state, int most) {

    /** Everything. */
    public static final Selection ALL = new Selection(Map.of(), "", Integer.MAX_VALUE);

    /** True if it leaves no run out. */
    public boolean isAll() {
      return tags.isEmpty() && state.isEmpty();
    }

    boolean admits(OwnerNotes notes) {
      return tags.entrySet().stream()
          .allMatch(
              tag -> {
                String value = notes.tags().get(tag.getKey());
                return value != null && (tag.getValue().isEmpty() || tag.getValue().equals(value));
              });
    }
  }

  /**
   * A run that may be listed, before it is judged.
   *
   * @param hasVerdict false while a driver works on the run, and if the run does not say how far it
   *     came
   */
  private record Candidate(
      ResultsFolder folder, RunInfo info, OwnerNotes notes, String state, boolean hasVerdict) {

    static Candidate of(ResultsFolder folder) {
      Content<RunState> state = new RunFiles(folder).state();
      return new Candidate(
          folder,
          RunInfo.read(folder),
          OwnerNotes.of(folder),
          state.fold(RunState::word, name -> UNKNOWN_STATE, damage -> UNKNOWN_STATE),
          state.fold(known -> !known.isUnderWay(), name -> false, damage -> false));
    }

    boolean isRenamed() {
      return !info.runId().equals(folder.runId());
    }
  }

  /**
   * A folder without a run.
   *
   * @param reason what is wrong with it, and what to do
   */
  public record Unreadable(String folder, String reason) {}

  /**
   * Looks into every folder there. Folders without a readable run are listed only if all runs are.
   *
   * @throws QuartetException RESULTS_NOT_FOUND if there is no such folder
   */
  public static RunHistory of(Path results, Selection selection) {
    List<Candidate> candidates = new ArrayList<>();
    List<Unreadable> unreadable = new ArrayList<>();
    List<ListedExperiment> experiments = new ArrayList<>();
    for (Path folder : folders(results)) {
      if (ExperimentFolder.isOne(folder)) {
        OwnerNotes notes = OwnerNotes.of(new ResultsFolder(folder));
        if (selection.state().isEmpty() && selection.admits(notes)) {
          experiments.add(new ListedExperiment(folder.getFileName().toString(), notes));
        }
        continue;
      }
      try {
        candidates.add(Candidate.of(ResultsFolder.open(folder)));
      } catch (QuartetException e) {
        unreadable.add(new Unreadable(folder.getFileName().toString(), e.getMessage()));
      }
    }
    Set<String> known =
        candidates.stream()
            .filter(run -> !run.isRenamed())
            .map(run -> run.info().runId())
            .collect(Collectors.toSet());
    List<Entry> runs = new ArrayList<>();
    candidates.stream()
        .filter(run -> selection.admits(run.notes()))
        .filter(run -> selection.state().isEmpty() || selection.state().equals(run.state()))
        .sorted(NEWEST_FIRST)
        .limit(selection.most())
        .forEach(
            run -> {
              try {
                runs.add(entry(run, run.isRenamed() && known.contains(run.info().runId())));
              } catch (QuartetException e) {
                unreadable.add(new Unreadable(run.folder().runId(), e.getMessage()));
              }
            });
    unreadable.sort(Comparator.comparing(Unreadable::folder));
    return new RunHistory(
        results.toString(), runs, experiments, selection.isAll() ? unreadable : List.of());
  }

  /** As {@code quartet history --json} prints it. */
  public String json() {
    ObjectNode json = JsonDocument.tree(this);
    for (int i = 0; i < runs.size(); i++) {
      rename((ObjectNode) json.path("runs").path(i), runs.get(i).contents());
    }
    return JsonDocument.of(json);
  }

  /** Keys of an entry as its workload has them, in their order. */
  private static void rename(ObjectNode entry, Contents contents) {
    ObjectNode copy = entry.deepCopy();
    entry.removeAll();
    copy.properties().forEach(field -> entry.set(contents.key(field.getKey()), field.getValue()));
  }

  private static List<Path> folders(Path results) {
    try (Stream<Path> paths = Files.list(results)) {
      return paths.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw new QuartetException(
          Kind.BAD_INPUT,
          "RESULTS_NOT_FOUND",
          Files.isRegularFile(results)
              ? results + ": this is a file, not a folder. Name a folder with --results."
              : results
                  + ": this folder does not exist or cannot be read. quartet run and quartet demo"
                  + " create it. Name another with --results.",
          e);
    }
  }

  private static Entry entry(Candidate candidate, boolean isCopy) {
    ResultsFolder folder = candidate.folder();
    RunInfo info = candidate.info();
    RunFigures figures =
        new RunFigures(info.plan(), new RunFiles(folder).phases().orRefuse().orElse(List.of()));
    RunOutcome run = RunOutcome.of(folder, Contents.of(info.plan()), figures.counted());
    boolean hasVerdict = candidate.hasVerdict();
    OptionalDouble foreign = foreignPercent(ProcessorUse.read(folder, figures, info.host()));
    return new Entry(
        folder.runId(),
        info.plan().name(),
        info.startedUtcMillis(),
        info.plan().publication().profile().label(),
        info.workloadVersion(),
        run.state(),
        hasVerdict ? (Boolean) run.verdict().isValid() : null,
        hasVerdict ? run.verdict().statement() : null,
        Rounded.exactly(figures.rate()),
        Rounded.exactly(foreign),
        info.plan().setsPerGroup(),
        candidate.notes(),
        isCopy,
        Contents.of(info.plan()));
  }

  /** A damaged run is listed too: its report names the damaged file. */
  private static OptionalDouble foreignPercent(Content<ProcessorUse> use) {
    return use.fold(
        ProcessorUse::worstForeignPercent,
        name -> OptionalDouble.empty(),
        damage -> OptionalDouble.empty());
  }
}
