package io.quartet.report.compare;

import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.Growth;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Schedule;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.data.RunValidity;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Estimates;
import io.quartet.report.internal.statistics.RunPoints;
import io.quartet.report.section.Validity;
import io.quartet.results.RunFigures;
import io.quartet.results.RunInfo;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures of one run that a table of many runs shows, read the quick way: the verdict is that
 * of the last audit while every file has its checksum. Immutable.
 */
public final class RunSummary {

  private final RunInfo info;
  private final RunValidity validity;
  private final double measuredSeconds;
  private final ForeignShare foreign;
  private final Map<FigureName, Estimate> estimates;

  private RunSummary(RunInfo info, ReportData data, Map<FigureName, Estimate> estimates) {
    RunFigures figures = data.figures();
    this.info = info;
    this.validity =
        RunValidity.of(data.state(), data.audit(), figures.measuredTradeResults(), data.problems());
    this.measuredSeconds = figures.measuredSeconds();
    this.foreign =
        ForeignShare.of(
            "run " + info.runId(),
            data.samples().processors(),
            ForeignShare.isRecorded(data.run(), info.plan(), measuredSeconds));
    this.estimates = estimates;
  }

  /**
   * Reads a results folder.
   *
   * @throws QuartetException NOT_RESULTS, RESULTS_VERSION, RESULTS_UNREADABLE or PLAN_DOCUMENT
   */
  public static RunSummary read(Path path) {
    ResultsFolder folder = ResultsFolder.open(path);
    RunInfo info = RunInfo.read(folder);
    ReportData data = ReportData.quick(folder);
    Map<FigureName, Estimate> estimates = new LinkedHashMap<>();
    etps(folder, info, data, estimates);
    for (TransactionType type : TransactionType.values()) {
      data.books()
          .responses(type)
          .ifPresent(
              times ->
                  estimates.put(
                      FigureName.p90(type), Estimate.single(times.percentileMicros(90) / 1e3)));
    }
    ResourceUse resources = ResourceUse.of(data, data.figures());
    for (FigureName name : resources.figures().keySet()) {
      Estimate figure = resources.estimate(name);
      if (figure != null) {
        estimates.put(name, figure);
      }
    }
    return new RunSummary(info, data, estimates);
  }

  /** That of a ramp is of its best step, as in the report, and has one value only. */
  private static void etps(
      ResultsFolder folder, RunInfo info, ReportData data, Map<FigureName, Estimate> estimates) {
    OptionalDouble etps = data.figures().etps();
    if (etps.isPresent() && info.plan().workload().load().ladder().isRamp()) {
      estimates.put(FigureName.ETPS, Estimate.single(etps.getAsDouble()));
    } else {
      RunPoints points = new RunPoints(data.figures().rows(), data.books().intervals());
      new Estimates(folder, points, Method.SEED + info.startedUtcMillis())
          .etps()
          .ifPresent(estimate -> estimates.put(FigureName.ETPS, estimate));
    }
  }

  public String runId() {
    return info.runId();
  }

  /** True if the run was of this plan. How many phases a growing run has is known at its end. */
  public boolean isOf(RunPlan plan) {
    Schedule planned = plan.schedule();
    Optional<Growth> growth =
        planned
            .growth()
            .flatMap(
                most -> info.plan().schedule().growth().map(had -> most.withPhases(had.phases())));
    return info.plan().equals(plan.withSchedule(planned.withGrowth(growth)));
  }

  /** Milliseconds since 1970. */
  public long startedUtcMillis() {
    return info.startedUtcMillis();
  }

  /** {@code finished}, {@code measured}, {@code aborted}, {@code running}, {@code killed}. */
  public String state() {
    return validity.state();
  }

  /** Whether its figures are a result. */
  public Validity validity() {
    return validity.validity();
  }

  /** Seconds of the phases as far as they were run. */
  public double measuredSeconds() {
    return measuredSeconds;
  }

  /** Processor time that others got, in percent; empty if not known. */
  public OptionalDouble foreignPercent() {
    return foreign.percent();
  }

  /** A figure of the run; empty if it has none. */
  public OptionalDouble figure(FigureName name) {
    Estimate estimate = estimates.get(name);
    return estimate == null ? OptionalDouble.empty() : OptionalDouble.of(estimate.value());
  }

  /**
   * @throws QuartetException WORKLOAD_DIFFERS
   */
  void requireSameWorkload(RunSummary other) {
    info.requireSameWorkload(other.info);
  }

  Comparability.Standing standing() {
    return new Comparability.Standing(
        new Comparability.RunId(runId()), validity.validity().isValid(), foreign);
  }

  /** In the order of a table. */
  Map<FigureName, Estimate> estimates() {
    return estimates;
  }
}
