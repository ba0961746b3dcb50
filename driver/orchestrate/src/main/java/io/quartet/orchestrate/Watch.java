package io.quartet.orchestrate;

import io.quartet.measure.RunClock;
import io.quartet.measure.results.Event;
import io.quartet.measure.results.ResultsFolder;
import io.quartet.measure.results.RunRecorder;
import io.quartet.model.RunPlan;
import io.quartet.model.Segment;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.orchestrate.load.LoadSource;
import io.quartet.orchestrate.provider.DatabaseServer;
import io.quartet.orchestrate.provider.Deployment;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes on beside the load while it flows: phase switches, the bookkeeping, progress, samples,
 * and a look at every process.
 */
final class Watch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

  private final RunPlan plan;
  private final RunClock clock;
  private final LoadSource load;
  private final RunRecorder recorder;
  private final RunListener listener;
  private final Deployment deployment;
  private final TierAs tierAs;
  private final Collector collector;
  private final ScheduledExecutorService switches;
  private final ScheduledExecutorService recording;
  private final ScheduledExecutorService sampling;
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private final Set<String> ended = new HashSet<>();

  Watch(
      RunPlan plan,
      RunClock clock,
      LoadSource load,
      RunRecorder recorder,
      ResultsFolder folder,
      RunListener listener,
      Deployment deployment,
      TierAs tierAs,
      Databases databases) {
    this.plan = plan;
    this.clock = clock;
    this.load = load;
    this.recorder = recorder;
    this.listener = listener;
    this.deployment = deployment;
    this.tierAs = tierAs;
    this.collector =
        new Collector(folder, databases, () -> clock.utcMillis(clock.nanos()), this::event);
    this.switches = thread("quartet-phases");
    this.recording = thread("quartet-recorder");
    this.sampling = thread("quartet-collector");
  }

  private static ScheduledExecutorService thread(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Begins; call it before the clock's zero. */
  void start() {
    for (Segment segment : plan.timeline().segments()) {
      if (!segment.length().isZero()) {
        at(segment.start(), () -> phaseSwitch(segment));
      }
    }
    every(recording, Duration.ofSeconds(1), this::record);
    every(sampling, plan.collectInterval(), this::sample);
  }

  private void at(Duration offset, Runnable action) {
    long delay = Math.max(0, offset.toNanos() - clock.nanos());
    var unused = switches.schedule(guarded(action), delay, TimeUnit.NANOSECONDS);
  }

  private void every(ScheduledExecutorService thread, Duration period, Runnable action) {
    // From the clock's zero, so that intervals and phases share their borders.
    long delay = Math.max(0, -clock.nanos()) + period.toNanos();
    var unused =
        thread.scheduleAtFixedRate(guarded(action), delay, period.toNanos(), TimeUnit.NANOSECONDS);
  }

  private Runnable guarded(Runnable action) {
    return () -> {
      try {
        action.run();
      } catch (RuntimeException e) {
        // A run whose figures cannot be written must not look like a good one: its end rethrows.
        if (failure.compareAndSet(null, e)) {
          LOG.error("the run can no longer be recorded", e);
        }
      }
    };
  }

  private void phaseSwitch(Segment segment) {
    event(Event.PHASE_SWITCH, Map.of("phase", segment.name()));
    recording.execute(guarded(recorder::phaseSwitch));
  }

  private void record() {
    recorder.tick();
    load.look();
    listener.onProgress(load.books().live(), load.backlog());
    lookAtProcesses();
  }

  private void lookAtProcesses() {
    for (DatabaseServer server : deployment.databases()) {
      lookAtProcess(server.vm(), deployment.isAlive(server), () -> deployment.logTail(server));
    }
    for (VmSet set : plan.sets()) {
      lookAtProcess(set.vmName(VmRole.TIER_A), tierAs.isAlive(set), () -> "");
    }
  }

  /** Reports the end of a process once, and again if it was started meanwhile. */
  private void lookAtProcess(String vm, boolean isAlive, Supplier<String> logTail) {
    if (isAlive) {
      ended.remove(vm);
    } else if (ended.add(vm)) {
      event(Event.PROCESS_ENDED, Map.of("vm", vm, "log", logTail.get()));
    }
  }

  private void sample() {
    for (DatabaseServer server : deployment.databases()) {
      OptionalLong pid = deployment.processId(server);
      if (pid.isPresent()) {
        collector.sampleProcess(server.vm(), ProcessSample.ofFamily(pid.getAsLong()));
      }
      if (deployment.isAlive(server)) {
        collector.sampleDatabase(server);
      }
    }
    tierAs
        .processIds()
        .forEach(
            (set, pid) ->
                collector.sampleProcess(set.vmName(VmRole.TIER_A), ProcessSample.ofOne(pid)));
    load.processes()
        .forEach((worker, pid) -> collector.sampleProcess(worker, ProcessSample.ofOne(pid)));
    collector.sampleProcess("driver", ProcessSample.ofOne(ProcessHandle.current().pid()));
  }

  private void event(String name, Map<String, ?> fields) {
    recorder.event(name, fields);
    listener.onEvent(name, fields);
  }

  /**
   * Ends the watching.
   *
   * @throws RuntimeException what kept the run from being recorded, if anything
   */
  void finish() {
    close();
    RuntimeException first = failure.get();
    if (first != null) {
      throw first;
    }
  }

  @Override
  public void close() {
    for (ScheduledExecutorService thread : List.of(switches, recording, sampling)) {
      thread.shutdownNow();
      try {
        if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
          LOG.warn("a watching thread did not end");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    collector.close();
  }
}
