package io.quartet.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.CpuSet;
import io.quartet.model.size.Machine;
import io.quartet.model.size.Pinning;
import io.quartet.provision.internal.ControlGroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In real control groups. */
@Tag("pg")
class DriverGroupTest {

  private static final RunPlan PLAN = TestPlans.ofOneSet("driver-group", Path.of("/data"), 15432);
  private static final Path STATUS = Path.of("/proc/self/status");

  private Path group;
  private String processors;

  @BeforeEach
  void needGroups() {
    Optional<Path> ofDriver = ControlGroups.detect(PLAN.name()).ofDriver();
    Assumptions.assumeTrue(ofDriver.isPresent(), "no control groups that bind processes");
    group = ofDriver.get();
    processors = processors();
  }

  @AfterEach
  void removeGroups() {
    ControlGroups.detect(PLAN.name()).remove();
  }

  private static String processors() {
    return Machine.field(STATUS, "Cpus_allowed_list");
  }

  private static RunPlan boundTo(String cpuset) {
    return PLAN.withDriver(
        PLAN.driver()
            .withPinning(new Pinning(Optional.of(CpuSet.parse(cpuset)), OptionalInt.of(0))));
  }

  @Test
  void everyThreadIsBoundUntilTheGroupIsClosed() throws IOException, InterruptedException {
    String first = CpuSet.parse(processors).numbers().get(0).toString();
    try (DriverGroup bound = DriverGroup.join(boundTo(first))) {
      assertThat(bound).isNotNull();
      assertThat(group).isDirectory();
      try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
        assertThat(threads)
            .allSatisfy(
                thread -> {
                  Path status = thread.resolve("status");
                  assertThat(Machine.field(status, "Cpus_allowed_list")).isIn(first, "");
                  assertThat(Machine.field(status, "Mems_allowed_list")).isIn("0", "");
                });
      }
      Process child = new ProcessBuilder("cat", STATUS.toString()).start();
      assertThat(new String(child.getInputStream().readAllBytes()))
          .contains("Cpus_allowed_list:\t" + first + "\n");
      child.waitFor(); // Until it is gone, the group is in use.
    }
    assertThat(processors()).isEqualTo(processors);
    assertThat(group).doesNotExist();
  }

  @Test
  void driverWithoutPinningStaysWhereItIs() throws IOException {
    List<String> before = Files.readAllLines(Path.of("/proc/self/cgroup"));
    try (DriverGroup bound = DriverGroup.join(PLAN)) {
      assertThat(bound).isNotNull();
      assertThat(Files.readAllLines(Path.of("/proc/self/cgroup"))).isEqualTo(before);
    }
  }

  @Test
  void groupOfAKilledDriverIsRemovedWithThoseOfTheVms() throws IOException {
    Files.createDirectories(group);
    ControlGroups.detect(PLAN.name()).remove();
    assertThat(group).doesNotExist();
  }
}
