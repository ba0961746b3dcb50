package io.quartet.cli;

import io.quartet.cli.option.ChecksOption;
import io.quartet.cli.option.DurationConverter;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.NotesOption;
import io.quartet.cli.option.ResultsOption;
import io.quartet.cli.view.RunView;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.QuartetException;
import io.quartet.model.Ranges;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timing;
import io.quartet.provision.Provider;
import io.quartet.run.Demo;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo}: the whole path on this machine. */
@Command(
    name = "demo",
    description = {
      "Runs a short benchmark on this machine, from load to report.",
      "Creates databases for 4 Groups, 12 \"VMs\" in total, loads them, runs 10 short phases"
          + " and writes a report. Takes under 3 minutes. Removes the databases at the end and"
          + " keeps the results.",
      "Ctrl-C stops the demo cleanly with exit code 130. The results stay readable, and the"
          + " run is INVALID."
    },
    footer = {"  quartet demo", "  quartet demo --users 8 --results /tmp/results --json"})
final class DemoCommand implements Callable<Integer> {

  private static final int MOST_USERS = 4096;

  @Spec private CommandSpec spec;
  @Mixin private ResultsOption results;
  @Mixin private ChecksOption checks;
  @Mixin private NotesOption notes;
  @Mixin private JsonOption json;

  @Option(
      names = "--users",
      paramLabel = "N",
      description = "Number of users, 1 to 4,096. Default: as in the demo's benchmark file.")
  private Integer users;

  @Option(
      names = "--phase",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "Length of each of the 10 phases, for example 30s. Default: as in the demo's benchmark"
              + " file.")
  private Duration phase;

  @Override
  public Integer call() {
    RunPlan plan = BenchmarkFile.loadExample("demo");
    if (users != null) {
      Ranges.check("--users", users, MOST_USERS);
      plan = plan.withWorkload(plan.brokerage().withLoad(Load.closed(users)));
    }
    if (phase != null) {
      plan = plan.withSchedule(plan.schedule().withTiming(timing(plan.schedule().timing())));
    }
    RunPlan complete = plan;
    RunView view =
        RunView.of(complete, spec.commandLine().getErr(), json.isJson()).with(notes.notes());
    return Runs.reported(
        view,
        spec.commandLine(),
        json.isJson(),
        () -> Demo.run(complete, Provider.of(complete), results.folder(), checks.policy(), view));
  }

  private Timing timing(Timing usual) {
    if (phase.isZero()) {
      throw QuartetException.badInput(
          "WRONG_VALUE", "--phase: a phase cannot be 0 long. Give a length, for example 6s.");
    }
    return new Timing(usual.rampUp(), usual.warmUp(), phase, usual.rampDown());
  }
}
