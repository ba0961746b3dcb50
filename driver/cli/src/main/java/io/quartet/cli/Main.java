package io.quartet.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import io.quartet.cli.file.InitCommand;
import io.quartet.cli.file.ValidateCommand;
import io.quartet.cli.lab.AdviseCommand;
import io.quartet.cli.lab.LabCommand;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.LabelConverter;
import io.quartet.cli.option.PathConverter;
import io.quartet.cli.view.FoldedHelp;
import io.quartet.cli.view.Screen;
import io.quartet.cli.view.VerbList;
import io.quartet.cli.view.VisibleWriter;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Caches;
import io.quartet.model.plan.EngineOptions.Access;
import io.quartet.model.plan.EngineOptions.Statements;
import io.quartet.model.plan.EngineOptions.TradeResultIsolation;
import io.quartet.provision.os.OwnProgram;
import io.quartet.report.OutputSchema;
import io.quartet.run.check.CheckPolicy;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;

/** The program {@code quartet}. Exit codes: docs/contracts.md. */
@Command(
    name = "quartet",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "VERB",
    description = {
      "Measures how well a machine serves many PostgreSQL databases while load moves between them.",
      "See 'quartet help VERB' for the options and examples of a verb."
    },
    subcommands = {
      InitCommand.class,
      ValidateCommand.class,
      DoctorCommand.class,
      UpCommand.class,
      DownCommand.class,
      LoadCommand.class,
      CheckCommand.class,
      LabCommand.class,
      DemoCommand.class,
      RunCommand.class,
      ExperimentCommand.class,
      AcidCommand.class,
      ReportCommand.class,
      AuditCommand.class,
      CompareCommand.class,
      HistoryCommand.class,
      NoteCommand.class,
      RemoveCommand.class,
      AdviseCommand.class,
      SchemaCommand.class,
      CertificatesCommand.class,
      PackageCommand.class,
      TierACommand.class,
      WorkerCommand.class,
      SupportCommand.class,
      CompletionCommand.class,
      HelpCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "  0:valid",
      "  1:a bug in Quartet",
      "  2:bad input",
      "  3:environment not ready",
      "  4:the run finished but is invalid",
      "  5:load or check failed",
      "130:interrupted by Ctrl-C",
      "143:ended by TERM"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  quartet demo                  a short benchmark, under 3 minutes",
      "  quartet init laptop.yaml      a commented benchmark file to start from"
    })
public final class Main {

  /** The option {@code --verbose}, also among other options of one letter. */
  private static final Predicate<String> VERBOSE =
      Pattern.compile("-[hqV]*v[hqvV]*|--verbose").asMatchPredicate();

  /** When to print in colour. */
  private enum Color {
    AUTO(Ansi.AUTO),
    ALWAYS(Ansi.ON),
    NEVER(Ansi.OFF);

    private final Ansi ansi;

    Color(Ansi ansi) {
      this.ansi = ansi;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = {"-q", "--quiet"},
      scope = ScopeType.INHERIT,
      description = "Prints no progress, only results, warnings and errors.")
  private boolean isQuiet;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Also prints what otherwise only the log has.")
  private boolean isVerbose;

  @Option(
      names = "--color",
      scope = ScopeType.INHERIT,
      paramLabel = "WHEN",
      defaultValue = "auto",
      description =
          "Help in colour: ${COMPLETION-CANDIDATES}. Default: auto, on a terminal unless the variable NO_COLOR is set.")
  private Color color;

  private Main() {}

