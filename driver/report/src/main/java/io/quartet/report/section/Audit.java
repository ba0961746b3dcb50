package io.quartet.report.section;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.quartet.results.Check;
import java.util.List;

/**
 * Judgment of the kit about the run.
 *
 * @param checks every rule of the audit; empty if the run was not judged
 * @param deviations from an official run, each a sentence
 */
public record Audit(
    @JsonProperty("audit") @JsonIgnoreProperties("findings") List<Check> checks,
    List<String> deviations) {}
