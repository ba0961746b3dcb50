package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.audit.ValidityRules;
import io.quartet.results.Check;
import io.quartet.results.Check.Result;
import io.quartet.results.Verdict;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A forger gives a valid demo 5 % more throughput, changes all files with its counts so that they
 * agree, and makes a new manifest. Files of another origin contradict: the times of intervals and
 * histograms, the open requests, and what the servers counted.
 */
@Tag("unit")
class ForgeriesTest {

  private static final long WARM_UP_MILLIS = 5_000;

  /** Before the run, at every switch of the phase and at the end. */
  private static final long[] OFFSETS =
      LongStream.concat(
              LongStream.of(-1_000, 5_000, 10_000),
              LongStream.rangeClosed(1, 10).map(phase -> 10_000 + 6_000 * phase))
          .toArray();

  @TempDir Path results;

  /** A demo whose servers counted every settlement, as late as sessions report it. */
  private Path honest() {
    return withSettlements(inserted -> inserted);
  }

  private Path withSettlements(LongUnaryOperator counter) {
    return withSettlements(
        results, (reported, inserted, busiest) -> counter.applyAsLong(reported), OFFSETS);
  }

  private interface Counter {
    /**
     * @param reported rows inserted a second ago
     * @param inserted rows inserted now
     * @param busiest rows of the busiest second
     */
    long at(long reported, long inserted, long busiest);
  }

  private static final Counter HONEST = (reported, inserted, busiest) -> reported;

  private static Path withSettlements(Path parent, Counter counter, long... offsets) {
    return counted(SimulatedDemo.finished(parent), counter, offsets);
  }

  private static Path counted(Path folder, Counter counter, long... offsets) {
    for (String set : List.of("a1", "b1", "c1", "d1")) {
      List<CsvRows.Row> trades = trades(folder, set);
      long busiest = trades.stream().mapToLong(row -> row.number("committed")).max().orElseThrow();
      try (StatsCsv tables = new StatsCsv(ResultsFolder.open(folder), set + "-vm3", "tables")) {
        for (long offset : offsets) {
          long moment = SimulatedDemo.START_UTC_MILLIS + offset;
          long counted = counter.at(upTo(trades, moment - 1_000), upTo(trades, moment), busiest);
          tables.append(
              moment,
              List.of("table_name", "n_tup_ins"),
              List.of(List.of("settlement", String.valueOf(counted)), List.of("trade", "1")));
        }
      }
    }
    return folder;
  }

  private static List<CsvRows.Row> trades(Path folder, String set) {
    return CsvRows.read(folder.resolve("intervals.csv"))
        .where("set", set)
        .where("transaction", "Trade-Result")
        .rows();
  }

  private static long upTo(List<CsvRows.Row> trades, long utcMillis) {
    return trades.stream()
        .filter(row -> row.number("utc_ms") <= utcMillis)
        .mapToLong(row -> row.number("committed"))
        .sum();
  }

  private static Verdict judge(Path folder) {
    Manifest.write(ResultsFolder.open(folder));
    return ValidityRules.evaluate(ResultsFolder.open(folder));
  }

  private static List<String> broken(Path folder) {
    return judge(folder).broken().stream().map(Check::id).toList();
  }

  private static Result settlements(Path folder) {
    return judge(folder).checks().stream()
        .filter(check -> check.id().equals("settlements"))
        .findFirst()
        .orElseThrow()
        .verdict();
  }

  @Test
  void honestDemoIsValid() {
    Path folder = honest();
    assertThat(broken(folder)).isEmpty();
    assertThat(settlements(folder)).isEqualTo(Result.PASS);
  }

  @Test
  void countersThatCannotTellAreNotJudged() throws IOException {
    assertThat(settlements(SimulatedDemo.finished(results.resolve("none"))))
        .isEqualTo(Result.NOT_JUDGED);
    assertThat(settlements(withSettlements(inserted -> 57_600))) // track_counts is off
        .isEqualTo(Result.NOT_JUDGED);
  }

  @Test
  void serverThatBeganAgainIsNotJudged() {
    assertThat(settlements(withSettlements(inserted -> inserted % 300)))
        .isEqualTo(Result.NOT_JUDGED);
  }

