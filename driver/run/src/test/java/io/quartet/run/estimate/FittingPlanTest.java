package io.quartet.run.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quartet.config.BenchmarkFile;
import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Machine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class FittingPlanTest {

  private static final long GB = 1_000_000_000;
  private static final Path FOLDER = Path.of("/var/lib/quartet");

  private final RunPlan usual = BenchmarkFile.loadExample("laptop");

  private FittingPlan fitting(int cores, double memoryGb, double freeGb) {
    return FittingPlan.of(
        usual, new Machine(cores, (long) (memoryGb * GB)), (long) (freeGb * GB), FOLDER);
  }

  @ParameterizedTest
  @CsvSource({"2, 4, 10", "2, 4, 7", "4, 8, 20", "16, 64, 200", "128, 1000, 9000"})
  void theFirstRunFitsTheMachineAndAShortWait(int cores, double memoryGb, double freeGb) {
    FittingPlan fitting = fitting(cores, memoryGb, freeGb);

    assertThat(fitting.needs().memoryBytes()).isLessThanOrEqualTo((long) (memoryGb * GB));
    assertThat(fitting.needs().diskBytes()).isLessThan((long) (freeGb * GB));
    assertThat(fitting.times().up().plus(fitting.times().load())).isLessThan(Duration.ofMinutes(3));
    assertThat(fitting.times().run()).isLessThan(Duration.ofMinutes(10));
    assertThat(fitting.plan().schedule().phaseCount()).isEqualTo(10);
  }

  @Test
  void theMachineOfTheReadmeHasGroupsOfFourSizes() {
    RunPlan plan = fitting(2, 4, 10).plan();

    assertThat(plan.userSessions()).isEqualTo(16);
    assertThat(plan.database().loadUnits())
        .isEqualTo(Map.of(VmGroup.A, 1, VmGroup.B, 2, VmGroup.C, 3, VmGroup.D, 4));
    assertThat(plan.schedule().timing().phase(0)).isBetween(seconds(20), seconds(60));
  }

  @Test
  void littleDiskShortensTheHistoryAndThenTheGroups() {
    assertThat(fitting(2, 4, 9).plan().database().tradeDays()).isEqualTo(1);
    assertThat(fitting(2, 4, 7).plan().database().loadUnits().values()).containsOnly(1);
  }

  @Test
  void littleMemoryTakesUsers() {
    assertThat(fitting(2, 3.6, 10).plan().userSessions()).isBetween(4, 15);
  }

  @Test
  void manyProcessorsLoadAWholeHistory() {
    FittingPlan fitting = fitting(16, 64, 200);

    assertThat(fitting.plan().database().tradeDays()).isEqualTo(Database.SHORT_HISTORY_BELOW_DAYS);
    assertThat(fitting.plan().userSessions()).isEqualTo(128);
  }

  @Test
  void aMachineThatIsTooSmallIsToldAllThatIsMissing() {
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> fitting(1, 1, 2))
        .satisfies(e -> assertThat(e.code()).isEqualTo("MACHINE_TOO_SMALL"))
        .withMessageContaining("GiB of memory, and there are 954 MiB")
        .withMessageContaining("GiB of disk, and /var/lib/quartet has 1.9 GiB free")
        .withMessageContaining("quartet init --example machines");
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }
}
