package io.quartet.cli.view;

import io.quartet.books.Backlog;
import io.quartet.books.Live;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Bytes;
import io.quartet.results.CheckRow;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.run.progress.CopyProgress;
import io.quartet.run.progress.LoadProgress;
import io.quartet.run.progress.Stage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Shows how a benchmark goes. Thread-safe. */
public final class Progress extends RunView {

  private static final int CHART_COLUMNS = 60;

  /** Events that a user wants to see at once. */
  private static final Set<Class<? extends RunEvent>> TROUBLE =
      Set.of(
          RunEvent.UnexpectedAnswer.class,
          RunEvent.ProcessEnded.class,
          RunEvent.VmTrouble.class,
          RunEvent.VmRestored.class,
          RunEvent.WorkerLost.class,
          RunEvent.ServerLockLost.class,
          RunEvent.ServerLockRestored.class,
          RunEvent.ServerInUse.class,
          RunEvent.CollectorFailed.class,
          RunEvent.ClockApart.class);

  private final Screen screen;
  private final RunPlan plan;
  private final Sparkline etps = new Sparkline(CHART_COLUMNS);
  private final LoadView load;

  /** Guards the figures of the checks and of the copies. */
  private final Object counts = new Object();

  private final TimeLeft checksLeft;
  private final TimeLeft copiesLeft;

  /** True after the load: what is still reported of it describes the moment of its end. */
  private boolean hasRun;

  private int failedChecks;
  private int copiedChecks;

  /** For work that is no run. */
  public Progress(Screen screen, RunPlan plan) {
    this(screen, plan, new WallTime(screen.clock()));
  }

  Progress(Screen screen, RunPlan plan, WallTime time) {
    super(time);
    this.screen = screen;
    this.plan = plan;
    this.load = new LoadView(plan, screen.clock());
    this.checksLeft = new TimeLeft(screen.clock());
    this.copiesLeft = new TimeLeft(screen.clock());
  }

  @Override
  public void onRepeat(int number, int repeats) {
    screen.line(Text.line("==> run %d of %d", number, repeats));
  }

  @Override
  public void onRestore() {
    super.onRestore();
    screen.begin("restoring the databases");
  }

  @Override
  public void onWork(String what) {
    screen.beginQuietly(what);
  }

  @Override
  public void close() {
    screen.end();
  }

  @Override
  public void onStageStart(Stage stage) {
    super.onStageStart(stage);
    beginChecks();
    screen.begin(sentence(stage));
  }

  @Override
  public void onStageEnd(Stage stage, Duration length) {
    super.onStageEnd(stage, length);
    endStage(stage, length);
    screen.beginQuietly(workAfter(stage));
  }

  private synchronized void endStage(Stage stage, Duration length) {
    hasRun |= stage == Stage.RUN;
    screen.clear();
    screen.line(
        Text.line("    %s took %s", stage.label(), Text.seconds(WallTime.seconds(length), 1)));
  }

  @Override
  public void onPreparing(String what) {
    screen.beginQuietly(what);
  }

  @Override
  public void onResultsFolder(Path folder) {
    super.onResultsFolder(folder);
    screen.line("    results: " + folder);
  }

  @Override
  public void onLoadProgress(LoadProgress progress) {
    synchronized (load) {
      load.add(progress);
      screen.show(load.lines());
    }
  }

  @Override
  public void onIndexing(String vm) {
    synchronized (load) {
      load.index(vm);
    }
  }

  @Override
  public void onIndexBuilt(String vm, String index, long bytes) {
    synchronized (load) {
      load.addIndex(bytes);
    }
  }

  @Override
  public void onCopy(CopyProgress progress) {
    synchronized (counts) {
      if (progress.doneBytes() == 0) {
        copiesLeft.begin(0);
      }
      copiesLeft.reached(progress.doneBytes() / Math.max(1.0, progress.totalBytes()));
      String line =
          Text.line(
              "    %s %d of %d databases  %s of %s MiB%s  %s",
              progress.isRestore() ? "restored" : "copied",
              progress.done(),
              progress.total(),
              Text.figure(progress.doneBytes() / (double) Bytes.MIB, 1),
              Text.figure(progress.totalBytes() / (double) Bytes.MIB, 1),
              rate(copiesLeft.perSecond(progress.doneBytes()) / Bytes.MIB, "MiB/s"),
              copiesLeft.text());
      screen.show(List.of(line.stripTrailing()));
    }
  }

  @Override
  public void onLoadFailed(String vm, String message) {
    synchronized (load) {
      load.fail(vm);
    }
    screen.warn(Text.line("    FAILED %s: %s", vm, message.lines().findFirst().orElse("")));
  }

  @Override
  public void onCheck(CheckRow row, int done, int total) {
    synchronized (counts) {
      copiedChecks += row.isCopied() ? 1 : 0;
      if (!row.hasPassed()) {
        failedChecks++;
        screen.warn(
            Text.line(
                "    FAILED %s: %s, %s", row.vm(), row.check(), Text.counted(row.rows(), "row")));
      }
      screen.show(List.of(checked(done, total)));
    }
  }

  /** Checks that were made before took no time, and say nothing about the speed of the others. */
  private String checked(int done, int total) {
    int made = done - copiedChecks;
    checksLeft.reached(made / Math.max(1.0, total - copiedChecks));
    return Text.line(
            "    checked %,d of %,d, %d failed%s  %s",
            done,
            total,
            failedChecks,
            rate(checksLeft.perSecond(made), "checks/s"),
            checksLeft.text())
        .stripTrailing();
  }

  private static String rate(double rate, String unit) {
    return rate > 0 ? Text.line("  %s %s", Text.figure(rate, 1), unit) : "";
  }

