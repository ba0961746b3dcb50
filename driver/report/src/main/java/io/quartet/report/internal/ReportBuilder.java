package io.quartet.report.internal;

import io.quartet.books.CellRow;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.Disclosure;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Workload;
import io.quartet.report.Report;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.data.RunOutcome;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.internal.run.ChartBuilder;
import io.quartet.report.internal.run.ChartData;
import io.quartet.report.internal.run.EventEffects;
import io.quartet.report.internal.run.IntegrityTables;
import io.quartet.report.internal.run.RunTable;
import io.quartet.report.internal.run.ShareTable;
import io.quartet.report.internal.run.StatisticsTable;
import io.quartet.report.internal.run.SummaryFigures;
import io.quartet.report.internal.run.SystemTables;
import io.quartet.report.internal.run.ToolLoadTables;
import io.quartet.report.internal.run.TransactionTable;
import io.quartet.report.section.Audit;
import io.quartet.report.section.MeasuredLoad;
import io.quartet.report.section.MeasuredLoad.Ramp;
import io.quartet.report.section.Metric;
import io.quartet.report.section.Statistics;
import io.quartet.report.section.SystemUnderTest;
import io.quartet.results.Check;
import io.quartet.results.ConservationRow;
import io.quartet.results.LoadStep;
import io.quartet.results.RunFigures;
import io.quartet.results.Verdict;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.ProcessorUse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** Puts the figures of one run together. */
public final class ReportBuilder {

  private final ReportData data;
  private final List<String> problems;
  private final Optional<RunPlan> plan;
  private final RunFigures figures;

  private ReportBuilder(ReportData data, List<String> problems) {
    this.data = data;
    this.problems = problems;
    this.plan = data.plan();
    this.figures = data.figures();
  }

  /** The figures and the numbers behind the charts. */
  public record Built(Report report, ChartData charts) {}

  /** Reads the folder and works everything out; a broken run gives a report marked INVALID. */
  public static Built build(ResultsFolder folder) {
    ReportData data = ReportData.read(folder);
    ChartBuilder charts = ChartBuilder.read(data);
    List<String> problems =
        Stream.concat(data.problems().stream(), charts.problems().stream()).toList();
    Report report = new ReportBuilder(data, problems).build();
    return new Built(report, charts.build(report));
  }

  private Report build() {
    ShareTable shares = new ShareTable(data);
    SystemUnderTest system = SystemTables.of(data);
    Statistics statistics = StatisticsTable.of(data);
    Audit audit =
        new Audit(
            data.audit().map(Verdict::checks).orElse(List.of()).stream().map(this::titled).toList(),
            data.audit().map(Verdict::deviations).orElse(List.of()));
    RunOutcome outcome =
        RunOutcome.of(data.state(), data.audit(), data.contents(), figures.counted(), problems);
    return new Report(
        data.contents(),
        RunTable.of(data, outcome.state()),
        outcome.verdict(),
        metric(),
        SummaryFigures.of(data, statistics, audit),
        new MeasuredLoad(
            shares.phases(),
            plan.map(this::ramp).orElse(null),
            shares.measured(),
            new TransactionTable(data).rows(),
            EventEffects.of(data)),
        data.contents().isBrokerage() ? null : ToolLoadTables.of(data),
        IntegrityTables.of(data),
        statistics,
        audit,
        system,
        plan.map(run -> run.publication().disclosure()).orElse(Disclosure.NONE),
        plan.flatMap(run -> run.publication().pricing()).orElse(null));
  }

  /** Only a brokerage has a Tier A. */
  private Check titled(Check check) {
    return !data.contents().isBrokerage() && check.id().equals("nothing-lost")
        ? check.withTitle("No database was lost during the run")
        : check;
  }

  private Ramp ramp(RunPlan run) {
    if (!run.workload().isRamp()) {
      return null;
    }
    List<LoadStep> steps = LoadStep.of(run, figures.rows());
    return new Ramp(
        run.workload().isPaced() ? run.workload().headline().unit() : "users",
        steps,
        LoadStep.knee(steps).map(LoadStep::phase).orElse(null),
        LoadStep.best(steps).map(LoadStep::phase).orElse(null));
  }

  private Metric metric() {
    long results = figures.counted();
    long orders =
        figures.measured(
            row -> row.kind() == TransactionType.TRADE_ORDER, CellRow::committedInPhase);
    Double etps = Rounded.exactly(figures.rate());
    int units = data.contents().isBrokerage() ? plan.map(RunPlan::activeLoadUnits).orElse(0) : 0;
    OptionalDouble processors = use(ProcessorUse::ownProcessors);
    Double meanEtps = Rounded.exactly(figures.meanRate());
    return new Metric(
        etps,
        meanEtps,
        etps == null || units == 0 ? null : etps / units,
        results,
        orders,
        orders == 0 || results == 0 ? null : (double) results / orders,
        plan.map(RunPlan::workload).flatMap(ReportBuilder::requestedEtps).orElse(null),
        pending(data.integrity().conservation()),
        Rounded.hundredths(use(ProcessorUse::worstForeignPercent)),
        meanEtps == null || processors.isEmpty() || processors.getAsDouble() == 0
            ? null
            : (Double) Rounded.hundredths(meanEtps / processors.getAsDouble()));
  }

  /** Null if a database could not be asked. */
  private static Long pending(List<ConservationRow> rows) {
    return rows.isEmpty() || rows.stream().anyMatch(row -> row.database().isEmpty())
        ? null
        : (Long) rows.stream().mapToLong(row -> row.database().orElseThrow().pending()).sum();
  }

  /** Trades per second that a paced load asks for; empty for other loads, and for a ramp. */
  private static Optional<Double> requestedEtps(Workload workload) {
    return workload instanceof Brokerage brokerage && workload.isPaced() && !workload.isRamp()
        ? Optional.of(brokerage.load().ladder().first())
        : Optional.empty();
  }

  private OptionalDouble use(Function<ProcessorUse, OptionalDouble> figure) {
    return data.samples().processors().map(figure).orElse(OptionalDouble.empty());
  }
}
