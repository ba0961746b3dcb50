package io.quartet.run.internal.collect;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.provision.hosts.RemoteCollectors;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.QuartetHome;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The collectors of {@code scripts/collect}: on the machine of this process, into {@code
 * stats/host/}, and on prepared machines where the plan wants them, into the folder of the first VM
 * of each. A run goes on without them: that they could not be started or have ended is an event.
 * Thread-safe.
 */
public final class HostCollectors implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HostCollectors.class);
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** There is a network between us and the last rows. */
  private static final Duration REMOTE_GRACE = Duration.ofSeconds(10);

  private final EventSink events;
  private final List<OfMachine> machines = new ArrayList<>();

  private HostCollectors(EventSink events) {
    this.events = events;
  }

  /**
   * Starts them, all at once, and does not wait. Never throws for what they lack.
   *
   * @param events takes {@link RunEvent.CollectorFailed}, on any thread
   */
  public static HostCollectors startIn(ResultsFolder folder, RunPlan plan, EventSink events) {
    HostCollectors collectors = new HostCollectors(events);
    String interval =
        String.format(Locale.ROOT, "%.3f", plan.schedule().collectInterval().toMillis() / 1e3);
    collectors.start(folder, interval, !plan.provider().isLocal());
    plan.provider()
        .ssh()
        .ifPresent(
            ssh ->
                VmMachine.withHypervisors(plan)
                    .forEach(machine -> collectors.start(folder, interval, ssh, machine, plan)));
    return collectors;
  }

  /**
   * @param hasGuests true if VMs of the plan may be guests of this machine
   */
  private void start(ResultsFolder folder, String interval, boolean hasGuests) {
    OfMachine ofDriver = new OfMachine(VmMachine.OF_THE_DRIVER);
    ofDriver.start(
        folder,
        "collectors.log",
        GRACE,
        out -> {
          List<String> command = new ArrayList<>();
          command.add(QuartetHome.script("collect/all").toString());
          command.addAll(List.of("--out", out, "--interval", interval));
          if (hasGuests) {
            command.add(RemoteCollectors.GUESTS);
          }
          return command;
        });
  }

  private void start(
      ResultsFolder folder, String interval, Ssh ssh, VmMachine machine, RunPlan plan) {
    String processes = RemoteCollectors.processes(plan, machine);
    new OfMachine(machine.name())
        .start(
            folder,
            "collectors-" + machine.name() + ".log",
            REMOTE_GRACE,
            out -> {
              List<String> options = new ArrayList<>();
              options.addAll(List.of("--out", out, "--interval", interval));
              options.addAll(List.of("--processes", processes));
              if (machine.isHypervisor()) {
                options.add(RemoteCollectors.GUESTS);
              }
              return RemoteCollectors.command(ssh, machine, options);
            });
  }

  /** Stops them; their files are complete afterwards. */
  @Override
  public void close() {
    machines.forEach(OfMachine::requestStop);
    machines.forEach(OfMachine::close);
  }

  /** Process of those on the machine of this process; empty if they could not be started. */
  public OptionalLong processId() {
    return machines.get(0).process.stream().mapToLong(OwnedProcess::processId).findFirst();
  }

  private final class OfMachine {

    private final String name;
    private Optional<OwnedProcess> process = Optional.empty();

    /** True once their end was reported, or no longer matters. */
    private final AtomicBoolean isSettled = new AtomicBoolean();

    OfMachine(String name) {
      this.name = name;
    }

    void start(
        ResultsFolder folder, String log, Duration grace, Function<String, List<String>> command) {
      machines.add(this);
      try {
        Path stats = Files.createDirectories(folder.file("stats").resolve(name));
        Path logs = Files.createDirectories(folder.file("logs"));
        OwnedProcess started =
            OwnedProcess.start(
                new OwnedProcess.Spec(
                    "the collectors of " + name,
                    command.apply(stats.toAbsolutePath().toString()),
                    Map.of(),
                    folder.path().toAbsolutePath(),
                    logs.resolve(log),
                    "TERM",
                    grace,
                    "",
                    List.of()));
        process = Optional.of(started);
        started.whenEnded(() -> ended(started));
      } catch (IOException | QuartetException e) {
        tell(String.valueOf(e.getMessage()));
      }
    }

    private void ended(OwnedProcess collectors) {
      if (isSettled.compareAndSet(false, true)) {
        tell("exit code " + collectors.exitCode() + ": " + collectors.logTail());
      }
    }

    private void tell(String reason) {
      try {
        events.accept(new RunEvent.CollectorFailed(name, reason));
      } catch (RuntimeException e) {
        // Where not even an event can be written, the run itself finds out: statistics do not end
        // it.
        LOG.warn("no statistics of machine={} reason={} error={}", name, reason, e.getMessage());
      }
    }

    void requestStop() {
      process.ifPresent(
          collectors -> {
            if (!collectors.isAlive()) {
              ended(collectors);
            }
            isSettled.set(true);
            collectors.requestStop();
          });
    }

    void close() {
      process.ifPresent(OwnedProcess::close);
    }
  }
}
