package io.quartet.run.internal.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.books.CellRow;
import io.quartet.books.DriverHealth;
import io.quartet.books.IntervalRow;
import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Driver;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Tls;
import io.quartet.provision.install.Certificates;
import io.quartet.provision.os.KitVersion;
import io.quartet.results.RunFigures;
import io.quartet.results.ShareCell;
import io.quartet.results.events.LoggedEvent;
import io.quartet.run.WorkerOptions;
import io.quartet.run.WorkerServer;
import io.quartet.tiera.client.TierAPlace;
import io.quartet.tiera.fake.FakeTierA;
import io.quartet.tiera.wire.NetworkThreads;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A conductor, workers and Tier As that answer at once, over the real protocols. */
@Tag("process")
class WorkersLoadTest {

  private static final Duration SHORT = Duration.ofMillis(250);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int SETS = 2;

  /** Not a loopback address, but it leads to this machine. */
  private static final String ELSEWHERE = "0.0.0.0";

  @TempDir Path folder;

  private final List<AutoCloseable> open = new ArrayList<>();
  private final Map<VmSet, TierAPlace> tierAs = new HashMap<>();
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());
  private final Set<Integer> healthy = Collections.synchronizedSet(new HashSet<>());
  private final RunStartClock clock = new RunStartClock(Instant.now().plusSeconds(2));

  private final LoadReports reports =
      new LoadReports() {
        @Override
        public void event(LoggedEvent logged) {
          events.add(logged.event().name() + " " + logged.fields());
        }

        @Override
        public void health(DriverHealth health) {
          healthy.add(health.worker());
        }
      };

  private RunPlan plan(Duration phase, WorkerServer... workers) {
    List<Address> addresses = new ArrayList<>();
    for (WorkerServer worker : workers) {
      addresses.add(new Address("127.0.0.1", worker.port()));
    }
    return TestPlans.withoutDatabases(
        TestPlans.small("workers", folder, 15_432),
        SETS,
        phase,
        new Driver(1, addresses, Optional.empty()));
  }

  @BeforeEach
  void startTierAs() {
    RunPlan plan = plan(SHORT);
    for (VmSet set : plan.sets()) {
      FakeTierA server = FakeTierA.instant();
      open.add(server);
      tierAs.put(set, TierAPlace.open(set, "127.0.0.1", server.port()));
    }
  }

  @AfterEach
  void stop() throws Exception {
    Collections.reverse(open);
    for (AutoCloseable closeable : open) {
      closeable.close();
    }
  }

  private WorkerServer worker(KitVersion version, Clock wallClock) {
    WorkerServer worker =
        WorkerServer.start(new WorkerOptions("127.0.0.1", 0, Optional.empty(), version, wallClock));
    open.add(worker);
    return worker;
  }

  private WorkerServer worker() {
    return worker(KitVersion.current(), Clock.systemUTC());
  }

  private WorkerServer workerAhead(int millis) {
    return worker(KitVersion.current(), Clock.offset(Clock.systemUTC(), Duration.ofMillis(millis)));
  }

  private WorkersLoad conduct(RunPlan plan) {
    WorkersLoad load = new WorkersLoad(plan, clock, reports, tierAs::get, folder);
    open.add(load);
    return load;
  }

  private void start(LoadSource load) throws InterruptedException {
    load.cleanUp();
    clock.startNotBefore(Instant.now().plus(load.leadTime()));
    load.start();
  }

  private static CompletableFuture<Void> run(LoadSource load) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            load.run();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** Waits while the run goes on. */
  private static void await(BooleanSupplier condition, CompletableFuture<Void> run)
      throws InterruptedException {
    while (!condition.getAsBoolean()) {
      assertThat(run).isNotDone();
      Thread.sleep(20);
    }
  }

  private static boolean hasLoad(LoadSource load, int setNumber) {
    return load.books().snapshot().rows().stream()
        .anyMatch(row -> row.set().number() == setNumber && isOffered(row));
  }

  /** A busy machine may skip every request of a Set. */
  private static boolean isOffered(CellRow row) {
    return row.isMeasured() && row.offered() > 0;
  }

  private static void assertBooksAgree(LoadSource load) {
    List<CellRow> rows = load.books().snapshot().rows();
    assertThat(rows).allMatch(CellRow::isBalanced);
    assertThat(rows.stream().mapToLong(CellRow::started).sum())
        .isEqualTo(
            load.books().intervals().stream()
                .flatMap(interval -> interval.rows().stream())
                .mapToLong(IntervalRow::started)
                .sum());
  }

  @Test
  void twoWorkersOfferEverySetItsPartOfTheLoad() throws Exception {
    RunPlan plan = plan(SHORT, worker(), worker());
    WorkersLoad load = conduct(plan);
    start(load);
    load.run();

    assertThat(load.abortReason()).isNull();
    assertBooksAgree(load);
    List<CellRow> rows = load.books().snapshot().rows();
    assertThat(rows.stream().mapToLong(CellRow::failed).sum()).isZero();
    assertThat(rows.stream().mapToLong(CellRow::inFlightAtEnd).sum()).isZero();
    assertThat(new RunFigures(plan, rows).shares())
        .hasSize(40)
        .allMatch(ShareCell::isWithinTolerance);
    assertThat(rows)
        .filteredOn(WorkersLoadTest::isOffered)
        .map(CellRow::set)
        .containsAll(plan.sets());
    assertThat(load.marketCounts().keySet()).containsExactlyElementsOf(plan.sets());
    assertThat(healthy).containsExactlyInAnyOrder(1, 2);
    assertThat(events).anyMatch(event -> event.startsWith("phaseInEffect {worker=1, "));
    assertThat(events).anyMatch(event -> event.startsWith("phaseInEffect {worker=2, "));
    assertThat(load.workers().get(1).sets()).containsExactly("a2", "b2", "c2", "d2");
  }

  @Test
  void workerOfAnotherVersionIsRefusedAndBothAreNamed() {
    RunPlan plan = plan(SHORT, worker(), worker(new KitVersion("9.9.9", "abc"), Clock.systemUTC()));

    assertThatThrownBy(() -> conduct(plan))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("WORKER_OTHER_VERSION"))
        .hasMessageContaining("worker 2 at 127.0.0.1:")
        .hasMessageContaining("9.9.9 (abc)")
        .hasMessageContaining(KitVersion.current().toString());
  }

  @Test
  void offLoopbackBothSidesShowCertificatesOfOneAuthority() throws Exception {
    Path ours = certificates("ours");
    WorkerServer worker =
        WorkerServer.start(
            new WorkerOptions(
                ELSEWHERE,
                0,
                Optional.of(TestPlans.tls(ours, "worker-1")),
                KitVersion.current(),
                Clock.systemUTC()));
    open.add(worker);
    Address address = new Address(ELSEWHERE, worker.port());
    RunPlan unprotected = elsewhere(driver(address, Optional.empty()));
    assertThatThrownBy(() -> conduct(unprotected))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TLS_MISSING"));
    Optional<Tls> stranger = Optional.of(TestPlans.tls(certificates("others"), "driver"));
    try (NetworkThreads network = new NetworkThreads("stranger", 1, stranger);
        WorkerClient client = new WorkerClient(1, address, network, null)) {
      assertThatThrownBy(() -> client.hello(Duration.ofSeconds(2), Duration.ofSeconds(2)))
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("WORKER_UNREACHABLE"));
    }

    WorkersLoad load =
        conduct(elsewhere(driver(address, Optional.of(TestPlans.tls(ours, "driver")))));
    start(load);
    load.run();

    assertThat(load.abortReason()).isNull();
    assertBooksAgree(load);
  }

  private Path certificates(String name) {
    RunPlan plan = elsewhere(driver(new Address(ELSEWHERE, 1), Optional.empty()));
    Certificates.make(plan, folder.resolve(name));
    return folder.resolve(name);
  }

  /** A plan on prepared machines, which a worker on another machine could reach. */
  private RunPlan elsewhere(Driver driver) {
    RunPlan plan = plan(SHORT);
    Map<VmSet, SetHosts> hosts = new HashMap<>();
    for (VmSet set : plan.sets()) {
      int port = 15_432 + 3 * hosts.size();
      hosts.put(
          set,
          new SetHosts(
              new Address(ELSEWHERE, port),
              new Address(ELSEWHERE, port + 1),
              new Address(ELSEWHERE, port + 2)));
    }
    return TestPlans.onHosts(plan, hosts).withDriver(driver);
  }

  private static Driver driver(Address worker, Optional<Tls> tls) {
    return new Driver(1, List.of(worker), tls);
  }

  @Test
  void clockEightyMillisecondsApartIsRefused() {
    RunPlan plan = plan(SHORT, worker(), workerAhead(80));

    assertThatThrownBy(() -> conduct(plan))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("CLOCKS_APART"))
        .hasMessageContaining("worker 2")
        .hasMessageContaining("ms ahead");
  }

  @Test
  void clockTwentyMillisecondsApartIsReportedAndCorrected() throws Exception {
    RunPlan plan = plan(SHORT, worker(), workerAhead(-20));
    WorkersLoad load = conduct(plan);
    start(load);
    load.run();

    assertThat(events)
        .anyMatch(
            event -> event.startsWith("clockApart {") && event.contains("machine=worker 2 at"));
    assertThat(load.workers().get(1).clockAheadMicros()).isNegative();
    assertBooksAgree(load);
    assertThat(new RunFigures(plan, load.books().snapshot().rows()).shares())
        .allMatch(ShareCell::isWithinTolerance);
  }

  @Test
  void lostWorkerIsReportedAndTheOthersGoOn() throws Exception {
    WorkerServer victim = worker();
    RunPlan plan = plan(SHORT.multipliedBy(3), worker(), victim);
    WorkersLoad load = conduct(plan);
    start(load);
    CompletableFuture<Void> run = run(load);
    await(() -> hasLoad(load, 2), run);
    victim.close();
    run.join();

    assertThat(load.abortReason()).isNull();
    assertThat(events)
        .filteredOn(event -> event.startsWith("workerLost"))
        .singleElement()
        .asString()
        .contains("worker=2", "sets=[a2, b2, c2, d2]", "lastReportUtcMillis=");
    assertBooksAgree(load);
    assertThat(load.books().snapshot().rows())
        .anyMatch(row -> row.phase().equals("10") && row.set().number() == 1 && isOffered(row));
    assertThat(load.marketCounts().keySet()).allMatch(set -> set.number() == 1).hasSize(4);
  }

  @Test
  void runWithoutAnyWorkerLeftIsAborted() throws Exception {
    WorkerServer only = worker();
    WorkersLoad load = conduct(plan(LONG, only));
    start(load);
    CompletableFuture<Void> run = run(load);
    await(() -> hasLoad(load, 1), run);
    only.close();
    run.join();

    assertThat(load.abortReason()).isEqualTo("every worker was lost");
    assertBooksAgree(load);
  }

  @Test
  void abortEndsEveryWorkerInOrder() throws Exception {
    WorkersLoad load = conduct(plan(LONG, worker(), worker()));
    start(load);
    CompletableFuture<Void> run = run(load);
    await(() -> hasLoad(load, 1) && hasLoad(load, 2), run);
    load.abort("Ctrl-C");
    run.join();

    assertThat(load.abortReason()).isEqualTo("Ctrl-C");
    assertBooksAgree(load);
    assertThat(load.books().snapshot().rows()).allMatch(row -> row.inFlightAtEnd() == 0);
    assertThat(load.marketCounts()).hasSize(4 * SETS);
    assertThat(events).noneMatch(event -> event.startsWith("workerLost"));
  }

  @Test
  void workerWaitsForTheNextConductorWhenItsOwnIsGone() throws Exception {
    WorkerServer worker = worker();
    RunPlan plan = plan(LONG, worker);
    WorkersLoad load = conduct(plan);
    start(load);
    CompletableFuture<Void> run = run(load);
    await(() -> hasLoad(load, 1), run);
    load.close();
    run.join();

    WorkersLoad next = conduct(plan(SHORT, worker));
    boolean isFree = false;
    while (!isFree) {
      try {
        next.cleanUp();
        isFree = true;
      } catch (QuartetException e) {
        assertThat(e.code()).isEqualTo("WORKER_BUSY");
        Thread.sleep(100);
        next = conduct(plan(SHORT, worker));
      }
    }
    clock.startNotBefore(Instant.now().plus(next.leadTime()));
    next.start();
    next.run();
    assertBooksAgree(next);
  }

  @Test
  void workerServesOneRunAtATime() throws Exception {
    RunPlan plan = plan(LONG, worker());
    WorkersLoad first = conduct(plan);
    first.cleanUp();
    WorkersLoad second = conduct(plan);

    assertThatThrownBy(second::cleanUp)
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("WORKER_BUSY"))
        .hasMessageContaining("worker 1 at 127.0.0.1:");
  }

  @Test
  void cleanUpThatFailsNamesTheWorkerAndTheReason() throws Exception {
    WorkersLoad load = conduct(plan(SHORT, worker(), worker()));
    tierAs.replaceAll(
        (set, place) -> set.number() == 2 ? TierAPlace.open(set, "127.0.0.1", 1) : place);

    assertThatThrownBy(load::cleanUp)
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_UNREACHABLE"))
        .hasMessageContaining("worker 2 at 127.0.0.1:");
  }
}
