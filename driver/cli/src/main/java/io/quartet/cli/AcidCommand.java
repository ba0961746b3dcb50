package io.quartet.cli;

import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.Plans;
import io.quartet.cli.view.Connecting;
import io.quartet.cli.view.Folded;
import io.quartet.cli.view.Screen;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.results.evidence.AcidEvidence;
import io.quartet.results.evidence.AcidEvidence.Step;
import io.quartet.run.acid.AcidTrial;
import io.quartet.run.doctor.Prerequisite;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code acid}: the test of atomicity and isolation. */
@Command(
    name = "acid",
    description = {
      "Tests atomicity and isolation on loaded databases.",
      "Works on the databases of the first Set. Makes every writing transaction fail at its commit, then compares all tables. Runs"
          + " transactions that conflict, and checks for anomalies. All transactions go through"
          + " the Tier A of the Set.",
      "Run this after the measured runs. It leaves trades behind and needs exclusive access"
          + " to the databases.",
      "Writes the results to a file for quartet audit --acid. Exit code 4 if a step fails."
    },
    footer = {
      "  quartet acid official.yaml --output results/acid.json",
      "  quartet acid laptop.yaml --json"
    })
final class AcidCommand implements Callable<Integer> {

  private static final int FAILED = 4;

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;
  @Mixin private JsonOption json;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      defaultValue = "acid.json",
      description = "File to write. Default: ${DEFAULT-VALUE}.")
  private Path output;

  @Override
  public Integer call() {
    RunPlan plan = plans.loadWith(Prerequisite.DATA_FOLDER);
    AcidEvidence evidence;
    try (Screen screen = Screen.standardError(spec.commandLine().getErr());
        Deployment deployment = Connecting.to(plan, plans.file(), screen)) {
      evidence = AcidTrial.prove(plan, deployment, step -> screen.begin("trying: " + step));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json.isJson()) {
      out.println(evidence.toJson().toPrettyString());
    } else {
      evidence.atomicity().forEach(step -> out.print(Folded.lines(line("atomicity", step))));
      evidence.isolation().forEach(step -> out.print(Folded.lines(line("isolation", step))));
    }
    out.flush();
    write(evidence);
    return evidence.hasPassed() ? 0 : FAILED;
  }

  private static String line(String kind, Step step) {
    String line =
        Text.line(
            "%-4s  %s  %s  %s: %s",
            step.hasPassed() ? "pass" : "FAIL", kind, step.vm(), step.name(), step.found());
    return step.hasPassed() ? line : Text.line("%s (expected: %s)", line, step.expected());
  }

  private void write(AcidEvidence evidence) {
    try {
      Files.writeString(output, evidence.toJson().toPrettyString() + "\n");
    } catch (IOException e) {
      throw QuartetException.environment(
          "ACID_WRITE",
          output + " cannot be written (" + e + "). Name another file with --output.",
          e);
    }
  }
}
