package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.Backlog;
import io.quartet.books.Live;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.TestPlans;
import io.quartet.results.CheckRow;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.VmTrouble;
import io.quartet.run.progress.CopyProgress;
import io.quartet.run.progress.LoadProgress;
import io.quartet.run.progress.Stage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ProgressTest {

  private final RunPlan plan = BenchmarkFile.loadExample("demo");
  private static final Backlog BACKLOG = new Backlog(3, 24);

  private final StringWriter err = new StringWriter();
  private final AtomicLong nanos = new AtomicLong();

  private Progress progress(boolean isTerminal) {
    return new Progress(
        new Screen(new PrintWriter(err), isTerminal, Screen.Size.USUAL, nanos::get), plan);
  }

  private Live live() {
    Segment fourth = plan.timeline().phases().get(3);
    return new Live(
        fourth,
        Duration.ofSeconds(3),
        Duration.ofSeconds(38),
        1_234,
        41.25,
        Map.of(VmGroup.A, 5.0, VmGroup.B, 10.1, VmGroup.C, 4.9, VmGroup.D, 80.0),
        Map.of(VmGroup.A, 5.0, VmGroup.B, 10.0, VmGroup.C, 5.0, VmGroup.D, 80.0),
        List.of(
            new Live.Offender(
                new VmSet(VmGroup.A, 1), TransactionType.CUSTOMER_POSITION, 120_000, 0.04),
            new Live.Offender(
                new VmSet(VmGroup.D, 1), TransactionType.TRADE_LOOKUP, 930_000, 0.31)),
        12_345,
        16,
        5,
        2,
        7);
  }

  @Test
  void linesHoldPhaseThroughputSharesTimeLeftAndWhatIsWrong() {
    progress(false).onProgress(live(), BACKLOG);
    assertThat(err.toString().lines())
        .containsExactly(
            "    phase 4 of 10  etps now 41.3  A 5.0/5 B 10.1/10 C 4.9/5 D 80.0/80  0:38 in total",
            "    errors 2  retries 7  skipped 5  in flight 16  requests 12,345",
            "    backlog: 3 requests, 24 Trade-Results");
  }

  /** As a server far away may send it. */
  @Test
  void eventCannotMoveTheCursorOrBeginALine() {
    Progress progress = progress(true);
    progress.onProgress(live(), BACKLOG);
    err.getBuffer().setLength(0);
    String message = "gone\u001b[2J\r\nvalid for demo";
    progress.onEvent(
        new LoggedEvent(
            5, new VmTrouble(VmTrouble.Kind.DATABASE_LOST, "a1", "a1-vm3", message, 2)));
    assertThat(err.toString())
        .as("the screen erases its block, and the event obeys")
        .startsWith("\u001b[")
        .contains("gone\\u001b[2J\\u000d\\u000avalid for demo")
        .doesNotContain("\u001b[2J");
    assertThat(err.toString()).containsOnlyOnce("\n");
  }

  @Test
  void runThatGrowsShowsItsTradesInPlaceOfTheTimeLeft() {
    Screen screen = new Screen(new PrintWriter(err), false, Screen.Size.USUAL, nanos::get);
    new Progress(screen, TestPlans.growing(plan, 200_000, 40)).onProgress(live(), BACKLOG);
    assertThat(err.toString())
        .contains("phase 4 ", "1,234 of 200,000 trades")
        .doesNotContain("phase 4 of");
  }

  @Test
  void withoutATerminalLinesComeSeldom() {
    Progress progress = progress(false);
    for (int second = 0; second < 11; second++) {
      nanos.set(second * 1_000_000_000L);
      progress.onProgress(live(), BACKLOG);
    }
    assertThat(err.toString().lines()).filteredOn(line -> line.contains("phase 4")).hasSize(3);
  }

  @Test
  void onATerminalTheBlockIsRewrittenInPlace() {
    Progress progress = progress(true);
    progress.onProgress(live(), BACKLOG);
    nanos.set(1_000_000_000L);
    progress.onProgress(live(), BACKLOG);
    assertThat(err.toString()).containsOnlyOnce("\u001b[7A\r\u001b[J");
  }

  @Test
  void blockShowsTheThroughputSoFarAndEveryTransactionAgainstItsLimit() {
    Progress progress = progress(true);
    progress.onProgress(live(), BACKLOG);

    assertThat(err.toString())
        .contains("etps █ to 41", "p90 % of limit   TL 31  CP 4", "0:03 left here")
        .contains("Trade-Lookup on d1, p90 0.930 s, 31 % of its limit");
  }

  private static CheckRow check(String name) {
    return new CheckRow("before", "a1-vm2", name, "A", 0, 1, true);
  }

  @Test
  void checksHaveTheirRateAndTimeLeft() {
    Progress progress = progress(true);
    progress.onStageStart(Stage.CHECK_BEFORE);
    nanos.set(10_000_000_000L);
    progress.onCheck(check("one"), 120, 480);
    assertThat(err.toString())
        .endsWith("    checked 120 of 480, 0 failed  12.0 checks/s  0:30 left\n");
  }

  /** Ten are copied at once, then one is made in ten seconds. */
  @Test
  void checksThatWereMadeEarlierSayNothingAboutTheSpeed() {
    Progress progress = progress(true);
    progress.onStageStart(Stage.CHECK_BEFORE);
    for (int i = 1; i <= 10; i++) {
      progress.onCheck(check("copied").checkedAt(5), i, 14);
    }
    assertThat(err.toString()).contains("checked 1 of 14, 0 failed\n");
    nanos.set(10_000_000_000L);
    progress.onCheck(check("made"), 11, 14);
    assertThat(err.toString())
        .endsWith("    checked 11 of 14, 0 failed  0.1 checks/s  0:30 left\n");
  }

  @Test
  void restoreHasItsRateAndTimeLeft() {
    Progress progress = progress(true);
    progress.onRestore();
    progress.onCopy(new CopyProgress(true, 0, 8, 0, 4_000_000_000L));
    assertThat(err.toString()).endsWith("    restored 0 of 8 databases  0.0 of 3,815 MiB\n");
    nanos.set(10_000_000_000L);
    progress.onCopy(new CopyProgress(true, 3, 8, 1_000_000_000, 4_000_000_000L));
    assertThat(err.toString())
        .endsWith("    restored 3 of 8 databases  953.7 of 3,815 MiB  95.4 MiB/s  0:30 left\n");
    progress.onCopy(new CopyProgress(false, 0, 8, 0, 4_000_000_000L));
    nanos.set(11_000_000_000L);
    progress.onCopy(new CopyProgress(false, 8, 8, 4_000_000_000L, 4_000_000_000L));
    assertThat(err.toString())
        .endsWith("    copied 8 of 8 databases  3,815 of 3,815 MiB  3,815 MiB/s\n");
  }

  @Test
  void copyOfTheOnlyDatabaseMovesBeforeItIsComplete() {
    Progress progress = progress(true);
    progress.onCopy(new CopyProgress(false, 0, 1, 0, 4_000_000_000L));
    nanos.set(10_000_000_000L);
    progress.onCopy(new CopyProgress(false, 0, 1, 1_000_000_000, 4_000_000_000L));
    assertThat(err.toString())
        .endsWith("    copied 0 of 1 databases  953.7 of 3,815 MiB  95.4 MiB/s  0:30 left\n");
  }

  @Test
  void changeOfTheIndexesSaysWhatItBuilds() {
    Progress progress = progress(true);
    progress.onIndexing("a1-vm2");
    OptionalDouble unknown = OptionalDouble.empty();
    progress.onLoadProgress(
        new LoadProgress("a1-vm2", "keys", "trade", 0, 0, 0.6, 0, unknown, unknown));
    progress.onIndexBuilt("a1-vm2", "trade_by_symbol", 1_000_000);
    assertThat(err.toString()).contains("  indexed 0 %, 0 of 8 databases", "index trade");
  }

  @Test
  void timesOfTheStagesAddUpWithWhatLiesBetweenThem() {
    Progress progress = progress(false);
    nanos.set(2_000_000_000L);
    progress.onStageStart(Stage.CHECK_BEFORE);
    nanos.set(5_000_000_000L);
    progress.onStageEnd(Stage.CHECK_BEFORE, Duration.ofSeconds(3));
    nanos.set(6_000_000_000L);
    progress.onStageStart(Stage.PREPARE);
    nanos.set(8_000_000_000L);
    progress.onStageStart(Stage.RUN);
    nanos.set(21_000_000_000L);
    progress.onStageStart(Stage.CHECK_AFTER);
    nanos.set(24_000_000_000L);
    progress.onStageEnd(Stage.CHECK_AFTER, Duration.ofSeconds(3));
    nanos.set(26_000_000_000L);
    progress.onReport();
    nanos.set(30_000_000_000L);
    assertThat(progress.times().line())
        .isEqualTo(
            "total time 0:30: start 0:02, checks before 0:04, preparation 0:02, timed run 0:13,"
                + " checks after 0:03, verdict 0:02, report 0:04");
  }

  @Test
  void failedCheckIsShownAtOnce() {
    Progress progress = progress(false);
    progress.onStageStart(Stage.CHECK_BEFORE);
    progress.onCheck(new CheckRow("before", "a1-vm2", "one", "A", 0, 1, true), 1, 480);
    progress.onCheck(new CheckRow("before", "a1-vm2", "two", "A", 3, 1, false), 2, 480);
    assertThat(err.toString()).contains("FAILED a1-vm2: two, 3 rows");
  }
}
