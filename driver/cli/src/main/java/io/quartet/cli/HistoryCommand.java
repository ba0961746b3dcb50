package io.quartet.cli;

import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.ResultsOption;
import io.quartet.cli.view.Figures;
import io.quartet.cli.view.Folded;
import io.quartet.cli.view.Screen;
import io.quartet.model.Ranges;
import io.quartet.model.Text;
import io.quartet.report.compare.RunHistory;
import io.quartet.report.compare.RunHistory.Selection;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
      "  quartet history --tag disk=nvme --limit 5",
      "  quartet history --results /data/runs --json | jq '.runs[0].etps'"
    })
final class HistoryCommand implements Callable<Integer> {

  /** A row without the verdict, for names of that many characters. They have the start of a run. */
  private static final String ROW = "%%-%ds %%-8s %%%ds %%8s %%4s  %%-8s ";

  @Spec private CommandSpec spec;
  @Mixin private ResultsOption results;
  @Mixin private JsonOption json;

  @Option(
      names = "--tag",
      paramLabel = "KEY[=VALUE]",
      mapFallbackValue = "",
      description =
          "Only runs and experiments with this tag, and with this value if one is given. May be"
              + " given several times.")
  private Map<String, String> tags = Map.of();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only runs in this state, without experiments: ${COMPLETION-CANDIDATES}.")
  private State state;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Only the newest N runs; experiments are listed in any case. Default: all.")
  private int limit = Integer.MAX_VALUE;

  /** What became of a run. */
  enum State {
    FINISHED,
    MEASURED,
    ABORTED,
    RUNNING,
    KILLED,
    UNKNOWN;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public Integer call() {
    Ranges.check("--limit", limit, Integer.MAX_VALUE);
    if (!json.isJson()) {
      results.hint(Screen.progress(spec.commandLine().getErr()));
    }
    Selection selection = new Selection(tags, state == null ? "" : state.toString(), limit);
    RunHistory history =
        Screen.during(
            "reading the runs",
            spec.commandLine().getErr(),
            () -> RunHistory.of(results.folder(), selection));
    PrintWriter out = spec.commandLine().getOut();
    out.print(json.isJson() ? history.json() : text(history, selection));
    out.flush();
    return 0;
  }

  private static String percent(double percent) {
    return Text.line("%.1f %%", percent);
  }

  private static String text(RunHistory history, Selection selection) {
    StringBuilder text = new StringBuilder();
    int names = history.runs().stream().mapToInt(run -> run.runId().length()).max().orElse(0);
    List<String> units =
        history.runs().stream().map(run -> run.contents().unit()).distinct().toList();
    boolean hasOneUnit = units.size() <= 1;
    String unit = hasOneUnit ? units.stream().findFirst().orElse("") : "per s";
    String format = ROW.formatted(Math.max(names, 1), hasOneUnit ? 8 : 13);
    if (history.runs().isEmpty()) {
      text.append(
          Text.line(
              selection.isAll() ? "no runs in %s%n" : "no such runs in %s%n", history.folder()));
    } else {
      text.append(
          Text.line(format + "verdict%n", "run", "profile", unit, "foreign", "Sets", "state"));
    }
    for (RunHistory.Entry run : history.runs()) {
      String row =
          Text.line(
              format,
              run.runId(),
              run.profile(),
              Figures.figure(run.etps(), 1) + (hasOneUnit ? "" : " " + run.contents().unit()),
              run.foreignPercent() == null ? "unknown" : percent(run.foreignPercent()),
              run.sets(),
              run.state());
      String said = run.statement() == null ? "-" : run.statement();
      String verdict = run.isCopy() ? said + ", copy" : said;
      boolean fits = row.length() + verdict.length() <= Folded.WIDTH;
      text.append(
          fits ? Text.line("%s%s%n", row, verdict) : Text.line("%s%n", row.stripTrailing()));
      text.append(below(fits ? "" : verdict)).append(below(run.notes().line()));
    }
    for (RunHistory.ListedExperiment experiment : history.experiments()) {
      text.append(Text.line("experiment: %s%n", experiment.folder()));
      text.append(below(experiment.notes().line()));
    }
    for (RunHistory.Unreadable folder : history.unreadable()) {
      text.append(Text.line("not a run: %s: %s%n", folder.folder(), folder.reason()));
    }
    return text.toString();
  }

  /** Words below the row of a run, or the line of an experiment. */
  private static String below(String words) {
    return words.isEmpty() ? "" : Folded.lines(Text.line("  %s", words), 2);
  }
}
