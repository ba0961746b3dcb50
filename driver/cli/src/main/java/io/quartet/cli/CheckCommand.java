package io.quartet.cli;

import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.orchestrate.CheckReport;
import io.quartet.orchestrate.CheckSelection;
import io.quartet.orchestrate.Checking;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.orchestrate.provider.Providers;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code check}: consistency of the databases. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Runs the consistency checks on every database of a benchmark file: all of them on freshly"
            + " loaded databases, those that must always hold on databases a run has used."
            + " Exit code 5 if one fails.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  quartet check laptop.yaml --details",
      "  quartet check laptop.yaml --only I07,I20 --json"
    })
final class CheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;
  @Mixin private JsonOption json;

  @Option(names = "--details", description = "Adds a line for each check.")
  private boolean hasDetails;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NUMBER",
      description = "Runs these checks only, for instance I07,I20; schema/checks has them all.")
  private List<String> only = List.of();

  @Override
  public Integer call() {
    CheckSelection selection = only.isEmpty() ? CheckSelection.all() : CheckSelection.only(only);
    RunPlan plan = plans.load();
    Screen screen = Screen.standardError(spec.commandLine().getErr());
    CheckReport report;
    try (Deployment deployment = Providers.of(plan).attach(plan)) {
      report = Checking.checkLoaded(plan, deployment, selection, new Progress(screen, plan));
    }
    screen.clear();
    PrintWriter out = spec.commandLine().getOut();
    if (json.isJson()) {
      out.print(CheckTable.json(report));
    } else {
      out.print(CheckTable.byDatabase(report));
      out.print(hasDetails ? System.lineSeparator() + CheckTable.byCheck(report) : "");
    }
    out.flush();
    return report.hasPassed() ? 0 : QuartetException.Kind.LOAD_OR_CHECK.exitCode();
  }
}
