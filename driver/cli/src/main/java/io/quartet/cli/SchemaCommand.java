package io.quartet.cli;

import io.quartet.report.OutputSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code schema}: what the JSON documents hold. */
@Command(
    name = "schema",
    description = {
      "Prints the JSON Schema of a document made of results.",
      "It names and explains every field. Use it to check documents, or to generate code that reads them."
    },
    footer = {"  quartet schema report", "  quartet schema comparison | jq '.properties | keys'"})
final class SchemaCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "DOCUMENT",
      description =
          "report (report.json of a run), comparison (compare --json), advice (advise.json) or"
              + " experiment (report.json of an experiment).")
  private OutputSchema document;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(document.json());
    spec.commandLine().getOut().flush();
    return 0;
  }
}
