package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.run.progress.LoadProgress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class TrialViewTest {

  private static final long SECOND = 1_000_000_000L;
  private static final OptionalDouble UNKNOWN = OptionalDouble.empty();

  private final StringWriter err = new StringWriter();
  private final AtomicLong nanos = new AtomicLong();
  private final TrialView view =
      new TrialView(new Screen(new PrintWriter(err), false, Screen.Size.USUAL, nanos::get), 10);

  private void load(int atSecond, double share) {
    nanos.set(atSecond * SECOND);
    view.onLoadProgress(
        new LoadProgress("a1-vm2", "keys", "trade", 0, 0, share, 0, UNKNOWN, UNKNOWN));
  }

  @Test
  void stepsHaveTheTimeLeftOfAllByTheirWeight() {
    view.onStep("copying the database of a1-vm2", 2);
    nanos.set(10 * SECOND);
    view.onStep("measuring TRADE_STATUS for 5 s on both copies", 8);
    assertThat(err.toString().lines())
        .containsExactly(
            "==> copying the database of a1-vm2",
            "==> measuring TRADE_STATUS for 5 s on both copies (about 0:40 left for all steps)");
  }

  @Test
  void shortFirstStepDoesNotPromiseThatTheOthersAreShort() {
    view.onStep("copying the database of a1-vm2", 2);
    nanos.set(SECOND / 2);
    view.onStep("measuring Trade-Status for 4 s on both copies", 8);
    assertThat(err.toString()).endsWith("both copies (about 0:08 left for all steps)\n");
  }

  /** The rows are there: what the loader counts as done before took no time. */
  @Test
  void indexesOfACopyAreIndexedAndNotLoaded() {
    view.onStep("giving the copy of a1-vm2 the index profile covering", 2);
    load(0, 0.6);
    load(6, 0.7);
    assertThat(err.toString().lines().skip(1))
        .containsExactly("    indexed 0 %  trade", "    indexed 25 %  trade  0:18 left");
    view.onStep("giving the copy of a1-vm3 the index profile covering", 2);
    load(12, 0.8);
    assertThat(err.toString()).endsWith("    indexed 0 %  trade\n");
  }
}
