package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.report.compare.Comparability.Obstacle;
import io.quartet.report.compare.Comparability.OtherPrograms;
import io.quartet.report.compare.Comparability.ShareLost;
import io.quartet.report.compare.Comparability.SharesApart;
import io.quartet.report.internal.data.ReportData;
import io.quartet.results.RunDocument;
import io.quartet.results.RunInfo;
import io.quartet.results.events.PlannedSpan;
import io.quartet.results.evidence.Disturbance;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.ProcessorUse.Machine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Share of the processor time of a run's machines that other programs and other virtual machines
 * got: the figure of rule {@code foreign-share}.
 *
 * @param run its name in sentences, for instance {@code run 2}
 * @param known machines whose share is known, the worst first
 * @param onPurpose machines on which events of the benchmark file worked, by name: their shares are
 *     part of the run
 * @param unknown why the share of a machine is not known; empty if all are
 * @param isRecorded true if every such run records what it takes: samples that are missing were
 *     lost
 */
record ForeignShare(
    String run, List<Machine> known, Set<String> onPurpose, String unknown, boolean isRecorded) {

  /** Further apart than this, the two runs did not have the same machine. */
  static final double MOST_POINTS_APART = 10;

  /** Fewest samples, one a second, that cover 90 % of an interval whose ends have none. */
  private static final int FEWEST_SAMPLES = 30;

  /** Further apart, there may be none near the ends of an interval. */
  private static final double MOST_SECONDS_BETWEEN_SAMPLES = 10;

  ForeignShare {
    known = List.copyOf(known);
    onPurpose = Set.copyOf(onPurpose);
  }

  static ForeignShare of(String run, RunInfo info, ReportData data) {
    return of(
        run,
        data.samples().processors(),
        onPurpose(info.plan(), PlannedSpan.of(info.plan(), data.events())),
        isRecorded(data.run(), info.plan(), data.figures().measuredSeconds()));
  }

  /**
   * @param use empty if no samples of the run can be read
   */
  static ForeignShare of(
      String run, Optional<ProcessorUse> use, Set<String> onPurpose, boolean isRecorded) {
    List<Machine> machines = use.map(ProcessorUse::machines).orElse(List.of());
    List<Machine> known =
        machines.stream()
            .filter(machine -> machine.foreignPercent().isPresent())
            .sorted(Comparator.comparingDouble(machine -> -machine.foreignPercent().getAsDouble()))
            .toList();
    List<String> unknown =
        machines.stream().map(Machine::unknown).filter(reason -> !reason.isEmpty()).toList();
    return new ForeignShare(
        run,
        known,
        onPurpose,
        use.isEmpty() ? "no samples of its machines can be read" : Text.first(unknown),
        isRecorded);
  }

  private static Set<String> onPurpose(RunPlan plan, List<PlannedSpan> events) {
    return VmMachine.withHypervisors(plan).stream()
        .filter(
            machine ->
                events.stream()
                    .anyMatch(event -> event.wasDone() && event.planned().worksOn(machine)))
        .map(VmMachine::name)
        .collect(Collectors.toSet());
  }

  /**
   * True if the share of a run of this kind is unknown only where samples were lost. A short
   * interval may hold too few of them, and a prepared machine may have no collectors.
   */
  private static boolean isRecorded(RunDocument run, RunPlan plan, double measuredSeconds) {
    double apart = plan.schedule().collectInterval().toMillis() / 1e3;
    return !run.isOfOlderFormat()
        && plan.provider().isLocal()
        && apart <= MOST_SECONDS_BETWEEN_SAMPLES
        && measuredSeconds >= FEWEST_SAMPLES * Math.max(1, apart);
  }

  /** True if the share is not known though it should be. */
  boolean isLost() {
    return isRecorded && !isComplete();
  }

  private boolean isComplete() {
    return unknown.isEmpty();
  }

  /** Share of the worst machine in percent; empty unless all are known. */
  OptionalDouble percent() {
    return isComplete() ? OptionalDouble.of(worstPercent(known)) : OptionalDouble.empty();
  }

  /** Those whose share counts against the run. */
  private List<Machine> judged() {
    return known.stream().filter(one -> !onPurpose.contains(one.machine().name())).toList();
  }

  /** The worst of those that are judged; a machine that is not known may be worse. */
  private double atLeastPercent() {
    return worstPercent(judged());
  }

  private static double worstPercent(List<Machine> worstFirst) {
    return worstFirst.isEmpty() ? 0 : worstFirst.get(0).foreignPercent().getAsDouble();
  }

  /** Why figures of the run are not compared with any other. */
  List<Obstacle> obstacles() {
    List<Obstacle> obstacles = new ArrayList<>();
    if (isLost()) {
      obstacles.add(new ShareLost(run, unknown, VmMachine.OF_THE_DRIVER));
    }
    List<Machine> disturbed =
        judged().stream()
            .filter(one -> one.foreignPercent().getAsDouble() > Disturbance.LIMIT_PERCENT)
            .toList();
    if (!disturbed.isEmpty()) {
      obstacles.add(
          new OtherPrograms(
              run,
              place(disturbed.get(0)),
              atLeastPercent(),
              disturbed.size(),
              disturbed.stream()
                  .map(Machine::neighboursInWords)
                  .filter(words -> !words.isEmpty())
                  .findFirst()
                  .orElse("")));
    }
    return obstacles;
  }

  /** That two sides had different shares; empty if nothing shows it. */
  static Optional<Obstacle> apart(
      String baseline, List<ForeignShare> before, String other, List<ForeignShare> after) {
    boolean isOnPurpose =
        Stream.concat(before.stream(), after.stream()).anyMatch(one -> !one.onPurpose.isEmpty());
    if (before.isEmpty() || after.isEmpty() || isOnPurpose) {
      return Optional.empty();
    }
    double apart = mean(before) - mean(after);
    // A share that may be larger than what is known of it proves a distance upwards only.
    boolean isFar =
        (apart > MOST_POINTS_APART && after.stream().allMatch(ForeignShare::isComplete))
            || (apart < -MOST_POINTS_APART && before.stream().allMatch(ForeignShare::isComplete));
    return isFar
        ? Optional.of(new SharesApart(worst(baseline, before), worst(other, after)))
        : Optional.empty();
  }

  private static double mean(List<ForeignShare> side) {
    return side.stream().mapToDouble(ForeignShare::atLeastPercent).average().orElse(0);
  }

  private static String worst(String label, List<ForeignShare> side) {
    return side.size() == 1
        ? Text.format(
            "%.1f %% on %s in %s",
            mean(side),
            side.get(0).judged().isEmpty() ? "no machine" : place(side.get(0).judged().get(0)),
            label)
        : Text.format("%.1f %% on average in %s", mean(side), label);
  }

  private static String place(Machine machine) {
    String name = machine.machine().name();
    if (name.equals(VmMachine.OF_THE_DRIVER)) {
      return "the driver's machine";
    }
    return machine.machine().isHypervisor() ? name : "the machine of " + name;
  }
}
