package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.RunDocument;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.ProcessorUse.Machine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Share of the processor time of a run's machines that other programs and other virtual machines
 * got: the figure of rule {@code foreign-share}.
 *
 * @param run number of the run
 * @param known machines whose share is known, the worst first
 * @param unknown why the share of a machine is not known; empty if all are
 * @param isRecorded true if every such run records what it takes: samples that are missing were
 *     lost
 */
record ForeignShare(int run, List<Machine> known, String unknown, boolean isRecorded) {

  /** Above this on one side, figures say more of the neighbours than of the run. */
  static final double MOST_PERCENT = 20;

  /** Further apart than this, the two runs did not have the same machine. */
  static final double MOST_POINTS_APART = 10;

  /**
   * So many samples, and of seconds, cover nine tenths of an interval though its ends have none.
   */
  private static final int FEWEST_SAMPLES = 30;

  /** Further apart, there may be none near the ends of an interval. */
  private static final double MOST_SECONDS_BETWEEN_SAMPLES = 10;

  ForeignShare {
    known = List.copyOf(known);
  }

  /**
   * @param use empty if no samples of the run can be read
   */
  static ForeignShare of(int run, Optional<ProcessorUse> use, boolean isRecorded) {
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
        use.isEmpty() ? "no samples of its machines can be read" : Text.first(unknown),
        isRecorded);
  }

  /**
   * True if the share of a run of this kind is unknown only where samples were lost. A short
   * interval may hold too few of them, and a prepared machine may have no collectors.
   */
  static boolean isRecorded(RunDocument run, RunPlan plan, double measuredSeconds) {
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
    return isComplete() ? OptionalDouble.of(atLeastPercent()) : OptionalDouble.empty();
  }

  /** The worst of those that are known; another machine may be worse. */
  private double atLeastPercent() {
    return known.isEmpty() ? 0 : known.get(0).foreignPercent().getAsDouble();
  }

  /** Why figures of two runs are not compared, a sentence each; none if nothing shows it. */
  static List<String> obstacles(ForeignShare baseline, ForeignShare other) {
    List<String> obstacles = new ArrayList<>();
    for (ForeignShare share : List.of(baseline, other)) {
      if (share.isLost()) {
        obstacles.add(
            Text.format(
                "The foreign share of run %d is not known (%s): stats/%s is missing or does not cover"
                    + " the measured interval.",
                share.run, share.unknown, VmMachine.OF_THE_DRIVER));
      }
      for (Machine machine : share.known) {
        double percent = machine.foreignPercent().getAsDouble();
        if (percent > MOST_PERCENT) {
          obstacles.add(
              Text.format(
                  "In run %d others took %.1f %% of the processor time used on %s (limit %.0f %%).",
                  share.run, percent, place(machine), MOST_PERCENT));
        }
      }
    }
    if (isFarApart(baseline, other)) {
      obstacles.add(
          Text.format(
              "The foreign shares are more than %.0f points apart: %s; %s.",
              MOST_POINTS_APART, baseline.worst(), other.worst()));
    }
    return obstacles;
  }

  /** A share that may be larger than what is known of it proves a distance upwards only. */
  private static boolean isFarApart(ForeignShare a, ForeignShare b) {
    double apart = a.atLeastPercent() - b.atLeastPercent();
    return (apart > MOST_POINTS_APART && b.isComplete())
        || (apart < -MOST_POINTS_APART && a.isComplete());
  }

  private String worst() {
    Machine worst = known.get(0);
    return Text.format(
        "%.1f %% on %s in run %d", worst.foreignPercent().getAsDouble(), place(worst), run);
  }

  private static String place(Machine machine) {
    String name = machine.machine().name();
    return name.equals(VmMachine.OF_THE_DRIVER) ? "the driver's machine" : "the machine of " + name;
  }
}
