package io.quartet.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.quartet.report.section.Audit;
import io.quartet.report.section.Disclosed;
import io.quartet.report.section.Integrity;
import io.quartet.report.section.MeasuredLoad;
import io.quartet.report.section.Metric;
import io.quartet.report.section.PriceList;
import io.quartet.report.section.RunFacts;
import io.quartet.report.section.Statistics;
import io.quartet.report.section.SystemUnderTest;
import io.quartet.report.section.Totals;
import io.quartet.report.section.Validity;

/**
 * Every figure of one run: what {@code report.json} holds and {@code report.html} and {@code
 * report.pdf} show. Immutable.
 *
 * <p>The fields are described in {@code report.schema.json}, which is shipped beside this class. A
 * figure that the results folder does not give is null; it is never guessed. In {@code report.json}
 * the fields of an unwrapped section stand beside those of the others, in the order of the
 * components.
 */
@JsonPropertyOrder({"schemaVersion", "notice"})
public record Report(
    RunFacts run,
    Validity verdict,
    Metric metric,
    Totals summary,
    @JsonUnwrapped MeasuredLoad workload,
    @JsonUnwrapped Integrity integrity,
    Statistics statistics,
    @JsonUnwrapped Audit audit,
    @JsonUnwrapped SystemUnderTest system,
    Disclosed disclosure,
    PriceList pricing) {

  /** States what figures of Quartet must not be compared with. */
  public static final String NOTICE =
      "TPC-V style workload. Not a TPC result; not comparable with published TPC results.";

  /** Version of the format of {@code report.json}. */
  @JsonProperty
  public int schemaVersion() {
    return 1;
  }

  /** States what the figures must not be compared with. */
  @JsonProperty
  public String notice() {
    return NOTICE;
  }
}
