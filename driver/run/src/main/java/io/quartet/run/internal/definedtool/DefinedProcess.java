package io.quartet.run.internal.definedtool;

import io.quartet.model.Text;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.results.ToolProcess;
import io.quartet.run.internal.tool.Beginning;
import io.quartet.run.internal.tool.GatedProcess;
import io.quartet.run.internal.tool.LoadingProcess;
import io.quartet.run.internal.tool.PlannedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A process of a defined tool, whose output tells numbers of transactions. */
final class DefinedProcess implements LoadingProcess {

  private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

  private final ToolDefinition definition;
  private final PlannedProcess plan;
  private final int threads;
  private final GatedProcess process;
  private final ProcessFigures figures;
  private final PrintedLines lines;
  private final Optional<OwnedProcess.Spec> stop;
  private volatile boolean isStopped;

  /**
   * @param run with the command of the load
   * @param stop with the command that ends it; empty for none
   * @param figures of the process
   */
  DefinedProcess(
      ToolDefinition definition,
      PlannedProcess plan,
      int threads,
      OwnedProcess.Spec run,
      Optional<OwnedProcess.Spec> stop,
      ToolPlace place,
      ProcessFigures figures) {
    this.definition = definition;
    this.plan = plan;
    this.threads = threads;
    this.stop = stop;
    this.figures = figures;
    this.lines = new PrintedLines(definition.failures());
    this.process = new GatedProcess(run, place, List.of(), this::accept);
  }

  private void accept(String line) {
    lines.accept(line);
    figures.accept(line);
  }

  @Override
  public PlannedProcess plan() {
    return plan;
  }

  @Override
  public int run(Beginning beginning) {
    int exitCode = process.run(beginning);
    boolean wasStopped = isStopped;
    isStopped = true; // There is nothing to stop any more.
    if (exitCode == 0 && !wasStopped) {
      figures.judgeEnd();
    }
    return exitCode;
  }

  @Override
  public boolean hasFailed(int exitCode) {
    return exitCode != 0 || !problem().isEmpty();
  }

  private String problem() {
    return lines.failure().isEmpty() ? figures.problem() : "it printed '" + lines.failure() + "'";
  }

  @Override
  public boolean hasWorked() {
    return figures.booked()[0] > 0;
  }

  @Override
  public String text() {
    return lines.text();
  }

  @Override
  public String messages(int exitCode) {
    String problem = problem();
    return problem.isEmpty()
        ? definition.meaning(exitCode) + ": " + lines.last()
        : Text.capitalized(problem) + ", and ended with " + definition.meaning(exitCode) + ".";
  }

  @Override
  public ToolProcess row(Beginning beginning, int exitCode) {
    long[] booked = figures.booked();
    return new ToolProcess(
        plan.set(),
        plan.segment().name(),
        plan.clients(),
        Math.min(threads, plan.clients()),
        beginning.afterMicros(),
        OptionalLong.empty(),
        beginning.clockOffsetMicros(),
        booked[0],
        figures.tellsFailures() ? OptionalLong.of(booked[1]) : OptionalLong.empty(),
        OptionalLong.empty(),
        figures.tellsRetries() ? OptionalLong.of(booked[2]) : OptionalLong.empty(),
        figures.summary(),
        exitCode);
  }

  /** Its output has no stamps of a clock: only the moment of its begin counts. */
  @Override
  public void setClockOffset(long micros) {
    figures.begin();
  }

  @Override
  public void end() {
    figures.end();
  }

  @Override
  public OptionalLong processId() {
    return process.processId();
  }

  /** Ends it if it will never tell a figure. */
  void stopIfSilent(long nowNanos) {
    if (!isStopped && process.processId().isPresent() && figures.isSilent(nowNanos)) {
      requestStop();
    }
  }

  @Override
  public void requestStop() {
    if (isStopped) {
      return;
    }
    isStopped = true;
    if (stop.isEmpty() || process.processId().isEmpty()) {
      process.requestStop();
      return;
    }
    Thread thread =
        new Thread(
            () -> {
              try (OwnedProcess command = OwnedProcess.start(stop.get())) {
                command.waitFor(STOP_WITHIN);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } finally {
                process.requestStop();
              }
            },
            "quartet-stop-" + plan.name());
    thread.setDaemon(true);
    thread.start();
  }
}
