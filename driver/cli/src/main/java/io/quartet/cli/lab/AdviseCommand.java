package io.quartet.cli.lab;

import io.quartet.cli.option.AllRowsOption;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.ResultsPathConverter;
import io.quartet.cli.view.Connecting;
import io.quartet.cli.view.Screen;
import io.quartet.cli.view.TrialView;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.provision.os.QuartetHome;
import io.quartet.report.advise.Advice;
import io.quartet.report.advise.AdviceWriter;
import io.quartet.report.advise.Concern;
import io.quartet.report.advise.Trial;
import io.quartet.report.advise.Trials;
import io.quartet.results.lab.TriedIndex;
import io.quartet.run.database.IndexTrial;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code advise}: which index to drop, and which one is missing. */
@Command(
    name = "advise",
    description = {
      "Reports benefit and cost of each index, and proposes indexes.",
      "Uses the records of one run. Also lists statements whose plan changed. Needs neither a network nor a database."
          + " Writes advise.html and advise.json to the folder of the run, and never changes raw"
          + " files.",
      "With --try or --drop, also measures the affected transactions with and without all"
          + " these changes. Works on copies of the databases of the first Set. The databases"
          + " must be up and loaded, and stay as they are."
    },
    footer = {
      "  quartet advise results/20260301-120000-laptop --drop trade_by_symbol",
      "  quartet advise results/SECOND --against results/FIRST --json"
    })
public final class AdviseCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;
  @Mixin private AllRowsOption rows;

  @Parameters(
      paramLabel = "RUN",
      converter = ResultsPathConverter.class,
      description = "Folder of a run, or its id.")
  private Path run;

  @Option(
      names = "--against",
      paramLabel = "RUN",
      converter = ResultsPathConverter.class,
      description = "Earlier run. Also lists statements whose plan differs from that run.")
  private Path other;

  @Option(
      names = "--try",
      paramLabel = "STATEMENT",
      description =
          "CREATE INDEX, or ALTER TABLE ... ADD CONSTRAINT, to measure, in the form that an index"
              + " profile takes. May be given several times.")
  private List<String> statements = List.of();

  @Option(
      names = "--drop",
      paramLabel = "NAME",
      description = "Existing index whose removal to measure. May be given several times.")
  private List<String> dropped = List.of();

  @Override
  public Integer call() {
    List<TriedIndex> tried = statements.stream().map(AdviseCommand::tried).toList();
    Advice advice = read();
    Set<TriedIndex> changes = new LinkedHashSet<>(); // One that is given twice is one change.
    // Dropped first, so that another index of the same name can take its place.
    dropped.forEach(name -> changes.add(Trials.dropped(advice, name)));
    changes.addAll(tried);
    Advice whole = changes.isEmpty() ? advice : advice.with(trials(List.copyOf(changes)));
    write(whole);
    PrintWriter out = spec.commandLine().getOut();
    if (json.isJson()) {
      out.print(AdviceWriter.json(whole));
    } else {
      out.print(AdviceText.of(whole, rows.isAll()));
      out.print(Text.line("%nPage: %s%n", run.resolve(AdviceWriter.HTML)));
    }
    out.flush();
    return 0;
  }

  private Advice read() {
    return Screen.during(
        "reading the run",
        spec.commandLine().getErr(),
        () -> AdviceWriter.read(run, Optional.ofNullable(other)));
  }

  private void write(Advice advice) {
    Screen.during(
        "writing the advice", spec.commandLine().getErr(), () -> AdviceWriter.write(run, advice));
  }

  private static TriedIndex tried(String statement) {
    if (statement.isEmpty()) {
      throw QuartetException.badInput(
          TriedIndex.REFUSED,
          "--try has no statement. Write CREATE INDEX or ALTER TABLE ... ADD CONSTRAINT after it.");
    }
    return QuartetHome.triedIndex(statement);
  }

  private List<Trial> trials(List<TriedIndex> changes) {
    List<Concern> concerns = Trials.concerns(run, changes);
    List<Trials.Measured> measured = new ArrayList<>();
    try (Screen screen = Screen.standardError(spec.commandLine().getErr());
        IndexTrial trial = attach(screen)) {
      int weight =
          concerns.stream()
              .mapToInt(concern -> trial.weight(concern.changes(), concern.transactions()))
              .sum();
      TrialView view = new TrialView(screen, weight);
      for (Concern concern : concerns) {
        String vm = trial.vm(concern.role());
        measured.add(
            new Trials.Measured(
                concern,
                vm,
                trial.measure(concern.role(), concern.changes(), concern.transactions(), view)));
      }
    }
    return Trials.of(measured, IndexTrial.WITHOUT);
  }

  private IndexTrial attach(Screen screen) {
    Connecting.begin(screen);
    return IndexTrial.of(run);
  }
}
