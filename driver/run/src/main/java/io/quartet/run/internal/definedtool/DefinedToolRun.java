package io.quartet.run.internal.definedtool;

import io.quartet.books.BooksUpdate;
import io.quartet.books.RunClock;
import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import io.quartet.model.plan.ToolDefinition.Command;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.results.ToolFigures;
import io.quartet.results.folder.CsvTable;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.internal.tool.PlannedProcess;
import io.quartet.run.internal.tool.Tool;
import io.quartet.run.internal.tool.ToolLoad;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The load of a tool that a definition describes. */
public final class DefinedToolRun implements Tool {

  /** A ramp ends so long before its phase, so that its process is gone then. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final RunPlan plan;
  private final DefinedTool workload;
  private final RunClock clock;
  private final Deployment deployment;
  private final Path logFolder;
  private final CsvTable.Appender<ToolFigures> figures;
  private final ToolProgram program;

  /**
   * Finds the program.
   *
   * @param logFolder takes what each process prints
   * @param folder takes {@code tool-figures.csv}
   * @throws QuartetException TOOL_NOT_FOUND
   */
  public DefinedToolRun(
      RunPlan plan,
      DefinedTool workload,
      RunClock clock,
      Deployment deployment,
      Path logFolder,
      ResultsFolder folder) {
    this.plan = plan;
    this.workload = workload;
    this.clock = clock;
    this.deployment = deployment;
    this.logFolder = logFolder;
    this.program = ToolProgram.of(workload, place(deployment.databases().get(0)));
    this.figures = ToolFigures.TABLE.appender(folder);
  }

  private ToolPlace place(DatabaseServer server) {
    return deployment.tool(server, workload.load().origin());
  }

  @Override
  public Map<String, String> versions() {
    return Map.of(workload.definition().name(), program.describe());
  }

  @Override
  public DatabaseLoad load(VmSet set, Consumer<BooksUpdate> updates) {
    List<DefinedProcess> processes = new ArrayList<>();
    FigureBooks books =
        new FigureBooks(
            set,
            plan,
            clock,
            updates,
            now -> processes.forEach(process -> process.stopIfSilent(now)));
    planned(set).forEach(process -> processes.add(process(process, books)));
    return new DatabaseLoad(books, List.copyOf(processes));
  }

  /** For each phase with clients one, and one for its ramp, which tells nothing of the phase. */
  private List<PlannedProcess> planned(VmSet set) {
    Timeline timeline = plan.timeline();
    List<PlannedProcess> all = new ArrayList<>();
    for (Segment phase : timeline.phases()) {
      int number = timeline.phaseOf(phase);
      if (workload.load().clients(set, number) == 0) {
        continue;
      }
      Duration ramp = timeline.rampBegin(phase);
      if (phase.start().minus(ramp).compareTo(PAUSE) > 0) {
        Segment ofRamp = timeline.at(ramp);
        all.add(planned(set, ofRamp, number, ramp, phase.start().minus(PAUSE), phase.start()));
      }
      Duration latest = phase.end().plus(ToolLoad.LONGEST_DRAIN);
      all.add(planned(set, phase, number, phase.start(), phase.end(), latest));
    }
    return all;
  }

  private PlannedProcess planned(
      VmSet set, Segment segment, int phase, Duration start, Duration end, Duration stopAt) {
    return new PlannedProcess(
        workload.label(),
        set,
        segment,
        phase,
        workload.load().clients(set, phase),
        start,
        end,
        Optional.of(stopAt));
  }

  private DefinedProcess process(PlannedProcess planned, FigureBooks books) {
    ToolPlace place = place(deployment.database(planned.set(), VmRole.OLTP));
    CommandWords words = new CommandWords(workload, place);
    boolean canStop = !workload.definition().command(Command.STOP).isEmpty();
    return new DefinedProcess(
        workload.definition(),
        planned,
        workload.load().threads(),
        specification(planned, words, Command.RUN, place),
        canStop
            ? Optional.of(specification(planned, words, Command.STOP, place))
            : Optional.empty(),
        place,
        new ProcessFigures(
            workload.definition(),
            planned,
            clock,
            books.expect(planned.start().toNanos()),
            row -> figures.append(List.of(row))));
  }

  private OwnedProcess.Spec specification(
      PlannedProcess planned, CommandWords words, Command command, ToolPlace place) {
    return ToolLoad.specification(
        planned,
        words.of(
            command,
            planned.clients(),
            planned.length().toSeconds(),
            planned.seed(workload.seed(), planned.segment().index())),
        place.environment(),
        deployment,
        logFolder);
  }

  @Override
  public void close() {
    figures.close();
  }
}
