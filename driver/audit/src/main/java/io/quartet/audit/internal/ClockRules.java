package io.quartet.audit.internal;

import io.quartet.audit.Outlook;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.DecidedBy;
import io.quartet.audit.Rule.Scope;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.events.EventLog;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Whether the clocks agreed: samples of different machines are put side by side by their time. */
public final class ClockRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .fatal("clocks", "The clocks of driver, workers and VMs agree")
              .number(6)
              .reads(EventLog.NAME)
              .how(
                  "W above 10 ms, F above 50 ms. Clocks are read before the run; on other machines every"
                      + " minute and at the end too")
              .before(ClockRules::judge, DecidedBy.MACHINE)
              .judge(
                  run -> Judgment.notJudged("no clock was read: events.jsonl has no clockOffset")));

  private ClockRules() {}

  private static Optional<Judgment> judge(Outlook outlook) {
    List<ClockOffset> offsets = outlook.clocks().get();
    return offsets.isEmpty() ? Optional.empty() : Optional.of(judge(offsets));
  }

  private static Judgment judge(List<ClockOffset> offsets) {
    ClockOffset worst =
        Collections.max(
            offsets,
            Comparator.comparingLong(
                offset -> Math.abs(offset.offsetMicros()) - offset.uncertaintyMicros()));
    boolean isFatal = offsets.stream().anyMatch(offset -> offset.exceeds(ClockOffset.LIMIT));
    return Judgment.of(
            offsets.stream().noneMatch(offset -> offset.exceeds(ClockOffset.WARNING)),
            worst.describe(),
            ClockOffset.WARNING.toMillis()
                + " ms; INVALID above "
                + ClockOffset.LIMIT.toMillis()
                + " ms")
        .fatalIf(isFatal);
  }
}
