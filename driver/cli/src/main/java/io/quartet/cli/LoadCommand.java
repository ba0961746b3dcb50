package io.quartet.cli;

import io.quartet.model.RunPlan;
import io.quartet.orchestrate.Loading;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.orchestrate.provider.EmbeddedProvider;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code load}: schema and data. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description =
        "Loads schema, data and indexes into the databases of a benchmark file, which have to be"
            + " up. Databases that are loaded already are left alone.",
    footerHeading = "%nExamples:%n",
    footer = {"  quartet load laptop.yaml", "  quartet up laptop.yaml && quartet load laptop.yaml"})
final class LoadCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;

  @Override
  public Integer call() {
    RunPlan plan = plans.load();
    Screen screen = Screen.standardError(spec.commandLine().getErr());
    long started = System.nanoTime();
    try (Deployment deployment = new EmbeddedProvider().attach(plan)) {
      Loading.load(plan, deployment, new Progress(screen, plan));
      screen.clear();
      Duration length = Duration.ofNanos(System.nanoTime() - started);
      spec.commandLine()
          .getOut()
          .printf(
              Locale.ROOT,
              "%s: %d databases are loaded (%.1f s)%n",
              plan.name(),
              deployment.databases().size(),
              length.toMillis() / 1e3);
    }
    return 0;
  }
}
