package io.quartet.cli;

import io.quartet.model.RunPlan;
import io.quartet.orchestrate.BenchmarkRun;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.orchestrate.provider.Providers;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code run}: the timed run. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the benchmark on databases that are up and loaded; checks them before and after, and"
          + " writes results as it goes.",
      "Ctrl-C stops it cleanly (exit code 130); the results stay readable and are INVALID."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  quartet run laptop.yaml", "  quartet run laptop.yaml --results /data/runs --json"})
final class RunCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;
  @Mixin private ResultsOption results;
  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    RunPlan plan = plans.load();
    RunView view = RunView.of(plan, spec.commandLine().getErr(), json.isJson());
    try (Deployment deployment = Providers.of(plan).attach(plan)) {
      return Runs.reported(
          view,
          spec.commandLine(),
          json.isJson(),
          () -> BenchmarkRun.run(plan, deployment, results.folder(), view));
    }
  }
}
