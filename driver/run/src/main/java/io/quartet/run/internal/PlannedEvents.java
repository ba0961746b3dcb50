package io.quartet.run.internal;

import io.quartet.books.RunClock;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timeline;
import io.quartet.provision.Deployment;
import io.quartet.provision.event.Interventions;
import io.quartet.provision.event.Interventions.Outcome;
import io.quartet.provision.os.DaemonThreads;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent.PlannedEventStep;
import io.quartet.results.events.RunEvent.PlannedEventStep.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Does the events of a plan during a run, each in a thread of its own. One that fails is logged,
 * and the run goes on.
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

  /** Begins with the load. Closing takes back what is in force. */
  public static PlannedEvents start(
      RunPlan plan, Deployment deployment, RunClock clock, EventSink log) {
    PlannedEvents events = new PlannedEvents(plan, deployment, clock, log);
    for (PlannedEvent event : plan.schedule().events()) {
      ThreadFactory thread = DaemonThreads.named("quartet-event-" + (events.running.size() + 1));
      events.running.add(
          CompletableFuture.runAsync(
              () -> events.play(event), task -> thread.newThread(task).start()));
    }
    return events;
  }

  private void play(PlannedEvent event) {
    Duration begin = event.at().offset(timeline);
    if (isOverBefore(begin)) {
      return;
    }
    log(event, Kind.BEGAN, begin, interventions::begin);
    Duration end = event.isOverAtOnce() ? begin : event.end(timeline);
    isOverBefore(end);
    log(event, Kind.ENDED, end, interventions::end);
  }

  private void log(
      PlannedEvent event, Kind kind, Duration moment, Function<PlannedEvent, Outcome> step) {
    long begun = clock.utcMillis(clock.nanos());
    Outcome outcome = step.apply(event);
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
    running.forEach(CompletableFuture::join);
  }
}
