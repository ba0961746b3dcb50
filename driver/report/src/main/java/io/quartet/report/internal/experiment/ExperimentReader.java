package io.quartet.report.internal.experiment;

import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.report.compare.Change;
import io.quartet.report.compare.Comparability.Obstacle;
import io.quartet.report.compare.Comparability.RunId;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.compare.Method;
import io.quartet.report.compare.Pairing;
import io.quartet.report.compare.Pairings;
import io.quartet.report.compare.RunSummary;
import io.quartet.report.compare.Side;
import io.quartet.report.compare.Spread;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.Difference;
import io.quartet.report.experiment.ExperimentCell.Etps;
import io.quartet.report.experiment.ExperimentCell.Run;
import io.quartet.report.experiment.ExperimentCell.State;
import io.quartet.report.experiment.ExperimentCurve;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.experiment.ExperimentReport.Failure;
import io.quartet.report.experiment.ExperimentReport.Plan;
import io.quartet.report.experiment.ExperimentReport.Progress;
import io.quartet.report.internal.experiment.MeasuredRuns.Measured;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.section.Contents;
import io.quartet.results.OwnerNotes;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.ResultsFolder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes the report of an experiment from the runs in its folder. */
public final class ExperimentReader {

  private final Experiment experiment;
  private final List<Measured> measured;
  private final Map<Integer, List<Measured>> byCell;
  private final FolderProgress progress;
  private final Side baseline;
  private final Method method;

  /** Every cell but the baseline. */
  private final Map<Integer, Pairing> pairs = new TreeMap<>();

  private final Map<RunId, List<Obstacle>> leftOut = new LinkedHashMap<>();

  /** Blocks with a run of the baseline that is not left out. */
  private final Set<Integer> blocksOfBaseline;

  private ExperimentReader(Experiment experiment, List<Measured> measured) {
    this.experiment = experiment;
    this.measured = measured;
    this.byCell = measured.stream().collect(Collectors.groupingBy(one -> one.attempt().cell()));
    this.progress =
        new FolderProgress(experiment, measured.stream().map(Measured::attempt).toList());
    List<RunSummary> runs = measured.stream().flatMap(one -> one.run().stream()).toList();
    runs.forEach(run -> run.requireSameWorkload(runs.get(0)));
    List<Cell> others =
        experiment.cells().stream().filter(cell -> cell.number() != experiment.baseline()).toList();
    this.baseline = side(experiment.cell(experiment.baseline()));
    Pairings pairings = Pairings.of(baseline, others.stream().map(this::side).toList());
    this.method = pairings.method();
    leftOut.putAll(baseline.leftOut());
    for (int i = 0; i < others.size(); i++) {
      Pairing pair = pairings.pairs().get(i);
      pairs.put(others.get(i).number(), pair);
      leftOut.putAll(pair.other().leftOut());
    }
    this.blocksOfBaseline =
        of(experiment.baseline()).stream()
            .filter(this::isSound)
            .map(one -> one.attempt().block())
            .collect(Collectors.toSet());
  }

  /**
   * The whole report of an experiment.
   *
   * @param runs keeps what was read before
   */
  public static ExperimentReport report(ExperimentFolder folder, MeasuredRuns runs) {
    return new ExperimentReader(folder.experiment(), runs.of(folder))
        .report(OwnerNotes.of(new ResultsFolder(folder.path())));
  }

  /** Every cell but the baseline against it. */
  public static List<Pairing> pairings(ExperimentFolder folder, MeasuredRuns runs) {
    return List.copyOf(new ExperimentReader(folder.experiment(), runs.of(folder)).pairs.values());
  }

  private ExperimentReport report(OwnerNotes notes) {
    Plan plan = plan(notes);
    List<ExperimentCell> cells = experiment.cells().stream().map(this::cell).toList();
    int withFigure = (int) cells.stream().filter(cell -> cell.etps() != null).count();
    List<Integer> imprecise =
        experiment
            .precision()
            .map(precision -> ExperimentCell.imprecise(cells, precision.etpsPercent()))
            .orElse(List.of());
    Progress reached = progress.progress(withFigure, imprecise);
    List<VariedKey> varied = ValueNames.of(experiment);
    List<ExperimentCurve> curves = Curves.of(varied, cells);
    Contents contents = Contents.of(experiment.cells().get(0).plan());
    return new ExperimentReport(
        contents,
        plan,
        Answers.of(contents, plan, reached, varied, cells, curves),
        reached,
        varied,
        Curves.withPercents(plan, cells, curves, this::rates),
        curves,
        HeatMaps.of(varied, cells),
        Controls.of(counted(experiment.baseline()), baseline.drift()),
        measured.stream().filter(Measured::isFailed).map(this::failure).toList(),
        Obstacle.sentences(leftOut.values().stream().flatMap(List::stream).toList()),
        method,
        Notes.of(experiment, method),
        References.of(experiment, cells));
  }

  private Plan plan(OwnerNotes notes) {
    return new Plan(
        experiment.name(),
        experiment.purpose().orElse(null),
        experiment.seed(),
        experiment.repeats(),
        experiment.precision().orElse(null),
        experiment.percentOf(),
        experiment.maximumEtps().isPresent()
            ? (Double) experiment.maximumEtps().getAsDouble()
            : null,
        experiment.baseline(),
        notes);
  }

  private List<Measured> of(int cell) {
    return byCell.getOrDefault(cell, List.of());
  }

