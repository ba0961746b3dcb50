package io.quartet.provision.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.Machine;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.VmSize;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Purpose;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("unit")
class ClusterSettingsTest {

  private static final long GIB = 1L << 30;
  private static final Machine MACHINE = new Machine(2, 24 * GIB);
  private static final RunPlan PLAN = TestPlans.small("settings", Path.of("/data"), 15_432);

  private static final DatabaseServer SERVER =
      new DatabaseServer(new VmSet(VmGroup.A, 1), VmRole.OLTP, "127.1.1.3", 15_432);

  private static Map<String, String> settings(RunPlan plan, Purpose purpose) {
    return new ClusterSettings(plan, MACHINE).of(SERVER, purpose, Path.of("/run/x"));
  }

  private static long mib(Map<String, String> settings, String name) {
    return Long.parseLong(settings.get(name).replace("MB", ""));
  }

  @ParameterizedTest
  @EnumSource(Purpose.class)
  void serverUnderAHardLimitFitsIntoIt(Purpose purpose) {
    long limitMib = 512;
    RunPlan plan = TestPlans.withLimits(PLAN, Map.of(), Map.of(VmRole.OLTP, limitMib << 20));
    Map<String, String> settings = settings(plan, purpose);
    // The loader builds two indexes at a time, autovacuum cleans three tables.
    assertThat(mib(settings, "shared_buffers") + 3 * mib(settings, "maintenance_work_mem"))
        .isLessThanOrEqualTo(limitMib * 3 / 4);
    assertThat(mib(settings, "effective_cache_size")).isLessThan(limitMib);
    // The kernel counts huge pages in no control group.
    assertThat(settings).containsEntry("huge_pages", "off");
    assertThat(hugePageMib(plan)).isZero();
  }

  private static long hugePageMib(RunPlan plan) {
    return new ClusterSettings(plan, MACHINE).hugePageBytes() >> 20;
  }

  @Test
  void serverWithoutALimitTakesItsShareOfTheMachine() {
    Map<String, String> settings = settings(PLAN, Purpose.RUNNING);
    // A quarter of 24 GiB among four Sets, a third of it for VM3.
    assertThat(mib(settings, "shared_buffers")).isEqualTo(512);
    assertThat(mib(settings(PLAN, Purpose.LOADING), "maintenance_work_mem")).isEqualTo(768);
  }

  @Test
  void onlyARunWantsHugePagesAndOnlyWithoutALimitOrASetting() {
    assertThat(settings(PLAN, Purpose.LOADING)).containsEntry("huge_pages", "off");
    assertThat(settings(PLAN, Purpose.RUNNING)).containsEntry("huge_pages", "try");
    // Four Sets with 1.5 GiB of shared buffers each.
    assertThat(hugePageMib(PLAN)).isBetween(6L * 1_024, 6L * 1_024 * 12 / 10);
    Map<String, String> off = Map.of("huge_pages", "off");
    assertThat(hugePageMib(TestPlans.withSettings(PLAN, Map.of(VmRole.DSS, off, VmRole.OLTP, off))))
        .isZero();
  }

  @Test
  void settingsOfThePlanWinDuringARun() {
    RunPlan plan =
        TestPlans.withSettings(
            PLAN,
            Map.of(VmRole.OLTP, Map.of("shared_buffers", "1GB", "synchronous_commit", "off")));
    assertThat(settings(plan, Purpose.RUNNING))
        .containsEntry("shared_buffers", "1GB")
        .containsEntry("synchronous_commit", "off")
        .containsEntry(
            "effective_cache_size", settings(PLAN, Purpose.RUNNING).get("effective_cache_size"));
    assertThat(settings(plan, Purpose.LOADING)).isEqualTo(settings(PLAN, Purpose.LOADING));
  }

  @ParameterizedTest
  @CsvSource({"1GB, 1024", "96 MB, 96", "'131072', 1024", "262144kB, 256", "much, 512"})
  void sharedBuffersOfThePlanCountInWhatTheMachineNeeds(String said, long mib) {
    RunPlan plan =
        TestPlans.withSettings(PLAN, Map.of(VmRole.OLTP, Map.of("shared_buffers", said)));
    assertThat(new ClusterSettings(plan, MACHINE).sharedBuffersMib(SERVER.set(), VmRole.OLTP))
        .isEqualTo(mib);
  }

  @ParameterizedTest
  @CsvSource({"0, 25%, 768", "512, 25%, 128", "1000, 12.5%, 125"})
  void shareIsOfTheLimitOrOfTheMachineDividedByItsDatabases(long limitMib, String share, long mib) {
    Map<VmRole, VmSize> roles =
        Map.of(
            VmRole.OLTP,
            new VmSize(
                OptionalDouble.empty(),
                limitMib == 0 ? OptionalLong.empty() : OptionalLong.of(limitMib << 20),
                Map.of("shared_buffers", share, "wal_buffers", "1MB")));
    RunPlan plan = TestPlans.withSizes(PLAN, Sizes.ofRoles(roles));

    assertThat(settings(plan, Purpose.RUNNING))
        .containsEntry("shared_buffers", mib + "MB")
        .containsEntry("wal_buffers", "1MB");
    assertThat(new ClusterSettings(plan, MACHINE).sharedBuffersMib(SERVER.set(), VmRole.OLTP))
        .isEqualTo(mib);
    assertThat(settings(plan, Purpose.LOADING)).doesNotContainValue(share);
  }
}
