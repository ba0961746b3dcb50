package io.quartet.cli;

import io.quartet.cli.option.Plans;
import io.quartet.cli.view.Progress;
import io.quartet.cli.view.Screen;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.provision.Provider;
import io.quartet.run.database.LoadResult;
import io.quartet.run.database.Loading;
import io.quartet.run.database.Snapshots;
import io.quartet.run.doctor.Prerequisite;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
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
    description =
        "Loads schema, data and indexes into the databases of a benchmark file, which have to be"
            + " up. Databases that are loaded already are left alone, loads that were cut short are"
            + " continued.",
    footer = {
      "  quartet up laptop.yaml && quartet load laptop.yaml --snapshot",
      "  quartet load laptop.yaml --restore && quartet run laptop.yaml"
    })
final class LoadCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;

  @ArgGroup(exclusive = true)
  private Mode mode = new Mode();

  /** Load, perhaps with a copy afterwards, or bring the copy back. */
  private static final class Mode {

    @Option(
        names = "--restore",
        description =
            "Brings back the copies that --snapshot made, in place of what the databases hold now.")
    private boolean isRestore;

    @ArgGroup(exclusive = false)
    private LoadOptions load = new LoadOptions();
  }

  private static final class LoadOptions {

    @Option(
        names = "--snapshot",
        description =
            "Keeps a copy of each database beside it, in place of an older copy. Needs the room"
                + " of the databases once more.")
    private boolean isSnapshot;

    @Option(
        names = "--from-scratch",
        description = "Drops what the databases hold, complete or not, and loads anew.")
    private boolean isFromScratch;
  }

  @Override
  public Integer call() {
    RunPlan plan = plans.loadWith(Prerequisite.DATA_FOLDER);
    Screen screen = Screen.standardError(spec.commandLine().getErr());
    try (Deployment deployment = Provider.of(plan).attach(plan)) {
      if (mode.isRestore) {
        screen.line("==> restoring the databases");
        return copying(plan, "restored", () -> Snapshots.restore(plan, deployment));
      }
      Loading.Start start =
          mode.load.isFromScratch ? Loading.Start.FROM_SCRATCH : Loading.Start.CONTINUE;
      print(
          plan,
          "loaded",
          () -> {
            try {
              return Loading.load(plan, deployment, start, new Progress(screen, plan));
            } finally {
              screen.clear();
            }
          });
      if (mode.load.isSnapshot) {
        screen.line("==> copying the databases");
        return copying(plan, "copied", () -> Snapshots.take(plan, deployment));
      }
    }
    return 0;
  }

  /** As {@link #print}; after an interrupt the JVM lives on until the error was told. */
  @SuppressWarnings("try") // Only its end matters.
  private int copying(RunPlan plan, String done, Supplier<List<LoadResult>> work) {
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
    double seconds = (System.nanoTime() - started) / 1e9;
    PrintWriter out = spec.commandLine().getOut();
    for (LoadResult result : results) {
      out.printf(
          Locale.ROOT,
          "%-10s %-18s %8.1f s%n",
          result.vm(),
          result.action().label(),
          result.length().toMillis() / 1e3);
    }
    out.printf(
        Locale.ROOT,
        "%s: %d databases are %s (%.1f s)%n",
        plan.name(),
        results.size(),
        done,
        seconds);
    out.flush();
  }
}
