package io.quartet.run.internal;

import io.quartet.books.RunClock;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timeline;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.embedded.CopyProgram;
import io.quartet.provision.event.Interventions;
import io.quartet.provision.event.Interventions.Outcome;
import io.quartet.provision.os.DaemonThreads;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent.PlannedEventStep;
import io.quartet.results.events.RunEvent.PlannedEventStep.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Does the events of a plan during a run, in a thread for each target, because what was done to a
 * target is taken back before the next begins. An event that fails is logged, and the run goes on.
 */
public final class PlannedEvents implements FaultInjection.InjectedFaults {

  private final Timeline timeline;
  private final RunClock clock;
  private final EventSink log;
  private final Interventions interventions;
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<CompletableFuture<Void>> running = new ArrayList<>();

  private PlannedEvents(RunPlan plan, Deployment deployment, RunClock clock, EventSink log) {
    this.timeline = plan.timeline();
    this.clock = clock;
    this.log = log;
    this.interventions = new Interventions(plan, deployment);
  }

  /**
   * Makes sure that the events of a plan can be done without which its run would be INVALID.
   *
   * @throws QuartetException COPY_NOT_POSSIBLE, DISK_TOO_SMALL
   */
  public static void require(RunPlan plan, Deployment deployment) {
    for (PlannedEvent event : plan.schedule().events()) {
      if (event.action() instanceof Copy copy) {
        CopyProgram.require(plan, copy.method());
        List<DatabaseServer> targets = new ArrayList<>(deployment.databases());
        targets.removeIf(server -> !copy.targets().contains(server.vm()));
        deployment.databases().stream()
            .filter(server -> server.vm().equals(event.on()))
            .forEach(source -> deployment.requireRoomForCopies(source, targets));
      }
    }
  }

  /** Begins with the load. Closing takes back what is in force. */
  public static PlannedEvents start(
      RunPlan plan, Deployment deployment, RunClock clock, EventSink log) {
    PlannedEvents events = new PlannedEvents(plan, deployment, clock, log);
    Map<String, List<PlannedEvent>> byTarget =
        plan.schedule().events().stream()
            .sorted(Comparator.comparing(event -> event.at().offset(events.timeline)))
            .collect(Collectors.groupingBy(event -> event.target(plan)));
    byTarget.forEach(
        (target, inOrder) -> {
          ThreadFactory thread = DaemonThreads.named("quartet-events-" + target);
          events.running.add(
              CompletableFuture.runAsync(
                  () -> inOrder.forEach(events::play), task -> thread.newThread(task).start()));
        });
    return events;
  }

  private void play(PlannedEvent event) {
    Duration begin = event.at().offset(timeline);
    if (isOverBefore(begin)) {
      return;
    }
    Duration end = event.isOverAtOnce() ? begin : event.end(timeline);
    log(event, Kind.BEGAN, begin, one -> interventions.begin(one, end.minusNanos(clock.nanos())));
    if (!event.isOverWhenDone()) {
      isOverBefore(end);
    }
    log(event, Kind.ENDED, end, interventions::end);
  }

  private void log(
      PlannedEvent event, Kind kind, Duration moment, Function<PlannedEvent, Outcome> step) {
    long begun = clock.utcMillis(clock.nanos());
    Outcome outcome;
    try {
      outcome = step.apply(event);
    } catch (RuntimeException e) {
      outcome = new Outcome(1, e.toString());
    }
    log.accept(
        new PlannedEventStep(
            kind,
            event.name(),
            event.on(),
            clock.utcMillis(moment.toNanos()),
            begun,
            outcome.exitCode(),
            outcome.output()));
  }

  /** Waits for a moment of the run; true if the run ends before it. */
  private boolean isOverBefore(Duration moment) {
    try {
      return over.await(moment.toNanos() - clock.nanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public void close() {
    over.countDown();
    interventions.stop();
    CompletableFuture.allOf(running.toArray(CompletableFuture<?>[]::new)).join();
  }
}
