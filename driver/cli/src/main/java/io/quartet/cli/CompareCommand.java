package io.quartet.cli;

import io.quartet.cli.option.JsonOption;
import io.quartet.cli.view.ComparisonText;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
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
    description =
        "Compares runs by phase, Group and transaction, and says how sure each difference is; what"
            + " differs in their configuration comes first. Without --against the first run is the"
            + " baseline, and each other one is compared with it. With --against two sets of runs"
            + " are compared: those of --against are the baseline. Three runs or more in each set"
            + " can be called higher or lower. Needs neither a network nor a database and changes"
            + " nothing in the folders. Exit code 4 if a run is INVALID, or not comparable because"
            + " of what other programs took of its processors.",
    footer = {
      "  quartet compare results/20260301-120000-a results/20260301-140000-b",
      "  quartet compare results/b1 results/b2 results/b3 --against results/a*"
    })
final class CompareCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;

  @Parameters(
      arity = "0..*",
      paramLabel = "DIR",
      description =
          "Folders of runs, results/<run-id>: two or more, of which the first is the baseline; or,"
              + " with --against, those that are compared with the baseline.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--against",
      arity = "1..*",
      paramLabel = "DIR",
      description = "Folders of the runs of the baseline.")
  private List<Path> baseline = new ArrayList<>();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also writes a page that needs nothing but itself.")
  private Path page;

  @Override
  public Integer call() {
    Comparison comparison =
        baseline.isEmpty() ? Comparisons.of(folders) : Comparisons.ofSets(baseline, folders);
    if (page != null) {
      write(comparison);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json.isJson()) {
      out.print(Comparisons.json(comparison));
    } else {
      out.print(ComparisonText.of(comparison));
    }
    out.flush();
    return comparison.isSound() ? 0 : Kind.INVALID_RUN.exitCode();
  }

  private void write(Comparison comparison) {
    try {
      Files.writeString(page, Comparisons.html(comparison));
    } catch (IOException e) {
      throw QuartetException.badInput(
          "FILE_NOT_WRITABLE",
          page + " cannot be written (" + e + "). Name a file in a folder that you can write to.",
          e);
    }
  }
}
