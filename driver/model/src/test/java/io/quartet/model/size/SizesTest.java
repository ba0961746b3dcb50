package io.quartet.model.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class SizesTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final VmSet B1 = new VmSet(VmGroup.B, 1);
  private static final long MIB = 1L << 20;

  private static VmSize vcpus(double vcpus, String... settings) {
    return new VmSize(OptionalDouble.of(vcpus), OptionalLong.empty(), settings(settings));
  }

  private static VmSize memory(long mib, String... settings) {
    return new VmSize(OptionalDouble.empty(), OptionalLong.of(mib * MIB), settings(settings));
  }

  private static Map<String, String> settings(String... namesAndValue) {
    return namesAndValue.length == 0
        ? Map.of()
        : Map.of(namesAndValue[0], namesAndValue[1], "fsync", namesAndValue[1]);
  }

  @Test
  void eachPropertyComesFromTheStrongestLayerThatHasIt() {
    Sizes sizes =
        new Sizes(
            Optional.of(
                new Sizes.Preset(
                    "reference",
                    Map.of(VmGroup.A, Map.of(VmRole.OLTP, VmSize.limits(1, 100 * MIB))))),
            Map.of(VmRole.OLTP, memory(200)),
            Map.of(VmRole.OLTP, vcpus(2, "jit", "of the role")),
            Map.of(VmGroup.A, Map.of(VmRole.OLTP, vcpus(3, "work_mem", "of the Group"))),
            Map.of("a1-vm3", memory(300, "wal_level", "of the VM")));

    assertThat(sizes.of(A1, VmRole.OLTP))
        .isEqualTo(
            new VmSize(
                OptionalDouble.of(3),
                OptionalLong.of(300 * MIB),
                Map.of(
                    "jit", "of the role",
                    "work_mem", "of the Group",
                    "wal_level", "of the VM",
                    "fsync", "of the VM")));
    assertThat(sizes.of(new VmSet(VmGroup.A, 2), VmRole.OLTP).memoryBytes()).hasValue(200 * MIB);
    assertThat(sizes.of(B1, VmRole.OLTP).vcpus()).hasValue(2);
    assertThat(sizes.of(B1, VmRole.DSS)).isEqualTo(VmSize.NONE);
  }

  @Test
  void presetDecidesWhatNothingElseDoes() {
    Map<VmRole, VmSize> ofA = Map.of(VmRole.OLTP, VmSize.limits(1, 100 * MIB));
    Sizes.Preset preset = new Sizes.Preset("reference", Map.of(VmGroup.A, ofA));
    Sizes sizes =
        new Sizes(Optional.of(preset), Map.of(VmRole.OLTP, vcpus(5)), Map.of(), Map.of(), Map.of());

    assertThat(sizes.of(A1, VmRole.OLTP)).isEqualTo(VmSize.limits(5, 100 * MIB));
    assertThat(sizes.of(B1, VmRole.OLTP)).isEqualTo(vcpus(5));
  }

  @ParameterizedTest
  @CsvSource({
    "25%, 256MB",
    "12.5 %, 128MB",
    "100%, 1024MB",
    "0.01%, 1MB",
    "25, 25",
    "%m [%p] , %m [%p]",
    "256MB, 256MB"
  })
  void percentagesAreSharesOfTheMemory(String written, String read) {
    VmSize size = new VmSize(OptionalDouble.empty(), OptionalLong.empty(), Map.of("x", written));

    assertThat(size.settingsWithin(1024 * MIB)).containsEntry("x", read);
    assertThat(size.settings()).containsEntry("x", written);
  }

  @Test
  void overcommitIsKnownIfEveryVmHasALimit() {
    List<VmSize> all = List.of(VmSize.limits(2, 6), VmSize.limits(1.5, 2));

    assertThat(GivenOut.processors(all)).isEqualTo(new GivenOut(3.5, 2, 2));
    assertThat(GivenOut.processors(all).timesOf(2)).hasValue(1.75);
    assertThat(GivenOut.memory(all).timesOf(16)).hasValue(0.5);
    GivenOut some = GivenOut.memory(List.of(memory(1), VmSize.NONE));
    assertThat(some).isEqualTo(new GivenOut(MIB, 1, 2));
    assertThat(some.timesOf(MIB)).isEmpty();
    assertThat(GivenOut.processors(List.of(memory(1))).isNothing()).isTrue();
  }

  /** As {@code postgres -C} of PostgreSQL 15 prints them. */
  @ParameterizedTest
  @CsvSource({
    "60.5GB, 7929856",
    "2147483648B, 262144",
    "16384, 16384",
    "100000.7, 100001",
    "' 128 MB ', 16384",
    ".5GB, 65536",
    "1.TB, 134217728",
    "1.00004TB, 134217728",
    "1e3MB, 128000",
    "0x10MB, 2048",
    "010MB, 1024",
    "12kB, 2",
    "0.0001GB, 0"
  })
  void sizeIsCountedAsPostgresCountsBlocks(String value, long blocks) {
    assertThat(PostgresSize.bytes(value, 8192)).hasValue(8192 * blocks);
  }

  @ParameterizedTest
  @CsvSource({"1.3GB, 1331", "1536kB, 2", "1.5MB, 2", "2.5MB, 2", "0.4MB, 0", "3, 3"})
  void sizeIsRoundedToTheUnitOfItsSetting(String value, long mib) {
    assertThat(PostgresSize.bytes(value, MIB)).hasValue(mib * MIB);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "MB", "08MB", "1 mb", "1KB", "-1", "25%", "1e", "large"})
  void whatPostgresTakesForNoSizeIsNone(String value) {
    assertThat(PostgresSize.bytes(value, MIB)).isEmpty();
  }
}
