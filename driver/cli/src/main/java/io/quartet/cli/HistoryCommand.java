package io.quartet.cli;

import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.ResultsOption;
import io.quartet.cli.view.Figures;
import io.quartet.cli.view.Screen;
import io.quartet.model.Text;
import io.quartet.report.compare.RunHistory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code history}: the runs there are. */
@Command(
    name = "history",
    description = {
      "Lists the runs in a results folder with their verdicts.",
      "The newest run comes first. Judges a run again if its files have changed since its audit. Also lists"
          + " experiments, and folders without a readable run together with the reason."
    },
    footer = {
      "  quartet history",
      "  quartet history --results /data/runs --json | jq '.runs[0].etps'"
    })
final class HistoryCommand implements Callable<Integer> {

  private static final String ROW = "%-36s %-20s %-9s %10s %9s %5s  %-9s %s%n";

  @Spec private CommandSpec spec;
  @Mixin private ResultsOption results;
  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    RunHistory history =
        Screen.during(
            "reading the runs", spec.commandLine().getErr(), () -> RunHistory.of(results.folder()));
    PrintWriter out = spec.commandLine().getOut();
    out.print(json.isJson() ? history.json() : text(history));
    out.flush();
    return 0;
  }

  private static String percent(double percent) {
    return Text.line("%.1f %%", percent);
  }

  private static String text(RunHistory history) {
    StringBuilder text = new StringBuilder();
    if (history.runs().isEmpty()) {
      text.append(Text.line("no runs in %s%n", history.folder()));
    } else {
      text.append(
          Text.line(
              ROW, "run", "started", "profile", "etps", "foreign", "Sets", "state", "verdict"));
    }
    for (RunHistory.Entry run : history.runs()) {
      text.append(
          Text.line(
              ROW,
              run.runId(),
              Instant.ofEpochMilli(run.startedUtcMillis()).truncatedTo(ChronoUnit.SECONDS),
              run.profile(),
              Figures.figure(run.etps(), 1),
              run.foreignPercent() == null ? "not known" : percent(run.foreignPercent()),
              run.sets(),
              run.state(),
              run.statement()));
    }
    for (String experiment : history.experiments()) {
      Path folder = Path.of(history.folder(), experiment);
      text.append(Text.line("experiment: %s (quartet report %s)%n", experiment, folder));
    }
    for (RunHistory.Unreadable folder : history.unreadable()) {
      text.append(Text.line("not a run: %s: %s%n", folder.folder(), folder.reason()));
    }
    return text.toString();
  }
}
