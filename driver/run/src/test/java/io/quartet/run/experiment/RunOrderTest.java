package io.quartet.run.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.TestExperiments;
import io.quartet.model.plan.TestPlans;
import io.quartet.run.experiment.PlannedRun.Need;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The order of the runs of an experiment. */
@Tag("unit")
class RunOrderTest {

  private static final Experiment EXPERIMENT =
      TestExperiments.ofUsers(
          TestPlans.demo(1), 3, List.of(1, 2, 3, 4, 5, 6), List.of(1, 2, 1, 2, 1, 2));

  private static List<PlannedRun> runs(int blocks) {
    RunOrder order = new RunOrder(EXPERIMENT);
    List<PlannedRun> runs = new ArrayList<>();
    for (int block = 1; block <= blocks; block++) {
      runs.addAll(order.block(block, EXPERIMENT.cells()));
    }
    return runs;
  }

  @Test
  void everyBlockHasEveryCellOnceAndTheBaselineAsControl() {
    for (int block = 1; block <= 20; block++) {
      int number = block;
      List<PlannedRun> ofBlock = runs(20).stream().filter(run -> run.block() == number).toList();

      assertThat(ofBlock.stream().filter(run -> !run.isControl()).map(run -> run.cell().number()))
          .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
      assertThat(ofBlock.stream().filter(PlannedRun::isControl).map(run -> run.cell().number()))
          .containsExactly(1);
    }
  }

  @Test
  void controlStandsFarFromTheRunOfTheBaseline() {
    for (List<PlannedRun> block : List.of(runs(1), new ArrayList<>(runs(2).subList(7, 14)))) {
      List<Integer> places = new ArrayList<>();
      for (int i = 0; i < block.size(); i++) {
        if (block.get(i).cell().number() == 1) {
          places.add(i);
        }
      }
      assertThat(places.get(1) - places.get(0)).isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void seedDecidesTheOrderAndBlocksDiffer() {
    assertThat(runs(5)).isEqualTo(runs(5));

    Set<List<Integer>> orders = new HashSet<>();
    for (int block = 0; block < 10; block++) {
      orders.add(
          runs(10).subList(7 * block, 7 * block + 7).stream()
              .map(run -> run.cell().number())
              .toList());
    }
    assertThat(orders).hasSizeGreaterThan(5);
  }

  @Test
  void everyCellMayEndABlockWhateverTheSeed() {
    Experiment ofSameServers = TestExperiments.ofUsers(TestPlans.demo(1), 3, 8, 8, 8, 8);
    Map<Integer, Integer> last = new HashMap<>();
    for (int block = 1; block <= 40; block++) {
      List<PlannedRun> runs = new RunOrder(ofSameServers).block(block, ofSameServers.cells());
      List<PlannedRun> cells = runs.stream().filter(run -> !run.isControl()).toList();
      last.merge(cells.get(cells.size() - 1).cell().number(), 1, Integer::sum);
    }

    assertThat(last).containsOnlyKeys(1, 2, 3, 4);
    assertThat(last.values()).allMatch(times -> times <= 20);
  }

  @Test
  void databasesChangeAsSeldomAsTheControlAllows() {
    List<PlannedRun> runs = runs(10);
    long changes =
        runs.stream()
            .filter(run -> run.need() == Need.OTHER_DATABASES || run.need() == Need.LOAD)
            .count();

    // The first load, one change within each block, and at most two for its control.
    assertThat(changes).isLessThanOrEqualTo(1 + 10 * 3);
    assertThat(runs.stream().filter(run -> run.need() == Need.LOAD).map(r -> r.cell().stack()))
        .containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void otherUsersNeedARestartAndTheSameCellARestore() {
    RunOrder order = new RunOrder(TestExperiments.ofUsers(TestPlans.demo(1), 1, 1, 2));
    List<PlannedRun> runs = new ArrayList<>(order.block(1, List.of()));
    runs.addAll(order.block(2, List.of()));

    assertThat(runs)
        .extracting(PlannedRun::need)
        .containsExactly(Need.LOAD, Need.RESTORE, Need.RESTORE, Need.RESTORE);

    Experiment two = TestExperiments.ofUsers(TestPlans.demo(1), 1, 1, 2);
    assertThat(new RunOrder(two).block(1, two.cells()))
        .extracting(PlannedRun::need)
        .contains(Need.RESTART);
  }

  @Test
  void firstRunOfAnIndexProfileNeedsItsIndexes() {
    Experiment experiment =
        TestExperiments.ofIndexes(TestPlans.demo(1), 2, "plain", "covering", "minimal");
    RunOrder order = new RunOrder(experiment);
    List<PlannedRun> runs = new ArrayList<>(order.block(1, experiment.cells()));
    assertThat(runs.stream().map(PlannedRun::need))
        .containsOnlyOnce(Need.LOAD)
        .containsOnly(Need.LOAD, Need.INDEXES, Need.RESTORE);
    assertThat(runs.stream().filter(run -> run.need() == Need.INDEXES)).hasSize(2);
    assertThat(order.block(2, experiment.cells()))
        .extracting(PlannedRun::need)
        .containsOnly(Need.RESTORE);
    assertThat(experiment.copies(1)).isEqualTo(3);
    assertThat(runs.stream().map(Costs::of)).doesNotContainNull();
  }

  @Test
  void laterBlocksMayHaveFewerCells() {
    RunOrder order = new RunOrder(EXPERIMENT);
    order.block(1, EXPERIMENT.cells());

    assertThat(order.block(2, List.of(EXPERIMENT.cell(4))))
        .extracting(PlannedRun::cell)
        .extracting(Cell::number)
        .containsExactlyInAnyOrder(1, 1, 4);
  }
}
