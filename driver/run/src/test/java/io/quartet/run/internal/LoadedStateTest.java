package io.quartet.run.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What differs between the load that is there and the one that is wanted. */
@Tag("unit")
class LoadedStateTest {

  private static final LoadedState BROKERAGE =
      new LoadedState(Map.of("load_units", "1"), "covering", "5a1b", true, true);

  private static LoadedState pgbench(String scale) {
    return new LoadedState(Map.of("workload", "pgbench", "scale", scale), "", "", false, true);
  }

  @Test
  void otherWorkloadIsTheOnlyDifferenceThatIsNamed() {
    assertThat(BROKERAGE.difference(pgbench("1")))
        .isEqualTo("the workload is brokerage, not pgbench");
    assertThat(pgbench("1").difference(BROKERAGE))
        .isEqualTo("the workload is pgbench, not brokerage");
    assertThat(BROKERAGE.differsInProfileOnly(pgbench("1"))).isFalse();
    assertThat(pgbench("1").fits(BROKERAGE)).isFalse();
  }

  @Test
  void parametersOfTheTablesAreCompared() {
    assertThat(pgbench("1").difference(pgbench("2"))).isEqualTo("scale is 1, not 2");
    assertThat(pgbench("1").fits(pgbench("1"))).isTrue();
  }
}
