package io.quartet.report.advise;

import io.quartet.model.QuartetException;
import io.quartet.report.compare.Pairing;
import io.quartet.report.compare.Pairings;
import io.quartet.report.internal.advise.PlanChanges;
import io.quartet.report.internal.advise.RunEvidence;
import io.quartet.report.internal.advise.SliceFigures;
import io.quartet.report.internal.advise.TouchedTables;
import io.quartet.results.lab.MeasuredTrial;
import io.quartet.results.lab.TriedIndex;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
   * What one role was measured for, and what came of it.
   *
   * @param vm database that was copied
   */
  public record Measured(Concern concern, String vm, MeasuredTrial trial) {

    /**
     * Transactions that the changes can make cheaper: their plans changed, or they write the table
     * of a dropped index.
     */
    private Set<String> gainers(List<PlanChange> changedPlans) {
      Set<String> gainers = new HashSet<>();
      changedPlans.forEach(change -> gainers.add(change.transaction()));
      gainers.addAll(TouchedTables.relieved(trial.plansWithout(), concern.changes()));
      return gainers;
    }
  }

  /**
   * The results of the trials of all roles. Their figures are judged together, as the rows of a
   * comparison are: of those that are called higher or lower, a stated share may be so by chance.
   *
   * @param without database of the slices without the changes
   */
  public static List<Trial> of(List<Measured> measured, String without) {
    List<Pairing> pairs =
        Pairings.judged(
                measured.stream()
                    .map(one -> SliceFigures.pairing(one.trial().slices(), without))
                    .toList())
            .pairs();
    List<Trial> trials = new ArrayList<>();
    for (Pairing pair : pairs) {
      trials.add(trial(measured.get(trials.size()), pair));
    }
    return trials;
  }

  private static Trial trial(Measured measured, Pairing pair) {
    Concern concern = measured.concern();
    List<PlanChange> changedPlans = PlanChanges.of(concern.role(), measured.vm(), measured.trial());
    return new Trial(
        concern.role().name(),
        measured.vm(),
        concern.changes().stream().map(TriedIndex::sql).toList(),
        changedPlans,
        SliceFigures.figures(pair, measured.gainers(changedPlans)));
  }
}
