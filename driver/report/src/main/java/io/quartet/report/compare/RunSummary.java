package io.quartet.report.compare;

import io.quartet.model.QuartetException;
import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Growth;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Schedule;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.data.RunOutcome;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Estimates;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.Quantity.Measure;
import io.quartet.report.internal.statistics.RunPoints;
import io.quartet.report.section.RunVerdict;
import io.quartet.results.RunFigures;
import io.quartet.results.RunInfo;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The figures of one run that a table of many runs shows, read the quick way: the verdict is that
 * of the last audit while every file has its checksum. Immutable.
 *
 * @param verdict whether its figures are a result
 * @param bySet what the headline counts of each Set, per measured second
 */
public record RunSummary(
    RunInfo info,
    RunVerdict verdict,
    ForeignShare foreign,
    Map<Quantity, Estimate> figures,
    Map<VmSet, Double> bySet) {

  /**
   * Reads a results folder.
   *
   * @throws QuartetException NOT_RESULTS, RESULTS_VERSION, RESULTS_UNREADABLE or PLAN_DOCUMENT
   */
  public static RunSummary read(Path path) {
    ResultsFolder folder = ResultsFolder.open(path);
    RunInfo info = RunInfo.read(folder);
    ReportData data = ReportData.quick(folder);
    Map<Quantity, Estimate> figures = new LinkedHashMap<>();
    etps(info, data).ifPresent(etps -> figures.put(Quantity.ETPS, etps));
    for (RequestKind kind : data.figures().kinds()) {
      data.books()
          .responses(kind)
          .ifPresent(
              times ->
                  figures.put(
                      Quantity.response(Measure.P90, null, kind),
                      Estimate.single(times.percentileMicros(90) / 1e3)));
    }
    figures.putAll(new ResourceUse(data, data.figures()).estimates());
    return new RunSummary(
        info,
        RunOutcome.of(
                data.state(),
                data.audit(),
                data.contents(),
                data.figures().counted(),
                data.problems())
            .verdict(),
        ForeignShare.of("run " + info.runId(), info, data),
        figures,
        bySet(data.figures()));
  }

  private static Map<VmSet, Double> bySet(RunFigures figures) {
    Map<VmSet, Double> rates = new LinkedHashMap<>();
    for (VmSet set : figures.sets()) {
      long counted = figures.counted(row -> row.set().equals(set));
      rates.put(set, counted / figures.measuredSeconds());
    }
    return rates;
  }

  /** That of a ramp is of its best step, as in the report, and has one value only. */
  private static Optional<Estimate> etps(RunInfo info, ReportData data) {
    OptionalDouble etps = data.figures().rate();
    if (etps.isPresent() && info.plan().workload().isRamp()) {
      return Optional.of(Estimate.single(etps.getAsDouble()));
    }
    RunPoints points = new RunPoints(data.figures(), data.books().intervals());
    return new Estimates(data.folder(), points, Method.seedOf(points)).etps();
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

  /** Processor time that others got, in percent; empty if not known. */
  public OptionalDouble foreignPercent() {
    return foreign.percent();
  }

  /** Trade-Results per second; empty if none was completed in a phase. */
  public OptionalDouble etps() {
    Estimate etps = figures.get(Quantity.ETPS);
    return etps == null ? OptionalDouble.empty() : OptionalDouble.of(etps.value());
  }

  /**
   * @throws QuartetException WORKLOAD_DIFFERS
   */
  public void requireSameWorkload(RunSummary other) {
    info.requireSameWorkload(other.info);
  }

  /**
   * The run as one of a side.
   *
   * @param block of an experiment; empty if its runs are not paired
   */
  public Side.Member member(OptionalInt block) {
    return new Side.Member(
        new Comparability.RunId(runId()), verdict.isValid(), foreign, figures, block);
  }
}
