package io.quartet.run;

import io.quartet.emulator.MarketCounts;
import io.quartet.model.QuartetException;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ToolWorkload;
import io.quartet.model.size.Machine;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.DriverGroup;
import io.quartet.provision.Purpose;
import io.quartet.provision.TierAs;
import io.quartet.provision.clock.Clocks;
import io.quartet.provision.os.Parallel;
import io.quartet.results.ConservationCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.RunRecorder;
import io.quartet.results.RunState;
import io.quartet.results.ToolTables;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.events.RunEvent;
import io.quartet.results.evidence.AcknowledgementJournal;
import io.quartet.results.evidence.OrderInputsCsv;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.lab.PlanMoment;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.check.Checking;
import io.quartet.run.internal.ClockWatch;
import io.quartet.run.internal.Conservation;
import io.quartet.run.internal.FaultInjection;
import io.quartet.run.internal.LastUse;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.Moment;
import io.quartet.run.internal.OrderTerms;
import io.quartet.run.internal.PlannedEvents;
import io.quartet.run.internal.RefusingTriggers;
import io.quartet.run.internal.Stages;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.internal.VmClocks;
import io.quartet.run.internal.collect.DatabasePlaces;
import io.quartet.run.internal.collect.HostCollectors;
import io.quartet.run.internal.collect.HostFacts;
import io.quartet.run.internal.collect.LeafDensity;
import io.quartet.run.internal.collect.LoadCapture;
import io.quartet.run.internal.collect.PlanCapture;
import io.quartet.run.internal.collect.SchemaCapture;
import io.quartet.run.internal.collect.SettingsCapture;
import io.quartet.run.internal.definedtool.DefinedToolRun;
import io.quartet.run.internal.load.LoadSource;
import io.quartet.run.internal.load.LocalLoad;
import io.quartet.run.internal.load.RunStartClock;
import io.quartet.run.internal.load.WorkersLoad;
import io.quartet.run.internal.pgbench.PgbenchTool;
import io.quartet.run.internal.pgbench.TableReader;
import io.quartet.run.internal.start.CacheStates;
import io.quartet.run.internal.start.QuietStart;
import io.quartet.run.internal.tool.Tool;
import io.quartet.run.internal.tool.ToolLoad;
import io.quartet.run.progress.RunListener;
import io.quartet.run.progress.Stage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * The timed run on loaded databases, with the checks before and after it. Everything it learns goes
 * into a results folder as it goes.
 *
 * <p>Ctrl-C or TERM ends it in order: the state becomes {@code aborted} and what was measured stays
 * readable. Once the load has ended as planned and its trades are counted, the state is {@code
 * measured} however the checks end, and {@link RunCompletion} can make those that are missing. A
 * database, Tier A or worker that is lost makes the run INVALID but does not end it.
 */
public final class BenchmarkRun {

  private static final Duration FOR_CLEAN_UP = Duration.ofSeconds(2);

  private final RunPlan plan;
  private final Deployment deployment;
  private final ResultsFolder folder;
  private final CheckPolicy checks;
  private final Stages stages;
  private final FaultInjection faults;
  private final RunListener listener;
  private final LoadReportRelay events;
  private final RunEnd end;
  private final Machine machine = Machine.detect();
  private RunState state = RunState.running();

  private BenchmarkRun(
      RunPlan plan,
      Deployment deployment,
      ResultsFolder folder,
      CheckPolicy checks,
      Stages stages,
      FaultInjection faults) {
    this.plan = plan;
    this.deployment = deployment;
    this.folder = folder;
    this.checks = checks;
    this.stages = stages;
    this.faults = faults;
    this.listener = stages.listener();
    this.events = new LoadReportRelay(folder, listener);
    this.end = new RunEnd(plan, deployment, folder, stages, System.currentTimeMillis());
  }

