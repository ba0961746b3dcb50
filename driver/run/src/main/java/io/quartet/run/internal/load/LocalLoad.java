package io.quartet.run.internal.load;

import io.quartet.books.Backlog;
import io.quartet.books.Bookkeeper;
import io.quartet.books.RunClock;
import io.quartet.emulator.LoadGenerator;
import io.quartet.emulator.MarketCounts;
import io.quartet.emulator.MarketModel;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.evidence.Acknowledgement;
import io.quartet.results.system.WorkerFacts;
import io.quartet.tiera.client.TierAConnection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** Load out of this process: all of a run's, or the part of a worker. */
public final class LocalLoad implements LoadSource {

  private static final Duration NOTICE = Duration.ofMillis(500);

  private final RunClock clock;
  private final int worker;
  private final LoadReports reports;
  private final Bookkeeper books;
  private final LoadGenerator generator;
  private final Set<String> timedSwitches = new HashSet<>();
  private DriverProbe probe;

  /**
   * All load of a run.
   *
   * @param connections one for each Set; the caller closes them after this
   * @param journal hears of every trade whose commit was answered
   * @throws io.quartet.model.QuartetException ENGINE_LIBRARY_MISSING, ENGINE_LIBRARY_UNUSABLE
   */
  public LocalLoad(
      RunPlan plan,
      RunClock clock,
      LoadReports reports,
      Map<VmSet, ? extends TierAConnection> connections,
      Consumer<Acknowledgement> journal) {
    this(plan, LoadPart.WHOLE, 0, clock, reports, connections, journal);
  }

  /**
   * A part of it.
   *
   * @param worker number of this worker, from 1; 0 for the driver itself
   */
  LocalLoad(
      RunPlan plan,
      LoadPart part,
      int worker,
      RunClock clock,
      LoadReports reports,
      Map<VmSet, ? extends TierAConnection> connections,
      Consumer<Acknowledgement> journal) {
    this.clock = clock;
    this.worker = worker;
    this.reports = reports;
    this.books = new Bookkeeper(plan, clock);
    this.generator =
        new LoadGenerator(
            plan,
            part,
            clock,
            books,
            this::event,
            connections,
            MarketModel.nativeModel(plan.database()),
            journal);
  }

  private void event(RunEvent event) {
    reports.event(new LoggedEvent(clock.utcMillis(clock.nanos()), event));
  }

  @Override
  public Bookkeeper books() {
    return books;
  }

  @Override
  public void cleanUp() throws InterruptedException {
    generator.cleanUp();
  }

  @Override
  public Duration leadTime() {
    return NOTICE;
  }

  @Override
  public synchronized void start() {
    probe = new DriverProbe(worker);
  }

  @Override
  public void run() throws InterruptedException {
    generator.run();
    timeSwitches();
  }

  @Override
  public synchronized void look() {
    reports.health(probe.take(clock.utcMillis(clock.nanos()), backlog()));
    timeSwitches();
  }

  @Override
  public Backlog backlog() {
    return generator.backlog();
  }

  private synchronized void timeSwitches() {
    for (Segment segment : books.segments().segments()) {
      OptionalLong first = books.firstStartNanos(segment);
      if (first.isPresent() && timedSwitches.add(segment.name())) {
        long afterMicros = (first.getAsLong() - segment.start().toNanos()) / 1_000;
        event(new RunEvent.PhaseInEffect(segment.name(), afterMicros));
      }
    }
  }

  @Override
  public Optional<Segment> endAfter(Segment phase) {
    return generator.endAfter(phase);
  }

  @Override
  public void abort(String reason) {
    generator.abort(reason);
  }

  @Override
  public String abortReason() {
    return generator.abortReason();
  }

  @Override
  public Map<VmSet, MarketCounts> marketCounts() {
    return generator.marketCounts();
  }

  @Override
  public Map<String, Long> processes() {
    return Map.of();
  }

  @Override
  public List<WorkerFacts> workers() {
    return List.of();
  }

  @Override
  public synchronized void close() {
    generator.close();
    if (probe != null) {
      probe.close();
    }
  }
}
