package io.quartet.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quartet.books.Bookkeeper;
import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.books.OutcomeCounts;
import io.quartet.books.Reply;
import io.quartet.books.SqlStateCount;
import io.quartet.books.VirtualClock;
import io.quartet.model.Outcome;
import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.TestPlans;
import io.quartet.results.ConservationRow.Trades;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.VmTrouble;
import io.quartet.results.folder.CsvTable;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class ResultsFolderTest {

  private static final VmSet D1 = new VmSet(VmGroup.D, 1);
  private static final VmSet D12 = new VmSet(VmGroup.D, 12);
  private static final LoggedEvent LOSS =
      new LoggedEvent(5, new VmTrouble(VmTrouble.Kind.DATABASE_LOST, "a1", "a1-vm3", "gone", 2));

  @TempDir Path results;

  private ResultsFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = ResultsFolder.create(results, "run");
  }

  @Test
  void runIdIsTimeInUtcAndName() {
    assertThat(ResultsFolder.runId(Instant.parse("2026-11-21T23:05:09.9Z"), "laptop"))
        .isEqualTo("20261121-230509-laptop");
  }

  @Test
  void sameFolderIsNotMadeTwice() {
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> ResultsFolder.create(results, "run"))
        .satisfies(error -> assertThat(error.code()).isEqualTo("RESULTS_FOLDER"));
  }

  @Test
  void folderWithoutRunJsonIsNoRun() {
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> ResultsFolder.open(folder.path()))
        .satisfies(error -> assertThat(error.code()).isEqualTo("NOT_RESULTS"));
  }

  @Test
  void phasesCsvHasTheColumnsOfTheContractAndReadsBackAsWritten() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<CellRow> rows =
        IntStream.range(0, 50)
            .mapToObj(
                n ->
                    new CellRow(
                        n % 2 == 0 ? "warmUp" : Integer.toString(n),
                        n % 2 == 1,
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        new VmSet(VmGroup.values()[random.nextInt(4)], 1 + random.nextInt(250)),
                        TransactionType.values()[random.nextInt(12)],
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        new OutcomeCounts(random.longs(10, 0, Long.MAX_VALUE).toArray()),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextLong(Long.MAX_VALUE)))
            .toList();

    PhasesCsv.TABLE.write(folder, rows);

    assertThat(PhasesCsv.TABLE.read(folder, Brokerage.KINDS)).as("seed " + seed).isEqualTo(rows);
    assertThat(Files.readAllLines(folder.file("phases.csv")).get(0))
        .isEqualTo(
            "phase,is_measured,start_utc_ms,end_utc_ms,group,set,transaction,offered,started,"
                + "skipped,committed,rolled_back_on_purpose,serialization,deadlock,timeout,"
                + "connection,in_doubt,sql_error,engine_error,wrong_answer,in_flight_at_end,"
                + "warnings,retries,round_trips,committed_in_phase,response_sum_us,"
                + "response_p50_us,response_p90_us,response_p99_us,response_max_us,"
                + "service_sum_us");
  }

  @Test
  void intervalsAreAppendedAndALineCutShortByAKillIsSkipped() throws IOException {
    IntervalRow row = new IntervalRow(5, "3", D12, TransactionType.TRADE_STATUS, 1, 2, 3, 4, 5, 6);
    try (CsvTable.Appender<IntervalRow> file = IntervalsCsv.TABLE.appender(folder)) {
      file.append(List.of(row));
      file.append(List.of(row));
    }
    Files.writeString(folder.file(IntervalsCsv.NAME), "6,3,D,d1", StandardOpenOption.APPEND);

    assertThat(IntervalsCsv.TABLE.read(folder, Brokerage.KINDS)).containsExactly(row, row);
  }

  @Test
  void otherTablesReadBackAsWritten() {
    ConservationRow conserved =
        new ConservationRow(D12, 10, 7, Optional.of(new Trades(7, 2, 1, 0)), 3, true);
    ConservationRow unknown = new ConservationRow(D1, 10, 7, Optional.empty(), 3, false);
    CheckRow before = new CheckRow("before", "a1-vm2", "one", "A", 0, 5, true);
    CheckRow after = new CheckRow("after", "a1-vm3", "two, or more", "B", 9, 6, false);
    List<SqlStateCount> counts =
        List.of(
            new SqlStateCount(
                SqlStateCount.Kind.RETRY, TransactionType.TRADE_RESULT, "40001", "TR7", 2),
            new SqlStateCount(SqlStateCount.Kind.FAILURE, TransactionType.MARKET_FEED, "", "", 1));

    ConservationCsv.TABLE.write(folder, List.of(conserved, unknown));
    try (CsvTable.Appender<CheckRow> checks = ChecksCsv.TABLE.appender(folder)) {
      checks.append(List.of(before));
    }
    try (CsvTable.Appender<CheckRow> checks = ChecksCsv.TABLE.appender(folder)) {
      checks.append(List.of(after));
    }
    SqlStatesCsv.TABLE.write(folder, counts);

    assertThat(ConservationCsv.TABLE.read(folder)).containsExactly(conserved, unknown);
    assertThat(ChecksCsv.TABLE.read(folder))
        .containsExactly(before, new CheckRow("after", "a1-vm3", "two  or more", "B", 9, 6, false));
    assertThat(SqlStatesCsv.TABLE.read(folder, Brokerage.KINDS)).isEqualTo(counts);
  }

  @Test
  void inDoubtRequestsWidenTheConservationByThemselvesAndNoMore() {
    assertThat(isConserved(10, 0, 7, 0, 7, 2, 1, 0, 3)).isTrue();
    assertThat(isConserved(10, 1, 7, 1, 8, 3, 0, 0, 3)).isTrue();
    assertThat(isConserved(10, 1, 7, 1, 8, 4, 0, 0, 4)).isFalse();
    assertThat(isConserved(10, 1, 7, 1, 6, 4, 0, 0, 4)).isFalse();
    assertThat(isConserved(10, 0, 7, 0, 8, 2, 0, 0, 2)).isFalse();
  }

  @Test
  void ordersInFlightAreThoseSubmittedOrPendingInTheDatabase() {
    assertThat(isConserved(10, 0, 7, 0, 7, 2, 1, 0, 2)).isFalse();
    assertThat(isConserved(10, 0, 7, 0, 7, 2, 1, 0, 4)).isFalse();
    assertThat(isConserved(10, 0, 7, 0, 7, 2, 0, 1, 3)).isFalse();
    // Completed by a Trade-Result in doubt, and still held.
    assertThat(isConserved(10, 0, 7, 1, 8, 2, 0, 0, 3)).isTrue();
    // Accepted by a Trade-Order in doubt, and never heard of.
    assertThat(isConserved(10, 1, 7, 0, 7, 4, 0, 0, 3)).isTrue();
    assertThat(isConserved(10, 1, 7, 1, 7, 4, 0, 0, 2)).isFalse();
  }

  private static boolean isConserved(
      int orders,
      int ordersInDoubt,
      int results,
      int resultsInDoubt,
      long completed,
      long submitted,
      long pending,
      long canceled,
      long inFlight) {
    RunFigures figures = books(orders, ordersInDoubt, results, resultsInDoubt);
    return new ConservationRow(
            D1,
            orders,
            results,
            Optional.of(new Trades(completed, submitted, pending, canceled)),
            inFlight,
            false)
        .judge(figures)
        .isConserved();
  }

  private static RunFigures books(int orders, int ordersInDoubt, int results, int resultsInDoubt) {
    Bookkeeper books = new Bookkeeper(TestPlans.demo(1), new VirtualClock());
    finish(books, TransactionType.TRADE_ORDER, Outcome.COMMITTED, orders);
    finish(books, TransactionType.TRADE_ORDER, Outcome.IN_DOUBT, ordersInDoubt);
    finish(books, TransactionType.TRADE_RESULT, Outcome.COMMITTED, results);
    finish(books, TransactionType.TRADE_RESULT, Outcome.IN_DOUBT, resultsInDoubt);
    return new RunFigures(TestPlans.demo(1), books.snapshot().rows());
  }

  private static void finish(Bookkeeper books, TransactionType type, Outcome outcome, int count) {
    for (int i = 0; i < count; i++) {
      books.finished(books.started(D1, type, 0), 1, new Reply(outcome, 0, 0, 1, 1));
    }
  }

  @Test
  void conservationTakesRequestsInDoubtFromTheBooksAndNothingElse() {
    RunFigures figures = books(2, 1, 2, 1);

    assertThat(row(2, 2, 2, 0, 0).judge(figures).isConserved()).isTrue();
    assertThat(row(2, 2, 3, 0, 0).judge(figures).isConserved()).isTrue();
    assertThat(row(2, 2, 3, 1, 1).judge(figures).isConserved()).isFalse();
    assertThat(row(3, 2, 2, 1, 1).judge(figures).isConserved()).isFalse();
    assertThat(row(2, 1, 1, 1, 1).judge(figures).isConserved()).isFalse();
  }

  @Test
  void requestsWithoutAnAnswerAtTheEndMayHaveBeenCommitted() {
    Bookkeeper books = new Bookkeeper(TestPlans.demo(1), new VirtualClock());
    finish(books, TransactionType.TRADE_ORDER, Outcome.COMMITTED, 5);
    finish(books, TransactionType.TRADE_RESULT, Outcome.COMMITTED, 2);
    books.started(D1, TransactionType.TRADE_ORDER, 0);
    books.started(D1, TransactionType.TRADE_RESULT, 0);
    books.started(D1, TransactionType.TRADE_RESULT, 0);
    RunFigures figures = new RunFigures(TestPlans.demo(1), books.snapshot().rows());

    assertThat(row(5, 2, 2, 3, 3).judge(figures).isConserved()).isTrue();
    assertThat(row(5, 2, 4, 1, 3).judge(figures).isConserved()).isTrue();
    assertThat(row(5, 2, 4, 2, 3).judge(figures).isConserved()).isTrue();
    assertThat(row(5, 2, 5, 0, 3).judge(figures).isConserved()).isFalse();
    assertThat(row(5, 2, 4, 3, 3).judge(figures).isConserved()).isFalse();
    assertThat(row(5, 2, 1, 4, 3).judge(figures).isConserved()).isFalse();
  }

  private static ConservationRow row(
      long orders, long results, long completed, long submitted, long inFlight) {
    return new ConservationRow(
        D1, orders, results, Optional.of(new Trades(completed, submitted, 0, 0)), inFlight, false);
  }

  @Test
  void eventsReadBackAndACutLineIsSkipped() throws IOException {
    try (EventLog log = new EventLog(folder)) {
      log.append(LOSS);
    }
    Files.writeString(folder.file(EventLog.NAME), "{\"utcMil", StandardOpenOption.APPEND);

    assertThat(EventLog.read(folder)).containsExactly(LOSS);
  }

  @Test
  void stateOfADeadProcessReadsAsKilled() {
    RunState.running().write(folder);
    assertThat(RunState.read(folder).description()).isEqualTo("running");

    new RunState(RunState.State.RUNNING, "", new DriverProcess(Long.MAX_VALUE, 0), 0).write(folder);
    assertThat(RunState.read(folder).description()).isEqualTo("killed");

    DriverProcess here = DriverProcess.here();
    assertThat(here.isAlive()).isTrue();
    DriverProcess before = new DriverProcess(here.pid(), here.startUtcMillis() - 60_000);
    new RunState(RunState.State.RUNNING, "", before, 0).write(folder);
    assertThat(RunState.read(folder).description())
        .as("another process has the id by now")
        .isEqualTo("killed");

    RunState.running().aborted("a1-vm3 is gone", 7).write(folder);
    assertThat(RunState.read(folder).description()).isEqualTo("aborted: a1-vm3 is gone");
  }

  @Test
  void stateOfAMeasuredRunTellsOfItsChecks() {
    RunState.running().measured().write(folder);
    assertThat(RunState.read(folder).description()).isEqualTo("measured, checks under way");
    assertThat(RunState.read(folder).isMeasured()).isTrue();

    new RunState(RunState.State.MEASURED, "", new DriverProcess(Long.MAX_VALUE, 0), 0)
        .write(folder);
    assertThat(RunState.read(folder).description()).isEqualTo("measured, checks incomplete");

    RunState.running().measured("interrupted", 7).write(folder);
    assertThat(RunState.read(folder).description())
        .isEqualTo("measured, checks incomplete: interrupted");
  }

  @Test
  void interruptOfAThreadDoesNotTouchTheFilesItWrites() {
    CheckRow row = new CheckRow("after", "a1-vm3", "one", "A", 0, 6, true);
    try (CsvTable.Appender<CheckRow> checks = ChecksCsv.TABLE.appender(folder);
        EventLog log = new EventLog(folder)) {
      Thread.currentThread().interrupt();
      checks.append(List.of(row));
      log.append(LOSS);
      RunState.running().write(folder);
      assertThat(Thread.interrupted()).isTrue();
      checks.append(List.of(row));
    }
    assertThat(ChecksCsv.TABLE.read(folder)).containsExactly(row, row);
    assertThat(EventLog.read(folder)).hasSize(1);
    assertThat(RunState.read(folder).state()).isEqualTo(RunState.State.RUNNING);
    ChecksCsv.TABLE.write(folder, List.of(row));
    assertThat(ChecksCsv.TABLE.read(folder)).containsExactly(row);
  }

  @Test
  void damagedTableIsReportedWithItsLine() {
    folder.replace(ConservationCsv.NAME, "group,set,orders_accepted\nD,d1,many\n");

    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> ConservationCsv.TABLE.read(folder))
        .withMessageContaining("line 2: orders_accepted is 'many', not a whole number")
        .satisfies(error -> assertThat(error.code()).isEqualTo("RESULTS_UNREADABLE"));
  }

  @Test
  void histogramsThatWereCutShortAreReportedWithTheirFile() throws IOException {
    ResultsFolder run = SimulatedRun.write(results, TestPlans.demo(1));
    Path file = run.file(LatencyLogs.PHASES);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length * 2 / 3 + 1));

    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> RunResults.read(run))
        .withMessageContaining(file + ": has a damaged line")
        .satisfies(error -> assertThat(error.code()).isEqualTo("RESULTS_UNREADABLE"));
  }

  @Test
  void wholeRunReadsBackWithItsFigures() {
    ResultsFolder run = SimulatedRun.write(results, TestPlans.demo(1));

    RunResults read = RunResults.read(ResultsFolder.open(run.path()));

    assertThat(read.info().plan()).isEqualTo(TestPlans.demo(1));
    assertThat(read.info().startedUtcMillis()).isEqualTo(VirtualClock.START_UTC_MILLIS);
    assertThat(read.figures().measuredSeconds()).isEqualTo(60.0);
    assertThat(read.figures().busyUsers()).isEqualTo(4.0);
    assertThat(read.figures().rate().orElseThrow())
        .isEqualTo(read.figures().counted() / 60.0)
        .isBetween(40.0, 50.0);
    assertThat(read.figures().shares()).hasSize(40).allMatch(ShareCell::isWithinTolerance);
    assertThat(read.phaseLatencies()).containsKey("A;3;Market-Watch");
    assertThat(
            MeasuredResponses.of(
                TransactionType.MARKET_WATCH, read.phaseLatencies(), read.figures()))
        .hasValueSatisfying(
            all -> assertThat(all.percentileMicros(100)).isEqualTo(all.maxMicros()));
    assertThat(read.phaseLatencies().get("A;3;Market-Watch").getValueAtPercentile(90))
        .isBetween(9_900L, 10_100L);
    assertThat(run.file("latency/d1-Trade-Result-service.hlog")).exists();
  }

  @Test
  void manifestFindsAChangedFileAndAMissingOneButNotADerivedOne() throws IOException {
    for (String name : List.of("phases.csv", "checks.csv", "latency/one.hlog")) {
      folder.replace(name, name);
    }
    Manifest.write(folder);
    assertThat(Manifest.differences(folder)).isEmpty();

    folder.replace("report.json", "{}");
    Files.writeString(folder.file("phases.csv"), " ", StandardOpenOption.APPEND);
    Files.delete(folder.file("checks.csv"));

    assertThat(Manifest.differences(folder))
        .containsExactly("checks.csv is missing", "phases.csv was changed after the run");
  }

  @Test
  void manifestThatLostLinesShowsIt() throws IOException {
    folder.replace("a.csv", "1");
    folder.replace("b.csv", "2");
    Manifest.write(folder);
    Path manifest = folder.file(Manifest.NAME);
    Files.writeString(manifest, Files.readAllLines(manifest).get(0) + "\n\n");
    assertThat(Manifest.differences(folder))
        .containsExactly("manifest.sha256 has a damaged line", "b.csv is not in manifest.sha256");
    Files.writeString(manifest, "");
    assertThat(Manifest.differences(folder)).hasSize(2);
  }

  @Test
  void noMeasuredTransactionIsNoThroughputNotAZero() {
    RunFigures figures = new RunFigures(TestPlans.demo(1), List.of());

    assertThat(figures.rate()).isEmpty();
  }

  @Test
  void replacingAFileLeavesNoPart() throws IOException {
    folder.replace("a.json", "1");
    folder.replace("a.json", "2");

    assertThat(folder.file("a.json")).hasContent("2");
    try (Stream<Path> files = Files.list(folder.path())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("a.json", "latency", "schema", "settings", "stats");
    }
  }
}
