package io.quartet.report.section;

import java.util.List;

/**
 * Whether the run counts.
 *
 * @param isValid false when any rule that counts for the profile was broken
 * @param statement for instance {@code valid for demo, not publishable}
 * @param reasons why it is INVALID; empty when it is valid
 * @param warnings broken rules that do not count, and files that were not complete
 */
public record Validity(
    boolean isValid, String statement, List<String> reasons, List<String> warnings) {}
