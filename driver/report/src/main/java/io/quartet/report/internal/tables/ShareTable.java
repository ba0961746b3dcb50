package io.quartet.report.internal.tables;

import io.quartet.books.CellRow;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.report.internal.data.GroupCounts;
import io.quartet.report.internal.data.PlanFacts;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Judged;
import io.quartet.report.section.Workload.Cell;
import io.quartet.report.section.Workload.Phase;
import io.quartet.results.ShareCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The phase x Group table: Customer Emulator requests against the shares, Trade-Results beside
 * their expectation.
 */
public final class ShareTable {

  private final PlanFacts plan;
  private final List<VmGroup> groups;
  private final List<Stretch> stretches;

  public ShareTable(ReportData data) {
    this.plan = data.plan();
    this.groups = data.groups();
    this.stretches = stretches(data.books().cells());
  }

  /** One segment: requests and Trade-Results by Group. */
  private record Stretch(
      String name,
      boolean isMeasured,
      long startUtcMillis,
      long endUtcMillis,
      GroupCounts requests,
      GroupCounts results) {

    double seconds() {
      return (endUtcMillis - startUtcMillis) / 1e3;
    }

    double start() {
      return startUtcMillis / 1e3;
    }

    double end() {
      return endUtcMillis / 1e3;
    }
  }

  private static List<Stretch> stretches(List<CellRow> cells) {
    Map<String, Stretch> byName = new LinkedHashMap<>();
    for (CellRow cell : cells) {
      Stretch stretch =
          byName.computeIfAbsent(
              cell.phase(),
              name ->
                  new Stretch(
                      name,
                      cell.isMeasured(),
                      cell.startUtcMillis(),
                      cell.endUtcMillis(),
                      new GroupCounts(),
                      new GroupCounts()));
      VmGroup group = cell.set().group();
      if (cell.type().issuer() == TransactionType.Issuer.CUSTOMER_EMULATOR) {
        stretch.requests().add(group, cell.offered());
      } else if (cell.type() == TransactionType.TRADE_RESULT) {
        stretch.results().add(group, cell.committedInPhase());
      }
    }
    return new ArrayList<>(byName.values());
  }

  /** One row per measured phase that has run. */
  public List<Phase> phases() {
    double scale = resultsPerRequest();
    List<Phase> phases = new ArrayList<>();
    for (Stretch stretch : stretches) {
      if (stretch.isMeasured()) {
        phases.add(phase(stretch, scale));
      }
    }
    return List.copyOf(phases);
  }

  private Phase phase(Stretch stretch, double scale) {
    long requests = stretch.requests().total();
    long results = stretch.results().total();
    boolean isJudged = plan.targets(stretch.name()).isPresent();
    List<Cell> cells = new ArrayList<>();
    for (VmGroup group : groups) {
      double target = targetPercent(stretch, group);
      cells.add(
          cell(
              new ShareCell(stretch.name(), group, target, stretch.requests().of(group), requests),
              stretch.seconds(),
              isJudged,
              stretch.results().of(group),
              scale > 0 ? scale * delayedRequests(stretch, group) : null));
    }
    double seconds = stretch.seconds();
    return new Phase(
        stretch.name(),
        stretch.startUtcMillis(),
        stretch.endUtcMillis(),
        seconds,
        requests,
        seconds > 0 ? requests / seconds : 0,
        results,
        results > 0 && seconds > 0 ? results / seconds : null,
        cells);
  }

  /**
   * The same over all measured phases that have begun, against the mean of their targets by time.
   * Not judged, because phases differ in throughput.
   */
  public List<Cell> measured() {
    GroupCounts requests = new GroupCounts();
    GroupCounts results = new GroupCounts();
    double seconds = 0;
    for (Stretch stretch : stretches) {
      if (stretch.isMeasured()) {
        seconds += stretch.seconds();
        requests.addAll(stretch.requests());
        results.addAll(stretch.results());
      }
    }
    List<Cell> cells = new ArrayList<>();
    for (VmGroup group : groups) {
      ShareCell share =
          new ShareCell("all", group, meanTarget(group), requests.of(group), requests.total());
      cells.add(cell(share, seconds, false, results.of(group), null));
    }
    return List.copyOf(cells);
  }

  private double meanTarget(VmGroup group) {
    double seconds = 0;
    double percentSeconds = 0;
    for (Stretch stretch : stretches) {
      if (stretch.isMeasured()) {
        seconds += stretch.seconds();
        percentSeconds += targetPercent(stretch, group) * stretch.seconds();
      }
    }
    return seconds > 0 ? Math.rint(percentSeconds / seconds * 1e3) / 1e3 : 0;
  }

  private double targetPercent(Stretch stretch, VmGroup group) {
    return plan.targets(stretch.name()).map(shares -> PlanFacts.percent(shares, group)).orElse(0.0);
  }

  /**
   * @param seconds length of what the share is of
   */
  private static Cell cell(
      ShareCell share, double seconds, boolean isJudged, long results, Double expected) {
    Judged verdict = Judged.NOT_JUDGED;
    if (isJudged && share.total() > 0) {
      verdict = share.isWithinTolerance() ? Judged.PASS : Judged.FAIL;
    }
    boolean isEmpty = share.total() == 0;
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
        verdict,
        results,
        expected,
        actual,
        target,
        target > 0 ? 100 * actual / target : null);
  }

  /** Requests of a Group whose Trade-Results would fall into the stretch. */
  private double delayedRequests(Stretch stretch, VmGroup group) {
    double requests = 0;
    for (Stretch sent : stretches) {
      if (sent.seconds() > 0 && sent.startUtcMillis() <= stretch.startUtcMillis()) {
        double rate = sent.requests().of(group) / sent.seconds();
        requests +=
            rate * ExchangeDelay.overlap(sent.start(), sent.end(), stretch.start(), stretch.end());
      }
    }
    return requests;
  }

  /** Measured Trade-Results by request whose result was due while measuring. */
  private double resultsPerRequest() {
    double due = 0;
    long results = 0;
    for (Stretch stretch : stretches) {
      if (stretch.isMeasured()) {
        for (VmGroup group : groups) {
          due += delayedRequests(stretch, group);
        }
        results += stretch.results().total();
      }
    }
    return due > 0 ? results / due : 0;
  }
}
