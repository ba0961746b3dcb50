package io.quartet.results;

import java.util.Map;

/** Where in the results folder the figures of each check come from. */
final class Evidence {

  private static final String BOOKS = "phases.csv";
  private static final String INTERVALS = "intervals.csv";
  private static final String EVENTS = "events.jsonl";
  private static final String PLAN = "run.json";
  private static final String CHECKS = "checks.csv";
  private static final String ACID = "the file of quartet acid";

  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("databases", PLAN),
          Map.entry("state", "state.json"),
          Map.entry("phases-measured", BOOKS),
          Map.entry("measured-transactions", BOOKS),
          Map.entry("bookkeeping", BOOKS + ", " + INTERVALS),
          Map.entry("wrong-answers", BOOKS + ", sqlstates.csv"),
          Map.entry("failures", BOOKS + ", sqlstates.csv"),
          Map.entry("trade-results-given-up", BOOKS),
          Map.entry("conservation", "conservation.csv, " + BOOKS),
          Map.entry("consistency-before", CHECKS),
          Map.entry("consistency-after", CHECKS),
          Map.entry("nothing-lost", EVENTS),
          Map.entry("nothing-silent", EVENTS),
          Map.entry("shares", BOOKS),
          Map.entry("littles-law", BOOKS),
          Map.entry("overload", BOOKS),
          Map.entry("trade-result-backlog", INTERVALS),
          Map.entry("trade-result-retries", BOOKS),
          Map.entry("longest-waits", BOOKS),
          Map.entry("driver-not-bottleneck", "driver.csv"),
          Map.entry("clocks", EVENTS),
          Map.entry("workers", EVENTS),
          Map.entry("mix", BOOKS),
          Map.entry("trade-result-mix", BOOKS),
          Map.entry("intended-rollbacks", BOOKS),
          Map.entry("load-mode", PLAN),
          Map.entry("elasticity-table", PLAN),
          Map.entry("sizes", PLAN),
          Map.entry("interval", PLAN + ", " + BOOKS),
          Map.entry("phase-switches", EVENTS),
          Map.entry("dips", BOOKS),
          Map.entry("evidence", "manifest.sha256"),
          Map.entry("distinct-data", PLAN),
          Map.entry("redundancy", PLAN),
          Map.entry("cache-declared", PLAN),
          Map.entry("memory", "stats/*/memory.csv"),
          Map.entry(
              "requested-checkpoints", "stats/*/pg_stat_checkpointer.csv or pg_stat_bgwriter.csv"),
          Map.entry(
              "backend-writes",
              "stats/*/pg_stat_bgwriter.csv, pg_stat_checkpointer.csv, pg_stat_io.csv"),
          Map.entry("growth", "stats/*/sizes.csv, " + BOOKS),
          Map.entry("autovacuum", "stats/*/tables.csv, stats/*/horizon.csv"),
          Map.entry("topology", PLAN + ", " + EVENTS),
          Map.entry("durability-settings", "settings/*.json"),
          Map.entry("clean-up", BOOKS),
          Map.entry("durability", "durability.json, acknowledged.csv"),
          Map.entry("business-recovery", "durability.json, " + INTERVALS),
          Map.entry("checkpoints", EVENTS),
          Map.entry("statistics", "stats/*/pg_stat_database.csv"),
          Map.entry("machine-statistics", "stats/*/{cpu,memory,disk,network}.csv"),
          Map.entry("trend", INTERVALS),
          Map.entry("maintenance-cadence", INTERVALS),
          Map.entry("cardinalities", CHECKS),
          Map.entry("same-on-all-vms", PLAN + ", settings/*.json, schema/*.txt"),
          Map.entry("seeds", PLAN),
          Map.entry("inputs", "inputs.csv"),
          Map.entry("wal-retained", "settings/*.json, stats/*/pg_stat_{wal,archiver}.csv"),
          Map.entry("space-60-days", "stats/*/sizes.csv, stats/*/space.csv, settings/*.json"),
          Map.entry("nothing-else-ran", "stats/*/cpu.csv, stats/*/process{,es}.csv"),
          Map.entry("steal", "stats/*/cpu.csv"),
          Map.entry("foreign-share", "stats/*/cpu.csv, stats/*/process{,es}.csv"),
          Map.entry("repeatability", BOOKS + " of both runs"),
          Map.entry("atomicity", ACID),
          Map.entry("isolation", ACID),
          Map.entry("etps-per-load-unit", BOOKS),
          Map.entry("orders-settled", BOOKS));

  private Evidence() {}

  /** The files of a check by its id; empty for a rule without a judge. */
  static String of(String id) {
    return id.startsWith("response-time-") ? "latency/phases.hlog" : FILES.getOrDefault(id, "");
  }
}
