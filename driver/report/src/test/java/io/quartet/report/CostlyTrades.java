package io.quartet.report;

import io.quartet.books.IntervalRow;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.RunFiles;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ProcessesCsv;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Processes that use the same time for every trade, but for those of one VM, whose cost doubles.
 */
final class CostlyTrades {

  private static final double MILLIS = 1_000;

  private CostlyTrades() {}

  /** Replaces the samples of the processes of the VMs. */
  static void write(Path run, String drifting) {
    ResultsFolder folder = ResultsFolder.open(run);
    Map<Long, Map<VmSet, Long>> trades = new TreeMap<>();
    for (IntervalRow row : new RunFiles(folder).intervals().orRefuse().orElseThrow()) {
      Map<VmSet, Long> now = trades.computeIfAbsent(row.utcMillis(), utcMillis -> new HashMap<>());
      if (row.kind() == TransactionType.TRADE_RESULT) {
        now.merge(row.set(), row.committed(), Long::sum);
      }
    }
    StatsCsv.delete(folder, "host", ProcessesCsv.SOURCE);
    Map<String, Double> counted = new TreeMap<>();
    try (StatsCsv file = new StatsCsv(folder, "host", ProcessesCsv.SOURCE)) {
      int second = 0;
      for (Map.Entry<Long, Map<VmSet, Long>> one : trades.entrySet()) {
        double cost = Math.pow(2, (double) second++ / trades.size());
        one.getValue()
            .forEach(
                (set, count) -> {
                  for (VmRole role : VmRole.values()) {
                    String vm = set.vmName(role);
                    double each = MILLIS * (vm.equals(drifting) ? cost : 1);
                    counted.merge(vm, count * each, Double::sum);
                  }
                });
        file.append(one.getKey(), ProcessesCsv.COLUMNS, rows(counted));
      }
    }
    Manifest.write(folder);
  }

  private static List<List<String>> rows(Map<String, Double> counted) {
    List<List<String>> rows = new ArrayList<>();
    counted.forEach(
        (vm, millis) ->
            rows.add(List.of(vm, "1", "1", Long.toString(Math.round(millis)), "0", "0", "0")));
    return rows;
  }
}
