package io.quartet.cli;

import io.quartet.cli.option.IndexesOption;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.Plans;
import io.quartet.cli.view.Connecting;
import io.quartet.cli.view.LoadSummary;
import io.quartet.cli.view.Progress;
import io.quartet.cli.view.Screen;
import io.quartet.cli.view.WallTime;
import io.quartet.model.QuartetException;
import io.quartet.model.Ranges;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.database.LoadResult;
import io.quartet.run.database.Loading;
import io.quartet.run.database.ProfileChange;
import io.quartet.run.database.Snapshots;
import io.quartet.run.doctor.Prerequisite;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code load}: schema and data. */
@Command(
    name = "load",
    description = {
      "Loads schema, data and indexes into the databases.",
      "The databases of the benchmark file must be up. Skips databases that are already loaded, and"
          + " continues a load that was interrupted.",
      "With --indexes, changes the index profile without loading again."
    },
    footer = {
      "  quartet up laptop.yaml && quartet load laptop.yaml --snapshot",
      "  quartet load laptop.yaml --indexes ./my-profile"
    })
final class LoadCommand implements Callable<Integer> {

  private static final int MOST_PARTS = 64;

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;
  @Mixin private JsonOption json;
  @Mixin private IndexesOption indexes;

  @ArgGroup(exclusive = true)
  private Mode mode = new Mode();

  /** Load, perhaps with a copy afterwards, or bring the copy back. */
  private static final class Mode {

    @Option(
        names = "--restore",
        description =
            "Restores the copies that --snapshot kept. They replace what the databases hold now.")
    private boolean isRestore;

    @ArgGroup(exclusive = false)
    private LoadOptions load = new LoadOptions();
  }

  private static final class LoadOptions {

    @Option(
        names = "--snapshot",
        description =
            "Keeps a copy of each loaded database on its server. Replaces an older copy with the"
                + " same index profile. Needs as much disk space as the databases.")
    private boolean isSnapshot;

    @Option(
        names = "--from-scratch",
        description = "Drops what the databases hold, complete or not, and loads them again.")
    private boolean isFromScratch;

    @Option(
        names = "--parts",
        paramLabel = "N",
        description =
            "Number of processes that fill each database together, 1 to 64. More than one is faster"
                + " if a database has more than about eight processors. Not with --indexes or"
                + " --from-scratch. Default: 1.")
    private int parts = 1;
  }

  @Override
  public Integer call() {
    int parts = mode.load.parts;
    Ranges.check("--parts", parts, MOST_PARTS);
    if (parts > 1 && (indexes.isGiven() || mode.load.isFromScratch)) {
      throw QuartetException.badInput(
          "WRONG_VALUE",
          "--parts: several processes only fill empty databases or continue a load. Leave --parts,"
              + " --indexes or --from-scratch out.");
    }
    RunPlan plan =
        indexes.isGiven()
            ? indexes.over(plans.loadWith(Prerequisite.DATA_FOLDER))
            : plans.loadWith(Prerequisite.DATA_FOLDER, Prerequisite.INDEX_PROFILE);
    try (Screen screen = Screen.standardError(spec.commandLine().getErr());
        Deployment deployment = Connecting.to(plan, plans.file(), screen)) {
      WallTime time = WallTime.ofProcess();
      time.begin(mode.isRestore ? "restore" : "load");
      int exitCode =
          mode.isRestore ? restore(plan, deployment, screen) : load(plan, deployment, screen);
      if (exitCode == 0 && !mode.isRestore && mode.load.isSnapshot) {
        time.begin("checks and copy");
        screen.begin("checking and copying the databases");
        exitCode =
            stoppable(
                plan,
                "copied",
                () ->
                    shown(
                        plan,
                        screen,
                        view -> Snapshots.take(plan, deployment, CheckPolicy.CHANGED, view)));
      }
      if (exitCode == 0) {
        if (!json.isJson()) {
          printWhatTheFileNeeds(plan);
          screen.line(time.parts().line());
        }
      }
      return exitCode;
    }
  }

  private int restore(RunPlan plan, Deployment deployment, Screen screen) {
    screen.beginQuietly("searching for the copies of the databases");
    return stoppable(
        plan,
        "restored",
        () -> shown(plan, screen, view -> Snapshots.restore(plan, deployment, view)));
  }

  private int load(RunPlan plan, Deployment deployment, Screen screen) {
    if (mode.load.isFromScratch || !indexes.isGiven()) {
      screen.beginQuietly("loading the databases");
      print(
          plan,
          "loaded",
          () ->
              shown(
                  plan,
                  screen,
                  view ->
                      mode.load.isFromScratch
                          ? Loading.load(plan, deployment, Loading.Start.FROM_SCRATCH, view)
                          : Loading.loadInParts(plan, deployment, mode.load.parts, view)));
      return 0;
    }
    screen.beginQuietly("changing the indexes");
    return stoppable(
        plan,
        "loaded with profile " + plan.database().indexes(),
        () -> shown(plan, screen, view -> ProfileChange.run(plan, deployment, view)));
  }

  private static List<LoadResult> shown(
      RunPlan plan, Screen screen, Function<Progress, List<LoadResult>> work) {
    try {
      return work.apply(new Progress(screen, plan));
    } finally {
      screen.end();
    }
  }

  /** As {@link #print}; after an interrupt the JVM lives on until the error was told. */
  @SuppressWarnings("try") // Only its end matters.
  private int stoppable(RunPlan plan, String done, Supplier<List<LoadResult>> work) {
    try (OrderlyEnd end = new OrderlyEnd()) {
      try {
        print(plan, done, work);
        return 0;
      } catch (RuntimeException e) {
        // Said here, because after an interrupt the JVM ends as soon as this returns.
        return Main.failed(e, spec.commandLine());
      }
    }
  }

  private void print(RunPlan plan, String done, Supplier<List<LoadResult>> work) {
    long started = System.nanoTime();
    List<LoadResult> results = work.get();
    LoadSummary summary =
        new LoadSummary(plan.name(), results, done, Duration.ofNanos(System.nanoTime() - started));
    summary.print(spec.commandLine().getOut(), json.isJson());
  }

  private void printWhatTheFileNeeds(RunPlan plan) {
    String profile = plan.database().indexes();
    if (!plans.load().database().indexes().equals(profile)) {
      PrintWriter out = spec.commandLine().getOut();
      out.print(
          Text.line(
              "Set database.indexes to %s in %s before quartet run.%n", profile, plans.file()));
      out.flush();
    }
  }
}