  /**
   * Runs the plan.
   *
   * @param deployment the servers, up and loaded; the caller closes it
   * @param results folder in which the results folder of this run is made
   * @return the folder and the verdict
   * @throws QuartetException NOT_LOADED, LOADED_OTHERWISE, CHECKS_FAILED, TIER_A_DID_NOT_START,
   *     TRADE_CLEANUP_FAILED, INTERRUPTED and others; a results folder that was made says so in its
   *     state
   */
  public static RunResult run(
      RunPlan plan, Deployment deployment, Path results, RunListener listener) {
    return run(plan, deployment, results, CheckPolicy.CHANGED, listener);
  }

  /**
   * Runs the plan.
   *
   * @param checks which databases are checked before the load
   */
  public static RunResult run(
      RunPlan plan, Deployment deployment, Path results, CheckPolicy checks, RunListener listener) {
    try (StopSignal stop = new StopSignal()) {
      return run(plan, deployment, results, checks, new Stages(listener), FaultInjection.NONE);
    } catch (InterruptedException e) {
      throw StopSignal.interrupted(e);
    }
  }

  /**
   * Runs the plan, and injects faults into the run.
   *
   * @param faults what is done to the run on purpose
   */
  public static RunResult run(
      RunPlan plan,
      Deployment deployment,
      Path results,
      CheckPolicy checks,
      Stages stages,
      FaultInjection faults)
      throws InterruptedException {
    LoadedState.requireAll(plan, deployment);
    CacheStates.require(plan, deployment);
    PlannedEvents.require(plan, deployment);
    ResultsFolder folder = newFolder(results, plan.name());
    BenchmarkRun run = new BenchmarkRun(plan, deployment, folder, checks, stages, faults);
    run.state.write(folder);
    HostFacts.runInfo(
            plan,
            run.machine,
            deployment,
            folder.runId(),
            System.currentTimeMillis(),
            Map.of(),
            DatabasePlaces.UNKNOWN)
        .write(folder);
    stages.listener().onResultsFolder(folder.path());
    try {
      RunState last = run.runStages();
      return new RunResult(folder.path(), run.end.close(last));
    } catch (InterruptedException | CancellationException e) {
      run.cutShort(StopSignal.REASON);
      throw run.state.isMeasured() ? run.end.interrupted(e) : StopSignal.interrupted(e);
    } catch (RuntimeException e) {
      run.cutShort(String.valueOf(e.getMessage()));
      throw run.state.isMeasured() ? run.end.failed(e) : e;
    }
  }

  /** A run id names a second, and a run may begin in the one in which another was interrupted. */
  private static ResultsFolder newFolder(Path results, String name) throws InterruptedException {
    String runId = ResultsFolder.runId(Instant.now(), name);
    while (Files.exists(results.resolve(runId))) {
      Thread.sleep(100);
      runId = ResultsFolder.runId(Instant.now(), name);
    }
    return ResultsFolder.create(results, runId);
  }

  private void cutShort(String reason) {
    long now = System.currentTimeMillis();
    end.cutShort(state.isMeasured() ? state.measured(reason, now) : state.aborted(reason, now));
  }

  /** Everything until the folder can be closed; what happens to the machines is told meanwhile. */
  @SuppressWarnings("try") // Only that the notices are heard matters.
  private RunState runStages() throws InterruptedException {
    try (Databases databases = new Databases(deployment);
        Deployment.Notices notices = deployment.reportTo(events)) {
      return runStages(databases);
    }
  }