  @Override
  public void onEvent(LoggedEvent event) {
    if (event.event() instanceof RunEvent.QuietStart start && !start.busy().isEmpty()) {
      screen.line(
          Text.line(
              "    not quiet after %s, so the run begins: %s",
              Text.seconds((start.checkpointMillis() + start.waitedMillis()) / 1e3, 1),
              String.join(", ", start.busy())));
    }
    if (TROUBLE.contains(event.event().getClass())) {
      screen.warn("    " + event.event().name() + " " + event.fields());
    }
  }

  /** Off a terminal, what goes as it should is not printed every few seconds. */
  @Override
  public synchronized void onProgress(Live live, Backlog backlog) {
    if (hasRun) {
      return;
    }
    String where =
        live.segment().isMeasured()
            ? Text.line("phase %s%s", live.segment().name(), ofPhases())
            : Text.line("%s (not measured)", live.segment().name());
    String unit = plan.workload().headline().unit();
    boolean hasTargets = plan.workload().hasTargetShares();
    String speed = unit + " now " + Text.figure(live.etpsNow(), 1);
    String left = TimeLeft.clock(live.segmentLeft()) + " left here, " + leftInAll(live);
    String worst = worst(live);
    String counts =
        Text.line(
            "errors %,d  retries %,d  skipped %,d  in flight %,d  requests %,d",
            live.errors(), live.retries(), live.skipped(), live.inFlight(), live.startedRequests());
    String backlogs =
        Text.line("backlog: %,d requests", backlog.waitingRequests())
            + (hasTargets ? Text.line(", %,d Trade-Results", backlog.dueTradeResults()) : "");
    etps.add(live.etpsNow());
    List<String> block = new ArrayList<>();
    block.add(Text.line("    %-24s %-18s %s", where, speed, left));
    block.add(Text.line("    %s %s to %s", unit, etps.draw(), Text.figure(etps.largest(), 0)));
    block.add((hasTargets ? "    share/target %   " : "    share %   ") + shares(live, "  "));
    if (hasLimits()) {
      block.add("    p90 % of limit   " + responseTimes(live));
      block.add("    " + worst);
    }
    block.add("    " + counts);
    block.add("    " + backlogs);
    List<String> plain = new ArrayList<>();
    plain.add(String.join("  ", "    " + where, speed, shares(live, " "), leftInAll(live)));
    if (live.errors() + live.skipped() > 0) {
      plain.add("    " + counts);
    }
    if (backlog.waitingRequests() > 0) {
      plain.add("    " + backlogs);
    }
    if (live.worst().filter(offender -> offender.ratio() > 1).isPresent()) {
      plain.add("    " + worst);
    }
    screen.show(block, plain);
  }

  /** How many phases a run that grows has, only its end tells. */
  private String ofPhases() {
    return plan.schedule().growth().isPresent() ? "" : " of " + plan.schedule().phaseCount();
  }

  private String leftInAll(Live live) {
    return plan.schedule()
        .growth()
        .map(growth -> Text.line("%,d of %,d trades", live.tradeResults(), growth.untilTrades()))
        .orElseGet(() -> TimeLeft.clock(live.timeLeft()) + " in total");
  }

  private boolean hasLimits() {
    return plan.workload().kinds().stream().anyMatch(kind -> kind.responseTimeLimit().isPresent());
  }

  /** With their targets, if the workload has any. */
  private String shares(Live live, String separator) {
    boolean hasTargets = plan.workload().hasTargetShares();
    List<String> parts = new ArrayList<>();
    live.sharePercent()
        .forEach(
            (group, share) ->
                parts.add(
                    Text.line("%s %.1f", group, share)
                        + (hasTargets ? Text.line("/%.0f", live.targetPercent().get(group)) : "")));
    return String.join(separator, parts);
  }

  /** By the initials of the transactions, because ten full names do not fit a line. */
  private static String responseTimes(Live live) {
    return live.slowest().stream()
        .sorted(Comparator.comparingDouble(Live.Offender::ratio).reversed())
        .map(
            slowest ->
                Text.line(
                    "%s %.0f",
                    slowest.kind().label().replaceAll("[^A-Z]", ""), 100 * slowest.ratio()))
        .collect(Collectors.joining("  "));
  }

  private static String worst(Live live) {
    return live.worst()
        .map(
            offender ->
                Text.line(
                    "slowest: %s on %s, p90 %.3f s, %.0f %% of its limit",
                    offender.kind().label(),
                    offender.set().name(),
                    offender.p90Micros() / 1e6,
                    100 * offender.ratio()))
        .orElse("slowest: no answer yet");
  }

  private void beginChecks() {
    synchronized (counts) {
      failedChecks = 0;
      copiedChecks = 0;
      checksLeft.begin(0);
    }
  }

  private String sentence(Stage stage) {
    return switch (stage) {
      case UP -> "starting the databases";
      case LOAD -> "loading the databases";
      case COPY -> "checking and copying the databases";
      case RESTORE -> "restoring the databases";
      case CHECK_BEFORE -> "checking the databases before the run";
      case PREPARE -> plan.workload().hasTierA() ? "starting Tier A" : "preparing the load";
      case RUN -> "running";
      case CHECK_AFTER -> "checking the databases after the run";
      case DOWN -> "stopping the databases";
    };
  }

  /** Work between this stage and the next. */
  private static String workAfter(Stage stage) {
    return switch (stage) {
      case UP, LOAD, COPY, RESTORE -> "reading the state of the databases";
      case CHECK_BEFORE, PREPARE -> "preparing the load";
      case RUN -> "collecting the last figures";
      case CHECK_AFTER -> "judging the run";
      case DOWN -> "ending the run";
    };
  }
}