  private Side side(Cell cell) {
    return new Side(
        "cell " + cell.number(),
        of(cell.number()).stream()
            .filter(one -> one.run().isPresent())
            .map(Measured::member)
            .toList());
  }

  private ExperimentCell cell(Cell cell) {
    boolean isBaseline = cell.number() == experiment.baseline();
    Pairing pair = pairs.get(cell.number());
    Map<Quantity, Spread> spreads = isBaseline ? baseline.spreads() : pair.spreads();
    Spread etps = spreads.get(Quantity.ETPS);
    Etps figures = etps == null ? null : etps(etps, isBaseline ? 1 : adjustment(pair.etps()));
    List<Run> runs = of(cell.number()).stream().map(this::run).toList();
    return new ExperimentCell(
        cell.number(),
        label(cell),
        cell.values(),
        isBaseline,
        state(cell, etps),
        figures,
        isBaseline || etps == null ? null : difference(pair),
        etps == null ? null : Costs.of(spreads, counted(cell.number()), cell.plan().roles()),
        etps == null || experiment.maximumEtps().isEmpty()
            ? null
            : (Double) (100 * figures.mean() / experiment.maximumEtps().getAsDouble()),
        null,
        null,
        null,
        null,
        runs);
  }

  /** Mean throughput of each Set in the runs of a cell, by its name. */
  private Map<String, Double> rates(int cell) {
    return counted(cell).stream()
        .flatMap(one -> one.run().orElseThrow().bySet().entrySet().stream())
        .collect(
            Collectors.groupingBy(
                rate -> rate.getKey().name(),
                TreeMap::new,
                Collectors.averagingDouble(Map.Entry::getValue)));
  }

  /** That of the author; otherwise the values in words. */
  private String label(Cell cell) {
    return ValueNames.isLabelled(experiment, cell)
        ? cell.label()
        : KeyWords.cell(experiment.varied(), cell.values());
  }

  private State state(Cell cell, Spread etps) {
    List<Measured> attempts = of(cell.number());
    if (etps != null) {
      return State.MEASURED;
    }
    if (attempts.stream().anyMatch(one -> one.attempt().state() == Attempt.State.RUNNING)) {
      return State.RUNNING;
    }
    return attempts.stream().anyMatch(Measured::isFailed) && progress.leftOf(cell) == 0
        ? State.FAILED
        : State.WAITING;
  }

  /**
   * The factor that puts the figures of a cell at its difference from the baseline within the
   * blocks. It is 1 where both have runs in every block. A cell without a run in some blocks would
   * otherwise seem faster or slower by what the machine was in the others.
   */
  private static double adjustment(Change change) {
    return change.differencePercent() == null || change.other().mean() == 0
        ? 1
        : change.baseline().mean() * (1 + change.differencePercent() / 100) / change.other().mean();
  }

  private static Etps etps(Spread etps, double adjustment) {
    return new Etps(
        etps.runs(),
        adjustment * etps.mean(),
        etps.low() == null ? null : (Double) (adjustment * etps.low()),
        etps.high() == null ? null : (Double) (adjustment * etps.high()),
        adjustment * etps.median(),
        etps.min(),
        etps.max(),
        etps.variationPercent());
  }

  private static Difference difference(Pairing pair) {
    Change change = pair.etps();
    if (change.baseline() == null) {
      return null;
    }
    // The interval of fewer runs does not cover what repeated runs differ by.
    return change.pValue() == null && change.lowPercent() != null
        ? new Difference(
            change.differencePercent(), null, null, Conclusion.NOT_ENOUGH_DATA, List.of())
        : new Difference(
            change.differencePercent(),
            change.lowPercent(),
            change.highPercent(),
            change.verdict(),
            Obstacle.sentences(pair.comparability().notComparable()));
  }

  /** Runs that are in the figures of their cell. */
  private List<Measured> counted(int cell) {
    return of(cell).stream().filter(this::isCounted).toList();
  }

  private Run run(Measured one) {
    Attempt attempt = one.attempt();
    return new Run(
        attempt.block(),
        attempt.isControl(),
        attempt.runId(),
        attempt.state().name().toLowerCase(Locale.ROOT),
        isCounted(one),
        reason(one),
        isCounted(one) ? (Double) one.etps() : null,
        one.report());
  }

  /** True for a run that is in the figures of its cell. */
  private boolean isCounted(Measured one) {
    return isSound(one)
        && (blocksOfBaseline.contains(one.attempt().block())
            || of(one.attempt().cell()).stream()
                .filter(this::isSound)
                .noneMatch(other -> blocksOfBaseline.contains(other.attempt().block())));
  }

  private boolean isSound(Measured one) {
    return one.run().isPresent() && !leftOut.containsKey(id(one));
  }

  private static RunId id(Measured one) {
    return new RunId(one.attempt().runId());
  }

  /** Why a run is not counted; null if it is, or has not ended. */
  private String reason(Measured one) {
    if (one.isFailed()) {
      return one.reason();
    }
    if (one.run().isEmpty() || isCounted(one)) {
      return null;
    }
    List<Obstacle> obstacles = leftOut.getOrDefault(id(one), List.of());
    return obstacles.isEmpty()
        ? "No run of the baseline counts in its block."
        : String.join(" ", Obstacle.sentences(obstacles));
  }

  private Failure failure(Measured one) {
    Attempt attempt = one.attempt();
    return new Failure(
        attempt.cell(),
        label(experiment.cell(attempt.cell())),
        attempt.block(),
        attempt.isControl(),
        one.code(),
        one.reason(),
        attempt.runId(),
        one.report());
  }
}