  /** Runs one verb and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    // Before the first logger is made, and so before anything is parsed.
    Logs.configure(OwnProgram.verb().orElse(""), List.of(arguments).stream().anyMatch(VERBOSE));
    System.exit(commandLine().execute(arguments));
  }

  /** Returns the parser with every verb. Tests use it too. */
  static CommandLine commandLine() {
    CommandLine quartet =
        new CommandLine(new Main())
            .registerConverter(Access.class, new LabelConverter<>(Access::label, Access.values()))
            .registerConverter(Caches.class, new LabelConverter<>(Caches::label, Caches.values()))
            .registerConverter(
                CheckPolicy.class,
                new LabelConverter<>(CheckPolicy::toString, CheckPolicy.values()))
            .registerConverter(Color.class, new LabelConverter<>(Color::toString, Color.values()))
            .registerConverter(Path.class, new PathConverter())
            .registerConverter(
                HistoryCommand.State.class,
                new LabelConverter<>(HistoryCommand.State::toString, HistoryCommand.State.values()))
            .registerConverter(
                OutputSchema.class,
                new LabelConverter<>(OutputSchema::label, OutputSchema.values()))
            .registerConverter(
                Statements.class, new LabelConverter<>(Statements::label, Statements.values()))
            .registerConverter(
                TradeResultIsolation.class,
                new LabelConverter<>(TradeResultIsolation::label, TradeResultIsolation.values()))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpAutoWidth(true)
            .setHelpFactory(FoldedHelp::new)
            .setExecutionStrategy(Main::execute)
            .setParameterExceptionHandler(Main::wrongUsage)
            .setExecutionExceptionHandler((error, command, parsed) -> failed(error, command));
    quartet.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, VerbList::of);
    quartet.getSubcommands().values().forEach(Main::describe);
    TierACommand.withoutInherited(quartet.getSubcommands().get("tier-a").getCommandSpec());
    spread(quartet.getCommandSpec());
    quartet.getCommandSpec().usageMessage().commandListHeading(""); // Each group has its own.
    return quartet;
  }

  private static void describe(CommandLine verb) {
    CommandSpec spec = verb.getCommandSpec();
    spec.usageMessage().footerHeading("%nExamples:%n");
    if (!spec.mixinStandardHelpOptions()) {
      spec.mixinStandardHelpOptions(true);
    }
    spec.versionProvider(new Version());
    JsonOption.describe(spec);
    verb.getSubcommands().values().forEach(Main::describe);
    spread(spec);
  }

  /** Puts an empty line before each part of the help and between its paragraphs. */
  private static void spread(CommandSpec spec) {
    spec.usageMessage()
        .descriptionHeading("%n")
        .description(String.join("\n\n", spec.usageMessage().description()).split("\n", -1))
        .parameterListHeading("%n")
        .optionListHeading("%n")
        .commandListHeading("%nCommands:%n");
  }

  /** The help, which has colours, is not text of others. */
  private static int execute(ParseResult parsed) {
    Main options = parsed.commandSpec().commandLine().getCommand();
    parsed.commandSpec().commandLine().setColorScheme(Help.defaultColorScheme(options.color.ansi));
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    CommandLine last = last(parsed).commandSpec().commandLine();
    if (!last.getSubcommands().isEmpty()) {
      last.usage(last.getErr());
      return QuartetException.Kind.BAD_INPUT.exitCode();
    }
    CommandLine quartet = parsed.commandSpec().commandLine();
    quartet.setOut(VisibleWriter.of(quartet.getOut()));
    quartet.setErr(VisibleWriter.of(quartet.getErr()));
    Screen.setQuiet(options.isQuiet);
    return new RunLast().execute(parsed);
  }

  /** The verb, or the program without one. */
  private static ParseResult last(ParseResult parsed) {
    return parsed.hasSubcommand() ? last(parsed.subcommand()) : parsed;
  }

  private static int wrongUsage(ParameterException error, String[] arguments) {
    Failure failure =
        new Failure(QuartetException.Kind.BAD_INPUT, "WRONG_USAGE", WrongUsage.text(error));
    boolean isJson = List.of(arguments).contains(JsonOption.NAME);
    return failed(failure, isJson, VisibleWriter.of(error.getCommandLine().getErr()));
  }

  static int failed(Exception error, CommandLine command) {
    boolean isJson = command.getParseResult().hasMatchedOption(JsonOption.NAME);
    return failed(Failure.of(error), isJson, command.getErr());
  }

  private static int failed(Failure failure, boolean isJson, PrintWriter err) {
    err.println(isJson ? failure.json() : failure.text());
    return failure.kind().exitCode();
  }
}
