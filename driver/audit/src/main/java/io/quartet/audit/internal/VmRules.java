package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.books.CellRow;
import io.quartet.model.RequestKind;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Names the VM that slows down the others most. The shares are fixed, so in a closed pool of users
 * a slow VM sets the pace of all VMs. A VM with more load or more data is slower without a fault,
 * so this is information and not a rule.
 */
public final class VmRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .information("longest-waits", "Database VM where requests take longest")
              .ofBrokerage()
              .reads(PhasesCsv.NAME)
              .how(
                  "a VM stands out if its part of the time is 5 percentage points above the part of an"
                      + " equal VM")
              .judge(VmRules::judge));

  private static final double NOTEWORTHY_POINTS = 5;

  /** In paced mode all requests also wait for a user, which is no VM's doing. */
  private final ToLongFunction<CellRow> time;

  private final List<CellRow> rows;
  private final String whose;

  private VmRules(RunResults results) {
    boolean isPaced = results.info().plan().workload().isPaced();
    this.time = isPaced ? CellRow::serviceSumMicros : CellRow::responseSumMicros;
    this.whose = isPaced ? "the time in Tier A" : "the users' time";
    this.rows =
        results.figures().rows().stream()
            .filter(row -> row.isMeasured() && RunFigures.isSentByUsers(row) && row.finished() > 0)
            .toList();
  }

  /**
   * A VM's part of all time.
   *
   * @param actualPercent part that was spent on its requests, 0 to 100
   * @param evenPercent part it would be if each transaction took as long on all VMs of the role
   */
  private record Part(String vm, double actualPercent, double evenPercent) {

    double excess() {
      return actualPercent - evenPercent;
    }
  }

  private static Judgment judge(AuditedRun run) {
    VmRules rules = new VmRules(run.results());
    long total = rules.rows.stream().mapToLong(rules.time).sum();
    Optional<Part> most =
        List.of(VmRole.DSS, VmRole.OLTP).stream()
            .flatMap(role -> rules.parts(role, total).stream())
            .max(Comparator.comparingDouble(Part::excess));
    return most.map(rules::information)
        .orElseGet(() -> Judgment.notJudged("no role has two VMs to compare"));
  }

  private Judgment information(Part part) {
    boolean standsOut = part.excess() >= NOTEWORTHY_POINTS;
    return Judgment.of(
        true,
        Text.format(
            "%s%s: %.0f %% of %s, against %.0f %% if it were as fast as the other VMs of its role",
            standsOut ? "" : "none stands out, most on ",
            part.vm,
            part.actualPercent,
            whose,
            part.evenPercent),
        "",
        standsOut
            ? "shares are fixed, so this VM slows down all others. The cause may be its load, its"
                + " size, the VM itself or the Tier A of its Set"
            : "");
  }

  private double mean(List<CellRow> ofKind) {
    long finished = ofKind.stream().mapToLong(CellRow::finished).sum();
    return ofKind.stream().mapToLong(time).sum() / Math.max(1.0, finished);
  }

  /** A part for each VM of one role; nothing if it has only one VM, or no time was spent. */
  private List<Part> parts(VmRole role, long totalMicros) {
    List<CellRow> ofRole = rows.stream().filter(row -> row.kind().database() == role).toList();
    Map<RequestKind, Double> means =
        ofRole.stream()
            .collect(
                Collectors.groupingBy(
                    CellRow::kind, Collectors.collectingAndThen(Collectors.toList(), this::mean)));
    Map<String, double[]> actualAndEven = new LinkedHashMap<>();
    for (CellRow row : ofRole) {
      double[] sums = actualAndEven.computeIfAbsent(row.set().vmName(role), vm -> new double[2]);
      sums[0] += time.applyAsLong(row);
      sums[1] += row.finished() * means.get(row.kind());
    }
    if (actualAndEven.size() < 2 || totalMicros == 0) {
      return List.of();
    }
    return actualAndEven.entrySet().stream()
        .map(
            vm ->
                new Part(
                    vm.getKey(),
                    100 * vm.getValue()[0] / totalMicros,
                    100 * vm.getValue()[1] / totalMicros))
        .toList();
  }
}
