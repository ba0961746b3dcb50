package io.quartet.model.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ClientLoadTest {

  /** Two Sets of Group A and one of Group B, in three phases. */
  private final ClientLoad load =
      load(
          OptionalDouble.empty(),
          Map.of("a1", List.of(3, 0, 10), "a2", List.of(1, 2, 0), "b1", List.of(4, 6, 0)));

  private static ClientLoad load(OptionalDouble rate, Map<String, List<Integer>> clients) {
    SortedMap<VmSet, List<Integer>> bySet = new TreeMap<>(Comparator.comparingInt(VmSet::order));
    clients.forEach((set, counts) -> bySet.put(VmSet.parse(set), counts));
    return new ClientLoad(bySet, rate, 1);
  }

  @Test
  void clientsAreCountedByPhase() {
    assertThat(load.phases()).isEqualTo(3);
    assertThat(load.clients(VmSet.parse("a2"), 1)).isEqualTo(2);
    assertThat(List.of(load.total(0), load.total(1), load.total(2))).containsExactly(8, 8, 10);
  }

  @Test
  void shareOfAGroupIsThatOfItsClients() {
    assertThat(load.table().rows())
        .containsExactly(
            LoadShare.of(50, 50, 0, 0), LoadShare.of(25, 75, 0, 0), LoadShare.of(100, 0, 0, 0));
    assertThat(load.table().groups()).containsExactly(VmGroup.A, VmGroup.B);
  }

  @Test
  void sharesOfManySetsSumTo100() {
    for (int sets = 1; sets <= 250; sets++) {
      assertThat(ClientLoad.closed(sets, 7).table().rows())
          .containsExactly(LoadShare.of(100, 0, 0, 0));
    }
    ClientLoad thirds =
        load(OptionalDouble.empty(), Map.of("a1", List.of(1), "b1", List.of(1), "c1", List.of(1)));
    assertThat(thirds.table().rows().get(0).percent(VmGroup.C)).isEqualTo(33.333333333);
  }

  @Test
  void clientsOfTwoPhasesMayBeConnectedAtOnce() {
    assertThat(load.mostSessions()).isEqualTo(10);
    assertThat(ClientLoad.closed(3, 7).mostSessions()).isEqualTo(7);
    assertThat(load(OptionalDouble.empty(), Map.of("a1", List.of(9, 1, 8, 3))).mostSessions())
        .isEqualTo(11);
  }

  @Test
  void descriptionNamesFewestAndMostClients() {
    assertThat(load.describe()).isEqualTo("closed, 0 to 10 clients for each database");
    assertThat(ClientLoad.closed(2, 1).describe()).isEqualTo("closed, 1 client for each database");
    assertThat(load(OptionalDouble.of(0.5), Map.of("a1", List.of(1_000, 1_000))).describe())
        .isEqualTo("paced, 0.5 tps and 1,000 clients for each database");
  }

  @Test
  void listsOfACallerMayChangeLater() {
    SortedMap<VmSet, List<Integer>> given = new TreeMap<>(Comparator.comparingInt(VmSet::order));
    given.put(VmSet.parse("a1"), List.of(1));
    ClientLoad kept = new ClientLoad(given, OptionalDouble.empty(), 1);
    given.put(VmSet.parse("b1"), List.of(2));

    assertThat(kept).isEqualTo(ClientLoad.closed(1, 1));
  }
}
