package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.quartet.books.CellRow;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Timing;
import io.quartet.report.compare.Comparison;
import io.quartet.report.compare.Comparison.Difference;
import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.compare.Comparison.Pair;
import io.quartet.report.compare.Comparisons;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.section.MeasuredLoad.Transaction;
import io.quartet.results.RecordedRuns;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class ComparisonTest {
  private static final String WORKLOAD_VERSION = "\"workloadVersion\" : " + Brokerage.VERSION;

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String PROCESSES = "stats/host/processes.csv";
  private static final String UNKNOWN =
      "the processor time of driver; a1-vm1; a1-vm2; a1-vm3; b1-vm1; and 8 more is not known";

  @TempDir static Path results;
  private static Path first;
  private static Path second;
  private static Path slower;

  @TempDir Path folder;

  @BeforeAll
  static void simulate() throws IOException {
    first = withDriver(SimulatedDemo.finished(results.resolve("first")));
    second = withDriver(SimulatedDemo.finished(results.resolve("second"), 7, 1));
    slower = withDriver(SimulatedDemo.finished(results.resolve("slower"), 8, 1.25));
  }

  /**
   * Adds the processes of a driver, which uses no processor time: the share of the others is that
   * of the hypervisor.
   */
  static Path withDriver(Path run) throws IOException {
    Path processes = run.resolve(PROCESSES);
    Files.writeString(
        processes,
        Files.readString(processes)
            .replaceAll("(?m)^([0-9]+),a1-vm1,.*$", "$0\n$1,driver,1,1,0,0,0,0"));
    Manifest.write(ResultsFolder.open(run));
    return run;
  }

  /** A run that a test may damage. */
  private Path copyOf(Path run) throws IOException {
    return RecordedRuns.copyOf(run, folder);
  }

  private static void replace(Path file, String what, String with) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(what);
    Files.writeString(file, text.replace(what, with));
  }

  private static Stream<Figure> allFigures(Pair pair) {
    return Stream.of(pair.throughput(), pair.meanResponse(), pair.p90Response())
        .flatMap(List::stream);
  }

  private static Figure figure(List<Figure> figures, String group, String transaction) {
    return figures.stream()
        .filter(one -> group == null ? one.group() == null : group.equals(one.group()))
        .filter(one -> one.transaction().equals(transaction))
        .findFirst()
        .orElseThrow();
  }

  private static void assertRefused(String code, String message, Path... folders) {
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> Comparisons.of(List.of(folders)))
        .withMessageContaining(message)
        .satisfies(error -> assertThat(error.code()).isEqualTo(code))
        .satisfies(error -> assertThat(error.kind().exitCode()).isEqualTo(2));
  }

  @Test
  void jsonFitsItsSchema() throws IOException {
    Path killed = SimulatedDemo.killed(folder, 25);
    String json = Comparisons.json(Comparisons.of(List.of(first, slower, killed)));
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(OutputSchema.COMPARISON.json())
                .validate(JSON.readTree(json)))
        .isEmpty();
  }

  @Test
  void sameFoldersGiveTheSameBytes() {
    Comparison once = Comparisons.of(List.of(first, second));
    Comparison again = Comparisons.of(List.of(first, second));
    assertThat(Comparisons.json(again)).isEqualTo(Comparisons.json(once));
    assertThat(Comparisons.html(again)).isEqualTo(Comparisons.html(once));
  }

  @Test
  void runComparedWithItselfShowsNoDifferenceAnywhere() throws IOException {
    Comparison comparison = Comparisons.of(List.of(first, copyOf(first)));
    assertThat(comparison.configuration()).isEmpty();
    assertThat(allFigures(comparison.pairs().get(0)))
        .hasSizeGreaterThan(150)
        .allMatch(figure -> figure.change().differencePercent() == 0)
        .extracting(figure -> figure.change().verdict())
        .containsOnly(Conclusion.NO_DIFFERENCE_SHOWN, Conclusion.NOT_ENOUGH_DATA);
    assertThat(comparison.pairs().get(0).throughput().get(0).change().verdict())
        .isEqualTo(Conclusion.NO_DIFFERENCE_SHOWN);
  }

  @Test
  void anotherRunOfTheSameDiffersHardlyAnywhere() {
    Pair pair = Comparisons.of(List.of(first, second)).pairs().get(0);
    assertThat(pair.throughput().get(0).change().verdict())
        .isEqualTo(Conclusion.NO_DIFFERENCE_SHOWN);
    long shown =
        allFigures(pair).filter(one -> one.change().verdict() == Conclusion.DIFFERS).count();
    assertThat(shown).isLessThan(allFigures(pair).count() / 8);
  }

  @Test
  void slowerMachineIsFound() {
    Comparison comparison = Comparisons.of(List.of(first, slower));
    Pair pair = comparison.pairs().get(0);
    Figure etps = pair.throughput().get(0);
    assertThat(etps.change().verdict()).isEqualTo(Conclusion.DIFFERS);
    assertThat(etps.change().differencePercent()).isBetween(-30.0, -8.0);
    for (String transaction : List.of("Trade-Lookup", "Market-Watch", "Trade-Status")) {
      for (List<Figure> figures : List.of(pair.meanResponse(), pair.p90Response())) {
        Figure figure = figure(figures, null, transaction);
        assertThat(figure.change().verdict()).isEqualTo(Conclusion.DIFFERS);
        assertThat(figure.change().lowPercent()).isPositive();
      }
    }
    assertThat(pair.summary())
        .contains("Run 2 against run 1: etps differs in these runs by −", "% (interval −");
    assertThat(Comparisons.html(comparison)).contains(pair.summary());
  }

  @Test
  void figuresAreThoseOfTheReport() throws IOException {
    Report report = TestPages.write(copyOf(first));
    Comparison comparison = Comparisons.of(List.of(first, second));
    Pair pair = comparison.pairs().get(0);
    assertThat(comparison.runs().get(0).etps()).isEqualTo(report.metric().etps());
    assertThat(pair.throughput().get(0).change().baseline().mean())
        .isCloseTo(report.metric().etps(), within(1e-9));
    for (Transaction row : report.workload().transactions()) {
      if (row.counts().sum(CellRow::committed) > 100) {
        // Answers are counted by completion here and by intended start there.
        assertThat(figure(pair.meanResponse(), null, row.transaction()).change().baseline().mean())
            .isCloseTo(row.response().mean(), within(0.02 * row.response().mean()));
        assertThat(figure(pair.p90Response(), null, row.transaction()).change().baseline().mean())
            .isCloseTo(row.response().p90(), within(0.015 * row.response().p90()));
      }
    }
  }

  @Test
  void throughputIsShownInAllByGroupByPhaseAndByBoth() {
    List<Figure> throughput = Comparisons.of(List.of(first, second)).pairs().get(0).throughput();
    assertThat(throughput.stream().filter(one -> one.phase() == null)).hasSize(5);
    assertThat(throughput.stream().filter(one -> one.phase() != null && one.group() == null))
        .extracting(Figure::phase)
        .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
    assertThat(throughput.stream().filter(one -> one.phase() != null && one.group() != null))
        .hasSizeBetween(36, 40);
  }

  @Test
  void everyOtherRunIsComparedWithTheFirst() {
    Comparison comparison = Comparisons.of(List.of(slower, first, second));
    assertThat(comparison.pairs()).extracting(Pair::side).containsExactly(2, 3);
    assertThat(comparison.pairs()).extracting(Pair::baseline).containsOnly(1);
    assertThat(comparison.pairs())
        .allMatch(pair -> pair.throughput().get(0).change().verdict() == Conclusion.DIFFERS)
        .allMatch(pair -> pair.throughput().get(0).change().differencePercent() > 0);
  }

  @Test
  void whatDiffersInTheConfigurationIsListed() throws IOException {
    Path other = copyOf(second);
    replace(other.resolve("run.json"), "\"users\" : 16", "\"users\" : 12");
    replace(other.resolve("run.json"), "\"java\" : \"17.0.15\"", "\"java\" : \"21.0.1\"");
    replace(other.resolve("run.json"), "\"cores\" : 2", "\"cores\" : 4");
    for (String group : List.of("a", "b", "c", "d")) {
      Path settings = other.resolve("settings/" + group + "1-vm2.json");
      JsonNode rows = JSON.readTree(settings.toFile());
      for (JsonNode row : rows) {
        if (row.path("name").asText().equals("shared_buffers")) {
          ((ObjectNode) row).put("setting", "16384");
        }
      }
      Files.writeString(settings, rows.toString());
    }
    Comparison comparison = Comparisons.of(List.of(first, other));
    assertThat(comparison.differentWork())
        .containsExactly("Load: closed, 16 users (run 1); closed, 12 users (run 2)");
    List<Difference> differences = comparison.configuration();
    assertThat(differences)
        .extracting(Difference::area)
        .containsExactly("plan", "PostgreSQL", "versions", "host");
    assertThat(differences.get(0))
        .isEqualTo(new Difference("plan", "load.users", List.of("16", "12")));
    assertThat(differences.get(1).name()).isEqualTo("shared_buffers");
    assertThat(differences.get(1).values().get(0)).contains("384MB");
    assertThat(differences.get(1).values().get(1)).isNotEqualTo(differences.get(1).values().get(0));
  }

  private Path withSteal(Path run, String name, int stolenPercent) throws IOException {
    return withSteal(run, Files.createDirectory(folder.resolve(name)), stolenPercent);
  }

  /**
   * @param stolenPercent of all processors, beside 40 % in use
   */
  static Path withSteal(Path run, Path parent, int stolenPercent) throws IOException {
    Path copy = RecordedRuns.copyOf(run, parent);
    replace(copy.resolve("stats/host/cpu.csv"), ",30,10,5,2\n", ",30,10,5," + stolenPercent + "\n");
    Manifest.write(ResultsFolder.open(copy));
    return copy;
  }

  @Test
  void oneRunAgainstOneRunIsNeverHigherOrLower() {
    Comparison comparison = Comparisons.of(List.of(first, slower, second));
    assertThat(Comparisons.json(comparison)).doesNotContain("\"higher\"", "\"lower\"", " lower (");
    assertThat(comparison.pairs().get(0).summary())
        .containsPattern("Response times: differs in these runs [0-9]+");
  }

  @Test
  void unknownForeignShareOfAnOlderRunIsNamed() throws IOException {
    Path older = withoutProcesses();
    replace(older.resolve("run.json"), "\"schemaVersion\" : 2", "\"schemaVersion\" : 1");
    Comparison comparison = Comparisons.of(List.of(first, older));
    assertThat(comparison.runs().get(1).foreignPercent()).isNull();
    assertThat(comparison.notes())
        .contains(
            "The foreign share of run 2 is not known ("
                + UNKNOWN
                + "). Other programs may have used its processors.");
    assertThat(comparison.pairs().get(0).notComparable()).isEmpty();
  }

  private Path withoutProcesses() throws IOException {
    Path run = copyOf(second);
    Files.delete(run.resolve(PROCESSES));
    Manifest.write(ResultsFolder.open(run));
    return run;
  }

  @Test
  void runThatLostItsSamplesIsNotComparable() throws IOException {
    Comparison comparison = Comparisons.of(List.of(first, withoutProcesses()));
    assertThat(comparison.isSound()).isFalse();
    assertThat(comparison.pairs().get(0).notComparable())
        .containsExactly(
            "The foreign share of run 2 is not known ("
                + UNKNOWN
                + "): stats/host is missing or does"
                + " not cover the measured interval.");
    assertThat(comparison.notes()).noneMatch(note -> note.contains("The foreign share"));
  }

  @Test
  void shortRunMayHaveTooFewSamples() throws IOException {
    Duration length = Duration.ofSeconds(2);
    RunPlan plan =
        TestPlans.withTiming(SimulatedDemo.plan(), new Timing(length, length, length, length));
    Path brief = SimulatedDemo.finished(folder, plan);
    Files.delete(brief.resolve(PROCESSES));
    Manifest.write(ResultsFolder.open(brief));
    Comparison comparison = Comparisons.of(List.of(first, brief));
    assertThat(comparison.pairs().get(0).notComparable()).isEmpty();
    assertThat(comparison.notes()).anyMatch(note -> note.startsWith("The foreign share of run 2"));
  }

  @Test
  void smallForeignSharesThatAreNearAreComparable() throws IOException {
    Comparison comparison =
        Comparisons.of(List.of(withSteal(first, "a", 2), withSteal(second, "b", 6)));
    assertThat(comparison.runs().get(0).foreignPercent()).isCloseTo(100 * 2 / 42., within(0.01));
    assertThat(comparison.runs().get(1).foreignPercent()).isCloseTo(100 * 6 / 46., within(0.01));
    assertThat(comparison.pairs().get(0).isComparable()).isTrue();
    assertThat(comparison.isSound()).isTrue();
    assertThat(comparison.notes()).noneMatch(note -> note.contains("foreign share"));
    assertThat(comparison.runs())
        .extracting(run -> run.verdict().statement())
        .containsOnly("valid for demo, not publishable");
  }

  @Test
  void foreignShareAboveTwentyPercentIsNotComparable() throws IOException {
    Comparison comparison =
        Comparisons.of(List.of(withSteal(first, "a", 8), withSteal(second, "b", 11)));
    Pair pair = comparison.pairs().get(0);
    assertThat(comparison.isSound()).as("exit code 4").isFalse();
    assertThat(pair.notComparable())
        .containsExactly(
            "In run 2, other programs took 21.6 % of the processor time used on the driver's machine (limit"
                + " 20 %).");
    assertThat(allFigures(pair))
        .hasSizeGreaterThan(150)
        .allMatch(figure -> figure.change().verdict() == Conclusion.NOT_COMPARABLE)
        .allMatch(
            figure ->
                figure.change().lowPercent() == null && figure.change().highPercent() == null);
    assertThat(pair.throughput().get(0).change().differencePercent()).isNotNull();
    assertThat(pair.summary())
        .startsWith("Run 2 against run 1: not comparable. In run 2, other programs");
    assertThat(Comparisons.html(comparison))
        .contains("21.6 %", "not comparable</span>")
        .contains("<span class=\"mark valid\">valid for demo, not publishable</span>")
        .contains(
            "<span class=\"mark disturbed\">valid for demo, not publishable, disturbed: others took"
                + " 21.6 %</span>");
  }

  @Test
  void foreignSharesTenPointsApartAreNotComparable() throws IOException {
    Path quiet = withSteal(first, "a", 0);
    Path busy = withSteal(second, "b", 5);
    String apart =
        "The foreign shares are more than 10 points apart: 0.0 % on the driver's machine in run 1;"
            + " 11.1 % on the driver's machine in run 2.";
    assertThat(Comparisons.of(List.of(quiet, busy)).pairs().get(0).notComparable())
        .containsExactly(apart);
    Path older = withoutProcesses();
    replace(older.resolve("run.json"), "\"schemaVersion\" : 2", "\"schemaVersion\" : 1");
    assertThat(Comparisons.of(List.of(older, busy)).pairs().get(0).isComparable())
        .as("nothing is known of the first")
        .isTrue();
  }

  @Test
  void invalidRunIsNamedSo() throws IOException {
    Comparison comparison = Comparisons.of(List.of(first, SimulatedDemo.killed(folder, 25)));
    assertThat(comparison.runs().get(0).verdict().isValid()).isTrue();
    assertThat(comparison.runs().get(1).verdict().isValid()).isFalse();
    assertThat(comparison.runs().get(1).state()).isEqualTo("killed");
    assertThat(comparison.notes().get(0)).startsWith("Run 2 is INVALID");
    assertThat(comparison.pairs().get(0).summary())
        .startsWith("Run 2 is INVALID: its figures are not a result. Run 2 against run 1: ");
    assertThat(Comparisons.html(comparison)).contains("Run 2 is INVALID", "was killed");
  }

  @Test
  void runWithChangedFilesIsInvalid() throws IOException {
    Path changed = copyOf(second);
    Manifest.write(ResultsFolder.open(changed));
    replace(changed.resolve("checks.csv"), "invariant-1,", "invariant-01,");
    Comparison comparison = Comparisons.of(List.of(first, changed));
    assertThat(comparison.runs().get(1).verdict().isValid()).isFalse();
    assertThat(comparison.runs().get(1).verdict().reasons())
        .anyMatch(reason -> reason.contains("checks.csv was changed"));
  }

  @Test
  void runThatMeasuredNothingHasNoFigures() throws IOException {
    Comparison comparison = Comparisons.of(List.of(first, SimulatedDemo.killed(folder, 3)));
    assertThat(comparison.runs().get(1).etps()).isNull();
    assertThat(comparison.pairs().get(0).throughput())
        .allMatch(
            one ->
                one.change().other() == null
                    && one.change().verdict() == Conclusion.NOT_ENOUGH_DATA);
    assertThat(comparison.pairs().get(0).summary()).contains("not enough data to compare etps");
  }

  @Test
  void pageNeedsNothingButItself() {
    assertThat(Comparisons.html(Comparisons.of(List.of(first, slower))))
        .doesNotContainPattern("(?i)(src|href)\\s*=\\s*[\"']?(https?:|//)")
        .doesNotContainPattern("(?i)url\\(")
        .doesNotContain("@import", "<script", "<link")
        .contains("not comparable", "within itself", "quartet run --repeat 3")
        .endsWith("</html>\n");
  }

  @Test
  void fewerThanTwoRunsAreRefused() {
    assertRefused("TOO_FEW_RUNS", "one results folder is named", first);
  }

  @Test
  void oneRunTwiceIsRefused() {
    assertRefused(
        "SAME_RUN_TWICE", "named twice", first, first.resolve("../" + SimulatedDemo.RUN_ID));
  }

  @Test
  void folderThatIsNotThereIsRefused() {
    assertRefused("NOT_RESULTS", "does not exist", first, folder.resolve("none"));
  }

  @Test
  void olderFormatIsRefusedWithTheVersionToUse() throws IOException {
    Path old = copyOf(second);
    replace(old.resolve("run.json"), "\"schemaVersion\" : 2", "\"schemaVersion\" : 0");
    assertRefused(
        "RESULTS_VERSION",
        "its format is 0, this program reads 1 to 2. Use the version",
        first,
        old);
  }

  @Test
  void runsOfDifferentWorkloadsAreRefused() throws IOException {
    Path other = copyOf(second);
    int next = Brokerage.VERSION + 1;
    replace(other.resolve("run.json"), WORKLOAD_VERSION, "\"workloadVersion\" : " + next);
    assertRefused(
        "WORKLOAD_DIFFERS",
        "version " + next + " of the workload, but 20260301-120000-demo has version " + (next - 1),
        first,
        other);
  }

  @Test
  void runFromBeforeTheVersionOfTheWorkloadIsOfTheFirst() throws IOException {
    Path ofFirst = RecordedRuns.copyOf(first, Files.createDirectory(folder.resolve("first")));
    replace(ofFirst.resolve("run.json"), WORKLOAD_VERSION, "\"workloadVersion\" : 1");
    Path older = copyOf(second);
    replace(older.resolve("run.json"), WORKLOAD_VERSION + ",", "");
    assertThat(Comparisons.of(List.of(ofFirst, older)).pairs()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "\"1\"", "null", "99999999999"})
  void versionOfTheWorkloadIsAWholeNumber(String version) throws IOException {
    Path other = copyOf(second);
    replace(other.resolve("run.json"), WORKLOAD_VERSION, "\"workloadVersion\" : " + version);
    assertRefused("RESULTS_UNREADABLE", "must be a whole number of at least 1", first, other);
  }

  @Test
  void secondsThatAreCutOffAreNoticed() throws IOException {
    Path cut = copyOf(second);
    Path intervals = cut.resolve("intervals.csv");
    byte[] bytes = Files.readAllBytes(intervals);
    Files.write(intervals, Arrays.copyOf(bytes, bytes.length * 2 / 3));
    assertRefused("RESULTS_UNREADABLE", "intervals.csv", first, cut);
  }

  @ParameterizedTest
  @CsvSource({
    "run.json,run.json",
    "phases.csv,phases.csv",
    "settings/a1-vm2.json,a1-vm2.json",
    "latency/d1-Trade-Order-response.hlog,latency/d1-Trade-Order-response.hlog"
  })
  void fileCutShortIsNamed(String name, String named) throws IOException {
    Path cut = copyOf(second);
    Path file = cut.resolve(name);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length * 2 / 3 + 1));
    assertRefused("RESULTS_UNREADABLE", named, first, cut);
  }
}
