package io.quartet.run.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.config.BenchmarkFile;
import io.quartet.model.VmRole;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.Machine;
import io.quartet.provision.embedded.LocalNeeds;
import io.quartet.run.doctor.Diagnosis.Health;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The log of a run of two hours: what it may come to, what the servers keep, and its room. */
@Tag("unit")
class LogCheckTest {

  private static final RunPlan PLAN = BenchmarkFile.loadExample("official");
  private static final Machine SMALL = new Machine(2, 8_000_000_000L);
  private static final Machine LARGE = new Machine(16, 64_000_000_000L);

  private static RunPlan keeping(String dss, String oltp) {
    return TestPlans.withSettings(
        PLAN,
        Map.of(
            VmRole.DSS, Map.of("wal_keep_size", dss), VmRole.OLTP, Map.of("wal_keep_size", oltp)));
  }

  private static Diagnosis diagnosis(RunPlan plan, Machine machine) {
    return new LogCheck(plan, machine).diagnosis().orElseThrow();
  }

  @Test
  void exampleKeepsTheLogOfASmallMachine() {
    Diagnosis diagnosis = diagnosis(PLAN, SMALL);

    assertThat(diagnosis.health()).as(diagnosis.detail()).isEqualTo(Health.OK);
    assertThat(diagnosis.detail())
        .isEqualTo(
            "about 56.3 GiB of log in the measured interval at 140 etps, which all servers keep");
  }

  @Test
  void serversThatKeepTooLittleAreNamed() {
    Diagnosis diagnosis = diagnosis(PLAN, LARGE);

    assertThat(diagnosis.health()).isEqualTo(Health.WARNING);
    assertThat(diagnosis.detail())
        .contains(
            "at 1120 etps: a1-vm2 keeps 32.0 GiB of 33.0 GiB; a1-vm3 keeps 12.0 GiB of 12.0 GiB");
  }

  @Test
  void rateOfAPacedLoadIsWhatItAsksFor() {
    RunPlan paced = TestPlans.withLoad(PLAN, new Load.Paced(Load.Ladder.constant(10), 64, 1_000));
    assertThat(diagnosis(paced, LARGE).detail()).startsWith("about 4.0 GiB").contains("at 10 etps");
  }

  @Test
  void serversThatKeepNoneAreLeftToRule31() {
    assertThat(new LogCheck(keeping("0", "0"), SMALL).diagnosis()).isEmpty();
    assertThat(diagnosis(keeping("0", "12GB"), SMALL).detail()).contains("a1-vm2 keeps 0 MiB");
  }

  @Test
  void keptLogIsPartOfTheRoomForTheDatabases() {
    long without = LocalNeeds.of(keeping("0", "0")).diskBytes();
    long with = LocalNeeds.of(keeping("3GB", "1024")).diskBytes();
    assertThat(with - without).isEqualTo(4 * (4L << 30));
  }
}
