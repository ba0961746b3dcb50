package io.quartet.report.advise;

import io.quartet.model.QuartetException;
import io.quartet.report.internal.advise.PlanChanges;
import io.quartet.report.internal.advise.RunEvidence;
import io.quartet.report.internal.advise.SliceFigures;
import io.quartet.report.internal.advise.TouchedTables;
import io.quartet.results.lab.MeasuredTrial;
import io.quartet.results.lab.TriedIndex;
import java.nio.file.Path;
import java.util.List;

/** Which transactions a trial of indexes measures, and what its slices say. */
public final class Trials {

  private Trials() {}

  /**
   * The index that {@code --drop} names.
   *
   * @throws QuartetException INDEX_STATEMENT if the run has no such index, or it keeps a constraint
   */
  public static TriedIndex dropped(Advice advice, String name) {
    IndexAdvice index =
        advice.indexes().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    QuartetException.badInput(
                        TriedIndex.REFUSED,
                        "--drop: run %s has no index '%s'. Name one that quartet advise lists."
                            .formatted(advice.run().runId(), name)));
    if (index.constraint() != null) {
      throw QuartetException.badInput(
          TriedIndex.REFUSED,
          "--drop: %s keeps a constraint (%s), which the rows need. Name another index."
              .formatted(name, index.constraint()));
    }
    return TriedIndex.dropped(name, index.table());
  }

  /**
   * Returns the transactions that an index concerns, by the plans of a run. For an index to build,
   * these read or write its table. For an index to drop, these use it or write its table.
   *
   * @throws QuartetException NO_PLANS if the run captured none, or no plan has the tables
   */
  public static List<Concern> concerns(Path run, List<TriedIndex> changes) {
    List<Concern> concerns = TouchedTables.concerns(RunEvidence.read(run), changes);
    if (concerns.isEmpty()) {
      throw QuartetException.badInput(
          "NO_PLANS",
          ("%s: no captured plan reads or writes the table of the index, so there is no transaction"
                  + " to measure. Name a run with plans, and a table that its transactions use.")
              .formatted(run));
    }
    return concerns;
  }

  /**
   * The result of a trial of one role.
   *
   * @param without database of the slices without the changes
   */
  public static Trial of(Concern concern, String vm, String without, MeasuredTrial trial) {
    return new Trial(
        concern.role().name(),
        vm,
        concern.changes().stream().map(TriedIndex::sql).toList(),
        PlanChanges.of(concern.role(), vm, trial),
        SliceFigures.of(trial.slices(), without));
  }
}
