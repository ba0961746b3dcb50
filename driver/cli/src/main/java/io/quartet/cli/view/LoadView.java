package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Bytes;
import io.quartet.run.progress.LoadProgress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Progress of the load of all databases: one line for all of them, and one for each database in
 * work. Databases are weighted by their Load Units, because a big one takes longer. Not
 * thread-safe.
 */
final class LoadView {

  private final Map<String, Integer> unitsByVm = new HashMap<>();
  private final Map<String, LoadProgress> latest = new TreeMap<>();
  private final Set<String> failed = new HashSet<>();
  private final Set<String> indexing = new HashSet<>();
  private final Map<String, Double> firstShares = new HashMap<>();
  private final TimeLeft left;
  private int builtIndexes;
  private long builtBytes;

  /**
   * @param nanos a monotonic clock
   */
  LoadView(RunPlan plan, LongSupplier nanos) {
    left = new TimeLeft(nanos);
    for (VmSet set : plan.sets()) {
      int units = plan.database().loadUnits().get(set.group());
      plan.databaseRoles().forEach(role -> unitsByVm.put(set.vmName(role), units));
    }
  }

  /** Takes in what a database reports. */
  void add(LoadProgress progress) {
    boolean isFirst = latest.isEmpty();
    latest.put(progress.vm(), progress);
    firstShares.putIfAbsent(progress.vm(), progress.share());
    if (isFirst) {
      left.begin(share());
    }
    left.reached(share());
  }

  /** Takes in that a database is loaded and changes its indexes alone. */
  void index(String vm) {
    indexing.add(vm);
  }

  /** Takes in that an index was built. */
  void addIndex(long bytes) {
    builtIndexes++;
    builtBytes += bytes;
  }

  /** Takes in that the load of a database ended with an error. */
  void fail(String vm) {
    failed.add(vm);
  }

  /** The line for all databases, then those at work by name. */
  List<String> lines() {
    List<LoadProgress> atWork = latest.values().stream().filter(one -> !one.isDone()).toList();
    List<String> lines = new ArrayList<>();
    lines.add(total(atWork));
    atWork.forEach(one -> lines.add(line(one)));
    return lines;
  }

  private String total(List<LoadProgress> atWork) {
    List<LoadProgress> copying = atWork.stream().filter(this::isCopying).toList();
    double rows = copying.stream().mapToDouble(LoadProgress::rowsPerSecond).sum();
    double bytes = copying.stream().mapToDouble(one -> one.bytesPerSecond().orElse(0)).sum();
    boolean isIndexing = !indexing.isEmpty() && indexing.containsAll(atWork(atWork));
    String what =
        Text.line(
            "%s %.0f %%, %d of %d databases",
            isIndexing ? "indexed" : "loaded",
            100 * share(),
            latest.size() - atWork.size(),
            unitsByVm.size());
    return Text.line(
            "  %-38s%s %10s",
            what,
            isIndexing
                ? Text.line("%,5d %-7s", builtIndexes, builtIndexes == 1 ? "index" : "indexes")
                    + mebibytes(left.perSecond(builtBytes))
                : rates(rows, bytes),
            left.text())
        .stripTrailing();
  }

  private static List<String> atWork(List<LoadProgress> atWork) {
    return atWork.stream().map(LoadProgress::vm).toList();
  }

  private String line(LoadProgress one) {
    if (failed.contains(one.vm())) {
      return Text.line("  %-6s %4.0f %%  failed", one.vm(), 100 * share(one));
    }
    if (one.stage().equals("wait")) {
      return Text.line("  %-6s %4.0f %%  waiting for the server", one.vm(), 100 * share(one));
    }
    return Text.line(
            "  %-6s %4.0f %%  %-23s%s %10s",
            one.vm(),
            100 * share(one),
            (stage(one) + " " + one.table()).strip(),
            isCopying(one)
                ? rates(one.rowsPerSecond(), one.bytesPerSecond().orElse(0))
                : rates(0, 0),
            TimeLeft.text(one.etaSeconds().orElse(Double.NaN)))
        .stripTrailing();
  }

  /** Rates of the later stages would be those of rows copied long before. */
  private boolean isCopying(LoadProgress one) {
    return one.stage().equals("copy") && !failed.contains(one.vm());
  }

  private static String rates(double rowsPerSecond, double bytesPerSecond) {
    String rows = rowsPerSecond > 0 ? Text.line("%,9.0f rows/s", rowsPerSecond) : " ".repeat(16);
    return rows + mebibytes(bytesPerSecond);
  }

  private static String mebibytes(double bytesPerSecond) {
    return bytesPerSecond > 0
        ? Text.line("%6.1f MiB/s", bytesPerSecond / Bytes.MIB)
        : " ".repeat(12);
  }

  private String stage(LoadProgress one) {
    return indexing.contains(one.vm()) && one.stage().equals("keys") ? "index" : one.stage();
  }

  private double share() {
    double done = 0;
    double all = 0;
    for (Map.Entry<String, Integer> vm : unitsByVm.entrySet()) {
      LoadProgress progress = latest.get(vm.getKey());
      done += progress == null ? 0 : share(progress) * vm.getValue();
      all += vm.getValue();
    }
    return done / all;
  }

  /** A change of indexes begins at nothing, although the rows are there. */
  private double share(LoadProgress one) {
    double first = indexing.contains(one.vm()) ? firstShares.get(one.vm()) : 0;
    return TimeLeft.gained(first, one.share());
  }
}
