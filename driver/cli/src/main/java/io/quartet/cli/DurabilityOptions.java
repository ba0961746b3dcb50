package io.quartet.cli;

import io.quartet.cli.option.DurationConverter;
import io.quartet.cli.option.Plans;
import io.quartet.cli.view.Connecting;
import io.quartet.cli.view.DurabilityText;
import io.quartet.cli.view.RunView;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.report.ReportWriter;
import io.quartet.run.doctor.Prerequisite;
import io.quartet.run.durability.DurabilityTrial;
import io.quartet.run.durability.KillPlan;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code audit --durability}: what to kill, and the test itself. */
final class DurabilityOptions {

  @Option(
      names = "--durability",
      paramLabel = "FILE",
      required = true,
      description =
          "Runs this benchmark file on its databases, which must be up. Kills a Tier B server"
              + " under load, starts it again, and looks up every acknowledged trade. Exit code 4 if"
              + " a trade is missing.")
  private Path file;

  @Option(
      names = "--vm",
      paramLabel = "VM",
      description =
          "Tier B VM to kill, for example a1-vm3. Default: VM3 of the Group with the largest"
              + " share in that phase.")
  private String vm;

  @Option(
      names = "--kill-after",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "Time under measured load before the first kill. Default: 5m, or half the length of"
              + " the phases if that is shorter.")
  private Duration killAfter;

  @Option(
      names = "--times",
      paramLabel = "N",
      description = "Number of kills, 1 to 20, spread over the remaining phases. Default: 1.")
  private int times = 1;

  /**
   * Runs the test and prints its results.
   *
   * @return exit code
   */
  @SuppressWarnings("try") // Only its end matters.
  int run(Path results, CommandLine command, boolean isJson) {
    RunPlan plan =
        Plans.loadWith(
            file,
            Prerequisite.DATA_FOLDER,
            Prerequisite.SETTINGS,
            Prerequisite.PINNING,
            Prerequisite.INDEX_PROFILE,
            Prerequisite.DATA_SOURCES);
    DurabilityTrial trial =
        DurabilityTrial.of(
            plan, new KillPlan(Optional.ofNullable(vm), Optional.ofNullable(killAfter), times));
    try (OrderlyEnd end = new OrderlyEnd();
        RunView view = RunView.of(plan, command.getErr(), isJson);
        Deployment deployment = Connecting.to(plan, file, view)) {
      DurabilityText found = new DurabilityText(trial.run(deployment, results, view));
      view.close(); // What it shows would stand below the results.
      PrintWriter out = command.getOut();
      out.print(isJson ? found.json() : found.table());
      out.flush();
      // After what was found: a report that cannot be made must not hide it.
      view.onWork("writing the report");
      view.resultsFolder().ifPresent(ReportWriter::write);
      return found.exitCode();
    } catch (RuntimeException e) {
      // Told here: after an interrupt the JVM ends as soon as the verb returns.
      return Main.failed(e, command);
    }
  }
}
