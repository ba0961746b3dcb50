package io.quartet.run.estimate;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timing;
import io.quartet.model.size.Bytes;
import io.quartet.model.size.Machine;
import io.quartet.provision.embedded.LocalNeeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The plan of a first run: as many users and as much data as a machine holds, and phases as long as
 * a short wait allows. Memory and disk are judged as {@code doctor} judges them.
 *
 * @param plan what fits
 * @param needs what it takes of the machine
 * @param times how long its stages take
 */
public record FittingPlan(RunPlan plan, LocalNeeds needs, StageTimes times) {

  /** Until the databases are loaded. */
  static final Duration UP_AND_LOAD = Duration.ofMinutes(3);

  /** A run with its checks and its report. */
  static final Duration RUN = Duration.ofMinutes(10);

  /** Part of the two above that estimates may fill: speeds of machines differ. */
  private static final double PART_OF_TIME = 0.85;

  private static final int USERS_OF_PROCESSOR = 8;
  private static final int MOST_USERS = 256;
  private static final int FEWEST_USERS = 4;

  private static final Duration SHORTEST_PHASE = Duration.ofSeconds(20);
  private static final Duration LONGEST_PHASE = Duration.ofSeconds(60);
  private static final int WHOLE_SECONDS = 5;

  /** What the results of some runs take. */
  private static final long RESULTS_BYTES = 1_000_000_000;

  private static final Duration RAMP_UP = Duration.ofSeconds(15);
  private static final Duration WARM_UP = Duration.ofSeconds(30);
  private static final Duration RAMP_DOWN = Duration.ofSeconds(10);

  /**
   * Rows to load.
   *
   * @param tenths Load Units of a Group for a tenth of all requests; 0 for one in every Group
   */
  private record Rows(int tenths, int days) {

    Database in(Database usual) {
      Map<VmGroup, Integer> units =
          Arrays.stream(VmGroup.values())
              .collect(
                  Collectors.toMap(
                      Function.identity(),
                      group -> Math.max(1, tenths * group.averageSharePercent() / 10)));
      return usual.withLoadUnits(units, units).withTradeDays(days);
    }
  }

  /** The largest first. */
  private static final List<Rows> ALL_ROWS =
      List.of(
          new Rows(8, 20),
          new Rows(4, 20),
          new Rows(2, 20),
          new Rows(1, 20),
          new Rows(1, 10),
          new Rows(1, 5),
          new Rows(1, 2),
          new Rows(1, 1),
          new Rows(0, 2),
          new Rows(0, 1));

  /**
   * The largest plan that fits.
   *
   * @param usual plan whose other values are kept
   * @param freeBytes free room where the data folder would be, {@code folder}
   * @throws QuartetException MACHINE_TOO_SMALL, with all that is missing
   */
  public static FittingPlan of(RunPlan usual, Machine machine, long freeBytes, Path folder) {
    List<RunPlan> plans =
        ALL_ROWS.stream()
            .map(rows -> usual.withDatabase(rows.in(usual.database())))
            .map(plan -> withUsers(plan, FEWEST_USERS))
            .map(plan -> withPhases(plan, machine))
            .toList();
    RunPlan smallest = plans.get(plans.size() - 1);
    requireRoom(LocalNeeds.of(smallest, machine), machine, freeBytes, folder);
    RunPlan fitting =
        plans.stream()
            .filter(plan -> diskBytes(LocalNeeds.of(plan, machine)) <= freeBytes)
            .filter(plan -> isShort(new StageTimes(plan, machine.cores())))
            .findFirst()
            .orElse(smallest);
    RunPlan whole = withUsers(fitting, users(fitting, machine));
    return new FittingPlan(
        whole, LocalNeeds.of(whole, machine), new StageTimes(whole, machine.cores()));
  }

  private static long diskBytes(LocalNeeds needs) {
    return needs.diskBytes() + RESULTS_BYTES;
  }

  private static boolean isShort(StageTimes times) {
    return times.up().plus(times.load()).compareTo(partOf(UP_AND_LOAD)) <= 0
        && times.run().compareTo(partOf(RUN)) <= 0;
  }

  private static Duration partOf(Duration limit) {
    return Duration.ofMillis(Math.round(PART_OF_TIME * limit.toMillis()));
  }

  /** As many as have memory: each has a session on every database. */
  private static int users(RunPlan plan, Machine machine) {
    int users = Math.min(MOST_USERS, USERS_OF_PROCESSOR * machine.cores());
    while (users > FEWEST_USERS
        && LocalNeeds.of(withUsers(plan, users), machine).memoryBytes() > machine.memoryBytes()) {
      users--;
    }
    return Math.max(users, FEWEST_USERS);
  }

  private static RunPlan withUsers(RunPlan plan, int users) {
    return plan.withWorkload(plan.brokerage().withLoad(Load.closed(users)));
  }

  /** The phases share the time that ramps and checks leave. */
  private static RunPlan withPhases(RunPlan plan, Machine machine) {
    RunPlan shortest = withPhases(plan, SHORTEST_PHASE);
    Duration spare = partOf(RUN).minus(new StageTimes(shortest, machine.cores()).run());
    long seconds = SHORTEST_PHASE.toSeconds() + spare.toSeconds() / plan.schedule().phaseCount();
    seconds -= seconds % WHOLE_SECONDS;
    return withPhases(
        plan,
        Duration.ofSeconds(
            Math.max(SHORTEST_PHASE.toSeconds(), Math.min(LONGEST_PHASE.toSeconds(), seconds))));
  }

  private static RunPlan withPhases(RunPlan plan, Duration phase) {
    return plan.withSchedule(
        plan.schedule().withTiming(new Timing(RAMP_UP, WARM_UP, phase, RAMP_DOWN)));
  }

  private static void requireRoom(LocalNeeds least, Machine machine, long freeBytes, Path folder) {
    StringBuilder missing = new StringBuilder();
    if (least.memoryBytes() > machine.memoryBytes()) {
      missing.append(
          Text.format(
              " It needs %s of memory, and there are %s.",
              Bytes.text(least.memoryBytes()), Bytes.text(machine.memoryBytes())));
    }
    if (diskBytes(least) > freeBytes) {
      missing.append(
          Text.format(
              " It needs %s of disk, and %s has %s free.",
              Bytes.text(diskBytes(least)), folder, Bytes.text(freeBytes)));
    }
    if (!missing.isEmpty()) {
      throw QuartetException.environment(
          "MACHINE_TOO_SMALL",
          "this machine is too small for the smallest run of four Groups."
              + missing
              + " Make room, use a bigger machine, or write a file for other machines with"
              + " 'quartet init --example machines'.");
    }
  }
}
