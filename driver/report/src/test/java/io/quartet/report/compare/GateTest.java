package io.quartet.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.plan.Brokerage;
import io.quartet.report.compare.Gate.Outcome;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.Quantity.Measure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Margins of figures: what is decided by intervals, and what is not. */
@Tag("unit")
class GateTest {

  private static final List<Double> BASELINE = List.of(100.0, 101.0, 99.0, 100.5, 99.5);

  private static Side side(String label, List<Double> etps) {
    return inBoots(label, etps, etps.stream().map(any -> "").toList());
  }

  private static Side inBoots(String label, List<Double> etps, List<String> boots) {
    List<Side.Member> members = new ArrayList<>();
    for (double value : etps) {
      members.add(
          new Side.Member(
              new Comparability.RunId(label + " " + members.size()),
              true,
              new ForeignShare(label, List.of(), Set.of(), "", false),
              Map.of(Quantity.ETPS, Estimate.single(value)),
              OptionalInt.empty(),
              boots.get(members.size())));
    }
    return new Side(label, members);
  }

  private static Gate.Result judged(String gate, List<Double> other) {
    return judged(gate, side("baseline", BASELINE), side("runs 6 to 10", other));
  }

  private static Gate.Result judged(String gate, Side baseline, Side other) {
    return Gate.of(gate).judge(Pairings.of(baseline, List.of(other)).pairs().get(0));
  }

  private static List<Double> times(double factor) {
    return BASELINE.stream().map(value -> value * factor).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "etps -3%,   1.00, PASSED",
    "ETPS -3 %,  1.10, PASSED",
    "etps -3%,   0.90, FAILED",
    "etps -3%,   0.97, NOT_DECIDED",
    "etps -3%,   0.975, NOT_DECIDED",
    "etps +3%,   1.00, PASSED",
    "etps +3%,   0.90, PASSED",
    "etps +3%,   1.10, FAILED",
    "etps +3%,   1.025, NOT_DECIDED",
    "etps -0%,   0.90, FAILED",
    "etps +0%,   0.90, PASSED",
  })
  void wholeIntervalDecides(String gate, double factor, Outcome outcome) {
    assertThat(judged(gate, times(factor)).outcome()).isEqualTo(outcome);
  }

  @Test
  void repeatsThatWouldDecideItDoSo() {
    List<Double> other = times(0.98);
    String reason = judged("etps -3%", other).reason();
    Matcher more = Pattern.compile("about (\\d+) more repeats a side").matcher(reason);
    assertThat(more.find()).as(reason).isTrue();

    // The same spread, with so many runs.
    int runs = BASELINE.size() + Integer.parseInt(more.group(1));
    List<Double> baseline = new ArrayList<>();
    List<Double> repeated = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      baseline.add(BASELINE.get(i % BASELINE.size()));
      repeated.add(other.get(i % other.size()));
    }
    assertThat(judged("etps -3%", side("baseline", baseline), side("other", repeated)).outcome())
        .isEqualTo(Outcome.PASSED);
  }

  @Test
  void bootsAreWhatHasToBeRepeatedIfRunsComeFromSeveral() {
    List<String> boots = List.of("1", "1", "2", "2", "3");
    List<Double> other = times(0.975);
    assertThat(
            judged("etps -3%", inBoots("a", BASELINE, boots), inBoots("b", other, boots)).reason())
        .containsPattern("about \\d+ more boots a side");
  }

  @Test
  void sidesOfOneBootEachAreDoubted() {
    List<String> one = List.of("1", "1", "1", "1", "1");
    List<String> two = List.of("2", "2", "2", "2", "2");
    String doubt = "different boots of their machines";
    Side baseline = inBoots("a", BASELINE, one);
    assertThat(judged("etps -3%", baseline, inBoots("b", times(1), two)).reason()).contains(doubt);
    assertThat(judged("etps -3%", baseline, inBoots("b", times(1), one)).reason())
        .doesNotContain(doubt);
  }

  @ParameterizedTest
  @ValueSource(strings = {"etps -100%", "etps +1000000%", "etps +9999999999999999999999%"})
  void marginThatNothingCanPassIsRefused(String text) {
    assertThatThrownBy(() -> Gate.of(text)).hasMessageContaining("Give a smaller margin");
  }

  @Test
  void fewRunsOrNoFigureDecideNothing() {
    assertThat(judged("etps -3%", times(0.5).subList(0, 2)).outcome())
        .isEqualTo(Outcome.NOT_DECIDED);
    assertThat(judged("p90 Trade-Order +3%", times(1)).reason())
        .contains("do not have this figure");
  }

  @ParameterizedTest
  @ValueSource(strings = {"etps", "etps 3%", "etps -3", "-3%", "etps -x%", "", "etps --3%"})
  void gateNeedsAFigureAndASignedMargin(String text) {
    assertThatThrownBy(() -> Gate.of(text)).hasMessageContaining("for instance 'etps -3%'");
  }

  private static List<String> names(List<String> phases) {
    return Quantity.all(Brokerage.KINDS, phases).stream().map(Quantity::words).toList();
  }

  @Test
  void figureHasToExist() {
    Gate.of("etps during slow disk -3%").require(names(Quantity.aroundEvent("slow disk")));
    Gate.of("etps 4 A -3%").require(names(List.of("4")));
    assertThatThrownBy(() -> Gate.of("p99 Trade-Order +3%").require(names(List.of("1"))))
        .hasMessageContaining("no figure is called 'p99 Trade-Order'")
        .hasMessageContaining("for instance p90 ");
    assertThatThrownBy(() -> Gate.of("p90 Trade +3%").require(names(List.of("1"))))
        .hasMessageContaining("p90 Trade-Order");
  }

  @Test
  void everyFigureHasItsOwnName() {
    List<String> names = names(List.of("1", "10", "during a"));
    assertThat(names).hasSize(new HashSet<>(names).size());
    assertThat(Quantity.response(Measure.P90, VmGroup.A, TransactionType.TRADE_ORDER).words())
        .isEqualTo("p90 Trade-Order A");
    assertThat(Quantity.resource(Measure.PROCESSOR_TIME, VmRole.OLTP).words())
        .isEqualTo("processor time OLTP");
  }
}
