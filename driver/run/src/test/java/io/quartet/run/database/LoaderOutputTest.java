package io.quartet.run.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.LoadProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class LoaderOutputTest {

  private static final String WAIT = "{\"stage\":\"wait\",\"share\":0.4}";

  private final List<LoadProgress> heard = new ArrayList<>();
  private final List<String> built = new ArrayList<>();
  private final LoadListener listener =
      new LoadListener() {
        @Override
        public void onLoadProgress(LoadProgress progress) {
          heard.add(progress);
        }

        @Override
        public void onIndexBuilt(String vm, String index, long bytes) {
          built.add(vm + " " + index + " " + bytes);
        }
      };

  @Test
  void progressIsPassedOnAndTheRestIsKeptToBeRead() {
    LoaderOutput output = new LoaderOutput("a1-vm2", listener, () -> false);
    output.accept("{\"stage\":\"copy\",\"table\":\"trade\",\"rows\":5,\"bytes\":6,\"share\":0.25}");
    output.accept("quartet-load: the disk is full.");
    output.accept("{not json");
    output.accept("{\"stage\":\"done\",\"share\":1}");
    assertThat(heard).hasSize(1);
    assertThat(heard.get(0).vm()).isEqualTo("a1-vm2");
    assertThat(heard.get(0).table()).isEqualTo("trade");
    assertThat(heard.get(0).share()).isEqualTo(0.25);
    assertThat(output.text()).isEqualTo("quartet-load: the disk is full.\n{not json");
  }

  @Test
  void changedIndexesAreKeptAndAreNoProgress() {
    LoaderOutput output = new LoaderOutput("a1-vm2", listener, () -> false);
    output.accept(
        "{\"stage\":\"dropped\",\"table\":\"trade\",\"index\":\"trade_by_symbol\",\"bytes\":8192,\"seconds\":0.01}");
    output.accept(
        "{\"stage\":\"built\",\"table\":\"trade\",\"index\":\"trade_by_price\",\"bytes\":16384,\"seconds\":1.5}");
    assertThat(output.indexes())
        .containsExactly(
            new IndexChange(false, "trade", "trade_by_symbol", 8_192, 0.01),
            new IndexChange(true, "trade", "trade_by_price", 16_384, 1.5));
    assertThat(heard).isEmpty();
    assertThat(built).containsExactly("a1-vm2 trade_by_price 16384");
    assertThat(output.text()).isEmpty();
  }

  @Test
  void onlyTheLastLinesAreKept() {
    LoaderOutput output = new LoaderOutput("a1-vm2", listener, () -> false);
    for (int line = 1; line <= 100; line++) {
      output.accept("line " + line);
    }
    assertThat(output.text()).startsWith("line 89\n").endsWith("line 100");
  }

  @Test
  void loaderThatWaitsGetsItsServerBack() {
    AtomicBoolean isGone = new AtomicBoolean(true);
    AtomicInteger starts = new AtomicInteger();
    LoaderOutput output =
        new LoaderOutput(
            "a1-vm2",
            listener,
            () -> {
              starts.addAndGet(isGone.get() ? 1 : 0);
              return isGone.getAndSet(false);
            });
    for (int second = 0; second < 100; second++) {
      output.accept(WAIT);
    }
    assertThat(starts).hasValue(1);
    assertThat(heard).hasSize(100).allMatch(progress -> progress.stage().equals("wait"));
  }

  @Test
  void serverThatDiesAgainAndAgainEndsTheLoad() {
    LoaderOutput output = new LoaderOutput("a1-vm2", listener, () -> true);
    for (int death = 0; death < LoaderOutput.MOST_RESTARTS; death++) {
      output.accept(WAIT);
    }
    assertThatThrownBy(() -> output.accept(WAIT))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("LOAD_FAILED");
              assertThat(e).hasMessageContaining("a1-vm2").hasMessageContaining("died");
            });
  }
}
