package io.quartet.report;

import io.quartet.model.plan.Disclosure;
import io.quartet.model.plan.Pricing;
import io.quartet.report.section.Audit;
import io.quartet.report.section.Contents;
import io.quartet.report.section.Integrity;
import io.quartet.report.section.MeasuredLoad;
import io.quartet.report.section.Metric;
import io.quartet.report.section.RunFacts;
import io.quartet.report.section.RunVerdict;
import io.quartet.report.section.Statistics;
import io.quartet.report.section.SystemUnderTest;
import io.quartet.report.section.ToolLoad;
import io.quartet.report.section.Totals;
import java.math.BigDecimal;

/**
 * Every figure of one run: what {@code report.json} holds and {@code report.html}, {@code
 * report.pdf} and {@code disclosure.pdf} show. Immutable.
 *
 * <p>{@link OutputSchema#REPORT} describes the fields. A figure that the results folder does not
 * give is null; it is never guessed.
 *
 * @param contents the workload, by which it chooses figures, sections and words
 * @param tool load by database and processes of the tool; null for a brokerage
 * @param disclosure facts that no program can detect
 * @param pricing null if no prices were disclosed
 */
public record Report(
    Contents contents,
    RunFacts run,
    RunVerdict verdict,
    Metric metric,
    Totals summary,
    MeasuredLoad workload,
    ToolLoad tool,
    Integrity integrity,
    Statistics statistics,
    Audit audit,
    SystemUnderTest system,
    Disclosure disclosure,
    Pricing pricing) {

  /** States what figures of Quartet must not be compared with. */
  public static final String NOTICE =
      "TPC-V style workload. Not a TPC result; not comparable with published TPC results.";

  /** States what figures of a tool must not be compared with. */
  private static final String NOTICE_OF_TOOL =
      "The figure is of %s. Compare it only with runs of the same workload: not with a"
          + " brokerage, other tools or TPC results.";

  /** States what the figures must not be compared with. */
  public String notice() {
    return notice(contents);
  }

  /** States what figures of a workload must not be compared with. */
  public static String notice(Contents contents) {
    return contents.isBrokerage() ? NOTICE : NOTICE_OF_TOOL.formatted(contents.tool());
  }

  /** Price by elastic trade per second; null without prices or without a measured throughput. */
  public BigDecimal pricePerEtps() {
    return pricing == null || metric.etps() == null ? null : pricing.perEtps(metric.etps());
  }
}
