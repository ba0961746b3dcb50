package io.quartet.cli;

import io.quartet.audit.Supplements;
import io.quartet.audit.ValidityRules;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.OutputFiles;
import io.quartet.cli.option.ResultsOption;
import io.quartet.cli.option.ResultsPathConverter;
import io.quartet.cli.view.Folded;
import io.quartet.cli.view.RuleText;
import io.quartet.cli.view.Screen;
import io.quartet.model.Text;
import io.quartet.results.RunResults;
import io.quartet.results.Verdict;
import io.quartet.results.evidence.AcidEvidence;
import io.quartet.results.evidence.Attestation;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code audit}: judges a run again, from its raw files alone, or puts durability to the test. */
@Command(
    name = "audit",
    description = {
      "Judges a run again from its raw files, or tests durability.",
      "Applies the rules of the run's profile and writes audit.json, if the folder can be"
          + " written to. Each check has a severity, a measured value, a limit, a verdict and the"
          + " files it comes from."
          + " Severity F makes a run INVALID, W is a warning, I is information.",
      "A rule that cannot be judged is listed as such. Exit code 4 if the run is INVALID.",
      "With --durability, runs a benchmark file and kills a server under load."
    },
    footer = {
      "  quartet audit results/first --acid acid.json --attest-40 rule-40.yaml",
      "  quartet audit --durability laptop.yaml --times 3"
    })
final class AuditCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;

  @Mixin private ResultsOption results;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Subject subject;

  /** Subject of the audit: a finished run, or the system of a benchmark file. */
  private static final class Subject {
    @ArgGroup(exclusive = false, multiplicity = "1")
    private FinishedRun run;

    @ArgGroup(exclusive = false, multiplicity = "1")
    private DurabilityOptions durability;
  }

  private static final class FinishedRun {
    @Parameters(
        paramLabel = "RUN",
        converter = ResultsPathConverter.class,
        description = "Folder of a run, or its id.")
    private Path folder;

    @Option(
        names = "--durability-run",
        paramLabel = "RUN",
        converter = ResultsPathConverter.class,
        description =
            "Run with --durability of the same file. Rules 38 and 39 of an official"
                + " run need it.")
    private Path durabilityRun;

    @Option(
        names = "--second",
        paramLabel = "RUN",
        converter = ResultsPathConverter.class,
        description =
            "Second run of the same plan. The rule about repeatability of an official"
                + " run needs it.")
    private Path second;

    @Option(
        names = "--acid",
        paramLabel = "FILE",
        description =
            "Output file of quartet acid. The rules about atomicity and isolation of an official"
                + " run need it.")
    private Path acid;

    @Option(
        names = "--attest-40",
        paramLabel = "FILE",
        description =
            "Attestation of a person about storage devices that failed. The verdict of an"
                + " official run then names who attests rule 40. Quartet checks the form, the run and"
                + " the hashes of the evidence. It cannot check that the attestation is true.")
    private Path attestation;

    @Option(
        names = "--output",
        paramLabel = "FILE",
        description =
            "Writes audit.json to this file instead of the folder, for instance for a run in an"
                + " archive. Without it, a folder that cannot be written to stays as it is.")
    private Path output;
  }

  @Override
  public Integer call() {
    if (subject.durability != null) {
      return subject.durability.run(results.folder(), spec.commandLine(), json.isJson());
    }
    return judge(subject.run);
  }

  private int judge(FinishedRun run) {
    ResultsFolder folder = ResultsFolder.open(run.folder);
    Verdict verdict =
        Screen.during("judging the run", spec.commandLine().getErr(), () -> verdict(folder, run));
    PrintWriter out = spec.commandLine().getOut();
    out.print(json.isJson() ? verdict.text() : table(verdict));
    out.flush();
    if (run.output != null) {
      write(run.output, verdict);
    } else if (Files.isWritable(run.folder)) {
      verdict.write(folder);
      if (!json.isJson()) {
        out.print(
            Text.line("To show this verdict in the report, run quartet report %s%n", run.folder));
      }
    } else {
      spec.commandLine()
          .getErr()
          .print(
              Text.line(
                  "%s cannot be written to, so its audit.json stays as it is. Use --output FILE to"
                      + " keep this verdict.%n",
                  run.folder));
    }
    out.flush();
    spec.commandLine().getErr().flush();
    return verdict.exitCode();
  }

  private static Verdict verdict(ResultsFolder folder, FinishedRun run) {
    RunResults results = RunResults.read(folder);
    Supplements supplements =
        new Supplements(
            Optional.ofNullable(run.second).map(ResultsFolder::open),
            Optional.ofNullable(run.durabilityRun).map(ResultsFolder::open).map(RunResults::read),
            Optional.ofNullable(run.acid).map(AcidEvidence::read),
            Optional.ofNullable(run.attestation)
                .map(file -> Attestation.read(file, results.info())));
    return ValidityRules.evaluate(results, supplements);
  }

  private static void write(Path file, Verdict verdict) {
    try {
      Files.writeString(file, verdict.text());
    } catch (IOException e) {
      throw OutputFiles.notWritable(file, e);
    }
  }

  private static String table(Verdict verdict) {
    StringBuilder text = new StringBuilder();
    verdict.checks().forEach(check -> text.append(RuleText.lines(check)));
    if (!verdict.deviations().isEmpty()) {
      text.append(Text.line("Deviations from an official run:%n"));
      verdict
          .deviations()
          .forEach(deviation -> text.append(Folded.lines(Text.line("  - %s", deviation))));
    }
    return text.append(Folded.lines(Text.line("%s", verdict.statement()))).toString();
  }
}
