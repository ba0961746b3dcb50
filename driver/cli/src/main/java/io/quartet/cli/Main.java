package io.quartet.cli;

import io.quartet.cli.lab.AdviseCommand;
import io.quartet.cli.lab.LabCommand;
import io.quartet.cli.option.LabelConverter;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.EngineOptions.Access;
import io.quartet.model.plan.EngineOptions.Statements;
import io.quartet.model.plan.EngineOptions.TradeResultIsolation;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program {@code quartet}. Exit codes: docs/contracts.md. */
@Command(
    name = "quartet",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "VERB",
    description =
        "Measures how well a machine carries many PostgreSQL databases whose load moves between"
            + " them.",
    subcommands = {
      DemoCommand.class,
      InitCommand.class,
      DoctorCommand.class,
      UpCommand.class,
      DownCommand.class,
      LoadCommand.class,
      CheckCommand.class,
      RunCommand.class,
      ExperimentCommand.class,
      ReportCommand.class,
      AuditCommand.class,
      AcidCommand.class,
      CompareCommand.class,
      AdviseCommand.class,
      LabCommand.class,
      HistoryCommand.class,
      CertificatesCommand.class,
      PackageCommand.class,
      TierACommand.class,
      WorkerCommand.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  quartet demo                  the whole path on this machine, under 3 minutes",
      "  quartet init laptop.yaml      a commented benchmark file to start from",
      "",
      "Exit codes: 0 valid, 1 bug, 2 bad input, 3 environment not ready, 4 the run finished but is"
          + " invalid, 5 load or check failed, 130 interrupted."
    })
public final class Main {

  private Main() {}

  /** Runs one verb and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    Logs.configure(arguments.length > 0 ? arguments[0] : "help");
    System.exit(commandLine().execute(arguments));
  }

  /** The parser with every verb; for tests as well. */
  static CommandLine commandLine() {
    CommandLine quartet =
        new CommandLine(new Main())
            .registerConverter(Access.class, new LabelConverter<>(Access::label, Access.values()))
            .registerConverter(
                Statements.class, new LabelConverter<>(Statements::label, Statements.values()))
            .registerConverter(
                TradeResultIsolation.class,
                new LabelConverter<>(TradeResultIsolation::label, TradeResultIsolation.values()))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpAutoWidth(true)
            .setParameterExceptionHandler(Main::wrongUsage)
            .setExecutionExceptionHandler((error, command, parsed) -> failed(error, command));
    for (CommandLine verb : quartet.getSubcommands().values()) {
      CommandSpec spec = verb.getCommandSpec();
      spec.usageMessage().footerHeading("%nExamples:%n");
      if (!spec.mixinStandardHelpOptions()) {
        spec.mixinStandardHelpOptions(true);
      }
    }
    return quartet;
  }

  private static int wrongUsage(ParameterException error, String[] arguments) {
    CommandLine command = error.getCommandLine();
    command.getErr().println(error.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(error, command.getErr())) {
      command.getErr().println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
    }
    return QuartetException.Kind.BAD_INPUT.exitCode();
  }

  static int failed(Exception error, CommandLine command) {
    Failure failure = Failure.of(error);
    boolean isJson = command.getParseResult().hasMatchedOption("--json");
    command.getErr().println(isJson ? failure.json() : failure.text());
    return failure.kind().exitCode();
  }
}
