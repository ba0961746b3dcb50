package io.quartet.measure.validity;

import io.quartet.measure.CellRow;
import io.quartet.measure.results.RunFigures;
import io.quartet.measure.results.RunResults;
import io.quartet.measure.validity.Check.Severity;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether one VM holds the others up. The shares are fixed, so with a closed pool of users the
 * slowest VM sets the pace of all.
 */
final class VmRules {

  private static final double FACTOR_LIMIT = 2;

  /** Fewer answers of a transaction say little about how long it takes on a VM. */
  private static final long ENOUGH_ANSWERS = 10;

  private VmRules() {}

  /** Answers to a VM's requests of one transaction. */
  private record Answers(String vm, TransactionType type, long count, long micros) {

    double mean() {
      return (double) micros / count;
    }
  }

  /**
   * A VM beside the others of its role.
   *
   * @param factor time its requests took by the time they would have taken on the median VM
   * @param usersPercent share of all response time that was spent on it, 0 to 100
   */
  private record Pace(String vm, double factor, double usersPercent) {

    String describe() {
      return Text.format(
          "%s: its requests take %.2f times as long as on the median VM of its role, and %.0f %% of"
              + " all users' time",
          vm, factor, usersPercent);
    }
  }

  static Check judge(RunResults results) {
    String id = "slowest-vm";
    String title = "No VM is far slower than the others of its role";
    List<Answers> all = answers(results.figures());
    long total = all.stream().mapToLong(Answers::micros).sum();
    Optional<Pace> slowest =
        List.of(VmRole.DSS, VmRole.OLTP).stream()
            .flatMap(role -> paces(ofRole(all, role), total).stream())
            .max(Comparator.comparingDouble(Pace::factor));
    return slowest
        .map(
            pace ->
                Check.of(
                    id,
                    title,
                    Severity.WARNING,
                    pace.factor <= FACTOR_LIMIT,
                    pace.describe(),
                    Text.format("%.0f times", FACTOR_LIMIT),
                    pace.factor <= FACTOR_LIMIT
                        ? ""
                        : "with fixed shares it slows all others down: look at its processors,"
                            + " memory and disk"))
        .orElseGet(() -> Check.notJudged(id, title, Severity.WARNING, "too few answers to tell"));
  }

  private static List<Answers> ofRole(List<Answers> all, VmRole role) {
    return all.stream().filter(answers -> answers.type.database() == role).toList();
  }

  private static List<Answers> answers(RunFigures figures) {
    Map<String, Answers> sums = new LinkedHashMap<>();
    for (CellRow row : figures.rows()) {
      if (row.isMeasured() && RunFigures.isCustomer(row)) {
        String vm = row.set().vmName(row.type().database());
        sums.merge(
            vm + " " + row.type(),
            new Answers(vm, row.type(), row.finished(), row.responseSumMicros()),
            (a, b) -> new Answers(vm, row.type(), a.count + b.count, a.micros + b.micros));
      }
    }
    return sums.values().stream().filter(answers -> answers.count >= ENOUGH_ANSWERS).toList();
  }

  private static List<Pace> paces(List<Answers> ofRole, long totalMicros) {
    Map<TransactionType, Double> typical = new EnumMap<>(TransactionType.class);
    for (TransactionType type : TransactionType.values()) {
      double[] means =
          ofRole.stream()
              .filter(answers -> answers.type == type)
              .mapToDouble(Answers::mean)
              .sorted()
              .toArray();
      if (means.length > 0) {
        // Of two in the middle the smaller one: half of the VMs may be slow.
        typical.put(type, means[(means.length - 1) / 2]);
      }
    }
    Map<String, List<Answers>> byVm = new LinkedHashMap<>();
    ofRole.forEach(one -> byVm.computeIfAbsent(one.vm, vm -> new ArrayList<>()).add(one));
    List<Pace> paces = new ArrayList<>();
    byVm.forEach(
        (vm, answers) -> {
          double actual = answers.stream().mapToLong(Answers::micros).sum();
          double expected =
              answers.stream().mapToDouble(one -> one.count * typical.get(one.type)).sum();
          if (expected > 0) {
            paces.add(new Pace(vm, actual / expected, 100 * actual / totalMicros));
          }
        });
    return paces;
  }
}
