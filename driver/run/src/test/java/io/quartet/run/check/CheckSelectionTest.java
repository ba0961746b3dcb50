package io.quartet.run.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.Machine;
import io.quartet.provision.DatabaseServer;
import io.quartet.run.internal.check.CheckFile;
import io.quartet.run.internal.check.CheckMemory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class CheckSelectionTest {

  @Test
  void everyFileHasANumberAClassAndATitle() {
    assertThat(CheckSelection.all().of(VmRole.OLTP, true))
        .hasSize(60)
        .allSatisfy(
            file -> {
              assertThat(file.name()).startsWith(file.number().toLowerCase() + "_");
              assertThat(file.checkClass()).isIn("A", "L");
              assertThat(file.title()).isNotBlank();
            });
  }

  @Test
  void usedDatabasesAreSparedWhatHoldsOnlyAfterALoad() {
    CheckSelection all = CheckSelection.all();

    assertThat(all.lapsedAfterARun()).hasSize(20).contains("I20");
    assertThat(all.of(VmRole.OLTP, false))
        .hasSize(40)
        .noneMatch(file -> all.lapsedAfterARun().contains(file.number()));
    assertThat(all.of(VmRole.DSS, false)).hasSize(41).extracting(CheckFile::number).contains("T01");
  }

  @Test
  void sharedPassesNameExistingChecksAndServeNoSelectionOfSome() {
    CheckSelection all = CheckSelection.all();
    List<String> numbers = all.of(VmRole.OLTP, true).stream().map(CheckFile::number).toList();

    assertThat(all.passes())
        .hasSizeGreaterThan(5)
        .allSatisfy(
            pass ->
                assertThat(pass.checks()).isNotEmpty().doesNotHaveDuplicates().isSubsetOf(numbers));
    assertThat(CheckSelection.only(List.of("I01")).passes()).isEmpty();
  }

  @Test
  void numbersMayBeWrittenInAnyForm() {
    assertThat(CheckSelection.only(List.of("i7", "I020", " t1")).of(VmRole.DSS, true))
        .extracting(CheckFile::number)
        .containsExactly("I07", "I20", "T01");
  }

  @Test
  void unknownNumberIsRefusedAndTheValidOnesAreNamed() {
    assertThatThrownBy(() -> CheckSelection.only(List.of("I07", "I99")))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("UNKNOWN_CHECK");
              assertThat(e.kind()).isEqualTo(QuartetException.Kind.BAD_INPUT);
            })
        .hasMessageContaining("'I99'")
        .hasMessageContaining("I01 to I60 and T01");
  }

  @Test
  void memoryOfAllSessionsTogetherStaysWithinAQuarterOfTheMachine() {
    for (int cores : new int[] {1, 2, 8, 64}) {
      for (int atATime = 1; atATime <= cores; atATime *= 2) {
        Machine machine = new Machine(cores, 64L << 30);
        CheckMemory memory = CheckMemory.of(machine, plan(), server(), atATime);
        long processes = atATime * (1L + memory.parallelWorkers());
        assertThat(processes).isLessThanOrEqualTo(cores);
        assertThat(processes * 8 * memory.workMemoryKilobytes()).isLessThanOrEqualTo(16L << 20);
      }
    }
  }

  @Test
  void memoryOfASmallVmIsRespected() {
    Machine machine = new Machine(2, 64L << 30);
    CheckMemory memory =
        CheckMemory.of(
            machine,
            TestPlans.withLimits(plan(), Map.of(), Map.of(VmRole.DSS, 1L << 30)),
            server(),
            2);

    assertThat(memory).isEqualTo(new CheckMemory(32_768, 0));
  }

  private static RunPlan plan() {
    return TestPlans.small("memory", Path.of("/unused"), 15432);
  }

  private static DatabaseServer server() {
    return new DatabaseServer(new VmSet(VmGroup.A, 1), VmRole.DSS, "127.1.1.2", 15432);
  }
}
