package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.quartet.model.GoldenFile;
import io.quartet.model.QuartetException;
import io.quartet.report.compare.Change;
import io.quartet.report.compare.Comparison;
import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.compare.Comparison.Pair;
import io.quartet.report.compare.Comparisons;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.compare.Spread;
import io.quartet.results.RecordedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sets of runs beside each other: six of one machine, three of a slower one. */
@Tag("unit")
class ComparisonOfSetsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path results;
  private static final List<Path> EQUAL = new ArrayList<>();
  private static final List<Path> SLOWER = new ArrayList<>();
  private static Comparison sixAndThree;
  private static Comparison threeAndThree;

  @TempDir Path folder;

  @BeforeAll
  static void simulate() throws IOException {
    EQUAL.addAll(simulated(results, 6, 0, 1));
    SLOWER.addAll(simulated(results, 3, 10, 1.25));
    sixAndThree = Comparisons.ofSets(EQUAL, SLOWER);
    threeAndThree = Comparisons.ofSets(EQUAL.subList(0, 3), SLOWER);
  }

  /**
   * Runs that differ by chance only.
   *
   * @param slowness factor of all service times
   */
  static List<Path> simulated(Path folder, int runs, int firstSeed, double slowness)
      throws IOException {
    List<Path> simulated = new ArrayList<>();
    for (int seed = firstSeed; seed < firstSeed + runs; seed++) {
      simulated.add(
          ComparisonTest.withDriver(
              SimulatedDemo.finished(folder.resolve("seed-" + seed), seed, slowness)));
    }
    return simulated;
  }

  @Test
  void comparisonIsTheGoldenOne() {
    String golden = TestPages.RESOURCES + "/golden/comparison";
    GoldenFile.assertSame(
        golden + ".json.txt",
        JsonLines.of(GoldenFile.masked(Comparisons.json(threeAndThree), results)));
    GoldenFile.assertSame(
        golden + ".html.txt",
        ShownText.ofPage(GoldenFile.masked(Comparisons.html(threeAndThree), results)));
  }

  private static Stream<Change> changes(Pair pair) {
    return Stream.concat(
        Stream.of(pair.throughput(), pair.meanResponse(), pair.p90Response())
            .flatMap(List::stream)
            .map(Figure::change),
        pair.resources().stream().map(Comparison.Resource::change));
  }

  private static Change etps(Comparison comparison) {
    return comparison.pairs().get(0).throughput().get(0).change();
  }

  @Test
  void equalSetsDifferHardlyAnywhere() {
    Comparison comparison = Comparisons.ofSets(EQUAL.subList(0, 3), EQUAL.subList(3, 6));
    assertThat(etps(comparison).verdict()).isEqualTo(Conclusion.NO_DIFFERENCE_SHOWN);
    long different =
        changes(comparison.pairs().get(0))
            .filter(one -> one.verdict() == Conclusion.HIGHER || one.verdict() == Conclusion.LOWER)
            .count();
    assertThat(different).isLessThan(4);
    assertThat(changes(comparison.pairs().get(0)))
        .extracting(Change::verdict)
        .doesNotContain(Conclusion.DIFFERS);
  }

  @Test
  void slowerSetIsLower() {
    Comparison comparison = sixAndThree;
    Change etps = etps(comparison);
    assertThat(etps.verdict()).isEqualTo(Conclusion.LOWER);
    assertThat(etps.differencePercent()).isBetween(-30.0, -8.0);
    assertThat(etps.pValue()).isLessThan(0.01);
    assertThat(comparison.pairs().get(0).summary())
        .startsWith("Runs 7 to 9 against runs 1 to 6: etps is lower: −");
    assertThat(
            comparison.pairs().get(0).resources().stream()
                .filter(row -> row.quantity().equals("write-ahead log")))
        .isNotEmpty()
        .allMatch(row -> row.change().verdict() == Conclusion.HIGHER);
    assertThat(comparison.sides())
        .extracting(Comparison.RunSet::label)
        .containsExactly("runs 1 to 6", "runs 7 to 9");
    assertThat(comparison.isSound()).isTrue();
  }

  @Test
  void spreadIsThatOfTheRuns() {
    Comparison comparison = sixAndThree;
    Spread baseline = etps(comparison).baseline();
    double[] etps =
        comparison.runs().stream().limit(6).mapToDouble(Comparison.Run::etps).sorted().toArray();
    assertThat(baseline.runs()).isEqualTo(6);
    assertThat(baseline.min()).isCloseTo(etps[0], within(1e-9));
    assertThat(baseline.max()).isCloseTo(etps[5], within(1e-9));
    assertThat(baseline.median()).isCloseTo((etps[2] + etps[3]) / 2, within(1e-9));
    assertThat(baseline.low()).isLessThan(baseline.mean());
    assertThat(baseline.high()).isGreaterThan(baseline.mean());
    assertThat(baseline.halfWidthPercent()).isBetween(0.01, 10.0);
    assertThat(etps(comparison).differencePercent())
        .isCloseTo(100 * (etps(comparison).other().mean() / baseline.mean() - 1), within(1e-9));
  }

  @Test
  void jsonFitsItsSchemaAndNamesTheLevels() throws IOException {
    Comparison comparison = threeAndThree;
    JsonNode json = JSON.readTree(Comparisons.json(comparison));
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(OutputSchema.COMPARISON.json())
                .validate(json))
        .isEmpty();
    assertThat(json.at("/method/primary/rows").asInt()).isEqualTo(1);
    assertThat(json.at("/method/primary/level").asDouble()).isCloseTo(0.05, within(1e-12));
    assertThat(json.at("/method/others/rows").asInt()).isGreaterThan(150);
    assertThat(json.at("/method/others/level").asDouble()).isBetween(0.0002, 0.0499);
    assertThat(Comparisons.json(Comparisons.ofSets(EQUAL.subList(0, 3), SLOWER)))
        .as("the same bytes")
        .isEqualTo(Comparisons.json(comparison));
  }

  @Test
  void pageHasAChartOfIntervalsAndSaysHowManyRowsWereJudged() {
    String page = Comparisons.html(threeAndThree);
    assertThat(page)
        .contains(
            "<svg",
            "CV, %",
            "Spread of the runs",
            "Runs 1 to 3 are the baseline",
            "Intervals do not allow for the number of rows",
            "etps is judged separately, with a p-value of at most 0.05.",
            "hierarchical bootstrap")
        .doesNotContain("<script", "NaN", "null");
  }

  @Test
  void fewerThanThreeRunsASideAreNeverHigherOrLower() {
    Comparison comparison = Comparisons.ofSets(EQUAL, SLOWER.subList(0, 2));
    assertThat(etps(comparison).verdict()).isEqualTo(Conclusion.DIFFERS);
    assertThat(changes(comparison.pairs().get(0)))
        .allMatch(one -> one.pValue() == null)
        .extracting(Change::verdict)
        .doesNotContain(Conclusion.HIGHER, Conclusion.LOWER);
    assertThat(comparison.method().primary().rows()).isZero();
    assertThat(comparison.notes())
        .anyMatch(note -> note.contains("This needs three runs on each side"));
  }

  /** A copy in which others took a fifth of the time and more. */
  private Path busy(Path run, String name) throws IOException {
    return ComparisonTest.withSteal(run, Files.createDirectory(folder.resolve(name)), 11);
  }

  @Test
  void runThatOthersDisturbedIsLeftOutAndNamed() throws IOException {
    List<Path> baseline = new ArrayList<>(EQUAL.subList(0, 3));
    baseline.add(busy(EQUAL.get(3), "busy"));
    Comparison comparison = Comparisons.ofSets(baseline, SLOWER);
    Pair pair = comparison.pairs().get(0);
    String sentence =
        "In run 4, other programs took 21.6 % of the processor time used on the driver's machine (limit"
            + " 20 %).";
    assertThat(pair.notComparable()).isEmpty();
    assertThat(pair.leftOut()).containsExactly(sentence);
    assertThat(comparison.notes()).contains("Left out: " + sentence);
    assertThat(etps(comparison).baseline().runs()).isEqualTo(3);
    assertThat(etps(comparison).verdict()).isEqualTo(Conclusion.LOWER);
  }

  @Test
  void sideOfWhichTooFewRemainIsNotComparable() throws IOException {
    List<Path> baseline = new ArrayList<>(EQUAL.subList(0, 2));
    baseline.add(busy(EQUAL.get(3), "busy"));
    Comparison comparison = Comparisons.ofSets(baseline, SLOWER);
    Pair pair = comparison.pairs().get(0);
    assertThat(pair.notComparable())
        .hasSize(2)
        .last()
        .isEqualTo("That leaves 2 of the 3 runs of runs 1 to 3, but 3 are needed.");
    assertThat(changes(pair))
        .allMatch(one -> one.verdict() == Conclusion.NOT_COMPARABLE)
        .allMatch(one -> one.lowPercent() == null && one.pValue() == null);
    assertThat(comparison.isSound()).isFalse();
    assertThat(Comparisons.html(comparison)).doesNotContain("<svg");
  }

  @Test
  void setsWhoseForeignSharesAreApartAreNotComparable() throws IOException {
    List<Path> disturbed = new ArrayList<>();
    for (int run = 0; run < 3; run++) {
      Path parent = Files.createDirectory(folder.resolve("disturbed" + run));
      disturbed.add(ComparisonTest.withSteal(SLOWER.get(run), parent, 7));
    }
    List<Path> quiet = new ArrayList<>();
    for (int run = 0; run < 3; run++) {
      Path parent = Files.createDirectory(folder.resolve("quiet" + run));
      quiet.add(ComparisonTest.withSteal(EQUAL.get(run), parent, 0));
    }
    assertThat(Comparisons.ofSets(quiet, disturbed).pairs().get(0).notComparable())
        .containsExactly(
            "The foreign shares are more than 10 points apart: 0.0 % on average in runs 1 to 3;"
                + " 14.9 % on average in runs 4 to 6.");
  }

  @Test
  void invalidRunOfASetIsLeftOut() throws IOException {
    List<Path> others = new ArrayList<>(SLOWER);
    others.add(SimulatedDemo.killed(folder, 25));
    Comparison comparison = Comparisons.ofSets(EQUAL.subList(0, 3), others);
    assertThat(comparison.pairs().get(0).leftOut())
        .contains("Run 7 is INVALID: its figures are not a result.");
    assertThat(etps(comparison).other().runs()).isEqualTo(3);
    assertThat(etps(comparison).verdict()).isEqualTo(Conclusion.LOWER);
    assertThat(comparison.isSound()).as("exit code 4").isFalse();
  }

  @Test
  void runsOfASideThatAreNoRepeatsAreNamed() throws IOException {
    Path other = RecordedRuns.copyOf(EQUAL.get(3), folder);
    String run = Files.readString(other.resolve("run.json"));
    Files.writeString(other.resolve("run.json"), run.replace("\"users\" : 16", "\"users\" : 12"));
    assertThat(Comparisons.ofSets(List.of(EQUAL.get(0), EQUAL.get(1), other), SLOWER).notes())
        .contains(
            "The configurations of runs 1 to 3 differ (plan load.users), so they are not repeats of"
                + " one run.");
  }

  @Test
  void runOnBothSidesIsRefusedAndAnEmptySideToo() throws IOException {
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> Comparisons.ofSets(EQUAL, List.of(SLOWER.get(0), EQUAL.get(2))))
        .withMessageContaining("named twice")
        .satisfies(error -> assertThat(error.code()).isEqualTo("SAME_RUN_TWICE"));
    Path copy = RecordedRuns.copyOf(EQUAL.get(1), folder);
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> Comparisons.ofSets(EQUAL, List.of(SLOWER.get(0), copy)))
        .withMessageContaining("a copy of")
        .satisfies(error -> assertThat(error.code()).isEqualTo("SAME_RUN_TWICE"));
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> Comparisons.ofSets(EQUAL, List.of()))
        .withMessageContaining("--against")
        .satisfies(error -> assertThat(error.code()).isEqualTo("TOO_FEW_RUNS"));
  }
}
