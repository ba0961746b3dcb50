package io.quartet.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.config.Problem;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.CpuSet;
import io.quartet.model.size.Pinning;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.Topology;
import io.quartet.model.size.VmSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class PinningCheckTest {

  private static final RunPlan PLAN = TestPlans.ofOneSet("pinned", Path.of("/data"), 15432);

  /** Two nodes of four processors, and one that has memory alone. */
  private static final Topology MACHINE =
      new Topology(
          CpuSet.parse("0-7"),
          new TreeMap<>(Map.of(0, CpuSet.parse("0-3"), 1, CpuSet.parse("4-7"), 2, CpuSet.NONE)));

  private static Pinning pinning(String cpuset, Integer node) {
    return new Pinning(
        Optional.ofNullable(cpuset).map(CpuSet::parse),
        node == null ? OptionalInt.empty() : OptionalInt.of(node));
  }

  private static RunPlan withOltp(double vcpus, Pinning pinning) {
    VmSize size =
        new VmSize(
            vcpus == 0 ? OptionalDouble.empty() : OptionalDouble.of(vcpus),
            OptionalLong.empty(),
            Map.of(),
            pinning);
    return TestPlans.withSizes(PLAN, Sizes.ofRoles(Map.of(VmRole.OLTP, size)));
  }

  private static List<String> texts(RunPlan plan) {
    return PinningCheck.problems(plan, Optional.of(MACHINE), "cgroup v1").stream()
        .map(Problem::text)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"0-7,", "0,", "4-7,1", ",1", ",0"})
  void whatTheMachineHasCanBeUsed(String cpuset, Integer node) {
    assertThat(texts(withOltp(1, pinning(cpuset, node)))).isEmpty();
    assertThat(texts(PLAN.withDriver(PLAN.driver().withPinning(pinning(cpuset, node))))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6-9 |   | 0 | provider.sizes.oltp.cpuset is 6-9, but this process may only use processors 0-7. Name some of these.
              | 3 | 0 | provider.sizes.oltp.numaNode is 3, but this process may only use NUMA nodes 0-2. Name one of these.
          3-4 | 1 | 0 | provider.sizes.oltp.cpuset is 3-4, but NUMA node 1, which gives a1-vm3 its memory, only has processors 4-7. Name some of these, or another node.
              | 2 | 0 | provider.sizes.oltp.numaNode is 2, but this process may use no processor of that NUMA node. Name another node.
              | 1 | 5 | provider.sizes.oltp.numaNode is 1, a node with 4 processors, but a1-vm3 has more vcpus. Lower them, or leave this key out.
          """)
  void whatTheMachineDoesNotHaveIsRefused(
      String cpuset, Integer node, double vcpus, String message) {
    assertThat(texts(withOltp(vcpus, pinning(cpuset, node)))).containsExactly(message);
  }

  @Test
  void eachPlaceIsReportedOnce() {
    RunPlan plan =
        withOltp(0, pinning("8", 4)).withDriver(PLAN.driver().withPinning(pinning("9", null)));

    List<Problem> problems = PinningCheck.problems(plan, Optional.of(MACHINE), "cgroup v2");
    assertThat(problems)
        .extracting(problem -> problem.path().toString())
        .containsExactly(
            "driver.cpuset", "provider.sizes.oltp.cpuset", "provider.sizes.oltp.numaNode");
    assertThat(problems)
        .allSatisfy(
            problem -> {
              assertThat(problem.kind()).isEqualTo(Kind.ENVIRONMENT);
              assertThat(problem.code()).isEqualTo("PINNING_NOT_POSSIBLE");
            });
  }

  @Test
  void nothingCanBeBoundWithoutControlGroups() {
    RunPlan plan = withOltp(0, pinning("0", null));

    assertThat(PinningCheck.problems(plan, Optional.empty(), "none: cgroup v2 is not writable"))
        .extracting(Problem::text)
        .containsExactly(
            "provider.sizes.oltp.cpuset is given, but this account cannot make control groups that"
                + " bind processes (isolation here: none: cgroup v2 is not writable). Run as root on"
                + " a machine with the controller cpuset, or leave the key out.");
  }
}
