package io.quartet.report.section;

import io.quartet.results.Check;
import java.util.List;

/**
 * Judgments of the rules about the run.
 *
 * @param checks every rule of the audit; empty if the run was not judged
 * @param deviations from an official run, each a sentence
 */
public record Audit(List<Check> checks, List<String> deviations) {}
