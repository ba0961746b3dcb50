package io.quartet.report.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * How the kit judged the run.
 *
 * @param checks every rule of the audit; empty if the run was not judged
 * @param deviations from an official run, each a sentence
 */
public record Audit(@JsonProperty("audit") List<Check> checks, List<String> deviations) {

  /** One rule. */
  public record Check(
      String id,
      String title,
      String severity,
      String verdict,
      String actual,
      String limit,
      String evidence,
      String detail) {}
}
