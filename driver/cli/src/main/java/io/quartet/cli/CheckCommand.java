package io.quartet.cli;

import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.ResultsPathConverter;
import io.quartet.cli.view.CheckTable;
import io.quartet.cli.view.Connecting;
import io.quartet.cli.view.Progress;
import io.quartet.cli.view.RunView;
import io.quartet.cli.view.Screen;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.run.RunCompletion;
import io.quartet.run.check.CheckReport;
import io.quartet.run.check.CheckSelection;
import io.quartet.run.check.Checking;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code check}: consistency of the databases. */
@Command(
    name = "check",
    description = {
      "Runs the consistency checks on the databases of a benchmark file.",
      "Freshly loaded databases get all checks. Databases that a run has used get the"
          + " checks that must always hold. Exit code 5 if a check fails.",
      "With --finish, runs the missing checks after a run and completes it with verdict,"
          + " checksums and report. The exit code is then that of the run."
    },
    footer = {
      "  quartet check laptop.yaml --only I07,I20 --json",
      "  quartet check --finish results/20260301-120000-laptop"
    })
final class CheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Subject subject;

  /** Subject of the check: the current databases, or the databases after a run. */
  private static final class Subject {
    @ArgGroup(exclusive = false, multiplicity = "1")
    private LoadedDatabases databases;

    @Option(
        names = "--finish",
        paramLabel = "RUN",
        converter = ResultsPathConverter.class,
        description =
            "Folder or id of a run that was measured and then interrupted during its checks."
                + " Its databases must be up and unchanged since the run.")
    private Path run;
  }

  /** The databases of a benchmark file. */
  private static final class LoadedDatabases {
    @Parameters(paramLabel = "FILE", description = "Benchmark file. quartet init writes one.")
    private Path file;

    @Option(names = "--details", description = "Also prints a line for each check.")
    private boolean hasDetails;

    @Option(
        names = "--only",
        split = ",",
        paramLabel = "NUMBER",
        description =
            "Runs only these checks, for example I07,I20. The folder schema/checks holds them. Check"
                + " T01 is built in: VM2 has exactly the loaded trades.")
    private List<String> only = List.of();
  }

  @Override
  public Integer call() {
    return subject.databases != null ? check(subject.databases) : finish(subject.run);
  }

  private int finish(Path run) {
    RunCompletion completion = RunCompletion.of(run);
    RunView view = RunView.of(completion.plan(), spec.commandLine().getErr(), json.isJson());
    return Runs.reported(view, spec.commandLine(), json.isJson(), () -> completion.run(view));
  }

  private int check(LoadedDatabases databases) {
    CheckSelection selection =
        databases.only.isEmpty() ? CheckSelection.all() : CheckSelection.only(databases.only);
    RunPlan plan = BenchmarkFile.load(databases.file);
    CheckReport report;
    try (Screen screen = Screen.standardError(spec.commandLine().getErr());
        Deployment deployment = Connecting.to(plan, databases.file, screen)) {
      screen.beginQuietly("checking the databases");
      report = Checking.checkLoaded(plan, deployment, selection, new Progress(screen, plan));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json.isJson()) {
      out.print(CheckTable.json(report));
    } else {
      out.print(CheckTable.byDatabase(report));
      out.print(databases.hasDetails ? System.lineSeparator() + CheckTable.byCheck(report) : "");
    }
    out.flush();
    return report.hasPassed() ? 0 : QuartetException.Kind.LOAD_OR_CHECK.exitCode();
  }
}
