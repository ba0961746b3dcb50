package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class WallTimeTest {

  private static final long MILLISECOND = 1_000_000L;

  private final AtomicLong nanos = new AtomicLong(5 * MILLISECOND);
  private final WallTime time = new WallTime(nanos::get);

  private void pass(long millis) {
    nanos.addAndGet(millis * MILLISECOND);
  }

  @Test
  void partsAddUpToTheTotalAlsoWhenTheyAreRounded() {
    pass(1_400);
    time.begin("checks before");
    pass(1_400);
    time.begin("timed run");
    pass(600_400);
    time.begin("report");
    pass(1_400);
    // 604.6 s; each part alone would be rounded down, to 603 s in all.
    assertThat(time.parts().line())
        .isEqualTo(
            "total time 10:05: start 0:01, checks before 0:02, timed run 10:00, report 0:02");
    assertThat(time.parts().json())
        .hasToString(
            "{\"total\":604.6,\"parts\":[{\"name\":\"start\",\"seconds\":1.4},"
                + "{\"name\":\"checks before\",\"seconds\":1.4},"
                + "{\"name\":\"timed run\",\"seconds\":600.4},"
                + "{\"name\":\"report\",\"seconds\":1.4}]}");
  }

  @Test
  void partThatBeginsAgainGoesOn() {
    time.begin("load");
    pass(2_000);
    time.begin("copy");
    pass(3_000);
    time.begin("load");
    pass(4_000);
    assertThat(time.parts().line()).isEqualTo("total time 0:09: load 0:06, copy 0:03");
  }

  @Test
  void singlePartIsTheTotal() {
    pass(12_000);
    assertThat(time.parts().line()).isEqualTo("total time 0:12");
  }

  @Test
  void timeOfTheProcessIncludesItsStart() {
    assertThat(WallTime.ofProcess().parts().json().path("total").asDouble()).isPositive();
  }
}
