package io.quartet.report;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.folder.ProcessesCsv;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.util.ArrayList;
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
  private String small = "broker";
  private String large = "trade";

  SimulatedStatistics(ResultsFolder folder, long startUtcMillis, long seconds) {
    this.folder = folder;
    this.startUtcMillis = startUtcMillis;
    this.seconds = seconds;
  }

  void write(RunPlan plan) {
    if (plan.workload() instanceof Pgbench) {
      small = "pgbench_branches";
      large = "pgbench_accounts";
    }
    host();
    processes(plan);
    for (VmSet set : plan.sets()) {
      int rate = set.group().number();
      for (VmRole role : VmRole.values()) {
        String vm = set.vmName(role);
        if (role.isDatabase() && plan.roles().contains(role)) {
          database(vm, rate);
          sizes(vm, rate, role == VmRole.OLTP ? 1 : 0);
        }
      }
    }
    try (StatsCsv checkpoints = new StatsCsv(folder, "a1-vm3", "checkpoints")) {
      for (List<String> row :
          List.of(
              List.of(text(startUtcMillis + 25_000), "timed", "time", "5000"),
              List.of("", "requested", "wal", ""))) {
        checkpoints.append(
            startUtcMillis + (row.get(1).equals("timed") ? 20_000 : 60_000),
            List.of("end_utc_ms", "kind", "reason", "total_ms"),
            List.of(row));
      }
    }
    String sampled = plan.databaseRoles().contains(VmRole.DSS) ? "a1-vm2" : "a1-vm3";
    try (StatsCsv gaps = new StatsCsv(folder, sampled, "gaps")) {
      gaps.append(
          startUtcMillis + 9_000,
          List.of("source", "missed_ms", "reason"),
          List.of(List.of("database", "1250", "late")));
    }
  }

  /** A machine that does the same all the time. */
  private void host() {
    same("cpu", List.of("user_pct", "system_pct", "iowait_pct", "steal_pct"), "30,10,5,2");
    same("memory", List.of("swap_in_kib_per_s", "swap_out_kib_per_s"), "0,0");
    same(
        "network",
        List.of("interface", "rx_bytes_per_s", "tx_bytes_per_s"),
        "lo,2097152,2097152",
        "eth0,1048576,524288");
    same(
        "space",
        List.of("mount", "device", "type", "size_kib", "used_kib", "available_kib"),
        "/,/dev/vda,ext4,41943040,20971520,20971520",
        "/var/lib/quartet,/dev/vdb,ext4,419430400,104857600,314572800");
    same(
        "disk",
        List.of(
            "device",
            "reads_per_s",
            "writes_per_s",
            "read_mib_per_s",
            "write_mib_per_s",
            "read_await_ms",
            "write_await_ms",
            "util_pct"),
        "vda,10,40,0.5,2,1,3,20");
  }

  private void processes(RunPlan plan) {
    try (StatsCsv file = new StatsCsv(folder, "host", ProcessesCsv.SOURCE)) {
      for (long second = 0; second <= seconds; second++) {
        List<List<String>> rows = new ArrayList<>();
        for (VmSet set : plan.sets()) {
          String millis = text(50 * set.group().number() * second);
          for (VmRole role : plan.roles()) {
            rows.add(List.of(set.vmName(role), "1", "1", millis, millis, "0", "0"));
          }
        }
        file.append(startUtcMillis + 1_000 * second, ProcessesCsv.COLUMNS, rows);
      }
    }
  }

  private void same(String source, List<String> columns, String... rows) {
    try (StatsCsv file = new StatsCsv(folder, "host", source)) {
      for (long second = 0; second <= seconds; second++) {
        file.append(
            startUtcMillis + 1_000 * second,
            columns,
            Arrays.stream(rows).map(row -> List.of(row.split(","))).toList());
      }
    }
  }

  /** The large table grows by a block, its indexes by half of one, each second and Group. */
  private void sizes(String vm, int rate, int growing) {
    try (StatsCsv sizes = new StatsCsv(folder, vm, "sizes")) {
      for (long second = 0; second <= seconds; second += 6) {
        long blocks = growing * rate * second;
        sizes.append(
            startUtcMillis + 1_000 * second,
            List.of("table_name", "table_bytes", "index_bytes", "indexes"),
            List.of(
                List.of(small, text(16_384), text(8_192), "1"),
                List.of(
                    large, text(1_048_576 + 8_192 * blocks), text(524_288 + 4_096 * blocks), "2")));
      }
    }
  }

  /** Half of the database time is work, as long as all waits for the log take. */
  private void waits(String vm, int rate) {
    try (StatsCsv waits = new StatsCsv(folder, vm, "waits")) {
      for (long second = 0; second <= seconds; second++) {
        waits.append(
            startUtcMillis + 1_000 * second,
            List.of("backend_type", "wait_event_type", "wait_event", "sessions"),
            List.of(
                List.of("client backend", "none", "none", text(2L * rate)),
                List.of("client backend", "IO", "WalSync", text(rate)),
                List.of("client backend", "LWLock", "WALWrite", text(rate)),
                List.of("walsender", "Activity", "WalSenderMain", "1")));
      }
    }
  }

  private void database(String vm, int rate) {
    waits(vm, rate);
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
    write(
        vm,
        "pg_stat_wal",
        List.of("wal_bytes", "wal_buffers_full", "wal_sync_time"),
        10_000L * rate,
        rate,
        20L * rate);
    try (StatsCsv indexes = new StatsCsv(folder, vm, "indexes")) {
      for (long second = 0; second <= seconds; second++) {
        indexes.append(
            startUtcMillis + 1_000 * second,
            List.of(
                "table_name",
                "index_name",
                "idx_scan",
                "idx_tup_read",
                "idx_tup_fetch",
                "index_bytes",
                "leaf_density"),
            List.of(
                List.of(
                    large,
                    large + "_pkey",
                    text(20 * rate * second),
                    text(200 * rate * second),
                    text(200 * rate * second),
                    text(1_048_576 + 8_192 * second),
                    density(second, 90)),
                List.of(
                    large,
                    large + "_by_account",
                    text(30 * rate * second),
                    text(300 * rate * second),
                    "0",
                    text(524_288),
                    density(second, 80))));
      }
    }
  }

  /** The leaves are looked at before and after the load alone. */
  private String density(long second, int before) {
    return second == 0 ? text(before) : second == seconds ? text(before - 15) : "";
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
