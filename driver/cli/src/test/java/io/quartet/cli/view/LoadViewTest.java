package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.config.BenchmarkFile;
import io.quartet.model.plan.RunPlan;
import io.quartet.run.progress.LoadProgress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The view of a load; the laptop example loads 1, 2, 3 and 4 Load Units, twice each. */
@Tag("unit")
class LoadViewTest {

  private static final RunPlan PLAN = BenchmarkFile.loadExample("laptop");
  private static final OptionalDouble UNKNOWN = OptionalDouble.empty();

  private final AtomicLong nanos = new AtomicLong();
  private final LoadView view = new LoadView(PLAN, nanos::get);

  private static LoadProgress copying(
      String vm, String table, double share, OptionalDouble bytes, OptionalDouble seconds) {
    return new LoadProgress(vm, "copy", table, 57_600, 1, share, 350_000, bytes, seconds);
  }

  private static LoadProgress stage(String vm, String stage, double share) {
    return new LoadProgress(
        vm,
        stage,
        stage.equals("done") ? "" : "trade",
        0,
        0,
        share,
        350_000,
        OptionalDouble.of(1e6),
        UNKNOWN);
  }

  @Test
  void databaseAtWorkHasALineWithShareTableRatesAndTimeLeft() {
    view.add(copying("a1-vm2", "trade", 0.42, OptionalDouble.of(41.2e6), OptionalDouble.of(32.4)));

    assertThat(view.lines().get(1))
        .isEqualTo(
            "  a1-vm2   42 %  copy trade               350,000 rows/s  39.3 MiB/s  0:32 left");
  }

  @Test
  void longestLineFitsATerminalOfEightyColumns() {
    view.add(
        copying(
            "a1-vm2", "company_competitor", 1, OptionalDouble.of(141.2e6), OptionalDouble.of(754)));

    assertThat(view.lines()).allMatch(line -> line.length() < 80);
  }

  @Test
  void whatTheLoaderDoesNotTellIsLeftOut() {
    view.add(copying("a1-vm2", "trade", 0.42, UNKNOWN, UNKNOWN));

    assertThat(view.lines().get(1))
        .isEqualTo("  a1-vm2   42 %  copy trade               350,000 rows/s");
  }

  @Test
  void loaderThatWaitsForItsServerSaysSo() {
    view.add(stage("a1-vm2", "wait", 0.42));

    assertThat(view.lines().get(1)).isEqualTo("  a1-vm2   42 %  waiting for the server");
  }

  @Test
  void databaseThatFailedStaysInViewButHasNoRates() {
    view.add(copying("a1-vm2", "trade", 0.42, OptionalDouble.of(41.2e6), OptionalDouble.of(32.4)));
    view.fail("a1-vm2");

    assertThat(view.lines().get(1)).isEqualTo("  a1-vm2   42 %  failed");
    assertThat(view.lines().get(0)).contains("0 of 8 databases").doesNotContain("rows/s");
  }

  @Test
  void keysAndVacuumHaveNoRates() {
    view.add(stage("a1-vm2", "keys", 0.7));

    assertThat(view.lines().get(1)).isEqualTo("  a1-vm2   70 %  keys trade");
    assertThat(view.lines().get(0)).doesNotContain("rows/s");
  }

  @Test
  void finishedAndWaitingDatabasesCountInTheTotalAlone() {
    view.add(stage("d1-vm2", "done", 1));
    view.add(copying("d1-vm3", "trade", 0.5, OptionalDouble.of(40e6), UNKNOWN));
    view.add(copying("c1-vm2", "news_item", 0.5, OptionalDouble.of(2e6), UNKNOWN));

    // (4 + 4 / 2 + 3 / 2) of 20 Load Units.
    assertThat(view.lines())
        .hasSize(3)
        .first()
        .asString()
        .isEqualTo("  loaded 38 %, 1 of 8 databases           700,000 rows/s  40.1 MiB/s");
    assertThat(view.lines().subList(1, 3))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("  c1-vm2   50 %"),
            second -> assertThat(second).startsWith("  d1-vm3   50 %"));
  }

  @Test
  void timeLeftOfTheTotalFollowsWhatWasGainedSinceTheBegin() {
    view.add(stage("d1-vm2", "done", 1));
    nanos.set(60_000_000_000L);
    view.add(stage("d1-vm3", "done", 1));

    // A fifth in a minute, three fifths are left.
    assertThat(view.lines().get(0)).startsWith("  loaded 40 %, 2 of 8").endsWith(" 3:00 left");
  }

  @Test
  void changeOfTheIndexesIsIndexedAndNotLoaded() {
    view.index("a1-vm2");
    view.add(stage("d1-vm2", "done", 1));
    view.add(stage("a1-vm2", "keys", 0.6));
    view.addIndex(40_000_000);
    nanos.set(20_000_000_000L);
    view.add(stage("a1-vm2", "keys", 0.7));

    // 4 of 20 Load Units are ready, and a quarter of one.
    assertThat(view.lines())
        .containsExactly(
            "  indexed 21 %, 1 of 8 databases            1 index     1.9 MiB/s",
            "  a1-vm2   25 %  index trade");
  }

  @Test
  void changeBesideALoadIsALoad() {
    view.index("a1-vm2");
    view.add(stage("a1-vm2", "keys", 0.6));
    view.add(copying("b1-vm2", "trade", 0.5, UNKNOWN, UNKNOWN));

    assertThat(view.lines().get(0)).startsWith("  loaded 5 %, 0 of 8");
  }

  @Test
  void hoursAreShownAsHours() {
    view.add(copying("a1-vm2", "trade", 0.42, UNKNOWN, OptionalDouble.of(3_909)));

    assertThat(view.lines().get(1)).endsWith("1:05:09 left");
  }

  @Test
  void blockNeverHasMoreLinesThanTheTerminalNorLongerOnes() {
    StringWriter err = new StringWriter();
    Screen screen = new Screen(new PrintWriter(err), true, Screen.Size.parse("5 30"), nanos::get);
    List<String> many =
        IntStream.range(0, 40).mapToObj(i -> "line " + i + " " + "x".repeat(100)).toList();

    screen.show(many);

    assertThat(err.toString().lines())
        .hasSize(4)
        .allMatch(line -> line.length() < 30)
        .last()
        .isEqualTo("    and 37 more");
  }

  @Test
  void terminalThatTellsNoSizeCountsAsTheUsualOne() {
    assertThat(Screen.Size.parse("48 200")).isEqualTo(new Screen.Size(48, 200));
    assertThat(List.of("", "0 0", "x y", "24"))
        .allSatisfy(text -> assertThat(Screen.Size.parse(text)).isEqualTo(Screen.Size.USUAL));
  }
}
