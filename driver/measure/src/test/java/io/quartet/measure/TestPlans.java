package io.quartet.measure;

import io.quartet.model.Disclosure;
import io.quartet.model.Load;
import io.quartet.model.PhaseTable;
import io.quartet.model.RunPlan;
import io.quartet.model.RunPlan.ValidityProfile;
import io.quartet.model.Timing;
import io.quartet.model.TransactionMix;
import io.quartet.model.VmGroup;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Plans for tests. */
public final class TestPlans {

  private TestPlans() {}

  /** The demo: 5 s, 5 s, ten phases of 6 s, 2 s. */
  public static RunPlan demo(int setsPerGroup) {
    return plan(ValidityProfile.DEMO, setsPerGroup, PhaseTable.VLDB2013);
  }

  /** As the demo, with another profile and table. */
  public static RunPlan plan(ValidityProfile profile, int setsPerGroup, PhaseTable phases) {
    return new RunPlan(
        "test",
        profile,
        setsPerGroup,
        phases,
        new Timing(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(6),
            Duration.ofSeconds(2)),
        Load.closed(4),
        new RunPlan.Market(20, Duration.ofSeconds(1)),
        Duration.ofSeconds(2),
        TransactionMix.ELASTIC,
        RunPlan.Engine.STANDARD,
        new RunPlan.Database(
            Map.of(VmGroup.A, 1, VmGroup.B, 1, VmGroup.C, 1, VmGroup.D, 1),
            Map.of(VmGroup.A, 1, VmGroup.B, 1, VmGroup.C, 1, VmGroup.D, 1),
            1,
            10_000,
            42,
            "covering"),
        new RunPlan.Provider(
            Map.of(), 15432, Optional.empty(), Optional.empty(), Map.of(), Map.of(), Map.of()),
        RunPlan.Driver.ALONE,
        Duration.ofSeconds(1),
        1,
        Disclosure.NONE,
        Optional.empty());
  }
}