  @Test
  void samplesThatDoNotReachBothEndsAreNotJudged() {
    long[] early = LongStream.of(OFFSETS).filter(offset -> offset < 65_000).toArray();
    long[] late = LongStream.of(OFFSETS).filter(offset -> offset < 0 || offset > 14_000).toArray();
    assertThat(settlements(withSettlements(results.resolve("early"), HONEST, early)))
        .isEqualTo(Result.NOT_JUDGED);
    assertThat(settlements(withSettlements(results.resolve("late"), HONEST, late)))
        .isEqualTo(Result.NOT_JUDGED);
  }

  /** A session whose report meets a lock of another keeps its counts for one more second. */
  @Test
  void singleSampleMayLackTheRowsOfTwoSeconds() {
    assertThat(settlements(withoutLastRows("one", 1, 22))).isEqualTo(Result.PASS);
    assertThat(settlements(withoutLastRows("two", 2, 22))).isEqualTo(Result.FAIL);
    assertThat(settlements(withoutLastRows("many", 1, 40))).isEqualTo(Result.FAIL);
  }

  @Test
  void settingOfOneServerHidesNoRowsThatAnotherLacks() throws IOException {
    assertThat(settlements(withTrackCountsOff(withoutLastRows("off", 2, 22))))
        .isEqualTo(Result.FAIL);
    assertThat(settlements(withTrackCountsOff(honest()))).isEqualTo(Result.NOT_JUDGED);
  }

  private static Path withTrackCountsOff(Path folder) throws IOException {
    Path settings = folder.resolve("settings/a1-vm3.json");
    String off = "[ {\"name\": \"track_counts\", \"setting\": \"off\"}, ";
    Files.writeString(settings, Files.readString(settings).replaceFirst("\\[", off));
    return folder;
  }

  /** The last samples of c1, which has 15 and 28 rows in its busiest seconds, lack more rows. */
  private Path withoutLastRows(String name, int samples, int lacking) {
    Path folder = withSettlements(results.resolve(name), HONEST, OFFSETS);
    CsvRows tables = CsvRows.read(folder.resolve("stats/c1-vm3/tables.csv"));
    List<CsvRows.Row> rows = tables.where("table_name", "settlement").rows();
    rows.subList(rows.size() - samples, rows.size()).forEach(row -> row.add("n_tup_ins", -lacking));
    tables.write();
    return folder;
  }

  /** They wait for their disk, and report only after that what they had inserted before. */
  @Test
  void sessionsThatWaitForLongReportNothingMeanwhile() {
    Path folder = SimulatedDemo.finished(results);
    long latest = SimulatedDemo.START_UTC_MILLIS + 40_000;
    CsvRows.Row busiest =
        trades(folder, "c1").stream()
            .filter(row -> row.number("utc_ms") < latest && row.number("utc_ms") > latest - 18_000)
            .filter(row -> (latest - row.number("utc_ms")) % 6_000 < 3_000) // not after a sample
            .max(Comparator.comparingLong(row -> row.number("committed")))
            .orElseThrow();
    long stall = busiest.number("utc_ms");
    long over = SimulatedDemo.START_UTC_MILLIS + 66_000;
    CsvRows intervals = CsvRows.read(folder.resolve("intervals.csv"));
    for (CsvRows.Row row :
        intervals.where("set", "c1").where("transaction", "Trade-Result").rows()) {
      if (row.number("utc_ms") > over) {
        row.add("response_max_us", 1_000 * (row.number("utc_ms") - stall));
      } else if (row.number("utc_ms") > stall) {
        row.add("committed", -row.number("committed"));
      }
    }
    intervals.write();
    counted(folder, HONEST, OFFSETS);
    CsvRows tables = CsvRows.read(folder.resolve("stats/c1-vm3/tables.csv"));
    for (CsvRows.Row row : tables.where("table_name", "settlement").rows()) {
      if (row.number("utc_ms") > stall + 1_000 && row.number("utc_ms") < over) {
        row.add("n_tup_ins", -busiest.number("committed") - 7); // Any of 8 sessions may lack one.
      }
    }
    tables.write();
    assertThat(settlements(folder)).isEqualTo(Result.PASS);

    intervals
        .where("set", "c1")
        .where("transaction", "Trade-Result")
        .rows()
        .forEach(row -> row.add("response_max_us", -row.number("response_max_us")));
    intervals.write();
    assertThat(settlements(folder)).as("answered at once").isEqualTo(Result.FAIL);
  }

