package io.quartet.report.compare;

import io.quartet.books.IntervalRow;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.report.compare.Comparison.Run;
import io.quartet.report.compare.Comparison.RunSet;
import io.quartet.report.internal.data.Problems;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.data.RunOutcome;
import io.quartet.report.internal.run.EffectiveSettings;
import io.quartet.report.internal.run.EventEffects;
import io.quartet.report.internal.run.StartFigures;
import io.quartet.report.internal.statistics.BlockBootstrap;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Estimates;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.RunPoints;
import io.quartet.report.internal.statistics.RunPoints.Phase;
import io.quartet.report.section.Contents;
import io.quartet.report.section.EventEffect;
import io.quartet.report.section.EventEffect.Pace;
import io.quartet.report.section.Fact;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.OwnerNotes;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One of the runs of a comparison.
 *
 * @param facts what it was and what became of it
 * @param member its figures, and what decides whether they count
 * @param settings in effect on its databases, by VM
 * @param databaseParts what its databases consist of by VM and name, as {@link DatabaseParts} has
 *     it
 * @param machineFacts by VM and name, as {@link MachineFacts} has them
 * @param hasAllSamples false if samples do not cover its measured phases
 * @param caches what became of those that were to be cleared or warmed
 * @param undone events of its benchmark file that failed or were not reached, by name
 */
