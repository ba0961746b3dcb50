package io.quartet.report.advise;

import java.util.List;

/**
 * Advice about the indexes of a run: {@code advise.json}, which {@link
 * io.quartet.report.OutputSchema#ADVICE} describes. Immutable.
 *
 * @param notice what the figures may not be compared with
 * @param against the run that plans are compared with; null without one
 * @param indexes role by role; within it by what can be done: those used by nothing first
 * @param transactions role by role
 * @param proposals the one that saves the most rows first
 * @param changedWithin statements whose plan differs before and after the run
 * @param changedAgainst statements whose plan differs from that of the other run
 * @param trials what {@code --try} and {@code --drop} measured, role by role; empty without them
 * @param notes what to know before reading the figures
 */
public record Advice(
    int schemaVersion,
    String notice,
    Run run,
    Run against,
    List<IndexAdvice> indexes,
    List<TransactionAdvice> transactions,
    List<Proposal> proposals,
    List<PlanChange> changedWithin,
    List<PlanChange> changedAgainst,
    List<Trial> trials,
    List<String> notes) {

  /** Version of the format of {@code advise.json}. */
  public static final int SCHEMA_VERSION = 1;

  public Advice {
    indexes = List.copyOf(indexes);
    transactions = List.copyOf(transactions);
    proposals = List.copyOf(proposals);
    changedWithin = List.copyOf(changedWithin);
    changedAgainst = List.copyOf(changedAgainst);
    trials = List.copyOf(trials);
    notes = List.copyOf(notes);
  }

  /** The same with trials. */
  public Advice with(List<Trial> measured) {
    return new Advice(
        schemaVersion,
        notice,
        run,
        against,
        indexes,
        transactions,
        proposals,
        changedWithin,
        changedAgainst,
        measured,
        notes);
  }

  /**
   * A run that the advice is made from.
   *
   * @param profile index profile of its databases
   * @param trades completed Trade-Results of the measured phases
   * @param verdict of the last audit
   */
  public record Run(
      String runId,
      String name,
      String profile,
      long trades,
      double measuredSeconds,
      String verdict) {}
}
