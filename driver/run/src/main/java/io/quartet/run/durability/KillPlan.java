package io.quartet.run.durability;

import io.quartet.model.QuartetException;
import io.quartet.model.Ranges;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which servers are killed during a run, and when.
 *
 * @param vm the Tier B VM; unless given, the first VM3 of the Group with the largest share in the
 *     phase of the kill
 * @param after measured load before the first kill; unless given, five minutes, or half of what is
 *     measured where that is less
 * @param times kills; those after the first are spread evenly over the rest of the phases
 */
public record KillPlan(Optional<String> vm, Optional<Duration> after, int times) {

  private static final Duration STEADY = Duration.ofMinutes(5);
  private static final int MOST_TIMES = 20;

  /** One kill, at that offset from the start of the run. */
  record PlannedKill(Duration at, String phase, VmSet set, VmRole role) {
    String vm() {
      return set.vmName(role);
    }
  }

  /**
   * The kills of a run, in time order.
   *
   * @throws QuartetException WRONG_VALUE
   */
  List<PlannedKill> of(RunPlan plan) {
    Duration measured = plan.timeline().measured();
    Duration half = measured.dividedBy(2);
    Duration first = after.orElse(half.compareTo(STEADY) < 0 ? half : STEADY);
    if (first.isZero() || first.compareTo(measured) >= 0) {
      throw wrongValue(
          "--kill-after: %s s is not within the %s s of the phases. Choose less."
              .formatted(first.toMillis() / 1e3, measured.toMillis() / 1e3));
    }
    Ranges.check("--times", times, MOST_TIMES);
    Duration between = measured.minus(first).dividedBy(times);
    List<PlannedKill> kills = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      Duration at =
          plan.timeline().phases().get(0).start().plus(first).plus(between.multipliedBy(i));
      Segment phase = plan.timeline().at(at);
      kills.add(vm.map(name -> named(plan, name, at, phase)).orElseGet(() -> largest(at, phase)));
    }
    return List.copyOf(kills);
  }

  private static PlannedKill largest(Duration at, Segment phase) {
    VmGroup group =
        List.of(VmGroup.values()).stream()
            .max(Comparator.comparingDouble(phase.shares()::fraction))
            .orElseThrow();
    return new PlannedKill(at, phase.name(), new VmSet(group, 1), VmRole.OLTP);
  }

  private static PlannedKill named(RunPlan plan, String name, Duration at, Segment phase) {
    List<PlannedKill> possible =
        plan.sets().stream()
            .flatMap(
                set ->
                    plan.databaseRoles().stream()
                        .map(role -> new PlannedKill(at, phase.name(), set, role)))
            .toList();
    return possible.stream()
        .filter(kill -> kill.vm().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                wrongValue(
                    "--vm: '%s' is not a Tier B VM of this file. Choose one of %s."
                        .formatted(
                            name,
                            String.join(", ", possible.stream().map(PlannedKill::vm).toList()))));
  }

  private static QuartetException wrongValue(String message) {
    return QuartetException.badInput("WRONG_VALUE", message);
  }
}
