package io.quartet.run.internal.pgbench;

import io.quartet.books.Backlog;
import io.quartet.books.Books;
import io.quartet.books.MergedBooks;
import io.quartet.books.RunClock;
import io.quartet.emulator.MarketCounts;
import io.quartet.model.QuartetException;
import io.quartet.model.Sha256;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad.Origin;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.Pgbench.Script;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.os.DaemonThreads;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.Parallel;
import io.quartet.provision.os.Waiting;
import io.quartet.results.ToolCsv;
import io.quartet.results.ToolProcess;
import io.quartet.results.events.ClockOffset;
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
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Load by pgbench: one process for each database and phase. It begins with the ramp of its phase
 * and ends with the phase; the first one has warmUp too, and the last one rampDown.
 */
public final class ToolLoad implements LoadSource {

  private static final Logger LOG = LoggerFactory.getLogger(ToolLoad.class);
  private static final Duration NOTICE = Duration.ofMillis(500);

  /** Processes are started so long ahead, and wait: so they do not begin one after the other. */
  private static final Duration AHEAD = Duration.ofSeconds(2);

  /** The same on another machine, to which connections are made first. */
  private static final Duration AHEAD_THERE = Duration.ofSeconds(6);

  /** Longest wait after the end of the run for processes that are still at work. */
  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(10);

  private static final Duration STOP_GRACE = Duration.ofSeconds(2);
  private static final Duration BOOK_EVERY = Duration.ofMillis(100);

