package io.quartet.run.doctor;

import io.quartet.books.CellRow;
import io.quartet.books.DriverHealth;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.Caches;
import io.quartet.model.plan.Driver;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.Publication;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timing;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.model.size.Bytes;
import io.quartet.model.size.Machine;
import io.quartet.model.size.Sizes;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.provision.embedded.LocalNeeds;
import io.quartet.provision.os.FileTrees;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.BenchmarkRun;
import io.quartet.run.RunResult;
import io.quartet.run.doctor.Diagnosis.Health;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures the load that the driver of this machine can offer, with as many processes as the plan
 * has. It makes a short run with the Sets and users of the plan against Tier A processes that
 * answer at once. These processes share the machine with the driver, so the real capacity is
 * higher.
 */
public final class CapacityCheck {

  private static final String CHECK = "capacity";
  private static final Duration RAMP_UP = Duration.ofSeconds(1);
  private static final Duration WARM_UP = Duration.ofSeconds(4);
  private static final Duration MEASURED = Duration.ofSeconds(5);

  /** Below this share of the capacity response times are not the driver's. */
  private static final double COMFORTABLE = 0.5;

  private static final int LEAST_USERS = 64;

  private CapacityCheck() {}

  /** Runs for ten seconds; what goes wrong is a diagnosis. */
  public static Diagnosis of(RunPlan plan) {
    if (!plan.workload().hasTierA()) {
      return new Diagnosis(
          CHECK,
          Health.NOT_CHECKED,
          "the driver offers no load to a Tier A with workload.kind " + plan.workload().label(),
          "");
    }
    try (StopSignal stop = new StopSignal()) {
      RunPlan trial = trialPlan(plan);
      LocalNeeds needs = LocalNeeds.of(trial);
      if (needs.memoryBytes() > Machine.detect().memoryBytes()) {
        return new Diagnosis(
            CHECK,
            Health.NOT_CHECKED,
            Text.format(
                "the trial itself may need %s of memory, more than this machine has",
                Bytes.text(needs.memoryBytes())),
            "Try it with fewer Sets.");
      }
      Path results = Files.createTempDirectory("quartet-capacity");
      try {
        return judge(plan, run(trial, results));
      } finally {
        FileTrees.delete(results);
      }
    } catch (InterruptedException e) {
      throw StopSignal.interrupted(e);
    } catch (QuartetException e) {
      if (e.kind() == QuartetException.Kind.INTERRUPTED) {
        throw e;
      }
      return Diagnosis.of(CHECK, Health.FAILED, e);
    } catch (IOException e) {
      return new Diagnosis(
          CHECK, Health.NOT_CHECKED, e.toString(), "Free disk space for temporary files.");
    }
  }

  private static RunResults run(RunPlan trial, Path results) throws InterruptedException {
    try (Deployment deployment = new EmbeddedProvider().up(trial, Ownership.OWNED)) {
      RunResult result = BenchmarkRun.run(trial, deployment, results, RunListener.NONE);
      return RunResults.read(ResultsFolder.open(result.folder()));
    }
  }

  private static RunPlan trialPlan(RunPlan plan) throws IOException {
    Timing timing =
        new Timing(
            RAMP_UP,
            WARM_UP,
            MEASURED.dividedBy(plan.schedule().phases().rows().size()),
            Duration.ZERO);
    Load load = Load.closed(Math.max(LEAST_USERS, plan.userSessions()));
    int port = freePort();
    return plan.withName("doctor-" + ProcessHandle.current().pid())
        .withSchedule(
            plan.schedule()
                .withTiming(timing)
                .withGrowth(Optional.empty())
                .withCaches(Caches.KEEP)
                .withEvents(List.of()))
        .withWorkload(plan.brokerage().withLoad(load))
        .withEngine(plan.engine().withoutDatabases())
        .withProvider(
            plan.provider()
                .map(
                    embedded ->
                        embedded.withPort(port).withTablespaces(Map.of()).withSizes(Sizes.NONE),
                    hosts -> Embedded.at(port)))
        // Workers elsewhere cannot be tried from here; those of this machine share its processors.
        .withDriver(
            new Driver(
                plan.driver().workers().isEmpty() ? plan.driver().localWorkers() : 1,
                List.of(),
                Optional.empty(),
                plan.driver().pinning()))
        .withPublication(Publication.of(ValidityProfile.DEMO));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Diagnosis judge(RunPlan plan, RunResults trial) {
    RunFigures figures = trial.figures();
    double seconds = figures.measuredSeconds();
    if (seconds <= 0) {
      return new Diagnosis(CHECK, Health.NOT_CHECKED, "the trial was cut short", "Try again.");
    }
    double perSecond = figures.measured(RunFigures::isSentByUsers, CellRow::started) / seconds;
    long processes = trial.driver().stream().map(DriverHealth::worker).distinct().count();
    double cores =
        processes
            * trial.driver().stream().mapToLong(DriverHealth::cpuMillis).sum()
            / (double) trial.driver().stream().mapToLong(DriverHealth::intervalMillis).sum();
    String found = Text.format("%,.0f requests/s with %.2f cores of driver CPU", perSecond, cores);
    if (!plan.driver().workers().isEmpty()) {
      return new Diagnosis(
          CHECK,
          Health.NOT_CHECKED,
          found + " in one process here; the workers are on other machines",
          "Run quartet doctor --capacity there, without driver.workers and with that worker's"
              + " part of the rate.");
    }
    if (!(plan.brokerage().load() instanceof Load.Paced paced)) {
      return Diagnosis.ok(CHECK, found);
    }
    int phases = plan.schedule().phases().rows().size();
    double etps = Math.max(paced.etps().in(0), paced.etps().in(phases - 1));
    double asked = etps * plan.brokerage().mix().requestsPerTrade();
    return Diagnosis.of(
        CHECK,
        asked <= COMFORTABLE * perSecond,
        asked <= perSecond ? Health.WARNING : Health.FAILED,
        found + Text.format(", the benchmark file asks for %,.0f requests/s", asked),
        "Lower load.rate, or use more driver processes: driver.workers.");
  }
}
