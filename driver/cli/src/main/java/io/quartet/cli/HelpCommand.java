package io.quartet.cli;

import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IHelpCommandInitializable2;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code help}: the same text as {@code --help}. */
@Command(
    name = "help",
    helpCommand = true,
    description = "Prints the verbs, or the options and examples of one.",
    footer = {"  quartet help run", "  quartet help lab verify"})
final class HelpCommand implements IHelpCommandInitializable2, Runnable {

  @Parameters(
      paramLabel = "VERB",
      arity = "0..*",
      completionCandidates = Verbs.class,
      description = "Verb, with its own verb if it has some. Default: lists all verbs.")
  private List<String> verbs = List.of();

  /** Names of all verbs. */
  static final class Verbs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.of(Main.class.getAnnotation(Command.class).subcommands())
          .map(verb -> verb.getAnnotation(Command.class).name())
          .iterator();
    }
  }

  private CommandLine help;
  private ColorScheme colors;
  private PrintWriter out;

  @Override
  public void init(CommandLine command, ColorScheme scheme, PrintWriter output, PrintWriter err) {
    help = command;
    colors = scheme;
    out = output;
  }

  @Override
  public void run() {
    CommandLine described = help.getParent();
    for (String verb : verbs) {
      CommandLine next = described.getSubcommands().get(verb);
      if (next == null) {
        throw new UnmatchedArgumentException(described, List.of(verb));
      }
      described = next;
    }
    described.usage(out, colors);
  }
}
