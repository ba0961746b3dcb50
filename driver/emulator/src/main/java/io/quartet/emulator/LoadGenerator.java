package io.quartet.emulator;

import io.quartet.books.Backlog;
import io.quartet.books.Bookkeeper;
import io.quartet.books.RunClock;
import io.quartet.books.SegmentFinder;
import io.quartet.books.Ticket;
import io.quartet.books.TransactionDeck;
import io.quartet.model.Outcome;
import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent;
import io.quartet.results.evidence.Acknowledgement;
import io.quartet.tiera.client.TierAConnection;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.InputSource;
import io.quartet.tiera.engine.Target;
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
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The load of one run, or a part of it: Customer Emulator, Market Exchanges and Data-Maintenance
 * for every Set.
 *
 * <p>Use it once: {@link #cleanUp}, {@link #run}, {@link #marketCounts}, {@link #close}. {@link
 * #abort} and {@link #marketCounts} may be called from any thread at any time.
 *
 * <p>Events it reports: losses, silences and recoveries as in {@link
 * io.quartet.results.events.Event}, with the field {@code set}; and {@code marketBacklog} for each
 * Set at the end of every segment ({@code set}, {@code phase}, {@code due}, {@code open}).
 */
public final class LoadGenerator implements AutoCloseable {

  /** Longest wait after the end of the run for replies that are still outstanding. */
  public static final Duration LONGEST_DRAIN = Duration.ofSeconds(10);

  private static final Duration LONGEST_CLEAN_UP = Duration.ofMinutes(10);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);
  private static final Duration LOOK_AT_HEALTH_EVERY = Duration.ofSeconds(1);

  private final RunPlan plan;
  private final RunClock clock;
  private final SegmentFinder segments;
  private final EventSink events;
  private final TimerThread timers;
  private final CustomerRequests requests;
  private final CustomerEmulator customers;
  private final List<SetLoad> sets = new ArrayList<>();
  private final List<InputSource> openInputs = new ArrayList<>();
  private final AtomicReference<String> abortReason = new AtomicReference<>();
  private final AtomicReference<RuntimeException> defect = new AtomicReference<>();

  private record SetLoad(
      SetClient client,
      SetHealth health,
      MarketExchange exchange,
      DataMaintenance maintenance,
      InputSource inputs) {}

  /**
   * @param clock its zero is the start of the run
   * @param books counts every request
   * @param events takes losses and backlogs
   * @param connections one connection for each Set of the part; the caller closes them after this
   * @param journal hears of every trade whose commit was answered; must return quickly
   */
  public LoadGenerator(
      RunPlan plan,
      LoadPart part,
      RunClock clock,
      Bookkeeper books,
      EventSink events,
      Map<VmSet, ? extends TierAConnection> connections,
      MarketModel model,
      Consumer<Acknowledgement> journal) {
    this.plan = plan;
    this.clock = clock;
    this.segments = books.segments();
    this.events = events;
    this.timers = new TimerThread(clock, this::defect);
    this.requests = new CustomerRequests(plan, part, clock, segments, this::defect);
    this.customers = CustomerEmulator.of(plan, part, requests, timers);
    for (VmSet set : part.sets(plan)) {
      TierAConnection connection = connections.get(set);
      if (connection == null) {
        throw new IllegalArgumentException("there is no connection to Tier A of " + set.name());
      }
      addSet(set, connection, books, model, journal);
    }
  }

  private void addSet(
      VmSet set,
      TierAConnection connection,
      Bookkeeper books,
      MarketModel model,
      Consumer<Acknowledgement> journal) {
    SetHealth health = new SetHealth(set, clock, events);
    SetClient client = new SetClient(set, connection, books, clock, health, events);
    InputSource customerInputs = inputs(model, set, Seeds.CUSTOMER_INPUTS);
    MarketExchange exchange =
        new MarketExchange(
            client,
            timers,
            plan.brokerage().market(),
            model.curve(),
            inputs(model, set, Seeds.MARKET_INPUTS),
            plan.brokerage().seed(),
            journal);
    DataMaintenance maintenance =
        new DataMaintenance(
            client,
            timers,
            plan.brokerage().dataMaintenance(),
            // Spread over the cadence: all Sets at once would be a ripple in every chart.
            plan.brokerage()
                .dataMaintenance()
                .multipliedBy(plan.sets().indexOf(set))
                .dividedBy(plan.sets().size()),
            plan.timeline().total(),
            inputs(model, set, Seeds.DSS_MAINTENANCE),
            inputs(model, set, Seeds.OLTP_MAINTENANCE));
    health.whenRestored(VmRole.TIER_A, exchange::resync);
    health.whenRestored(VmRole.OLTP, exchange::resync);
    connection.addListener(health);
    requests.add(
        client,
        exchange,
        TransactionDeck.of(plan.brokerage().mix(), plan.brokerage().seed(), set),
        customerInputs);
    sets.add(new SetLoad(client, health, exchange, maintenance, customerInputs));
  }

  private InputSource inputs(MarketModel model, VmSet set, Seeds purpose) {
    InputSource inputs = model.inputs(set, purpose.of(plan.brokerage().seed(), set));
    openInputs.add(inputs);
    return inputs;
  }

  /**
   * Runs Trade-Cleanup on both databases of every Set, which cancels what an earlier run left
   * unsettled. Call it before the start of the clock; it is booked in rampUp.
   *
   * @throws QuartetException TRADE_CLEANUP_FAILED
   */
  public void cleanUp() throws InterruptedException {
    List<CompletableFuture<String>> failures = new ArrayList<>();
    for (SetLoad set : sets) {
      for (VmRole role : VmRole.DATABASES) {
        failures.add(cleanUp(set, role));
      }
    }
    long deadline = System.nanoTime() + LONGEST_CLEAN_UP.toNanos();
    for (CompletableFuture<String> failure : failures) {
      String message = outcomeBefore(deadline, failure);
      if (!message.isEmpty()) {
        throw QuartetException.environment(
            "TRADE_CLEANUP_FAILED",
            "Trade-Cleanup before the run failed: "
                + message
                + ". Check that the database is up, and read its log.");
      }
    }
  }

  /** Completes with an empty text on success, with what went wrong and where otherwise. */
  private CompletableFuture<String> cleanUp(SetLoad load, VmRole role) {
    CompletableFuture<String> result = new CompletableFuture<>();
    SetClient client = load.client();
    byte[] input = load.inputs().tradeCleanup();
    Ticket ticket = client.open(TransactionType.TRADE_CLEANUP, Math.min(clock.nanos(), -1));
    client.send(
        TransactionType.TRADE_CLEANUP,
        Target.of(role),
        input,
        reply -> {
          client.close(ticket, reply);
          result.complete(describeFailure(client.set().vmName(role), reply));
        });
    return result;
  }

  private static String describeFailure(String vm, EngineReply reply) {
    return reply.outcome() == Outcome.COMMITTED
        ? ""
        : Stream.of(vm + ":", reply.outcome().label(), reply.sqlstate(), reply.message())
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(" "));
  }

  private static String outcomeBefore(long deadline, CompletableFuture<String> failure)
      throws InterruptedException {
    try {
      return failure.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return "no answer within " + LONGEST_CLEAN_UP.toMinutes() + " minutes";
    } catch (ExecutionException e) {
      throw new IllegalStateException("a cleanup result never fails by itself", e);
    }
  }

  /**
   * Runs the load from the clock's zero to the end of rampDown, then waits up to {@link
   * #LONGEST_DRAIN} for outstanding replies; what is unanswered then is in flight at the end.
   * Returns early after {@link #abort}.
   *
   * @throws RuntimeException the first exception out of an emulator, which is a defect
   */
  public void run() throws InterruptedException {
    customers.start();
    sets.forEach(set -> set.maintenance().start());
    segments.segments().forEach(this::reportBacklogAtEndOf);
    lookAtHealthAt(LOOK_AT_HEALTH_EVERY);
    awaitEndOrAbort();
    end();
    drain();
    sets.forEach(set -> set.health().end());
    RuntimeException failure = defect.get();
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Ends the run with a phase and rampDown. Call it before the phase is over.
   *
   * @return rampDown at its new time; empty if the next phase has begun
   */
  public Optional<Segment> endAfter(Segment phase) {
    Optional<Segment> rampDown = segments.endAfter(phase);
    rampDown.ifPresent(this::reportBacklogAtEndOf);
    return rampDown;
  }

  /** Ends the run now: users stop after their request, no new Trade-Result or Market-Feed. */
  public void abort(String reason) {
    abortReason.compareAndSet(null, reason);
  }

  /** Why the run was aborted; null if it was not. */
  public String abortReason() {
    return abortReason.get();
  }

  /** Orders of every Set at this moment; exact once {@link #run} has returned. */
  public Map<VmSet, MarketCounts> marketCounts() {
    Map<VmSet, MarketCounts> counts = new LinkedHashMap<>();
    for (SetLoad set : sets) {
      counts.put(set.client().set(), set.exchange().counts());
    }
    return counts;
  }

  /** The numbers of waiting requests at this moment. */
  public Backlog backlog() {
    long due = sets.stream().mapToLong(set -> set.exchange().counts().due()).sum();
    return new Backlog(customers.waiting(), due);
  }

  /** Frees the input generators. Connections have to be idle or closed before. */
  @Override
  public void close() {
    timers.close();
    end();
    openInputs.forEach(InputSource::close);
    openInputs.clear();
  }

  private void awaitEndOrAbort() throws InterruptedException {
    while (abortReason.get() == null && clock.nanos() < segments.endNanos()) {
      TimeUnit.NANOSECONDS.sleep(
          Math.min(LOOK_EVERY.toNanos(), segments.endNanos() - clock.nanos()));
    }
  }

  private void end() {
    customers.end();
    sets.forEach(set -> set.maintenance().end());
    sets.forEach(set -> set.exchange().end());
  }

  private void drain() throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST_DRAIN.toNanos();
    boolean haveCustomersEnded = customers.awaitEnd(LONGEST_DRAIN);
    while (haveCustomersEnded
        && System.nanoTime() < deadline
        && !sets.stream().allMatch(set -> set.exchange().isIdle())) {
      TimeUnit.NANOSECONDS.sleep(LOOK_EVERY.toNanos());
    }
  }

  private void lookAtHealthAt(Duration moment) {
    if (moment.compareTo(plan.timeline().total()) >= 0) {
      return;
    }
    timers.at(
        moment.toNanos(),
        () -> {
          sets.forEach(set -> set.health().look());
          lookAtHealthAt(moment.plus(LOOK_AT_HEALTH_EVERY));
        });
  }

  private void reportBacklogAtEndOf(Segment segment) {
    timers.at(
        segment.end().toNanos(),
        () -> {
          if (segments.segments().contains(segment)) {
            reportBacklog(segment);
          }
        });
  }

  private void reportBacklog(Segment segment) {
    marketCounts()
        .forEach(
            (set, counts) ->
                events.accept(
                    new RunEvent.MarketBacklog(
                        set.name(), segment.name(), counts.due(), counts.open())));
  }

  private void defect(RuntimeException failure) {
    defect.compareAndSet(null, failure);
    abort("defect: " + failure);
  }
}
