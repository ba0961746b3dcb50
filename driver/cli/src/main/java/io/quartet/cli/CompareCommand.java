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

/** {@code compare}: two or more runs beside each other. */
@Command(
    name = "compare",
    description =
        "Compares runs by phase, Group and transaction, each with the first one, and says how sure"
            + " each difference is; what differs in their configuration comes first. Needs neither"
            + " a network nor a database and changes nothing in the folders. Exit code 4 if a run"
            + " is INVALID, or not comparable because of what other programs took of its"
            + " processors.",
    footer = {
      "  quartet compare results/20260301-120000-a results/20260301-140000-b",
      "  quartet compare results/libpq results/odbc results/plain --html page.html"
    })
final class CompareCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;

  @Parameters(
      arity = "0..*",
      paramLabel = "DIR",
      description = "Folders of two or more runs, results/<run-id>; the first is the baseline.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also writes a page that needs nothing but itself.")
  private Path page;

  @Override
  public Integer call() {
    Comparison comparison = Comparisons.of(folders);
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