  @SuppressWarnings("try") // Only that the group is joined and left matters.
  private RunState runStages(Databases databases) throws InterruptedException {
    stages.run(
        Stage.CHECK_BEFORE,
        () -> {
          forEachDatabase(server -> prepare(server, databases));
          if (isBrokerage()) {
            LoadCapture.write(folder, deployment.databases(), databases);
          }
          Checking.requirePassed(end.check(Moment.BEFORE, checks), "the run");
          // Not shortly before the load: the caches may be cleared meanwhile.
          TableReader.append(plan, deployment, folder, ToolTables.BEFORE);
          PlanCapture.write(PlanMoment.BEFORE, plan, deployment, folder, events);
        });
    Outcome outcome;
    CacheStates caches = new CacheStates(plan, deployment, databases, listener);
    TierAs tierAs =
        stages.run(
            Stage.PREPARE,
            () -> {
              caches.restartServers();
              return new TierAs(plan, deployment);
            });
    try (tierAs;
        DriverGroup bound = DriverGroup.join(plan)) {
      outcome = generateLoad(tierAs, databases, caches);
    }
    if (outcome.abortReason() == null) {
      stages.run(Stage.CHECK_AFTER, () -> checkAfter(outcome, databases));
    } else {
      writeConservation(outcome);
    }
    long now = System.currentTimeMillis();
    return outcome.abortReason() == null
        ? state.finished(now)
        : state.aborted(outcome.abortReason(), now);
  }

  private boolean isBrokerage() {
    return plan.workload() instanceof Brokerage;
  }

  private void forEachDatabase(Consumer<DatabaseServer> action) {
    Parallel.forEach(deployment.databases(), deployment.databases().size(), action);
  }

  private void prepare(DatabaseServer server, Databases databases) {
    deployment.prepare(server, Purpose.RUNNING);
    databases.execute(server, RefusingTriggers.REMOVE);
    LastUse.write(server, databases, folder.runId());
    SettingsCapture.write(folder, server, deployment.passwordFile());
    SchemaCapture.write(folder, server, databases);
    LeafDensity.sample(folder, server, databases);
  }

  /** The state that the load leaves behind for the checks. */
  private record Outcome(
      String abortReason,
      Map<VmSet, MarketCounts> market,
      Conservation conservation,
      OrderTerms orders) {}

  private Outcome generateLoad(TierAs tierAs, Databases databases, CacheStates caches)
      throws InterruptedException {
    PreparationGuard guard = new PreparationGuard(tierAs);
    try {
      return generateLoad(tierAs, databases, caches, guard);
    } catch (InterruptedException | RuntimeException e) {
      guard.throwLoss(e);
      throw e;
    }
  }

  private Outcome generateLoad(
      TierAs tierAs, Databases databases, CacheStates caches, PreparationGuard guard)
      throws InterruptedException {
    List<ClockOffset> clocks = VmClocks.ofAll(plan, deployment, databases, tierAs.clients());
    Clocks.require(clocks, events);
    RunStartClock clock = new RunStartClock(Instant.now().plus(FOR_CLEAN_UP));
    try (HostCollectors collectors = HostCollectors.startIn(folder, plan, events);
        AcknowledgementJournal journal = faults.journal(folder);
        LoadSource load = loadSource(clock, clocks, events, tierAs, journal)) {
      load.cleanUp();
      Conservation conservation = Conservation.start(plan.setsWithTierA(), deployment, databases);
      OrderTerms orders = OrderTerms.start(plan.setsWithTierA(), deployment, databases);
      DatabasePlaces places = DatabasePlaces.of(plan, deployment, databases);
      caches.warm(events);
      QuietStart.await(deployment, databases, listener).ifPresent(events::accept);
      caches.dropPageCaches(events);
      clock.startNotBefore(Instant.now().plus(load.leadTime()));
      guard.end();
      load.start();
      RunInfo info =
          HostFacts.runInfo(
                  plan,
                  machine,
                  deployment,
                  folder.runId(),
                  clock.utcMillis(0),
                  tierAs.greetings(),
                  places)
              .withWorkers(load.workers())
              .withVersions(load.versions());
      info.write(folder);
      try (RunRecorder recorder = new RunRecorder(folder, clock, load.books());
          RunMonitor monitor =
              new RunMonitor(
                  plan,
                  clock,
                  load,
                  recorder,
                  folder,
                  listener,
                  deployment,
                  tierAs,
                  databases,
                  collectors)) {
        events.relayTo(recorder);
        try {
          events.accept(new RunEvent.RunStart(folder.runId()));
          monitor.start();
          try (ClockWatch watch = watchClocks(tierAs, databases);
              FaultInjection.InjectedFaults injections = faults.start(clock, events, load::abort);
              PlannedEvents planned = PlannedEvents.start(plan, deployment, clock, events)) {
            stages.run(Stage.RUN, () -> flow(load));
          }
          monitor.finish();
          if (plan.schedule().growth().isPresent() && load.abortReason() == null) {
            info.withPlan(monitor.planAsRun()).write(folder);
          }
          events.accept(new RunEvent.RunEnd(Optional.ofNullable(load.abortReason())));
        } finally {
          events.relayTo(null);
        }
      }
      return new Outcome(load.abortReason(), load.marketCounts(), conservation, orders);
    }
  }

