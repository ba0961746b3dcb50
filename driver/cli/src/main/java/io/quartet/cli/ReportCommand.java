package io.quartet.cli;

import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.ResultsOf;
import io.quartet.cli.option.ResultsPathConverter;
import io.quartet.cli.view.ExperimentSummary;
import io.quartet.cli.view.Screen;
import io.quartet.cli.view.Summary;
import io.quartet.cli.view.WallTime;
import io.quartet.model.QuartetException;
import io.quartet.report.Report;
import io.quartet.report.ReportWriter;
import io.quartet.report.experiment.ExperimentPages;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.results.experiment.ExperimentFolder;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report}: HTML, JSON and PDF from a results folder. */
@Command(
    name = "report",
    description = {
      "Writes the report of a results folder: HTML, JSON and PDF.",
      "Writes report.html, report.json, report.pdf and disclosure.pdf. Needs neither a network nor a database, and never changes raw files. For the folder"
          + " of an experiment, writes its page again.",
      "Exit code 4 if the run is INVALID, or if a run of the experiment does not count."
    },
    footer = {
      "  quartet report results/20260301-120000-demo",
      "  quartet report results/20260301-120000-demo --json | jq .report.metric.etps"
    })
final class ReportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;

  @Parameters(
      paramLabel = "RUN",
      converter = ResultsPathConverter.class,
      description = "Folder of a run or an experiment, or its name in quartet history.")
  private Path folder;

  @Override
  public Integer call() {
    if (ExperimentFolder.isOne(folder)) {
      return experiment();
    }
    ResultsOf.requireSome(folder);
    Report report =
        Screen.during(
            "writing the report", spec.commandLine().getErr(), () -> ReportWriter.write(folder));
    new Summary(folder, report, WallTime.Parts.NONE)
        .print(spec.commandLine().getOut(), json.isJson());
    return report.verdict().isValid() ? 0 : QuartetException.Kind.INVALID_RUN.exitCode();
  }

  private int experiment() {
    ExperimentReport report =
        Screen.during(
            "writing the page of the experiment",
            spec.commandLine().getErr(),
            () -> new ExperimentPages(ExperimentFolder.open(folder)).write());
    ExperimentSummary summary = new ExperimentSummary(folder, report);
    summary.print(spec.commandLine().getOut(), json.isJson());
    return summary.isSound() ? 0 : QuartetException.Kind.INVALID_RUN.exitCode();
  }
}
