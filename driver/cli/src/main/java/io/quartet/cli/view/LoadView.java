package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
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

  /** Below this much progress an estimate of the time left would only be noise. */
  private static final double LEAST_SHARE_FOR_ESTIMATE = 0.02;

  private final LongSupplier nanos;
  private final Map<String, Integer> unitsByVm = new HashMap<>();
  private final Map<String, LoadProgress> latest = new TreeMap<>();
  private final Set<String> failed = new HashSet<>();
  private double firstShare;
  private long firstNanos;

  /**
   * @param nanos a monotonic clock
   */
  LoadView(RunPlan plan, LongSupplier nanos) {
    this.nanos = nanos;
    for (VmSet set : plan.sets()) {
      int units = plan.database().loadUnits().get(set.group());
      unitsByVm.put(set.vmName(VmRole.DSS), units);
      unitsByVm.put(set.vmName(VmRole.OLTP), units);
    }
  }

  /** Takes in what a database reports. */
  void add(LoadProgress progress) {
    boolean isFirst = latest.isEmpty();
    latest.put(progress.vm(), progress);
    if (isFirst) {
      firstShare = share();
      firstNanos = nanos.getAsLong();
    }
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
    String what =
        Text.line(
            "loaded %.0f %%, %d of %d databases",
            100 * share(), latest.size() - atWork.size(), unitsByVm.size());
    return Text.line("  %-38s%s %s", what, rates(rows, bytes), left(totalSecondsLeft()))
        .stripTrailing();
  }

  private String line(LoadProgress one) {
    if (failed.contains(one.vm())) {
      return Text.line("  %-6s %4.0f %%  failed", one.vm(), 100 * one.share());
    }
    if (one.stage().equals("wait")) {
      return Text.line("  %-6s %4.0f %%  waiting for the server", one.vm(), 100 * one.share());
    }
    return Text.line(
            "  %-6s %4.0f %%  %-23s%s %s",
            one.vm(),
            100 * one.share(),
            (one.stage() + " " + one.table()).strip(),
            isCopying(one)
                ? rates(one.rowsPerSecond(), one.bytesPerSecond().orElse(0))
                : rates(0, 0),
            left(one.etaSeconds().orElse(Double.NaN)))
        .stripTrailing();
  }

  /** Rates of the later stages would be those of rows copied long before. */
  private boolean isCopying(LoadProgress one) {
    return one.stage().equals("copy") && !failed.contains(one.vm());
  }

  private static String rates(double rowsPerSecond, double bytesPerSecond) {
    String rows = rowsPerSecond > 0 ? Text.line("%,9.0f rows/s", rowsPerSecond) : " ".repeat(16);
    String bytes =
        bytesPerSecond > 0 ? Text.line("%6.1f MB/s", bytesPerSecond / 1e6) : " ".repeat(11);
    return rows + bytes;
  }

  private static String left(double seconds) {
    return Double.isNaN(seconds) ? "" : Text.line("%5s left", clock(Math.round(seconds)));
  }

  /** As {@code 0:32} or, from an hour on, {@code 1:05:09}. */
  private static String clock(long seconds) {
    long hours = seconds / 3600;
    return hours > 0
        ? Text.line("%d:%02d:%02d", hours, seconds / 60 % 60, seconds % 60)
        : Text.line("%d:%02d", seconds / 60, seconds % 60);
  }

  private double share() {
    double done = 0;
    double all = 0;
    for (Map.Entry<String, Integer> vm : unitsByVm.entrySet()) {
      LoadProgress progress = latest.get(vm.getKey());
      done += progress == null ? 0 : progress.share() * vm.getValue();
      all += vm.getValue();
    }
    return done / all;
  }

  private double totalSecondsLeft() {
    double share = share();
    double gained = share - firstShare;
    double seconds = (nanos.getAsLong() - firstNanos) / 1e9;
    return share >= 1 || gained < LEAST_SHARE_FOR_ESTIMATE || seconds <= 0
        ? Double.NaN
        : seconds * (1 - share) / gained;
  }
}
