package io.quartet.report.section;

import io.quartet.results.RunDocument;

/**
 * The workload of a run, by which its report chooses sections, figures and words. A report lacks
 * the figures that its workload does not have; it never shows them empty.
 */
public enum Contents {
  /** Trades of a brokerage, on pairs of databases behind a Tier A. */
  BROKERAGE,
  /** Transactions of scripts of pgbench, on one database in each Set. */
  PGBENCH;

  /** Those of a run, also if its plan is damaged. */
  public static Contents of(RunDocument run) {
    return run.isOfTool() ? PGBENCH : BROKERAGE;
  }
}
