package io.quartet.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class VmValuesTest {

  /** Databases of four Groups of one Set with one value, but for those that are named. */
  private static VmValues databases(String value, String... vmsAndValues) {
    Map<String, String> byVm = new LinkedHashMap<>();
    for (String set : List.of("a1", "b1", "c1", "d1")) {
      byVm.put(set + "-vm2", value);
      byVm.put(set + "-vm3", value);
    }
    for (int i = 0; i < vmsAndValues.length; i += 2) {
      byVm.put(vmsAndValues[i], vmsAndValues[i + 1]);
    }
    return new VmValues(byVm);
  }

  @Test
  void oneValueOfAllVmsStandsAlone() {
    assertThat(databases("64MB").describe()).isEqualTo("64MB");
    assertThat(databases("").describe()).isEqualTo("''");
    assertThat(new VmValues(Map.of()).describe()).isNull();
  }

  @Test
  void rareValueNamesItsVmsAndTheOthersAreElsewhere() {
    assertThat(databases("64MB", "d1-vm2", "128MB").describe())
        .isEqualTo("128MB (DSS of D), 64MB elsewhere");
    assertThat(databases("64MB", "a1-vm2", "1GB", "d1-vm3", "1GB").describe())
        .isEqualTo("1GB (a1-vm2, d1-vm3), 64MB elsewhere");
  }

  @Test
  void rolesAndGroupsAreNamedTogether() {
    assertThat(
            databases("64MB", "a1-vm2", "1GB", "b1-vm2", "1GB", "c1-vm2", "1GB", "d1-vm2", "1GB")
                .describe())
        .isEqualTo("1GB (DSS), 64MB (OLTP)");
    assertThat(databases("64MB", "d1-vm2", "128MB", "d1-vm3", "128MB").describe())
        .isEqualTo("128MB (Group D), 64MB (Groups A, B, C)");
    assertThat(databases("64MB", "c1-vm3", "1GB", "d1-vm3", "1GB").describe())
        .isEqualTo("1GB (OLTP of C, D), 64MB elsewhere");
  }

  @Test
  void machineOfTheDriverIsNoVm() {
    assertThat(databases("6.1", VmValues.DRIVER, "6.8").describe())
        .isEqualTo("6.8 (driver), 6.1 (all VMs)");
  }

  @Test
  void onlyVmsOfBothRunsAreCompared() {
    VmValues one = new VmValues(Map.of("a1-vm2", "on", "a2-vm2", "off"));
    assertThat(one.differsFrom(new VmValues(Map.of("a1-vm2", "on", "b1-vm2", "off")))).isFalse();
    assertThat(one.differsFrom(new VmValues(Map.of("a1-vm2", "off")))).isTrue();
    assertThat(one.differsFrom(new VmValues(Map.of("b1-vm2", "off")))).isFalse();
  }

  @Test
  void valuesThatChangedPlacesDiffer() {
    assertThat(databases("1", "a1-vm2", "2").differsFrom(databases("1", "b1-vm2", "2"))).isTrue();
  }
}
