package io.quartet.run.internal.pgbench;

import io.quartet.books.Backlog;
import io.quartet.books.Books;
import io.quartet.books.MergedBooks;
import io.quartet.books.RunClock;
import io.quartet.emulator.MarketCounts;
import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.DaemonThreads;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.results.ToolCsv;
import io.quartet.results.ToolProcess;
import io.quartet.results.ToolTables;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.CsvTable;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.system.WorkerFacts;
import io.quartet.run.internal.load.DriverProbe;
import io.quartet.run.internal.load.LoadReports;
import io.quartet.run.internal.load.LoadSource;
import io.quartet.run.internal.pgbench.DatabaseBooks.Log;
import io.quartet.run.internal.pgbench.LoggedTransactions.End;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Load by pgbench: one process for each database and phase. It begins with the ramp of its phase
 * and ends with the phase; the first one has warmUp too, and the last one rampDown.
 */
public final class ToolLoad implements LoadSource {

  private static final Duration NOTICE = Duration.ofMillis(500);

  /** Longest wait after the end of the run for processes that are still at work. */
  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(10);

  private static final Duration STOP_GRACE = Duration.ofSeconds(2);

  private final RunPlan plan;
  private final Pgbench workload;
  private final RunClock clock;
  private final LoadReports reports;
  private final Deployment deployment;
  private final Path logFolder;
  private final PgbenchCommand command;
  private final MergedBooks books;
  private final CsvTable.Appender<ToolProcess> file;
  private final TableReader tables;
  private final Map<VmSet, DatabaseBooks> bySet = new TreeMap<>(Comparator.comparing(VmSet::order));
  private final List<Planned> planned = new ArrayList<>();
  private final Map<Planned, PgbenchProcess> running = new ConcurrentHashMap<>();
  private final Set<String> timedSwitches = new HashSet<>();
  private final ScheduledExecutorService starts =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("quartet-pgbench"));
  private final AtomicReference<String> abortReason = new AtomicReference<>();
  private final AtomicReference<RuntimeException> defect = new AtomicReference<>();
  private volatile CountDownLatch atWork;
  private DriverProbe probe;

  /** A process to come. */
  private record Planned(
      VmSet set, Segment phase, int number, int clients, Duration start, Duration end) {
    Duration length() {
      return end.minus(start);
    }

    String vm() {
      return set.vmName(VmRole.OLTP);
    }

    String name() {
      return "pgbench of " + vm() + " in phase " + phase.name();
    }
  }

  /**
   * Finds the program, and makes sure that it fits the servers.
   *
   * @param logFolder takes what the supervisors of the processes say
   * @throws QuartetException PGBENCH_NOT_FOUND, PGBENCH_TOO_OLD
   */
  public ToolLoad(
      RunPlan plan,
      Pgbench workload,
      RunClock clock,
      LoadReports reports,
      Deployment deployment,
      ResultsFolder folder) {
    this.plan = plan;
    this.workload = workload;
    this.clock = clock;
    this.reports = reports;
    this.deployment = deployment;
    this.logFolder = folder.path();
    this.command = new PgbenchCommand(PgbenchProgram.find(workload, deployment), plan, workload);
    this.books = new MergedBooks(plan, clock, plan.sets().size());
    this.file = ToolCsv.TABLE.appender(folder);
    this.tables = new TableReader(plan, deployment, folder);
  }

  @Override
  public Books books() {
    return books;
  }

  /** There is nothing to clean up: only what is there is noted. */
  @Override
  public void cleanUp() {
    tables.append(ToolTables.BEFORE);
  }

  @Override
  public Duration leadTime() {
    return NOTICE;
  }

  @Override
  public synchronized void start() {
    probe = new DriverProbe(0);
    for (VmSet set : plan.sets()) {
      int sender = bySet.size();
      bySet.put(set, new DatabaseBooks(set, plan, clock, update -> books.add(sender, update)));
    }
    plan.sets().forEach(this::plan);
    atWork = new CountDownLatch(planned.size());
    for (Planned process : planned) {
      List<Log> logs = logs(process);
      var unused =
          starts.schedule(
              () -> start(process, logs),
              Math.max(0, process.start().toNanos() - clock.nanos()),
              TimeUnit.NANOSECONDS);
    }
  }

  private void plan(VmSet set) {
    List<Segment> segments = plan.timeline().segments();
    Duration start = Duration.ZERO;
    int number = 0;
    List<Segment> phases = plan.timeline().phases();
    for (Segment phase : phases) {
      boolean isLast = phase == phases.get(phases.size() - 1);
      Duration end = isLast ? segments.get(segments.size() - 1).end() : phase.end();
      int clients = workload.load().clients(set, number);
      if (clients > 0) {
        planned.add(new Planned(set, phase, number, clients, start, end));
      }
      start = phase.end();
      number++;
    }
  }

  private List<Log> logs(Planned process) {
    return IntStream.range(0, command.threads(process.clients()))
        .mapToObj(thread -> bySet.get(process.set()).expect(process.start().toNanos()))
        .toList();
  }

  private void start(Planned process, List<Log> logs) {
    PgbenchProcess pgbench = new PgbenchProcess(specification(process), logs, command::parser);
    running.put(process, pgbench);
    if (abortReason.get() != null) {
      pgbench.requestStop();
    }
    long afterMicros = (clock.nanos() - process.start().toNanos()) / 1_000;
    Thread thread =
        new Thread(() -> run(process, pgbench, afterMicros), "quartet-" + process.name());
    thread.setDaemon(true);
    thread.start();
  }

  private OwnedProcess.Spec specification(Planned process) {
    DatabaseServer server = deployment.database(process.set(), VmRole.OLTP);
    return new OwnedProcess.Spec(
        process.name(),
        command.line(process.set(), process.number(), process.clients(), process.length()),
        PgbenchProgram.environment(server, deployment),
        logFolder,
        logFolder.resolve("pgbench.log"),
        "TERM",
        STOP_GRACE,
        "",
        List.of());
  }

  private void run(Planned process, PgbenchProcess pgbench, long afterMicros) {
    try {
      int exitCode = pgbench.run();
      file.append(List.of(row(process, pgbench, afterMicros, exitCode)));
      if (exitCode != 0 && abortReason.get() == null) {
        event(
            new RunEvent.ToolFailed(
                process.vm(), process.phase().name(), exitCode, pgbench.messages()));
      }
    } catch (RuntimeException e) {
      defect.compareAndSet(null, e);
      abort(String.valueOf(e.getMessage()));
    } finally {
      running.remove(process);
      atWork.countDown();
    }
  }

  private ToolProcess row(Planned process, PgbenchProcess pgbench, long afterMicros, int exitCode) {
    long failed =
        Stream.of(End.SERIALIZATION, End.DEADLOCK, End.OTHER_FAILURE)
            .mapToLong(pgbench::logged)
            .sum();
    return new ToolProcess(
        process.set(),
        process.phase().name(),
        process.clients(),
        command.threads(process.clients()),
        afterMicros,
        pgbench.logged(End.COMMITTED),
        failed,
        pgbench.logged(End.SKIPPED),
        pgbench.summary(),
        exitCode);
  }

  private void event(RunEvent event) {
    reports.event(new LoggedEvent(clock.utcMillis(clock.nanos()), event));
  }

  @Override
  public void run() throws InterruptedException {
    try {
      awaitEnd();
    } finally {
      stopAll();
      // Their logs end with them.
      atWork.await(LONGEST_DRAIN.toSeconds(), TimeUnit.SECONDS);
      List<DatabaseBooks> all = List.copyOf(bySet.values());
      for (int sender = 0; sender < all.size(); sender++) {
        all.get(sender).close();
        books.end(sender);
      }
      timeSwitches();
    }
    if (defect.get() != null) {
      throw defect.get();
    }
    tables.append(ToolTables.AFTER);
  }

  private void awaitEnd() throws InterruptedException {
    long deadline = plan.timeline().total().plus(LONGEST_DRAIN).toNanos();
    while (abortReason.get() == null && clock.nanos() < deadline) {
      if (atWork.await(100, TimeUnit.MILLISECONDS)
          && clock.nanos() >= plan.timeline().total().toNanos()) {
        return;
      }
    }
  }

  private void stopAll() {
    starts.shutdownNow().forEach(unused -> atWork.countDown());
    running.values().forEach(PgbenchProcess::requestStop);
  }

  @Override
  public synchronized void look() {
    reports.health(probe.take(clock.utcMillis(clock.nanos()), backlog()));
    bySet.values().forEach(DatabaseBooks::advance);
    timeSwitches();
  }

  private synchronized void timeSwitches() {
    for (Segment segment : plan.timeline().segments()) {
      OptionalLong first =
          bySet.values().stream()
              .map(one -> one.firstStartNanos(segment))
              .filter(OptionalLong::isPresent)
              .mapToLong(OptionalLong::getAsLong)
              .min();
      if (first.isPresent() && timedSwitches.add(segment.name())) {
        long afterMicros = (first.getAsLong() - segment.start().toNanos()) / 1_000;
        event(new RunEvent.PhaseInEffect(segment.name(), afterMicros));
      }
    }
  }

  /** What waits is not known before pgbench has logged it. */
  @Override
  public Backlog backlog() {
    return Backlog.NONE;
  }

  /** A load of clients does not grow. */
  @Override
  public Optional<Segment> endAfter(Segment phase) {
    return Optional.empty();
  }

  @Override
  public void abort(String reason) {
    if (abortReason.compareAndSet(null, reason)) {
      running.values().forEach(PgbenchProcess::requestStop);
    }
  }

  @Override
  public String abortReason() {
    return abortReason.get();
  }

  @Override
  public Map<VmSet, MarketCounts> marketCounts() {
    return Map.of();
  }

  @Override
  public Map<String, Long> processes() {
    Map<String, Long> ids = new TreeMap<>();
    running.forEach(
        (process, pgbench) ->
            pgbench.processId().ifPresent(id -> ids.put("pgbench-" + process.set().name(), id)));
    return ids;
  }

  @Override
  public List<WorkerFacts> workers() {
    return List.of();
  }

  @Override
  public synchronized void close() {
    abort("closed");
    starts.shutdownNow();
    file.close();
    if (probe != null) {
      probe.close();
    }
  }
}
