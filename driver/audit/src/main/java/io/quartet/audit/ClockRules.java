package io.quartet.audit;

import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunResults;
import io.quartet.results.events.ClockOffset;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Whether the clocks agreed: samples of different machines are put side by side by their time. */
final class ClockRules {

  private static final String ID = "clocks";
  private static final String TITLE = "The clocks of driver, workers and VMs agree";

  private ClockRules() {}

  static Check judge(RunResults results) {
    List<ClockOffset> offsets = ClockOffset.of(results.events());
    if (offsets.isEmpty()) {
      return Check.notJudged(
          ID, TITLE, Severity.FATAL, "no clock was read: events.jsonl has no clockOffset");
    }
    ClockOffset worst =
        Collections.max(
            offsets,
            Comparator.comparingLong(
                offset -> Math.abs(offset.micros()) - offset.uncertaintyMicros()));
    boolean isFatal = offsets.stream().anyMatch(offset -> offset.exceeds(ClockOffset.LIMIT));
    return Check.of(
        ID,
        TITLE,
        isFatal ? Severity.FATAL : Severity.WARNING,
        offsets.stream().noneMatch(offset -> offset.exceeds(ClockOffset.WARNING)),
        worst.describe(),
        ClockOffset.WARNING.toMillis()
            + " ms; INVALID above "
            + ClockOffset.LIMIT.toMillis()
            + " ms",
        "");
  }
}
