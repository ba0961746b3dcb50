package io.quartet.model.experiment;

import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Experiments for tests. */
public final class TestExperiments {

  private TestExperiments() {}

  /**
   * A plan with several numbers of users.
   *
   * @param repeats blocks
   * @param stacks databases of each cell; as many as users
   */
  public static Experiment ofUsers(
      RunPlan plan, int repeats, List<Integer> users, List<Integer> stacks) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < users.size(); i++) {
      String text = users.get(i).toString();
      cells.add(
          new Cell(
              i + 1,
              "users " + text,
              Map.of("load.users", text),
              stacks.get(i),
              TestPlans.withLoad(plan, Load.closed(users.get(i)))
                  .withName("users-" + stacks.get(i))));
    }
    return of(
        "users",
        repeats,
        new VariedKey("load.users", "users", users.stream().map(Object::toString).toList()),
        cells);
  }

  /** An experiment that varies the users of a closed load, on databases that all cells share. */
  public static Experiment ofUsers(RunPlan plan, int repeats, Integer... users) {
    return ofUsers(
        plan, repeats, List.of(users), IntStream.range(0, users.length).mapToObj(i -> 1).toList());
  }

  /** A plan with several index profiles, on databases that all cells share. */
  public static Experiment ofIndexes(RunPlan plan, int repeats, String... profiles) {
    List<Cell> cells = new ArrayList<>();
    for (String profile : profiles) {
      cells.add(
          new Cell(
              cells.size() + 1,
              "indexes " + profile,
              Map.of("database.indexes", profile),
              1,
              TestPlans.withIndexes(plan, profile).withName("indexes-1")));
    }
    return of(
        "indexes", repeats, new VariedKey("database.indexes", "indexes", List.of(profiles)), cells);
  }

  /** A plan with several texts as its clients, and a label for each cell. */
  public static Experiment ofClients(
      RunPlan plan, int repeats, List<String> labels, List<String> clients) {
    List<Cell> cells =
        IntStream.range(0, labels.size())
            .mapToObj(
                i ->
                    new Cell(i + 1, labels.get(i), Map.of("load.clients", clients.get(i)), 1, plan))
            .toList();
    return of(
        "clients",
        repeats,
        new VariedKey("load.clients", "clients", clients.stream().distinct().toList()),
        cells);
  }

  private static Experiment of(String name, int repeats, VariedKey key, List<Cell> cells) {
    return new Experiment(
        name,
        Optional.of("How many %s?".formatted(name)),
        1,
        repeats,
        Optional.empty(),
        Experiment.PercentOf.NONE,
        OptionalDouble.empty(),
        List.of(),
        1,
        List.of(key),
        cells);
  }
}
