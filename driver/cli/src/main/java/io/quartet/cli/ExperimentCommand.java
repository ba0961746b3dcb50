package io.quartet.cli;

import io.quartet.cli.option.ChecksOption;
import io.quartet.cli.option.GatesOption;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.NotesOption;
import io.quartet.cli.option.ResultsOption;
import io.quartet.cli.view.ExperimentPlanText;
import io.quartet.cli.view.ExperimentSummary;
import io.quartet.cli.view.ExperimentView;
import io.quartet.cli.view.Screen;
import io.quartet.cli.view.WallTime;
import io.quartet.config.ExperimentFile;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.PostgresBuilds;
import io.quartet.provision.Provider;
import io.quartet.report.compare.Pairing;
import io.quartet.report.experiment.ExperimentPages;
import io.quartet.results.OwnerNotes;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.experiment.CellChecks;
import io.quartet.run.experiment.ExperimentRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code experiment}: a benchmark with values that vary, each cell several times. */
@Command(
    name = "experiment",
    description = {
      "Compares runs of a benchmark file with different values.",
      "Runs each combination of values (a cell) several times in shuffled order, and reports which"
          + " differences are larger than chance explains. Creates, loads and copies its own"
          + " databases, and removes them at the end.",
      "Continues where it stopped if it is run again with the same folder of results, even after"
          + " kill -9. Writes the page experiment.html again after every run."
    },
    footer = {
      "  quartet experiment examples/experiments/client-sweep.yaml --dry-run",
      "  quartet experiment buffers.yaml --results /data/experiments"
    })
final class ExperimentCommand implements Callable<Integer> {

  private static final String REMOVING = "removing the databases";

  @Spec private CommandSpec spec;
  @Mixin private ResultsOption results;
  @Mixin private ChecksOption checks;
  @Mixin private NotesOption notes;
  @Mixin private JsonOption json;
  @Mixin private GatesOption gates;

  @Parameters(
      paramLabel = "FILE",
      description = "Experiment file. The folder examples/experiments has some.")
  private Path file;

  @ArgGroup private Mode mode = new Mode();

  /** Alternatives to running to the end and removing the databases. */
  private static final class Mode {
    @Option(
        names = "--dry-run",
        description =
            "Prints the plan and starts nothing: cells, order, preparation of each run, time and"
                + " disk space.")
    private boolean isDryRun;

    @Option(
        names = "--keep",
        description = "Keeps the databases at the end, stopped. --down removes them.")
    private boolean isKeep;

    @Option(
        names = "--down",
        description = "Removes the databases of the experiment and keeps its results.")
    private boolean isDown;
  }

  @Option(
      names = "--retry",
      description =
          "Also repeats attempts that failed. Without it, a cell whose databases could not be"
              + " created or started is skipped for good.")
  private boolean isRetry;

  @Override
  public Integer call() {
    ExperimentFile read = ExperimentFile.load(file);
    Experiment experiment = read.experiment();
    if (!json.isJson()) {
      results.hint(Screen.progress(spec.commandLine().getErr()));
    }
    if (mode.isDown) {
      // Those that it was begun with: the file may have changed.
      try (Screen screen = Screen.standardError(spec.commandLine().getErr())) {
        screen.beginQuietly(REMOVING);
        ExperimentRun.removeDatabases(
            ExperimentFolder.idle(results.folder(), experiment.name()).orElse(experiment));
      }
      return 0;
    }
    gates.require(ExperimentPages.figures(experiment));
    requireAll(read);
    requireRoom(experiment);
    if (mode.isDryRun) {
      new ExperimentPlanText(experiment).print(spec.commandLine().getOut(), json.isJson());
      return 0;
    }
    return run(experiment);
  }

  /** Everything that a cell names has to be usable before the first is run. */
  private void requireAll(ExperimentFile file) {
    int cells = file.experiment().cells().size();
    Map<Integer, List<Problem>> problems;
    try (Screen screen = Screen.standardError(spec.commandLine().getErr())) {
      screen.beginQuietly("checking the cells");
      problems =
          CellChecks.problems(
              file.experiment(),
              checked -> screen.show(List.of(Text.line("checked %d of %d cells", checked, cells))));
    }
    if (!problems.isEmpty()) {
      throw file.error(problems);
    }
  }

  private static void requireRoom(Experiment experiment) {
    Map<RunPlan, Integer> copies = new LinkedHashMap<>();
    experiment.stacks().forEach((stack, plan) -> copies.put(plan, experiment.copies(stack)));
    try {
      Provider.requireRoomWithCopies(copies);
    } catch (IOException e) {
      throw QuartetException.environment(
          "DATA_FOLDER_CLOSED",
          ("the free disk space for the databases cannot be read (%s). Check the permissions of"
                  + " their folders.")
              .formatted(e),
          e);
    }
  }

  @SuppressWarnings("try") // Only its end matters.
  private int run(Experiment experiment) {
    OwnerNotes said = notes.notes();
    try (OrderlyEnd end = new OrderlyEnd();
        ExperimentFolder folder =
            ExperimentFolder.begin(
                results.folder(),
                experiment,
                PostgresBuilds.digests(experiment.stacks().values()))) {
      if (!said.equals(OwnerNotes.NONE)) {
        ResultsFolder files = new ResultsFolder(folder.path());
        notes.addedTo(OwnerNotes.read(files)).write(files);
      }
      if (isRetry) {
        folder.forgetFailures();
      }
      WallTime time = WallTime.ofProcess();
      ExperimentSummary summary;
      List<Pairing> pairings;
      Optional<QuartetException> notRemoved = Optional.empty();
      try (ExperimentView view =
          new ExperimentView(folder, spec.commandLine().getErr(), json.isJson())) {
        time.begin("runs");
        ExperimentRun.run(folder, checks.policy(), view);
        if (!mode.isKeep) {
          time.begin("removal of the databases");
          view.onWork(REMOVING);
          notRemoved = removeDatabases(experiment);
        }
        time.begin("page");
        summary = view.summary();
        pairings = view.pairings();
      } catch (RuntimeException e) {
        // Said here, because after an interrupt the JVM ends as soon as this returns.
        return Main.failed(e, spec.commandLine());
      }
      summary.print(spec.commandLine().getOut(), json.isJson());
      if (!json.isJson()) {
        Screen.progress(spec.commandLine().getErr()).println(time.parts().line());
      }
      int judged =
          gates.judge(
              summary.isSound(),
              () -> pairings,
              json.isJson() ? spec.commandLine().getErr() : spec.commandLine().getOut());
      int failed = notRemoved.map(e -> Main.failed(e, spec.commandLine())).orElse(0);
      return judged == 0 ? failed : judged;
    }
  }

  /** Removes them. Returns why a machine did not let it, which loses no result. */
  private static Optional<QuartetException> removeDatabases(Experiment experiment) {
    try {
      ExperimentRun.removeDatabases(experiment);
      return Optional.empty();
    } catch (QuartetException e) {
      if (e.kind() != Kind.ENVIRONMENT) {
        throw e;
      }
      return Optional.of(e);
    }
  }
}
