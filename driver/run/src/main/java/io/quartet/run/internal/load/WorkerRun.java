package io.quartet.run.internal.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.books.DriverHealth;
import io.quartet.books.RunClock;
import io.quartet.config.PlanDocument;
import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.events.EventCodec;
import io.quartet.results.events.LoggedEvent;
import io.quartet.run.WorkerOptions;
import io.quartet.run.protocol.Ended;
import io.quartet.run.protocol.Prepare;
import io.quartet.run.protocol.Prepared;
import io.quartet.run.protocol.Report;
import io.quartet.run.protocol.Start;
import io.quartet.tiera.client.TierAClient;
import io.quartet.tiera.client.TierAPlace;
import io.quartet.tiera.wire.NetworkThreads;
import io.quartet.tiera.wire.RunToken;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run in a worker: offers its part of the load and reports it until the end. */
final class WorkerRun implements LoadReports {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerRun.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration FOR_CLEAN_UP = Duration.ofSeconds(2);
  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(20);

  private final WorkerOptions options;
  private final Prepare prepare;
  private final ReportStream reports;
  private final Runnable whenOver;
  private final Thread thread = new Thread(this::run, "worker-run");
  private final CompletableFuture<Start> start = new CompletableFuture<>();
  private volatile LocalLoad load;
  private volatile DriverHealth lastHealth;

  /**
   * @param reports takes everything the run has to say
   * @param whenOver called when nothing is left of the run, before its last report
   */
  WorkerRun(WorkerOptions options, Prepare prepare, ReportStream reports, Runnable whenOver) {
    this.options = options;
    this.prepare = prepare;
    this.reports = reports;
    this.whenOver = whenOver;
  }

  /** Starts the preparation in a separate thread. */
  void begin() {
    thread.start();
  }

  void start(Start moment) {
    start.complete(moment);
  }

  /** Ends the run: in order if it has started, at once otherwise. */
  void stop(String reason) {
    boolean hasStarted = !start.cancel(false);
    LocalLoad started = load;
    if (started != null) {
      started.abort(reason);
    }
    if (!hasStarted) {
      thread.interrupt();
    }
  }

  private void run() {
    LOG.info("a run begins worker={} of={}", prepare.getIndex() + 1, prepare.getCount());
    Report last;
    try {
      last = offer();
    } catch (QuartetException e) {
      last = ReportStream.failed(e);
    } catch (InterruptedException | CancellationException e) {
      last =
          failed(QuartetException.Kind.INTERRUPTED, "INTERRUPTED", "it was stopped before the run");
    } catch (RuntimeException e) {
      LOG.error("the run failed", e);
      last = failed(QuartetException.Kind.BUG, "WORKER_DEFECT", "defect: " + e);
    }
    LOG.info("the run is over worker={}", prepare.getIndex() + 1);
    whenOver.run();
    reports.end(last);
  }

  private static Report failed(QuartetException.Kind kind, String code, String message) {
    return ReportStream.failed(new QuartetException(kind, code, message));
  }

  private Report offer() throws InterruptedException {
    RunPlan plan = plan();
    LoadPart part = new LoadPart(prepare.getIndex(), prepare.getCount());
    RunStartClock clock = new RunStartClock(Instant.now().plus(FOR_CLEAN_UP));
    Map<VmSet, TierAClient> connections = new LinkedHashMap<>();
    try (NetworkThreads network = new NetworkThreads("driver-network", 1, options.tls())) {
      try {
        part.sets(plan).forEach(set -> connections.put(set, connect(set, network)));
        try (LocalLoad offered =
            new LocalLoad(
                plan, part, part.index() + 1, clock, this, connections, acknowledged -> {})) {
          return offer(offered, clock);
        }
      } finally {
        connections.values().forEach(TierAClient::close);
      }
    }
  }

  private RunPlan plan() {
    try {
      return PlanDocument.fromJson(JSON.readTree(prepare.getPlan()));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the plan is not JSON", e);
    }
  }

  private TierAClient connect(VmSet set, NetworkThreads network) {
    TierAPlace place =
        new TierAPlace(
            set,
            Address.parse(prepare.getTierAOrThrow(set.name())),
            Optional.ofNullable(prepare.getRunTokenMap().get(set.name())).map(RunToken::of));
    return TierAClient.connect(place, network, LONGEST_CONNECT);
  }

  private Report offer(LocalLoad offered, RunStartClock clock) throws InterruptedException {
    load = offered;
    offered.cleanUp();
    reports.send(Report.newBuilder().setPrepared(Prepared.getDefaultInstance()).build());
    clock.follow(runClock());
    offered.start();
    try {
      runReporting(offered, clock);
    } finally {
      reportFigures(true);
    }
    Ended.Builder ended = Ended.newBuilder();
    if (offered.abortReason() != null) {
      ended.setAbortReason(offered.abortReason());
    }
    offered.marketCounts().forEach((set, c) -> ended.addOrders(WorkerMessages.orders(set, c)));
    return Report.newBuilder().setEnded(ended).build();
  }

  @SuppressWarnings("try") // Only its end matters.
  private void runReporting(LocalLoad offered, RunClock clock) throws InterruptedException {
    Runnable report = () -> reportFigures(false);
    try (FigureReporter figures = new FigureReporter(clock, report, offered::abort)) {
      offered.run();
    }
  }

  /** Waits for the conductor's word, and takes its moment for the zero of a clock. */
  private RunClock runClock() throws InterruptedException {
    Start moment;
    try {
      moment = start.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a start never fails by itself", e);
    }
    Instant startHere =
        Instant.ofEpochMilli(moment.getStartUtcMillis())
            .plus(moment.getClockAheadMicros(), ChronoUnit.MICROS);
    Duration wait = Duration.between(options.wallClock().instant(), startHere);
    if (wait.isNegative()) {
      throw QuartetException.environment(
          "WORKER_TOO_LATE",
          "it received the start of the run "
              + wait.abs().toMillis()
              + " ms too late. Find the cause of the delay in the network or on the machine, then"
              + " run again.");
    }
    return RunClock.startingIn(wait, moment.getStartUtcMillis());
  }

  private void reportFigures(boolean isLast) {
    LocalLoad offered = load;
    offered.look();
    reports.send(
        Report.newBuilder()
            .setFigures(WorkerMessages.figures(offered.books().update(isLast), lastHealth))
            .build());
  }

  @Override
  public void event(LoggedEvent event) {
    reports.send(Report.newBuilder().setEvent(EventCodec.toJson(event).toString()).build());
  }

  @Override
  public void health(DriverHealth health) {
    lastHealth = health;
  }
}
