package io.quartet.cli;

import io.quartet.cli.option.ChecksOption;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.NotesOption;
import io.quartet.cli.option.Plans;
import io.quartet.cli.option.ResultsOption;
import io.quartet.cli.view.Connecting;
import io.quartet.cli.view.RunPlanText;
import io.quartet.cli.view.RunView;
import io.quartet.model.QuartetException;
import io.quartet.model.Ranges;
import io.quartet.model.plan.Caches;
import io.quartet.model.plan.Growth;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.run.BenchmarkRun;
import io.quartet.run.RunResult;
import io.quartet.run.database.Snapshots;
import io.quartet.run.doctor.Prerequisite;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code run}: the timed run. */
@Command(
    name = "run",
    description = {
      "Runs the benchmark on databases that are up and loaded.",
      "Checks the databases before and after the load, and writes results during the run.",
      "Ctrl-C stops the run cleanly with exit code 130. The results stay readable, and the"
          + " run is INVALID. quartet check --finish completes a run that was stopped during the"
          + " checks after the load."
    },
    footer = {
      "  quartet run laptop.yaml --results /data/runs --json",
      "  quartet run laptop.yaml --repeat 3 --restore"
    })
final class RunCommand implements Callable<Integer> {

  private static final int MOST_REPEATS = 100;

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;
  @Mixin private ResultsOption results;
  @Mixin private ChecksOption checks;
  @Mixin private NotesOption notes;
  @Mixin private JsonOption json;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of runs, 1 to 100, one after the other. Each run has its own results folder."
              + " Prints the median and the spread at the end.")
  private int repeats;

  @Option(
      names = "--restore",
      description =
          "Restores the copies of quartet load --snapshot before each run. Without it, each run"
              + " finds the databases as the previous run left them.")
  private boolean isRestore;

  @Option(
      names = "--until-trades",
      paramLabel = "N",
      description =
          "Repeats the phases until all Sets together have completed N Trade-Results, but at most"
              + " 1,000 phases or growth.phases. The run ends after the phase in which they reach N."
              + " Same as growth.untilTrades in the file.")
  private Long untilTrades;

  @Option(
      names = "--caches",
      paramLabel = "STATE",
      description =
          "State of the caches when the load begins: keep, clear (servers restarted, page caches"
              + " dropped), or warm (filled by pg_prewarm). Same as caches in the file.")
  private Caches caches;

  @Option(
      names = "--dry-run",
      description =
          "Prints what would run, where and how long, with checks and report, and starts nothing.")
  private boolean isDryRun;

  @Override
  public Integer call() {
    Ranges.check("--repeat", repeats, MOST_REPEATS);
    if (untilTrades != null) {
      Ranges.check("--until-trades", untilTrades, Growth.MOST_TRADES);
    }
    RunPlan plan =
        changed(
            plans.loadWith(
                Prerequisite.DATA_FOLDER,
                Prerequisite.SETTINGS,
                Prerequisite.PINNING,
                Prerequisite.INDEX_PROFILE,
                Prerequisite.CERTIFICATES,
                Prerequisite.FILES,
                Prerequisite.DATA_SOURCES,
                Prerequisite.WORKERS));
    notes.notes(); // Refused before anything starts.
    if (isDryRun) {
      new RunPlanText(plan, repeats, isRestore, results.folder())
          .print(spec.commandLine().getOut(), json.isJson());
      return 0;
    }
    try (RunView view = view(plan);
        Deployment deployment = Connecting.to(plan, plans.file(), view)) {
      if (repeats == 1) {
        return Runs.reported(
            view, spec.commandLine(), json.isJson(), () -> run(plan, deployment, view));
      }
      view.close(); // It has shown the connecting. Each run opens another view.
      return Runs.repeated(
          repeats,
          () ->
              RunView.ofRepeat(plan, spec.commandLine().getErr(), json.isJson())
                  .with(notes.notes()),
          spec.commandLine(),
          json.isJson(),
          one -> run(plan, deployment, one));
    }
  }

  /** The plan with what the options say in place of the file. */
  private RunPlan changed(RunPlan plan) {
    return withCaches(growing(plan));
  }

  private RunPlan withCaches(RunPlan plan) {
    if (caches == null) {
      return plan;
    }
    RunPlan changed = plan.withSchedule(plan.schedule().withCaches(caches));
    Caches.refusal(changed)
        .ifPresent(
            why -> {
              throw QuartetException.badInput("WRONG_VALUE", "--caches: " + why);
            });
    return changed;
  }

  private RunPlan growing(RunPlan plan) {
    if (untilTrades == null) {
      return plan;
    }
    int phases = plan.schedule().growth().map(Growth::phases).orElse(Growth.MOST_PHASES);
    RunPlan growing =
        plan.withSchedule(plan.schedule().withGrowth(Optional.of(new Growth(untilTrades, phases))));
    Growth.refusal(growing)
        .ifPresent(
            why -> {
              throw wrongGrowth(why);
            });
    return growing;
  }

  private static QuartetException wrongGrowth(String why) {
    return QuartetException.badInput("WRONG_VALUE", "--until-trades: " + why);
  }

  private RunView view(RunPlan plan) {
    return RunView.of(plan, spec.commandLine().getErr(), json.isJson()).with(notes.notes());
  }

  private RunResult run(RunPlan plan, Deployment deployment, RunView view) {
    if (isRestore) {
      view.onWork("searching for the copies of the databases");
      Snapshots.restore(plan, deployment, view);
    }
    return BenchmarkRun.run(plan, deployment, results.folder(), checks.policy(), view);
  }
}
