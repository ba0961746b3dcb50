package io.quartet.report;

import io.quartet.measure.results.ResultsFolder;
import io.quartet.measure.results.StatsCsv;
import io.quartet.model.RunPlan;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import java.util.Arrays;
import java.util.List;

/**
 * Samples of servers whose counters grow by as much each second: more the higher the Group, so that
 * every figure of a report is known beforehand.
 */
final class SimulatedStatistics {

  private final ResultsFolder folder;
  private final long startUtcMillis;
  private final long seconds;

  SimulatedStatistics(ResultsFolder folder, long startUtcMillis, long seconds) {
    this.folder = folder;
    this.startUtcMillis = startUtcMillis;
    this.seconds = seconds;
  }

  void write(RunPlan plan) {
    for (VmSet set : plan.sets()) {
      int rate = set.group().number();
      for (VmRole role : VmRole.values()) {
        String vm = set.vmName(role);
        write(vm, "process", List.of("cpu_ms", "memory_kb"), 100L * rate, 0);
        if (role.isDatabase()) {
          database(vm, rate);
        }
      }
    }
    try (StatsCsv gaps = new StatsCsv(folder, "a1-vm2", "gaps")) {
      gaps.append(
          startUtcMillis + 9_000,
          List.of("source", "missed_ms", "reason"),
          List.of(List.of("database", "1250", "late")));
    }
  }

  private void database(String vm, int rate) {
    write(
        vm,
        "pg_stat_database",
        List.of("xact_commit", "xact_rollback", "blks_read", "blks_hit", "temp_bytes"),
        40L * rate,
        rate,
        5L * rate,
        95L * rate,
        0);
    write(
        vm,
        "pg_stat_bgwriter",
        List.of(
            "checkpoints_timed",
            "checkpoints_req",
            "buffers_checkpoint",
            "buffers_clean",
            "buffers_backend"),
        0,
        1,
        30L * rate,
        2,
        1);
    write(vm, "pg_stat_wal", List.of("wal_bytes"), 10_000L * rate);
    try (StatsCsv indexes = new StatsCsv(folder, vm, "indexes")) {
      for (long second = 0; second <= seconds; second++) {
        indexes.append(
            startUtcMillis + 1_000 * second,
            List.of("table_name", "index_name", "idx_tup_read", "idx_tup_fetch"),
            List.of(
                List.of(
                    "trade", "trade_pkey", text(200 * rate * second), text(200 * rate * second)),
                List.of("trade", "trade_by_account", text(300 * rate * second), "0")));
      }
    }
  }

  private void write(String vm, String source, List<String> columns, long... perSecond) {
    try (StatsCsv file = new StatsCsv(folder, vm, source)) {
      for (long second = 0; second <= seconds; second++) {
        long now = second;
        file.append(
            startUtcMillis + 1_000 * second,
            columns,
            List.of(Arrays.stream(perSecond).mapToObj(each -> text(each * now)).toList()));
      }
    }
  }

  private static String text(long value) {
    return Long.toString(value);
  }
}
