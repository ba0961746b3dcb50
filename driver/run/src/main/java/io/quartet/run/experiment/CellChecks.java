package io.quartet.run.experiment;

import io.quartet.config.DocumentPath;
import io.quartet.config.PlanDocument;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.plan.PostgresSource;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.PostgresBuilds;
import io.quartet.provision.embedded.PostgresInstallation;
import io.quartet.provision.embedded.SettingsCheck;
import io.quartet.run.doctor.Prerequisite;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/** Checks that everything the cells of an experiment name can be used, before the first run. */
public final class CellChecks {

  private static final DocumentPath POSTGRES =
      DocumentPath.ROOT.child("provider").child("postgres");

  private static final int REPORTED_CELLS = 100;

  private final Set<Prerequisite> open = EnumSet.allOf(Prerequisite.class);

  /** Problems with PostgreSQL, by what the plan names. */
  private final Map<Optional<PostgresSource>, List<Problem>> installations = new HashMap<>();

  private CellChecks() {}

  /**
   * Problems by number of the cell. Cells with the same provider, driver, database, engine and
   * workload share their problems, so only the first of them has any. A thousand cells take
   * seconds.
   *
   * @param progress takes the number of different cells looked at so far, after every hundred
   * @return empty if there are no problems
   * @throws QuartetException if something cannot be checked
   */
  public static Map<Integer, List<Problem>> problems(Experiment experiment, IntConsumer progress) {
    Map<Object, Cell> different = new LinkedHashMap<>();
    for (Cell cell : experiment.cells()) {
      var plan = PlanDocument.toJson(cell.plan());
      different.putIfAbsent(
          Stream.of("provider", "driver", "database", "engine", "workload")
              .map(plan::path)
              .toList(),
          cell);
    }
    return new CellChecks().problems(List.copyOf(different.values()), progress);
  }

  private Map<Integer, List<Problem>> problems(List<Cell> cells, IntConsumer progress) {
    Map<Integer, List<Problem>> problems = new TreeMap<>();
    for (Cell cell : cells) {
      List<Problem> ofPostgres = installation(cell.plan());
      if (!ofPostgres.isEmpty()) {
        problems.put(cell.number(), ofPostgres);
      }
    }
    // PostgreSQL is asked about a setting by starting it: once for all cells, where it takes all.
    if (problems.isEmpty() && SettingsCheck.accepts(cells.stream().map(Cell::plan).toList())) {
      open.remove(Prerequisite.SETTINGS);
    }
    int checked = 0;
    for (Cell cell : cells) {
      if (!problems.containsKey(cell.number())) {
        List<Problem> ofCell =
            open.stream()
                .flatMap(prerequisite -> prerequisite.problems(cell.plan()).stream())
                .toList();
        if (!ofCell.isEmpty()) {
          problems.put(cell.number(), ofCell);
        }
      }
      checked++;
      if (checked % REPORTED_CELLS == 0) {
        progress.accept(checked);
      }
    }
    return problems;
  }

  private List<Problem> installation(RunPlan plan) {
    return plan.provider().isGiven()
        ? List.of()
        : installations.computeIfAbsent(PostgresBuilds.source(plan), source -> found(plan));
  }

  private static List<Problem> found(RunPlan plan) {
    List<Problem> problems = new ArrayList<>();
    try {
      if (plan.provider() instanceof Embedded) {
        PostgresInstallation.find(plan);
      } else {
        PostgresBuilds.require(plan);
      }
    } catch (QuartetException e) {
      DocumentPath place =
          PostgresBuilds.source(plan).map(source -> POSTGRES.child(source.key())).orElse(POSTGRES);
      problems.add(Problem.ofValue(place, e.kind(), e.code(), e.getMessage()));
    }
    return problems;
  }
}
