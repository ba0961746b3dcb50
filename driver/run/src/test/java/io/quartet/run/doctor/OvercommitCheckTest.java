package io.quartet.run.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.Machine;
import io.quartet.run.doctor.Diagnosis.Health;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class OvercommitCheckTest {

  private static final Machine MACHINE = new Machine(2, 24_000_000_000L);
  private static final RunPlan PLAN = TestPlans.demo(1);

  @Test
  void vmsWithoutLimitsShareTheMachine() {
    Diagnosis diagnosis = OvercommitCheck.of(PLAN, MACHINE);

    assertThat(diagnosis.health()).isEqualTo(Health.OK);
    assertThat(diagnosis.detail())
        .isEqualTo(
            "no limits for processors: 12 VMs share 2; no limits for memory: 12 VMs share 22.4 GiB");
  }

  @Test
  void ratioIsThatOfAllLimits() {
    Map<VmRole, Double> cpus = Map.of(VmRole.TIER_A, 0.25, VmRole.DSS, 0.5, VmRole.OLTP, 0.5);
    Map<VmRole, Long> memory = Map.of(VmRole.DSS, 2_000_000_000L);
    Diagnosis diagnosis = OvercommitCheck.of(TestPlans.withLimits(PLAN, cpus, memory), MACHINE);

    assertThat(diagnosis.health()).isEqualTo(Health.OK);
    assertThat(diagnosis.detail())
        .isEqualTo(
            "processors: 5 on 2 (2.50 : 1); memory: 7.5 GiB on 22.4 GiB, but only 4 of 12 VMs have"
                + " a limit");
  }

  @Test
  void memoryThatIsGivenOutTwiceIsAWarning() {
    Map<VmRole, Long> memory = Map.of(VmRole.DSS, 7_000_000_000L);
    Diagnosis diagnosis = OvercommitCheck.of(TestPlans.withLimits(PLAN, Map.of(), memory), MACHINE);

    assertThat(diagnosis.health()).isEqualTo(Health.WARNING);
    assertThat(diagnosis.fix()).contains("provider.sizes");
  }
}
