package io.quartet.run.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.RunClock;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The offset by which the stamps of a log are corrected. */
@Tag("unit")
class BeginningTest {

  private static final RunPlan PLAN =
      TestPlans.withPgbench(
          TestPlans.demo(1), ClientLoad.closed(1, 1), TestPlans.timing(1, 0, 3, 1), "select-only");

  private static long offsetMicros(RunClock clock, long aheadMicros) throws InterruptedException {
    PlannedProcess process =
        PlannedProcess.withRamps(PLAN, (Pgbench) PLAN.workload(), new VmSet(VmGroup.A, 1)).get(0);
    Beginning beginning = new Beginning(process, offset -> {}, clock, () -> false, aheadMicros);
    beginning.await();
    return beginning.clockOffsetMicros();
  }

  @Test
  void clockOfTheVmAddsToThatOfTheDriver() throws InterruptedException {
    // Both read the same clock, one after the other.
    RunClock clock = RunClock.startingIn(Duration.ZERO, System.currentTimeMillis());
    long aheadMicros = Duration.ofHours(1).toNanos() / 1_000;
    long between = offsetMicros(clock, aheadMicros) - offsetMicros(clock, 0);
    assertThat(between).isBetween(aheadMicros / 2, 2 * aheadMicros);
  }
}
