package io.quartet.report.section;

import java.util.List;
import java.util.stream.Stream;

/**
 * Verdict of a run: whether it counts.
 *
 * @param isValid false when any rule that counts for the profile was broken
 * @param statement for instance {@code valid for demo, not publishable}
 * @param isUndisturbed false if others took more than a fifth of the processor time of a machine,
 *     or if their share is not known
 * @param reasons why it is INVALID, what became of the run first, then the shortest; empty when it
 *     is valid
 * @param warnings broken rules that do not count, and files that were not complete
 */
public record RunVerdict(
    boolean isValid,
    String statement,
    boolean isUndisturbed,
    List<String> reasons,
    List<String> warnings) {

  /** The first reasons, and how many more there are: what a terminal shows. */
  public List<String> firstReasons(int most) {
    if (reasons.size() <= most + 1) {
      return reasons;
    }
    return Stream.concat(
            reasons.stream().limit(most),
            Stream.of("and " + (reasons.size() - most) + " more reasons, in the report"))
        .toList();
  }

  /** {@code valid}, {@code disturbed} or {@code invalid}: a class of the style sheets. */
  public String styleClass() {
    if (!isValid) {
      return "invalid";
    }
    return isUndisturbed ? "valid" : "disturbed";
  }
}
