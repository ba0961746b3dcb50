package io.quartet.run;

import io.quartet.books.RunClock;
import io.quartet.model.plan.Growth;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.run.internal.load.LoadSource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Announces every segment of a run at its begin. Where the plan grows, ends the run with the phase
 * in which it has its trades. What it schedules has to run on one thread, in order.
 */
final class PhaseSwitches {

  /** Not at the switch itself: the first requests of a phase should not wait behind a look. */
  private static final Duration LOOK_AFTER_SWITCH = Duration.ofMillis(200);

  /** Before a phase is over, time to leave out those after it; of shorter ones a tenth. */
  private static final Duration DECIDE_BEFORE = Duration.ofSeconds(1);

  private static final int PART_OF_A_SHORT_PHASE = 10;

  private final RunPlan plan;
  private final RunClock clock;
  private final LoadSource load;
  private final BiConsumer<Duration, Runnable> timer;
  private final Consumer<Segment> onSwitch;
  private final Runnable look;

  /** The reason for the end of the run; empty until it is decided. */
  private volatile Optional<Ending> ending = Optional.empty();

  private record Ending(Segment lastPhase, Segment rampDown) {
    boolean leavesOut(Segment segment) {
      return segment.index() > lastPhase.index() && segment != rampDown;
    }
  }

  /**
   * @param timer runs an action at an offset from the start of the run
   * @param onSwitch hears of each segment at its begin
   * @param look takes a sample of everything
   */
  PhaseSwitches(
      RunPlan plan,
      RunClock clock,
      LoadSource load,
      BiConsumer<Duration, Runnable> timer,
      Consumer<Segment> onSwitch,
      Runnable look) {
    this.plan = plan;
    this.clock = clock;
    this.load = load;
    this.timer = timer;
    this.onSwitch = onSwitch;
    this.look = look;
  }

  /** Begins; call it before the clock's zero. */
  void start() {
    plan.timeline().segments().forEach(this::announce);
    plan.schedule()
        .growth()
        .ifPresent(growth -> plan.timeline().phases().forEach(phase -> decide(growth, phase)));
  }

  private void announce(Segment segment) {
    if (!segment.length().isZero()) {
      at(segment.start(), segment, () -> onSwitch.accept(segment));
      at(segment.start().plus(LOOK_AFTER_SWITCH), segment, look);
    }
  }

  private void at(Duration offset, Segment segment, Runnable action) {
    timer.accept(
        offset,
        () -> {
          if (ending.stream().noneMatch(end -> end.leavesOut(segment))) {
            action.run();
          }
        });
  }

  private void decide(Growth growth, Segment phase) {
    Duration part = phase.length().dividedBy(PART_OF_A_SHORT_PHASE);
    Duration before = part.compareTo(DECIDE_BEFORE) < 0 ? part : DECIDE_BEFORE;
    timer.accept(phase.end().minus(before), () -> endIfGrown(growth, phase));
  }

  private void endIfGrown(Growth growth, Segment phase) {
    if (ending.isPresent() || load.books().live().tradeResults() < growth.untilTrades()) {
      return;
    }
    // On a machine that stood still the next phase has begun, and is finished.
    if (clock.nanos() < phase.end().toNanos()) {
      load.endAfter(phase)
          .ifPresent(
              rampDown -> {
                ending = Optional.of(new Ending(phase, rampDown));
                announce(rampDown);
              });
    }
  }

  /** The plan with the phases that the run had. */
  RunPlan planAsRun() {
    return ending
        .map(end -> Integer.parseInt(end.lastPhase().name()))
        .map(
            phases ->
                plan.withSchedule(
                    plan.schedule()
                        .withGrowth(
                            plan.schedule().growth().map(grown -> grown.withPhases(phases)))))
        .orElse(plan);
  }
}
