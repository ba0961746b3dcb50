package io.quartet.run.internal.load;

import io.quartet.books.Backlog;
import io.quartet.books.Books;
import io.quartet.config.PlanDocument;
import io.quartet.emulator.LoadGenerator;
import io.quartet.emulator.MarketCounts;
import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Driver;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.provision.clock.Clocks;
import io.quartet.provision.os.KitVersion;
import io.quartet.results.system.WorkerFacts;
import io.quartet.run.protocol.Prepare;
import io.quartet.run.protocol.Start;
import io.quartet.tiera.client.TierAPlace;
import io.quartet.tiera.wire.NetworkThreads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * The conductor: workers offer the load, each a part of it, on one clock, and their books are
 * merged here. A worker that is lost makes the run INVALID but does not end it, unless it was the
 * last.
 */
public final class WorkersLoad implements LoadSource {

  private static final Duration NOTICE = Duration.ofSeconds(2);

  /** For one to start, where it is ours. */
  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(20);

  private static final Duration LONGEST_PREPARATION = Duration.ofMinutes(11);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /** A worker reports every second; one that is silent for so long is cut off, or stands still. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(15);

  /** Beyond the time for outstanding replies. */
  private static final Duration FOR_LAST_REPORT = Duration.ofSeconds(5);

  private final RunPlan plan;
  private final RunStartClock clock;
  private final MergedReports merged;
  private final Function<VmSet, TierAPlace> tierA;
  private final NetworkThreads network;
  private final LocalWorkers processes = new LocalWorkers();
  private final List<Worker> workers = new ArrayList<>();
  private final AtomicReference<String> abortReason = new AtomicReference<>();
  private volatile long deadlineNanos = Long.MAX_VALUE;

  /**
   * Starts the workers of this machine, or connects to those that the plan names, and makes sure
   * that they can take part.
   *
   * @param tierA where the Tier A of a Set listens
   * @throws QuartetException WORKER_UNREACHABLE, WORKER_DID_NOT_START, WORKER_OTHER_VERSION,
   *     CLOCKS_APART, TLS_MISSING, TLS_FILES
   */
  public WorkersLoad(
      RunPlan plan,
      RunStartClock clock,
      LoadReports reports,
      Function<VmSet, TierAPlace> tierA,
      Path logs) {
    this.plan = plan;
    this.clock = clock;
    this.merged = new MergedReports(plan, clock, reports, this::abort);
    this.tierA = tierA;
    Driver driver = plan.driver();
    this.network = new NetworkThreads("conductor-network", 1, driver.tls());
    try {
      boolean areOurs = driver.workers().isEmpty();
      List<Address> addresses =
          areOurs ? processes.start(driver.localWorkers(), driver.tls(), logs) : driver.workers();
      KitVersion ours = KitVersion.current();
      for (int i = 0; i < addresses.size(); i++) {
        LoadPart part = new LoadPart(i, addresses.size());
        WorkerClient client = new WorkerClient(i + 1, addresses.get(i), network, merged.of(part));
        workers.add(
            Worker.connect(
                client,
                part,
                ours,
                LONGEST_CONNECT,
                areOurs ? processes::requireAlive : number -> {}));
      }
      Clocks.require(workers.stream().map(Worker::offset).toList(), merged);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public Books books() {
    return merged.books();
  }

  @Override
  public void cleanUp() throws InterruptedException {
    String document = PlanDocument.toJson(plan).toString();
    List<CompletableFuture<Void>> prepared = new ArrayList<>();
    for (Worker worker : workers) {
      Prepare.Builder message =
          Prepare.newBuilder()
              .setPlan(document)
              .setIndex(worker.part().index())
              .setCount(worker.part().count());
      for (VmSet set : worker.part().sets(plan)) {
        TierAPlace place = tierA.apply(set);
        message.putTierA(set.name(), place.address().toString());
        place.token().ifPresent(token -> message.putRunToken(set.name(), token.secret()));
      }
      prepared.add(worker.client().prepare(message.build()));
    }
    long deadline = System.nanoTime() + LONGEST_PREPARATION.toNanos();
    for (int i = 0; i < workers.size(); i++) {
      await(workers.get(i).client(), prepared.get(i), deadline);
    }
  }

  private static void await(WorkerClient client, CompletableFuture<Void> prepared, long deadline)
      throws InterruptedException {
    try {
      prepared.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      client.giveUp("it was not ready within " + LONGEST_PREPARATION.toMinutes() + " minutes");
      await(client, prepared, deadline);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof QuartetException known
          ? known
          : new IllegalStateException("a worker fails with a known error", e);
    }
  }

  @Override
  public Duration leadTime() {
    return NOTICE;
  }

  @Override
  public void start() {
    for (Worker worker : workers) {
      worker
          .client()
          .start(
              Start.newBuilder()
                  .setStartUtcMillis(clock.utcMillis(0))
                  .setClockAheadMicros(worker.offset().offsetMicros())
                  .build());
    }
    endWithin(plan.timeline().total().minusNanos(clock.nanos()).plus(LoadGenerator.LONGEST_DRAIN));
  }

  private void endWithin(Duration longest) {
    long deadline = System.nanoTime() + longest.plus(FOR_LAST_REPORT).toNanos();
    deadlineNanos = Math.min(deadlineNanos, deadline);
  }

  @Override
  public void run() throws InterruptedException {
    while (!workers.stream().allMatch(worker -> worker.client().isOver())) {
      workers.forEach(worker -> giveUpIfGone(worker.client()));
      TimeUnit.NANOSECONDS.sleep(LOOK_EVERY.toNanos());
    }
    if (merged.failure() != null) {
      throw merged.failure();
    }
  }

  private void giveUpIfGone(WorkerClient client) {
    // Before the clock's zero there is nothing to report.
    boolean isSilent = clock.nanos() > 0 && client.silence().compareTo(LONGEST_SILENCE) > 0;
    if (isSilent) {
      client.giveUp("it has not reported for " + LONGEST_SILENCE.toSeconds() + " s");
    } else if (System.nanoTime() > deadlineNanos) {
      client.giveUp("it has not ended the run in time");
    }
  }

  @Override
  public void look() {
    // Each worker looks at itself.
  }

  @Override
  public Backlog backlog() {
    return merged.backlog();
  }

  @Override
  public Optional<Segment> endAfter(Segment phase) {
    throw new IllegalStateException("a plan that grows has no workers");
  }

  @Override
  public void abort(String reason) {
    if (abortReason.compareAndSet(null, reason)) {
      workers.forEach(worker -> worker.client().abort(reason));
      endWithin(LoadGenerator.LONGEST_DRAIN);
    }
  }

  @Override
  public String abortReason() {
    return abortReason.get();
  }

  @Override
  public Map<VmSet, MarketCounts> marketCounts() {
    return merged.marketCounts();
  }

  @Override
  public Map<String, Long> processes() {
    Map<String, Long> ids = new LinkedHashMap<>();
    if (plan.driver().workers().isEmpty()) {
      workers.forEach(w -> ids.put(LocalWorkers.name(w.client().number()), w.processId()));
    }
    return ids;
  }

  @Override
  public List<WorkerFacts> workers() {
    return workers.stream().map(worker -> worker.facts(plan)).toList();
  }

  @Override
  public void close() {
    workers.forEach(worker -> worker.client().close());
    processes.close();
    network.close();
  }
}