  /** Null if all VMs are on this machine and have its clock: there is nothing to close then. */
  private ClockWatch watchClocks(TierAs tierAs, Databases databases) {
    return plan.provider().isLocal()
        ? null
        : new ClockWatch(
            () -> VmClocks.ofAnswering(plan, deployment, databases, tierAs.clients()), events);
  }

  private LoadSource loadSource(
      RunStartClock clock,
      List<ClockOffset> clocks,
      LoadReportRelay events,
      TierAs tierAs,
      AcknowledgementJournal journal) {
    if (plan.workload() instanceof ToolWorkload workload) {
      Path logs = folder.path().resolve(RunEnd.LOGS);
      return new ToolLoad(
          plan, workload, tool(workload, clock, logs), clock, events, clocks, logs, folder);
    }
    return plan.driver().isAlone()
        ? new LocalLoad(plan, clock, events, tierAs.clients(), journal)
        : new WorkersLoad(
            plan, clock, events, deployment::tierA, folder.path().resolve(RunEnd.LOGS));
  }

  private Tool tool(ToolWorkload workload, RunStartClock clock, Path logs) {
    return workload instanceof DefinedTool defined
        ? new DefinedToolRun(plan, defined, clock, deployment, logs, folder)
        : new PgbenchTool(plan, (Pgbench) workload, clock, deployment, logs);
  }

  /** After it nothing is cut until the trades are counted, which nothing can make up for. */
  private static void flow(LoadSource load) throws InterruptedException {
    StopSignal.setGentleStop(load::abort);
    try {
      load.run();
    } finally {
      StopSignal.postpone();
    }
  }

  private void checkAfter(Outcome outcome, Databases databases) {
    writeConservation(outcome);
    if (isBrokerage()) {
      OrderInputsCsv.TABLE.write(folder, outcome.orders().added());
    }
    // Before the state says that only checks are missing: RunCompletion makes nothing but those,
    // and a run whose injected faults were not judged must not pass as a whole one.
    faults.judge(folder, databases);
    state = state.measured();
    state.write(folder);
    StopSignal.resume(); // From here on everything can be cut.
    TableReader.append(plan, deployment, folder, ToolTables.AFTER);
    forEachDatabase(server -> LeafDensity.sample(folder, server, databases));
    // Before the checks: they show that the executed statements have left nothing behind.
    PlanCapture.write(PlanMoment.AFTER, plan, deployment, folder, events);
    end.check(Moment.AFTER, CheckPolicy.ALWAYS);
  }

  /** Judged by phases.csv, complete by now, as the audit will. */
  private void writeConservation(Outcome outcome) {
    if (plan.databaseRoles().isEmpty() || !isBrokerage()) {
      return;
    }
    RunFigures books = new RunFigures(plan, new RunFiles(folder).phases().orRefuse().orElseThrow());
    ConservationCsv.TABLE.write(folder, outcome.conservation().compare(outcome.market(), books));
  }
}