  private final RunPlan plan;
  private final Pgbench workload;
  private final RunClock clock;
  private final LoadReports reports;
  private final Deployment deployment;
  private final Path logFolder;
  private final List<ClockOffset> clocks;
  private final List<PgbenchProgram> programs;
  private final Map<String, String> scripts;
  private final PgbenchCommand command;
  private final MergedBooks books;
  private final CsvTable.Appender<ToolProcess> file;
  private final List<DatabaseBooks> databases = new ArrayList<>();
  private final Map<PlannedProcess, PgbenchProcess> running = new ConcurrentHashMap<>();
  private final ScheduledExecutorService starts =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("quartet-pgbench"));
  private final ScheduledExecutorService booking =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("quartet-pgbench-books"));
  private final AtomicReference<String> abortReason = new AtomicReference<>();
  private final AtomicReference<Throwable> defect = new AtomicReference<>();
  private volatile CountDownLatch atWork;

  /** True once a process has ended that did a transaction. */
  private volatile boolean hasWorked;

  /** How a process failed, if one did. */
  private final AtomicReference<String> failure = new AtomicReference<>();

  private DriverProbe probe;

  /**
   * Finds the program, and makes sure that it fits the servers.
   *
   * @param clocks of the VMs, read before the run
   * @param logFolder takes what each process prints
   * @param folder takes {@code tool.csv}
   * @throws QuartetException PGBENCH_NOT_FOUND, PGBENCH_TOO_OLD, DATABASE_UNREACHABLE,
   *     SCRIPT_UNREADABLE
   */
  public ToolLoad(
      RunPlan plan,
      Pgbench workload,
      RunClock clock,
      LoadReports reports,
      Deployment deployment,
      List<ClockOffset> clocks,
      Path logFolder,
      ResultsFolder folder) {
    this.plan = plan;
    this.workload = workload;
    this.clock = clock;
    this.reports = reports;
    this.deployment = deployment;
    this.logFolder = logFolder;
    this.clocks = List.copyOf(clocks);
    this.programs = programs();
    this.scripts = scripts(workload);
    this.command = new PgbenchCommand(programs.get(0), plan, workload);
    this.books = new MergedBooks(plan, clock, plan.sets().size());
    this.file = ToolCsv.TABLE.appender(folder);
  }

  /** One for each machine that may have another. */
  private List<PgbenchProgram> programs() {
    List<DatabaseServer> servers =
        isOnOtherMachines() ? deployment.databases() : deployment.databases().subList(0, 1);
    List<PgbenchProgram> found = new CopyOnWriteArrayList<>();
    Parallel.forEach(
        servers,
        servers.size(),
        server -> found.add(PgbenchProgram.find(workload, deployment, server)));
    return List.copyOf(found);
  }

  private static Map<String, String> scripts(Pgbench workload) {
    Map<String, String> hashes = new TreeMap<>();
    for (Script script : workload.scripts()) {
      script.file().ifPresent(file -> hashes.put("script " + script.label(), hash(file)));
    }
    return hashes;
  }

  private static String hash(String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return "SHA-256 " + Sha256.of(in);
    } catch (IOException e) {
      throw QuartetException.environment(
          "SCRIPT_UNREADABLE",
          "The script %s cannot be read (%s). Put it back, or correct workload.scripts."
              .formatted(file, e),
          e);
    }
  }

  @Override
  public Books books() {
    return books;
  }

  /** There is nothing to clean up. */
  @Override
  public void cleanUp() {}

  @Override
  public Duration leadTime() {
    return ahead().plus(NOTICE);
  }

  private Duration ahead() {
    return isOnOtherMachines() ? AHEAD_THERE : AHEAD;
  }

  private boolean isOnOtherMachines() {
    return workload.load().origin() != Origin.DRIVER && !plan.provider().isLocal();
  }

  @Override
  public synchronized void start() {
    probe = new DriverProbe(0);
    Map<PlannedProcess, List<Log>> logs = new TreeMap<>(PlannedProcess::byStart);
    for (VmSet set : plan.sets()) {
      int sender = databases.size();
      DatabaseBooks ofSet =
          new DatabaseBooks(set, plan, clock, update -> books.add(sender, update));
      databases.add(ofSet);
      for (PlannedProcess process : PlannedProcess.of(plan, workload, set)) {
        logs.put(
            process,
            IntStream.range(0, command.threads(process.clients()))
                .mapToObj(thread -> ofSet.expect(process.start().toNanos()))
                .toList());
      }
    }
    atWork = new CountDownLatch(logs.size());
    logs.forEach(
        (process, ofProcess) -> {
          long ahead = process.start().minus(ahead()).toNanos() - clock.nanos();
          var unused =
              starts.schedule(
                  () -> start(process, ofProcess), Math.max(0, ahead), TimeUnit.NANOSECONDS);
        });
    var unused =
        booking.scheduleWithFixedDelay(
            this::book, BOOK_EVERY.toNanos(), BOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void book() {
    try {
      databases.forEach(DatabaseBooks::advance);
    } catch (RuntimeException | OutOfMemoryError e) {
      failed(e);
      throw e; // No more is booked.
    }
  }

  private void failed(Throwable error) {
    defect.compareAndSet(null, error);
    abort(String.valueOf(error.getMessage()));
  }

  private void start(PlannedProcess process, List<Log> logs) {
    try {
      ToolPlace place =
          deployment.tool(
              deployment.database(process.set(), VmRole.OLTP), workload.load().origin());
      PgbenchProcess pgbench =
          new PgbenchProcess(specification(process, place), place, logs, command::parser);
      running.put(process, pgbench);
      if (abortReason.get() != null) {
        pgbench.requestStop();
      }
      Thread thread = new Thread(() -> run(process, pgbench, logs), "quartet-" + process.name());
      thread.setDaemon(true);
      thread.start();
    } catch (RuntimeException | OutOfMemoryError e) { // For instance no thread can be made.
      ended(process, logs);
      failed(e);
    }
  }

  private void ended(PlannedProcess process, List<Log> logs) {
    logs.forEach(Log::end);
    running.remove(process);
    // Where nothing works from the begin on, the rest of the run would be lost time.
    if (!hasWorked && running.isEmpty() && failure.get() != null) {
      abort(failure.get());
    }
    atWork.countDown();
  }

  private OwnedProcess.Spec specification(PlannedProcess process, ToolPlace place) {
    return new OwnedProcess.Spec(
        process.title(),
        command.line(process.set(), process.number(), process.clients(), process.length()),
        place.environment(),
        deployment.logFolder(),
        logOf(process),
        "TERM",
        STOP_GRACE,
        "",
        List.of());
  }

  private Path logOf(PlannedProcess process) {
    return logFolder.resolve(process.name() + ".log");
  }

  private void run(PlannedProcess process, PgbenchProcess pgbench, List<Log> logs) {
    try {
      Beginning beginning =
          new Beginning(
              process, logs, clock, () -> abortReason.get() != null, aheadMicros(process.set()));
      int exitCode = pgbench.run(beginning);
      hasWorked |= pgbench.logged(End.COMMITTED) > 0;
      keepOutput(process, pgbench);
      if (exitCode != 0 && abortReason.get() == null) {
        told(process, pgbench, exitCode);
      }
      // The books have what was logged only a little later.
      book();
      file.append(List.of(row(process, pgbench, logs, beginning, exitCode)));
    } catch (RuntimeException | OutOfMemoryError e) {
      failed(e);
    } finally {
      ended(process, logs);
    }
  }

  /** How far the clock of pgbench is ahead of that of this machine, microseconds. */
  private long aheadMicros(VmSet set) {
    String vm = set.vmName(VmRole.OLTP);
    return clocks.stream()
        .filter(offset -> isOnOtherMachines() && offset.machine().equals(vm))
        .mapToLong(ClockOffset::offsetMicros)
        .findFirst()
        .orElse(0);
  }

  private void keepOutput(PlannedProcess process, PgbenchProcess pgbench) {
    try {
      Files.createDirectories(logFolder);
      Files.writeString(logOf(process), pgbench.output().text());
    } catch (IOException e) {
      LOG.warn("the output of {} could not be kept error={}", process.title(), e.getMessage());
    }
  }

  private void told(PlannedProcess process, PgbenchProcess pgbench, int exitCode) {
    boolean isLate = clock.nanos() >= plan.timeline().total().plus(LONGEST_DRAIN).toNanos();
    String message =
        isLate
            ? "It was still at work %d s after the end of the run, and was stopped."
                .formatted(LONGEST_DRAIN.toSeconds())
            : pgbench.output().messages();
    event(new RunEvent.ToolFailed(process.vm(), process.phase().name(), exitCode, message));
    if (!isLate) {
      failure.set(process.title() + " failed, and none did a transaction: " + message);
    }
  }

  private ToolProcess row(
      PlannedProcess process,
      PgbenchProcess pgbench,
      List<Log> logs,
      Beginning beginning,
      int exitCode) {
    OptionalLong first =
        logs.stream()
            .map(Log::firstStartNanos)
            .filter(OptionalLong::isPresent)
            .mapToLong(OptionalLong::getAsLong)
            .min();
    return new ToolProcess(
        process.set(),
        process.phase().name(),
        process.clients(),
        logs.size(),
        beginning.afterMicros(),
        first.isPresent()
            ? OptionalLong.of(Math.max(0, (first.getAsLong() - process.start().toNanos()) / 1_000))
            : first,
        beginning.clockOffsetMicros(),
        pgbench.logged(End.COMMITTED),
        Stream.of(End.SERIALIZATION, End.DEADLOCK, End.OTHER_FAILURE)
            .mapToLong(pgbench::logged)
            .sum(),
        pgbench.logged(End.SKIPPED),
        pgbench.retries(),
        pgbench.output().summary(),
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
      starts.shutdownNow().forEach(unused -> atWork.countDown());
      running.values().forEach(PgbenchProcess::requestStop);
      // Their logs end with them.
      atWork.await(LONGEST_DRAIN.toSeconds(), TimeUnit.SECONDS);
      booking.shutdown();
      booking.awaitTermination(LONGEST_DRAIN.toSeconds(), TimeUnit.SECONDS);
      for (int sender = 0; sender < databases.size(); sender++) {
        if (defect.get() == null) {
          close(databases.get(sender));
        }
        books.end(sender);
      }
    }
    Throwable first = defect.get();
    if (first != null) {
      throw first instanceof RuntimeException known
          ? known
          : new IllegalStateException("the load by pgbench failed", first);
    }
  }

  private void close(DatabaseBooks ofSet) {
    try {
      ofSet.close();
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  private void awaitEnd() throws InterruptedException {
    Duration end = plan.timeline().total();
    long deadline = end.plus(LONGEST_DRAIN).toNanos();
    while (abortReason.get() == null && clock.nanos() < deadline) {
      boolean isAtWork = atWork.getCount() > 0;
      if (!isAtWork && clock.nanos() >= end.toNanos()) {
        return;
      }
      TimeUnit.NANOSECONDS.sleep(BOOK_EVERY.toNanos());
    }
  }

  @Override
  public synchronized void look() {
    reports.health(probe.take(clock.utcMillis(clock.nanos()), backlog()));
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

  /** Each under a name of its own: counters of one name should not begin again. */
  @Override
  public Map<String, Long> processes() {
    Map<String, Long> ids = new TreeMap<>();
    running.forEach(
        (process, pgbench) -> pgbench.processId().ifPresent(id -> ids.put(process.name(), id)));
    return ids;
  }

  @Override
  public List<WorkerFacts> workers() {
    return List.of();
  }

  /** Those of the programs, and the hash of each script in a file. */
  @Override
  public Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>(scripts);
    versions.put(
        "pgbench",
        programs.stream()
            .map(PgbenchProgram::describe)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", ")));
    return versions;
  }

  @Override
  public synchronized void close() {
    abort("closed");
    starts.shutdownNow();
    booking.shutdownNow();
    Waiting.uninterrupted(this::awaitProcesses);
    file.close();
    if (probe != null) {
      probe.close();
    }
  }

  /** Their threads have rows to write yet. */
  private void awaitProcesses() {
    long deadline = System.nanoTime() + STOP_GRACE.multipliedBy(2).toNanos();
    while (!running.isEmpty() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(BOOK_EVERY.toNanos());
    }
  }
}
