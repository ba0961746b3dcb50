package io.quartet.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.VmMachine;
import io.quartet.report.compare.Comparability.Obstacle;
import io.quartet.report.compare.Comparability.RunId;
import io.quartet.results.statistics.Guests;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.ProcessorUse.Machine;
import io.quartet.results.statistics.ProcessorUse.Neighbour;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ForeignShareTest {

  /** Busy by 50 % of its processors, of which the kit has what is left. */
  private static Machine machine(String name, double foreignPercent, Neighbour... neighbours) {
    List<VmMachine.Vm> vms =
        name.startsWith("hypervisor-")
            ? List.of()
            : List.of(new VmMachine.Vm(new VmSet(VmGroup.A, 1), VmRole.DSS));
    return new Machine(
        new VmMachine(name, name, vms),
        4,
        OptionalDouble.of(50),
        OptionalDouble.of(0),
        OptionalDouble.of(50 - foreignPercent / 2),
        List.of(neighbours),
        OptionalDouble.empty(),
        0,
        "");
  }

  private static Machine unknown(String name) {
    return new Machine(
        new VmMachine(name, name, List.of()),
        4,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        List.of(),
        OptionalDouble.empty(),
        0,
        name + " has no samples");
  }

  private static ForeignShare run(int number, Machine... machines) {
    return ForeignShare.of(
        "run " + number,
        Optional.of(new ProcessorUse(List.of(machines), Guests.NONE)),
        Set.of(),
        false);
  }

  private static List<String> obstacles(ForeignShare first, ForeignShare second) {
    List<String> obstacles = notComparable(first, second);
    assertThat(notComparable(second, first)).hasSameSizeAs(obstacles);
    return obstacles;
  }

  private static List<String> notComparable(ForeignShare first, ForeignShare second) {
    return Obstacle.sentences(Comparability.of(side(first), side(second)).notComparable());
  }

  private static Side side(ForeignShare share) {
    return new Side(share.run(), List.of(standing(share)));
  }

  private static Side.Member standing(ForeignShare share) {
    return new Side.Member(new RunId(share.run()), true, share, Map.of(), OptionalInt.empty());
  }

  private static Side side(int... foreignPercents) {
    return new Side(
        "a side",
        IntStream.range(0, foreignPercents.length)
            .mapToObj(
                i -> run(10 * foreignPercents.length + i, machine("host", foreignPercents[i])))
            .map(ForeignShareTest::standing)
            .toList());
  }

  @Test
  void runsOfASideThatAreLeftOutAreTheSameBesideEveryOther() {
    Side baseline = side(3, 60, 4, 5);
    for (Side other :
        List.of(side(2, 3, 4, 4, 4), side(2, 3), side(2, 3, 4, 4, 40), side(2, 30, 40))) {
      Comparability comparability = Comparability.of(baseline, other);
      assertThat(comparability.leftOut())
          .as("beside %s", other)
          .containsKey(new RunId("run 41"))
          .doesNotContainKeys(new RunId("run 40"), new RunId("run 42"), new RunId("run 43"));
      assertThat(comparability.leftOut().get(new RunId("run 41")))
          .containsExactly(
              new Comparability.OtherPrograms("run 41", "the driver's machine", 60, 1, ""));
    }
    assertThat(Comparability.of(baseline, side(2, 3, 4, 4, 40)).leftOut())
        .containsOnlyKeys(new RunId("run 41"), new RunId("run 54"));
    assertThat(Comparability.of(baseline, side(2, 3)).notComparable()).isEmpty();
    assertThat(Comparability.of(baseline, side(2, 30, 40)).notComparable())
        .contains(new Comparability.TooFewRuns("a side", 1, 3));
  }

  @Test
  void sentenceNamesTheNeighboursOfAHypervisor() {
    ForeignShare alone = run(1, machine("hypervisor-hv1", 2));
    ForeignShare disturbed = run(2, machine("hypervisor-hv1", 30, new Neighbour("web", 1.25)));

    assertThat(obstacles(alone, disturbed))
        .first()
        .isEqualTo(
            "In run 2, other programs took 30.0 % of the processor time used on"
                + " hypervisor-hv1 (limit 20 %). There were guests of no VM of the plan, with"
                + " processors in use: web 1.25.");
  }

  @Test
  void runThatTheSentenceOfAnotherNamesStays() {
    ForeignShare lost =
        ForeignShare.of(
            "run 40",
            Optional.of(new ProcessorUse(List.of(unknown("run 41")), Guests.NONE)),
            Set.of(),
            true);
    List<Side.Member> runs = new ArrayList<>(List.of(standing(lost)));
    for (int number = 41; number <= 43; number++) {
      runs.add(standing(run(number, machine("host", 3))));
    }
    Map<RunId, List<Obstacle>> leftOut =
        Comparability.of(new Side("a side", runs), side(2, 3, 4, 4)).leftOut();

    assertThat(leftOut).containsOnlyKeys(new RunId("run 40"));
    assertThat(Obstacle.sentences(leftOut.get(new RunId("run 40"))))
        .singleElement()
        .asString()
        .startsWith("The foreign share of run 40 is not known (run 41 has no samples): ");
  }

  @Test
  void worstMachineCounts() {
    ForeignShare share = run(1, machine("a1-vm1", 3), machine("a1-vm3", 8), machine("a1-vm2", 5));
    assertThat(share.percent().getAsDouble()).isEqualTo(8);
    assertThat(share.unknown()).isEmpty();
  }

  @Test
  void limitsThemselvesAreComparable() {
    assertThat(obstacles(run(1, machine("host", 20)), run(2, machine("host", 10)))).isEmpty();
  }

  @Test
  void theWorstMachineAboveTwentyPercentIsNamedAndTheOthersAreCounted() {
    assertThat(
            notComparable(
                run(1, machine("host", 15)), run(2, machine("a1-vm1", 22), machine("a1-vm2", 24))))
        .containsExactly(
            "In run 2, other programs took 24.0 % of the processor time used on the machine of a1-vm2 (limit"
                + " 20 %), and too much on 2 machines in all.");
  }

  @Test
  void tooLargeIsTooLargeWhateverIsNotKnown() {
    assertThat(obstacles(run(1, unknown("a1-vm1"), machine("a1-vm2", 21)), run(2, unknown("host"))))
        .hasSize(1);
  }

  @Test
  void unknownMachinesProveNoDistance() {
    ForeignShare low = run(1, machine("a1-vm1", 2), unknown("a1-vm2"));
    assertThat(low.percent()).isEmpty();
    assertThat(low.unknown()).isEqualTo("a1-vm2 has no samples");
    assertThat(obstacles(low, run(2, machine("host", 18)))).isEmpty();
    ForeignShare high = run(1, machine("a1-vm1", 18), unknown("a1-vm2"));
    assertThat(obstacles(high, run(2, machine("host", 2))))
        .singleElement()
        .asString()
        .contains("more than 10 points apart");
  }

  @Test
  void runWithoutSamplesIsNotKnown() {
    ForeignShare none = ForeignShare.of("run 1", Optional.empty(), Set.of(), false);
    assertThat(none.percent()).isEmpty();
    assertThat(none.unknown()).isEqualTo("no samples of its machines can be read");
    assertThat(obstacles(none, run(2, machine("host", 19)))).isEmpty();
  }

  @Test
  void lostSamplesAreAnObstacle() {
    ForeignShare lost = ForeignShare.of("run 1", Optional.empty(), Set.of(), true);
    assertThat(lost.isLost()).isTrue();
    assertThat(obstacles(lost, run(2, machine("host", 5))))
        .containsExactly(
            "The foreign share of run 1 is not known (no samples of its machines can be read):"
                + " stats/host is missing or does not cover the measured interval.");
    ForeignShare whole =
        ForeignShare.of(
            "run 1",
            Optional.of(new ProcessorUse(List.of(machine("host", 5)), Guests.NONE)),
            Set.of(),
            true);
    assertThat(whole.isLost()).isFalse();
    assertThat(obstacles(whole, run(2, machine("host", 5)))).isEmpty();
  }

  @Test
  void shareOfAMachineOnWhichEventsWorkedDoesNotCount() {
    ForeignShare neighbour =
        ForeignShare.of(
            "run 1",
            Optional.of(new ProcessorUse(List.of(machine("host", 45)), Guests.NONE)),
            Set.of("host"),
            true);
    assertThat(neighbour.percent()).hasValue(45);
    assertThat(obstacles(neighbour, run(2, machine("host", 3)))).isEmpty();
  }
}
