package io.quartet.run;

import io.quartet.books.RunClock;
import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.TierAs;
import io.quartet.provision.os.DaemonThreads;
import io.quartet.results.RunRecorder;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.internal.collect.Collecting;
import io.quartet.run.internal.collect.HostCollectors;
import io.quartet.run.internal.collect.ProcessSample;
import io.quartet.run.internal.collect.StatisticsCollector;
import io.quartet.run.internal.load.LoadSource;
import io.quartet.run.progress.RunListener;
import java.time.Duration;
import java.util.HashMap;
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
 * Work during the load: phase switches, bookkeeping, progress, samples, and a check of every
 * process.
 */
final class RunMonitor implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunMonitor.class);
  private static final Duration RECORD_INTERVAL = Duration.ofSeconds(1);

  private final RunPlan plan;
  private final RunClock clock;
  private final LoadSource load;
  private final RunRecorder recorder;
  private final RunListener listener;
  private final Deployment deployment;
  private final TierAs tierAs;
  private final HostCollectors collectors;
  private final StatisticsCollector statistics;
  private final PhaseSwitches phases;
  private final ScheduledExecutorService switches;
  private final ScheduledExecutorService recording;
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private final Set<String> ended = new HashSet<>();

  RunMonitor(
      RunPlan plan,
      RunClock clock,
      LoadSource load,
      RunRecorder recorder,
      ResultsFolder folder,
      RunListener listener,
      Deployment deployment,
      TierAs tierAs,
      Databases databases,
      HostCollectors collectors) {
    this.plan = plan;
    this.clock = clock;
    this.load = load;
    this.recorder = recorder;
    this.listener = listener;
    this.deployment = deployment;
    this.tierAs = tierAs;
    this.collectors = collectors;
    this.statistics =
        new StatisticsCollector(
            new Collecting(
                folder,
                databases::connect,
                clock,
                plan.schedule().collectInterval(),
                this::event,
                this::failed),
            deployment.databases(),
            deployment::isAlive,
            deployment::processId,
            this::processes);
    this.phases =
        new PhaseSwitches(plan, clock, load, this::at, this::phaseSwitch, statistics::lookAtAll);
    this.switches =
        Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("quartet-phases"));
    this.recording =
        Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("quartet-recorder"));
  }

  /** Begins; call it before the clock's zero. */
  void start() {
    phases.start();
    // From the clock's zero, so that intervals and phases share their borders.
    long delay = Math.max(0, -clock.nanos()) + RECORD_INTERVAL.toNanos();
    var unused =
        recording.scheduleAtFixedRate(
            guarded(this::record), delay, RECORD_INTERVAL.toNanos(), TimeUnit.NANOSECONDS);
    statistics.start();
  }

  private void at(Duration offset, Runnable action) {
    long delay = Math.max(0, offset.toNanos() - clock.nanos());
    var unused = switches.schedule(guarded(action), delay, TimeUnit.NANOSECONDS);
  }

  private Runnable guarded(Runnable action) {
    return () -> {
      try {
        action.run();
      } catch (RuntimeException e) {
        failed(e);
      }
    };
  }

  /**
   * Ends a run whose figures cannot be written, because the rest of its load would be lost. Such a
   * run must not look like a good one: {@link #finish} rethrows.
   */
  private void failed(RuntimeException error) {
    if (failure.compareAndSet(null, error)) {
      String cause = error instanceof QuartetException ? error.getMessage() : error.toString();
      LOG.error("the run can no longer be recorded and ends now: {}", cause, error);
      load.abort("it could no longer be recorded: " + cause);
    }
  }

  private void phaseSwitch(Segment segment) {
    event(new RunEvent.PhaseSwitch(segment.name()));
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
    for (VmSet set : plan.setsWithTierA()) {
      lookAtProcess(set.vmName(VmRole.TIER_A), tierAs.isAlive(set), () -> "");
    }
  }

  /** Reports the end of a process once, and again if it was started meanwhile. */
  private void lookAtProcess(String vm, boolean isAlive, Supplier<String> logTail) {
    if (isAlive) {
      ended.remove(vm);
    } else if (ended.add(vm)) {
      event(new RunEvent.ProcessEnded(vm, logTail.get()));
    }
  }

  /** The processes of this machine, by VM or other name; those of other machines are not seen. */
  private Map<String, ProcessSample> processes() {
    Map<String, ProcessSample> samples = new HashMap<>();
    for (DatabaseServer server : deployment.databases()) {
      OptionalLong pid = deployment.processId(server);
      if (pid.isPresent()) {
        samples.put(server.vm(), ProcessSample.ofFamily(pid.getAsLong()));
      }
    }
    tierAs
        .processIds()
        .forEach((set, pid) -> samples.put(set.vmName(VmRole.TIER_A), ProcessSample.ofOne(pid)));
    load.processes().forEach((name, pid) -> samples.put(name, ProcessSample.ofTree(pid)));
    samples.put("driver", ProcessSample.ofOne(ProcessHandle.current().pid()));
    collectors.processId().ifPresent(pid -> samples.put("collectors", ProcessSample.ofTree(pid)));
    return samples;
  }

  private void event(RunEvent event) {
    LoggedEvent logged = new LoggedEvent(clock.utcMillis(clock.nanos()), event);
    recorder.event(logged);
    listener.onEvent(logged);
  }

  /** The plan with the phases that the run had, which only a run that grows finds out. */
  RunPlan planAsRun() {
    return phases.planAsRun();
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
    statistics.close();
    for (ScheduledExecutorService thread : List.of(switches, recording)) {
      thread.shutdownNow();
      if (!DaemonThreads.awaitEnd(thread, Duration.ofSeconds(10))) {
        LOG.warn("a watching thread did not end");
      }
    }
  }
}
