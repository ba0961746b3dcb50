package io.quartet.report.internal.experiment;

import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.report.compare.Change;
import io.quartet.report.compare.Comparability.Obstacle;
import io.quartet.report.compare.Comparability.RunId;
import io.quartet.report.compare.FigureName;
import io.quartet.report.compare.FigureVerdict;
import io.quartet.report.compare.Overview;
import io.quartet.report.compare.Overview.Row;
import io.quartet.report.compare.Side;
import io.quartet.report.compare.Spread;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.Difference;
import io.quartet.report.experiment.ExperimentCell.Etps;
import io.quartet.report.experiment.ExperimentCell.Run;
import io.quartet.report.experiment.ExperimentCell.State;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.experiment.ExperimentReport.Failure;
import io.quartet.report.experiment.ExperimentReport.Plan;
import io.quartet.report.internal.experiment.MeasuredRuns.Measured;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.ExperimentFolder;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads what was measured out of the folder of an experiment. */
public final class FindingsReader {

  private final Experiment experiment;
  private final List<Measured> measured;
  private final FolderProgress progress;
  private final Overview overview;

  /** Blocks with a run of the baseline that is not left out. */
  private final Set<Integer> blocksOfBaseline;

  private final Map<Integer, Row> rows = new HashMap<>();

  private FindingsReader(Experiment experiment, List<Measured> measured) {
    this.experiment = experiment;
    this.measured = measured;
    this.progress =
        new FolderProgress(experiment, measured.stream().map(Measured::attempt).toList());
    List<Cell> others =
        experiment.cells().stream().filter(cell -> cell.number() != experiment.baseline()).toList();
    this.overview =
        Overview.of(
            side(experiment.cell(experiment.baseline())), others.stream().map(this::side).toList());
    this.blocksOfBaseline =
        of(experiment.baseline()).stream()
            .filter(this::isSound)
            .map(one -> one.attempt().block())
            .collect(Collectors.toSet());
    for (int i = 0; i < others.size(); i++) {
      rows.put(others.get(i).number(), overview.sides().get(i));
    }
  }

  /**
   * The whole report of an experiment.
   *
   * @param runs keeps what was read before
   */
  public static ExperimentReport report(ExperimentFolder folder, MeasuredRuns runs) {
    return new FindingsReader(folder.experiment(), runs.of(folder)).report();
  }

  private ExperimentReport report() {
    List<ExperimentCell> cells = experiment.cells().stream().map(this::cell).toList();
    int withFigure = (int) cells.stream().filter(cell -> cell.etps() != null).count();
    List<Integer> imprecise =
        experiment
            .precision()
            .map(precision -> ExperimentCell.imprecise(cells, precision.etpsPercent()))
            .orElse(List.of());
    return new Findings(
            plan(),
            progress.progress(withFigure, imprecise),
            experiment.varied(),
            experiment.percentOf(),
            cells,
            Controls.of(counted(experiment.baseline()), overview.drift().get(FigureName.ETPS)),
            measured.stream().filter(Measured::isFailed).map(this::failure).toList(),
            Obstacle.sentences(overview.leftOut().values().stream().flatMap(List::stream).toList()),
            overview.method(),
            Notes.of(experiment, overview.method()),
            References.of(experiment, cells))
        .report();
  }

  private Plan plan() {
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
        experiment.baseline());
  }

  private List<Measured> of(int cell) {
    return measured.stream().filter(one -> one.attempt().cell() == cell).toList();
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
    Row row = rows.get(cell.number());
    Map<FigureName, Spread> spreads = isBaseline ? overview.baseline() : spreads(row);
    Spread etps = spreads.get(FigureName.ETPS);
    Etps figures = etps == null ? null : etps(etps, isBaseline ? 1 : adjustment(row));
    List<Run> runs = of(cell.number()).stream().map(this::run).toList();
    return new ExperimentCell(
        cell.number(),
        label(cell),
        cell.values(),
        isBaseline,
        state(cell, etps),
        figures,
        isBaseline || etps == null ? null : difference(row),
        etps == null ? null : Costs.of(spreads, counted(cell.number())),
        etps == null || experiment.maximumEtps().isEmpty()
            ? null
            : (Double) (100 * figures.mean() / experiment.maximumEtps().getAsDouble()),
        null,
        null,
        runs);
  }

  /** That of the author; otherwise the values in words. */
  private String label(Cell cell) {
    String values =
        String.join(
            ", ",
            experiment.varied().stream()
                .map(key -> key.label() + " " + cell.values().get(key.key()))
                .toList());
    return cell.label().equals(values)
        ? KeyWords.cell(experiment.varied(), cell.values())
        : cell.label();
  }

  private static Map<FigureName, Spread> spreads(Row row) {
    Map<FigureName, Spread> spreads = new HashMap<>();
    row.changes()
        .forEach(
            (name, change) -> {
              if (change.other() != null) {
                spreads.put(name, change.other());
              }
            });
    return spreads;
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
  private double adjustment(Row row) {
    Change change = row.changes().get(FigureName.ETPS);
    return change.differencePercent() == null || change.other().mean() == 0
        ? 1
        : overview.baseline().get(FigureName.ETPS).mean()
            * (1 + change.differencePercent() / 100)
            / change.other().mean();
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

  private static Difference difference(Row row) {
    Change change = row.changes().get(FigureName.ETPS);
    if (change.baseline() == null) {
      return null;
    }
    // The interval of fewer runs does not cover what repeated runs differ by.
    return change.pValue() == null && change.lowPercent() != null
        ? new Difference(
            change.differencePercent(), null, null, FigureVerdict.NOT_ENOUGH_DATA, List.of())
        : new Difference(
            change.differencePercent(),
            change.lowPercent(),
            change.highPercent(),
            change.verdict(),
            Obstacle.sentences(row.notComparable()));
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
    return one.run().isPresent() && !overview.leftOut().containsKey(id(one));
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
    List<Obstacle> leftOut = overview.leftOut().getOrDefault(id(one), List.of());
    return leftOut.isEmpty()
        ? "No run of the baseline counts in its block."
        : String.join(" ", Obstacle.sentences(leftOut));
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