record ComparedRun(
    RunInfo info,
    Run facts,
    Side.Member member,
    Map<String, EffectiveSettings> settings,
    Map<String, Map<String, String>> databaseParts,
    Map<String, Map<String, String>> machineFacts,
    boolean hasAllSamples,
    List<Fact> caches,
    List<String> undone) {

  /**
   * Reads a folder.
   *
   * @param number position among the runs, from 1
   * @param side number of its side
   * @throws QuartetException NOT_RESULTS, RESULTS_VERSION, RESULTS_UNREADABLE or PLAN_DOCUMENT
   */
  static ComparedRun read(Path path, int number, int side) {
    ResultsFolder folder = ResultsFolder.open(path);
    RunInfo info = RunInfo.read(folder);
    RunFiles files = new RunFiles(folder);
    RunFigures figures = new RunFigures(info.plan(), files.phases().orRefuse().orElse(List.of()));
    ReportData data = ReportData.read(folder);
    RunOutcome run =
        RunOutcome.of(
            data.state(), data.audit(), data.contents(), figures.counted(), data.problems());
    ForeignShare foreign = ForeignShare.of("run " + number, info, data);
    RunPoints points = points(files, figures, run);
    OptionalInt shortest = points.phases().stream().mapToInt(Phase::points).min();
    OptionalDouble etps = figures.meanRate();
    OptionalDouble foreignPercent = foreign.percent();
    Problems problems = new Problems();
    Map<Quantity, Estimate> estimates =
        new Estimates(folder, points, Method.seedOf(points)).all(problems);
    // A run that was killed may have left half a line.
    if (isFinished(run) && !problems.told().isEmpty()) {
      throw unreadable(
          folder.path(),
          String.join("; ", problems.told()),
          "Restore it, or compare runs with complete folders.");
    }
    ResourceUse resources = new ResourceUse(data, figures);
    estimates.putAll(resources.estimates());
    List<EventEffect> events = EventEffects.of(data);
    events.stream()
        .filter(event -> event.span().wasDone())
        .forEach(event -> estimates.putAll(estimates(event)));
    Run facts =
        new Run(
            number,
            side,
            path.toString(),
            info.runId(),
            info.plan().name(),
            info.startedUtcMillis(),
            info.plan().publication().profile().label(),
            run.state(),
            run.verdict(),
            figures.measuredSeconds(),
            shortest.isPresent() ? BlockBootstrap.blockLength(shortest.getAsInt()) : null,
            foreignPercent.isPresent() ? foreignPercent.getAsDouble() : null,
            etps.isPresent() ? etps.getAsDouble() : null,
            OwnerNotes.of(folder));
    return new ComparedRun(
        info,
        facts,
        new Side.Member(
            new Comparability.RunId(String.valueOf(number)),
            run.verdict().isValid(),
            foreign,
            estimates,
            OptionalInt.empty(),
            boots(files)),
        settings(files),
        DatabaseParts.of(files, info.plan().databases()),
        MachineFacts.of(folder, info.plan()),
        resources.isComplete(),
        StartFigures.caches(data),
        events.stream()
            .filter(event -> !event.span().wasDone())
            .map(event -> event.planned().name())
            .toList());
  }

  /** Throughput around an event, with words and its name in place of a phase. */
  private static Map<Quantity, Estimate> estimates(EventEffect event) {
    List<String> times = Quantity.aroundEvent(event.planned().name());
    List<Pace> paces = List.of(event.before(), event.during(), event.after());
    Map<Quantity, Estimate> estimates = new LinkedHashMap<>();
    for (int i = 0; i < times.size(); i++) {
      if (paces.get(i).etps() != null) {
        estimates.put(
            Quantity.throughput(times.get(i), null), Estimate.single(paces.get(i).etps()));
      }
    }
    return estimates;
  }

  /** The starts of the kernels of its machines; empty if it is not known of one. */
  private static String boots(RunFiles files) {
    List<Optional<String>> boots =
        files.machineFacts().orRefuse().orElse(Map.of()).values().stream()
            .map(facts -> facts.orRefuse().flatMap(RunFiles::kernel))
            .toList();
    return boots.stream().allMatch(Optional::isPresent)
        ? boots.stream().map(Optional::get).distinct().sorted().collect(Collectors.joining(" "))
        : "";
  }

  /** The runs as one side of the comparison. */
  static Side side(List<ComparedRun> runs) {
    return new Side(label(runs), runs.stream().map(ComparedRun::member).toList());
  }

  /** The same without figures. */
  static RunSet set(List<ComparedRun> runs) {
    return new RunSet(
        runs.get(0).facts().side(),
        label(runs),
        runs.stream().map(run -> run.facts().number()).toList());
  }

  /** For instance {@code run 1} or {@code runs 4 to 6}. */
  private static String label(List<ComparedRun> runs) {
    int first = runs.get(0).facts().number();
    return switch (runs.size()) {
      case 1 -> "run " + first;
      case 2 -> Text.format("runs %d and %d", first, first + 1);
      default -> Text.format("runs %d to %d", first, first + runs.size() - 1);
    };
  }

  /**
   * Reads the points of a run. Both files of a finished run must have the same number of
   * Trade-Results. Otherwise one of them is incomplete.
   */
  private static RunPoints points(RunFiles files, RunFigures figures, RunOutcome run) {
    List<IntervalRow> intervals = files.intervals().orRefuse().orElse(List.of());
    RunPoints points = new RunPoints(figures, intervals);
    long counted = points.total(RunPoints.Count.COMMITTED, figures.headline().kinds());
    if (isFinished(run) && counted != figures.counted()) {
      throw unreadable(
          files.folder().file(IntervalsCsv.NAME),
          Text.format(
              figures
                  .plan()
                  .map(Contents::of)
                  .orElse(Contents.BROKERAGE)
                  .words("%,d {result}s in the measured phases, but %s has %,d"),
              counted,
              PhasesCsv.NAME,
              figures.counted()),
          "One of them is not complete. Find it with sha256sum -c manifest.sha256, and restore"
              + " it.");
    }
    return points;
  }

  private static Map<String, EffectiveSettings> settings(RunFiles files) {
    Map<String, EffectiveSettings> settings = new TreeMap<>();
    files
        .settings()
        .orRefuse()
        .orElse(Map.of())
        .forEach(
            (vm, content) ->
                content
                    .orRefuse()
                    .ifPresent(found -> settings.put(vm, EffectiveSettings.of(found))));
    return settings;
  }

  private static boolean isFinished(RunOutcome run) {
    return run.state().equals("finished");
  }

  private static QuartetException unreadable(Path where, String what, String advice) {
    return new QuartetException(
        Kind.BAD_INPUT, "RESULTS_UNREADABLE", Text.line("%s: %s. %s", where, what, advice));
  }
}
