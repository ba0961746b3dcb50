package io.quartet.run.internal.tool;

import io.quartet.books.Backlog;
import io.quartet.books.Books;
import io.quartet.books.MergedBooks;
import io.quartet.books.RunClock;
import io.quartet.emulator.MarketCounts;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad.Origin;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.ToolWorkload;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.DaemonThreads;
import io.quartet.provision.os.OwnedProcess;
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
import io.quartet.run.internal.tool.Tool.DatabaseLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Load by the processes of a tool on each database, which begin and end as their plans say. */
public final class ToolLoad implements LoadSource {

  private static final Logger LOG = LoggerFactory.getLogger(ToolLoad.class);
  private static final Duration NOTICE = Duration.ofMillis(500);

  /** Processes are started so long ahead, and wait: so they do not begin one after the other. */
  private static final Duration AHEAD = Duration.ofSeconds(2);

  /** The same on another machine, to which connections are made first. */
  private static final Duration AHEAD_THERE = Duration.ofSeconds(6);

  /** Longest wait after the end of the run for processes that are still at work. */
  public static final Duration LONGEST_DRAIN = Duration.ofSeconds(10);

  private static final Duration STOP_GRACE = Duration.ofSeconds(2);
  private static final Duration BOOK_EVERY = Duration.ofMillis(100);