  /** They report no more until their next statement, and later phases may need fewer of them. */
  @Test
  void idleSessionsOfOldServersMayKeepTheirLastCounts() throws IOException {
    Path folder =
        withSettlements(
            results,
            (reported, inserted, busiest) -> Math.max(0, inserted - busiest),
            LongStream.concat(LongStream.of(-1, 5, 10), LongStream.rangeClosed(16, 70))
                .map(second -> 1_000 * second)
                .toArray());
    assertThat(settlements(folder)).isEqualTo(Result.FAIL);
    Path info = folder.resolve("run.json");
    Files.writeString(info, Files.readString(info).replace("\"15.14\"", "\"14.20 (Debian)\""));
    assertThat(settlements(folder)).isEqualTo(Result.PASS);
  }

  /** A busy driver may need a second to count; its record is made after that. */
  @Test
  void countsThatTakeASecondAreHonest() throws IOException {
    Path folder = honest();
    new Forger(folder).moveHistogram("2", 15.0, 15.2);
    assertThat(broken(folder)).as("the record of 16 s").isEmpty();
    new Forger(folder).moveHistogram("2", 13.0, 13.2);
    assertThat(broken(folder)).as("the record of 14 s").containsExactly("histograms");
  }

  /** The last count was at 22 s, though its record came late and the next one's at once. */
  @Test
  void rowsOfAServerAreHonestIfTheRecordsOfTwoCountsAreNear() {
    Path folder = honest();
    long moment = SimulatedDemo.START_UTC_MILLIS + 22_000;
    CsvRows driver = CsvRows.read(folder.resolve("driver.csv"));
    driver.where("utc_ms", String.valueOf(moment)).one().add("utc_ms", 900);
    driver.write();
    CsvRows tables = CsvRows.read(folder.resolve("stats/d1-vm3/tables.csv"));
    tables
        .where("table_name", "settlement")
        .where("utc_ms", String.valueOf(moment))
        .one()
        .set("n_tup_ins", upTo(trades(folder, "d1"), moment + 1_000));
    tables.write();
    assertThat(settlements(folder)).isEqualTo(Result.PASS);
  }

  @Test
  void intervalsOfAnotherHourAreRefused() {
    for (long shift : new long[] {3_600_000, -3_600_000, 2_000, -2_000}) {
      Path folder = SimulatedDemo.finished(results.resolve("by" + shift));
      CsvRows intervals = CsvRows.read(folder.resolve("intervals.csv"));
      intervals.rows().forEach(row -> row.add("utc_ms", shift));
      intervals.write();
      assertThat(broken(folder)).as("by " + shift).containsExactly("moments");
    }
  }

  @Test
  void warmUpCountedIntoPhaseOneInTwoFilesIsRefused() {
    Path folder = honest();
    new Forger(folder).countIntoPhaseOne(WARM_UP_MILLIS);
    assertThat(broken(folder)).containsExactlyInAnyOrder("edges", "settlements");
  }

  @Test
  void relabelledWarmUpIsRefused() throws IOException {
    Path folder = honest();
    new Forger(folder).relabel(0);
    assertThat(broken(folder)).containsExactly("moments");
  }

  @Test
  void relabelledWarmUpAtOtherTimesIsRefused() throws IOException {
    Path folder = honest();
    new Forger(folder).relabel(WARM_UP_MILLIS);
    assertThat(broken(folder)).containsExactly("settlements");
  }

  /** The rows of one long interval do not show when its results came. */
  @Test
  void relabelledWarmUpInOneIntervalIsRefused() throws IOException {
    Path folder = honest();
    Forger forger = new Forger(folder);
    forger.relabel(WARM_UP_MILLIS);
    forger.joinIntervals(
        SimulatedDemo.START_UTC_MILLIS + 5_500, SimulatedDemo.START_UTC_MILLIS + 15_500);
    assertThat(broken(folder)).containsExactlyInAnyOrder("moments", "settlements");
  }

  @Test
  void pendingOrdersTakenAsResultsAreRefused() throws IOException {
    Path folder = honest();
    new Forger(folder).settlePending(0.051);
    assertThat(broken(folder)).containsExactly("settlements");
  }

  @Test
  void fewAnswersOfRampDownCountedIntoTheLastPhaseAreRefused() {
    Path folder = honest();
    new Forger(folder).countRampDownIntoLastPhase();
    assertThat(broken(folder)).contains("edges");
  }
}
