package io.quartet.report.internal.run;

import io.quartet.books.CellRow;
import io.quartet.model.VmGroup;
import io.quartet.report.internal.data.GroupCounts;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.statistics.ExchangeDelay;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.MeasuredLoad.Cell;
import io.quartet.report.section.MeasuredLoad.Phase;
import io.quartet.results.RunFigures;
import io.quartet.results.ShareCell;
import io.quartet.results.statistics.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The phase x Group table: Customer Emulator requests against the shares, Trade-Results beside
 * their expectation.
 */
public final class ShareTable {

  private final RunFigures figures;
  private final Map<String, List<ShareCell>> shares;

  /** Customer Emulator requests by segment, those around the phases included. */
  private final Map<Span, GroupCounts> sent = new LinkedHashMap<>();

  private final List<Span> phases;

  public ShareTable(ReportData data) {
    this.figures = data.figures();
    this.shares = figures.shares().stream().collect(Collectors.groupingBy(ShareCell::phase));
    for (CellRow cell : figures.rows()) {
      GroupCounts counts = sent.computeIfAbsent(Span.of(cell), span -> new GroupCounts());
      if (RunFigures.isSentByUsers(cell)) {
        counts.add(cell.set().group(), cell.offered());
      }
    }
    this.phases = sent.keySet().stream().filter(span -> shares.containsKey(span.name())).toList();
  }

  /** One row per measured phase that has run. */
  public List<Phase> phases() {
    double scale = resultsPerRequest();
    return phases.stream().map(phase -> phase(phase, scale)).toList();
  }

  private Phase phase(Span phase, double scale) {
    List<ShareCell> all = shares.get(phase.name());
    long requests = all.get(0).total();
    long results = figures.counted(row -> row.phase().equals(phase.name()));
    double seconds = phase.seconds();
    return new Phase(
        phase.name(),
        phase.startUtcMillis(),
        phase.endUtcMillis(),
        seconds,
        requests,
        seconds > 0 ? requests / seconds : 0,
        results,
        results > 0 && seconds > 0 ? results / seconds : null,
        all.stream()
            .map(
                share ->
                    cell(
                        share,
                        seconds,
                        judgment(share),
                        results(phase, share.group()),
                        scale > 0 ? scale * delayedRequests(phase, share.group()) : null))
            .toList());
  }

  private long results(Span phase, VmGroup group) {
    return figures.counted(row -> row.phase().equals(phase.name()) && row.set().group() == group);
  }

  private Judgment judgment(ShareCell share) {
    boolean hasTargets =
        figures.plan().filter(plan -> plan.workload().hasTargetShares()).isPresent();
    if (!hasTargets
        || figures.targets(share.phase()).isEmpty()
        || !figures.isWhole(share.phase())) {
      return Judgment.NOT_JUDGED;
    }
    return share.isWithinTolerance() ? Judgment.PASS : Judgment.FAIL;
  }

  /**
   * The same over all measured phases that have begun, against the mean of their targets by time.
   * Not judged, because phases differ in throughput.
   */
  public List<Cell> measured() {
    double seconds = figures.measuredSeconds();
    long total = figures.measured(RunFigures::isSentByUsers, CellRow::offered);
    List<Cell> cells = new ArrayList<>();
    for (VmGroup group : figures.groups()) {
      double percentSeconds = 0;
      long requests = 0;
      long results = 0;
      for (Span phase : phases) {
        ShareCell share = shares.get(phase.name()).get(figures.groups().indexOf(group));
        percentSeconds += share.targetPercent() * phase.seconds();
        requests += share.requests();
        results += results(phase, group);
      }
      double target = seconds > 0 ? Math.rint(percentSeconds / seconds * 1e3) / 1e3 : 0;
      cells.add(
          cell(
              new ShareCell("all", group, target, requests, total),
              seconds,
              Judgment.NOT_JUDGED,
              results,
              null));
    }
    return List.copyOf(cells);
  }

  /**
   * @param seconds length of what the share is of
   */
  private static Cell cell(
      ShareCell share, double seconds, Judgment judgment, long results, Double expected) {
    boolean isEmpty = !share.hasRequests();
    double actual = seconds > 0 ? share.requests() / seconds : 0;
    double target = seconds > 0 ? share.total() / seconds * share.targetPercent() / 100 : 0;
    return new Cell(
        share.group().name(),
        share.requests(),
        share.targetPercent(),
        isEmpty ? null : share.actualPercent(),
        isEmpty ? null : share.actualPercent() - share.targetPercent(),
        isEmpty ? null : share.missedRequests(),
        isEmpty ? null : 100 * share.toleranceRequests() / share.total(),
        judgment,
        results,
        expected,
        actual,
        target,
        target > 0 ? 100 * actual / target : null);
  }

  /** Requests of a Group whose Trade-Results would fall into the phase. */
  private double delayedRequests(Span phase, VmGroup group) {
    double requests = 0;
    for (Map.Entry<Span, GroupCounts> each : sent.entrySet()) {
      Span span = each.getKey();
      if (span.seconds() > 0 && span.startUtcMillis() <= phase.startUtcMillis()) {
        requests +=
            each.getValue().of(group)
                / span.seconds()
                * ExchangeDelay.overlap(
                    span.startUtcMillis() / 1e3,
                    span.endUtcMillis() / 1e3,
                    phase.startUtcMillis() / 1e3,
                    phase.endUtcMillis() / 1e3);
      }
    }
    return requests;
  }

  /** Measured Trade-Results by request whose result was due while measuring. */
  private double resultsPerRequest() {
    double due = 0;
    for (Span phase : phases) {
      for (VmGroup group : figures.groups()) {
        due += delayedRequests(phase, group);
      }
    }
    return due > 0 ? figures.counted() / due : 0;
  }
}