  private final RunPlan plan;
  private final ToolWorkload workload;
  private final Tool tool;
  private final RunClock clock;
  private final LoadReports reports;
  private final Path logFolder;
  private final List<ClockOffset> clocks;
  private final MergedBooks books;
  private final CsvTable.Appender<ToolProcess> file;
  private final List<ToolBooks> databases = new ArrayList<>();
  private final Set<LoadingProcess> running = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService starts =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("quartet-tool"));
  private final ScheduledExecutorService booking =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("quartet-tool-books"));
  private final AtomicReference<String> abortReason = new AtomicReference<>();
  private final AtomicReference<Throwable> defect = new AtomicReference<>();
  private volatile CountDownLatch atWork;

  /** True once a process has ended that did a transaction. */
  private volatile boolean hasWorked;

  /** How a process failed, if one did. */
  private final AtomicReference<String> failure = new AtomicReference<>();

  private DriverProbe probe;

  /**
   * Takes over the tool, and closes it.
   *
   * @param clocks of the VMs, read before the run
   * @param logFolder takes what each process prints
   * @param folder takes {@code tool.csv}
   */
  public ToolLoad(
      RunPlan plan,
      ToolWorkload workload,
      Tool tool,
      RunClock clock,
      LoadReports reports,
      List<ClockOffset> clocks,
      Path logFolder,
      ResultsFolder folder) {
    this.plan = plan;
    this.workload = workload;
    this.tool = tool;
    this.clock = clock;
    this.reports = reports;
    this.logFolder = logFolder;
    this.clocks = List.copyOf(clocks);
    this.books = new MergedBooks(plan, clock, plan.sets().size());
    this.file = ToolCsv.TABLE.appender(folder);
  }

  /** True if the tool runs on the VMs of the databases, and these are other machines. */
  public static boolean isOnOtherMachines(RunPlan plan, ToolWorkload workload) {
    return workload.load().origin() != Origin.DRIVER && !plan.provider().isLocal();
  }

  /**
   * What has to be started for a process.
   *
   * @param logFolder takes what it prints
   */
  public static OwnedProcess.Spec specification(
      PlannedProcess process,
      List<String> command,
      Map<String, String> environment,
      Deployment deployment,
      Path logFolder) {
    return new OwnedProcess.Spec(
            process.title(),
            command,
            environment,
            deployment.logFolder(),
            logOf(process, logFolder),
            "TERM",
            STOP_GRACE,
            "",
            List.of())
        .endingWhole();
  }

  private static Path logOf(PlannedProcess process, Path logFolder) {
    return logFolder.resolve(process.name() + ".log");
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
    return isOnOtherMachines(plan, workload) ? AHEAD_THERE : AHEAD;
  }

  @Override
  public synchronized void start() {
    probe = new DriverProbe(0);
    List<LoadingProcess> processes = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      int sender = databases.size();
      DatabaseLoad load = tool.load(set, update -> books.add(sender, update));
      databases.add(load.books());
      processes.addAll(load.processes());
    }
    processes.sort(Comparator.comparing(LoadingProcess::plan, PlannedProcess::byStart));
    atWork = new CountDownLatch(processes.size());
    processes.forEach(process -> at(process.plan().start().minus(ahead()), () -> start(process)));
    processes.forEach(
        process -> process.plan().stopAt().ifPresent(moment -> at(moment, () -> stop(process))));
    var unused =
        booking.scheduleWithFixedDelay(
            this::book, BOOK_EVERY.toNanos(), BOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void stop(LoadingProcess process) {
    if (running.contains(process)) {
      process.requestStop();
    }
  }

  private void at(Duration moment, Runnable action) {
    long ahead = moment.toNanos() - clock.nanos();
    var unused = starts.schedule(action, Math.max(0, ahead), TimeUnit.NANOSECONDS);
  }

  private void book() {
    try {
      databases.forEach(ToolBooks::advance);
    } catch (RuntimeException | OutOfMemoryError e) {
      failed(e);
      throw e; // No more is booked.
    }
  }

  private void failed(Throwable error) {
    defect.compareAndSet(null, error);
    abort(String.valueOf(error.getMessage()));
  }

  private void start(LoadingProcess process) {
    try {
      running.add(process);
      if (abortReason.get() != null) {
        process.requestStop();
      }
      Thread thread = new Thread(() -> run(process), "quartet-" + process.plan().name());
      thread.setDaemon(true);
      thread.start();
    } catch (RuntimeException | OutOfMemoryError e) { // For instance no thread can be made.
      ended(process);
      failed(e);
    }
  }

  private void ended(LoadingProcess process) {
    process.end();
    running.remove(process);
    // Where nothing works from the begin on, the rest of the run would be lost time.
    if (!hasWorked && running.isEmpty() && failure.get() != null) {
      abort(failure.get());
    }
    atWork.countDown();
  }

  private void run(LoadingProcess process) {
    try {
      Beginning beginning =
          new Beginning(
              process.plan(),
              process::setClockOffset,
              clock,
              () -> abortReason.get() != null,
              aheadMicros(process.plan().set()));
      int exitCode = process.run(beginning);
      process.end();
      hasWorked |= process.hasWorked();
      keepOutput(process);
      if (process.hasFailed(exitCode) && abortReason.get() == null) {
        told(process, exitCode);
      }
      // The books have what was logged only a little later.
      book();
      file.append(List.of(process.row(beginning, exitCode)));
    } catch (RuntimeException | OutOfMemoryError e) {
      failed(e);
    } finally {
      ended(process);
    }
  }

  /** How far the clock of the tool is ahead of that of this machine, microseconds. */
  private long aheadMicros(VmSet set) {
    String vm = set.vmName(VmRole.OLTP);
    return clocks.stream()
        .filter(offset -> isOnOtherMachines(plan, workload) && offset.machine().equals(vm))
        .mapToLong(ClockOffset::offsetMicros)
        .findFirst()
        .orElse(0);
  }

  private void keepOutput(LoadingProcess process) {
    try {
      Files.createDirectories(logFolder);
      Files.writeString(logOf(process.plan(), logFolder), process.text());
    } catch (IOException e) {
      LOG.warn(
          "the output of {} could not be kept error={}", process.plan().title(), e.getMessage());
    }
  }

  private void told(LoadingProcess process, int exitCode) {
    PlannedProcess of = process.plan();
    boolean isLate =
        clock.nanos() >= of.stopAt().orElse(plan.timeline().total().plus(LONGEST_DRAIN)).toNanos();
    if (isLate && !of.segment().isMeasured()) {
      return; // A ramp ends with its time.
    }
    String message =
        isLate
            ? "It was still at work %d s after the end of its time, and was stopped."
                .formatted(LONGEST_DRAIN.toSeconds())
            : process.messages(exitCode);
    event(new RunEvent.ToolFailed(of.vm(), of.segment().name(), exitCode, message));
    if (!isLate || !process.hasWorked()) {
      failure.set(of.title() + " failed, and none did a transaction: " + message);
    }
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
      running.forEach(LoadingProcess::requestStop);
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
          : new IllegalStateException("the load by a tool failed", first);
    }
  }

  private void close(ToolBooks ofSet) {
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

  /** What waits is not known before the tool has told it. */
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
      running.forEach(LoadingProcess::requestStop);
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
        process -> process.processId().ifPresent(id -> ids.put(process.plan().name(), id)));
    return ids;
  }

  @Override
  public List<WorkerFacts> workers() {
    return List.of();
  }

  @Override
  public Map<String, String> versions() {
    return tool.versions();
  }

  @Override
  public synchronized void close() {
    abort("closed");
    starts.shutdownNow();
    booking.shutdownNow();
    Waiting.uninterrupted(this::awaitProcesses);
    tool.close();
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
