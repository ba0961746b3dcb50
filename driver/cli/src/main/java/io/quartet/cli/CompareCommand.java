package io.quartet.cli;

import io.quartet.cli.option.AllRowsOption;
import io.quartet.cli.option.GatesOption;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.OutputFiles;
import io.quartet.cli.option.ResultsPathConverter;
import io.quartet.cli.view.ComparisonText;
import io.quartet.cli.view.Screen;
import io.quartet.report.compare.Comparison;
import io.quartet.report.compare.Comparisons;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare}: two or more runs, or two sets of runs, beside each other. */
@Command(
    name = "compare",
    description = {
      "Compares two or more runs, or two sets of runs.",
      "Compares by phase, Group and transaction, and states how certain each difference is."
          + " Also lists differences in configuration.",
      "Without --against, the first run is the baseline for all others. With --against, two"
          + " sets of runs are compared, and the runs after --against are the baseline. The"
          + " verdicts \"higher\" and \"lower\" need three runs on each side.",
      "Needs neither a network nor a database, and changes nothing in the folders. Exit"
          + " code 4 if a run is INVALID, or if other programs took too much of its processor"
          + " time; otherwise that of --fail-if."
    },
    footer = {
      "  quartet compare results/20260301-120000-a results/20260301-140000-b",
      "  quartet compare results/b1 results/b2 results/b3 --against results/a*"
    })
final class CompareCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;
  @Mixin private AllRowsOption rows;
  @Mixin private GatesOption gates;

  @Parameters(
      arity = "0..*",
      paramLabel = "RUN",
      converter = ResultsPathConverter.class,
      description =
          "Folders of runs, or their ids. Without --against, two or more with the baseline"
              + " first. With --against, the runs to compare with the baseline.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--against",
      arity = "1..*",
      paramLabel = "RUN",
      converter = ResultsPathConverter.class,
      description = "Folders or ids of the baseline runs.")
  private List<Path> baseline = new ArrayList<>();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also writes the comparison to a self-contained HTML page.")
  private Path page;

  @Override
  public Integer call() {
    Comparison comparison =
        Screen.during("comparing the runs", spec.commandLine().getErr(), this::compared);
    gates.require(comparison.figures());
    PrintWriter out = spec.commandLine().getOut();
    if (json.isJson()) {
      out.print(Comparisons.json(comparison));
    } else {
      out.print(ComparisonText.of(comparison, rows.isAll()));
    }
    out.flush();
    return gates.judge(
        comparison.isSound(),
        comparison::pairings,
        json.isJson() ? spec.commandLine().getErr() : out);
  }

  private Comparison compared() {
    Comparison comparison =
        baseline.isEmpty() ? Comparisons.of(folders) : Comparisons.ofSets(baseline, folders);
    if (page != null) {
      write(comparison);
    }
    return comparison;
  }

  private void write(Comparison comparison) {
    try {
      Files.writeString(page, Comparisons.html(comparison));
    } catch (IOException e) {
      throw OutputFiles.notWritable(page, e);
    }
  }
}
