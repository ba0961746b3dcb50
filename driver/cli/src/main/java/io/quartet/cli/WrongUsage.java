package io.quartet.cli;

import io.quartet.config.Suggestions;
import io.quartet.model.Text;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with the words of a command line. */
final class WrongUsage {

  private static final String LONG_OPTION = "--";

  private WrongUsage() {}

  /**
   * What is wrong, and what to do. An unknown option comes first: its value is taken for another
   * word, and then that one seems to be wrong.
   */
  static String text(ParameterException error) {
    CommandLine verb = error.getCommandLine();
    List<String> unknown =
        error instanceof UnmatchedArgumentException unmatched
            ? unmatched.getUnmatched()
            : verb.getUnmatchedArguments();
    return Stream.concat(unknown.stream().filter(WrongUsage::isOption), unknown.stream())
        .findFirst()
        .map(word -> unknown(verb, word))
        .orElseGet(() -> Text.visible(message(error)) + see(verb));
  }

  /** The parser repeats a word where an option takes KEY=VALUE. */
  private static String message(ParameterException error) {
    return error.getMessage().replaceFirst("^Value for option option ", "Value for option ");
  }

  private static boolean isOption(String word) {
    return word.startsWith("-");
  }

  private static String unknown(CommandLine verb, String word) {
    if (isOption(word)) {
      List<String> options =
          verb.getCommandSpec().options().stream()
              .map(OptionSpec::longestName)
              .filter(name -> name.startsWith(LONG_OPTION))
              .toList();
      return unknown(verb, "option", word.split("=", 2)[0], options);
    }
    return verb.getSubcommands().isEmpty()
        ? Text.line("%s takes no further word '%s'.", nameOf(verb), word) + see(verb)
        : unknown(verb, "verb", word, verb.getSubcommands().keySet());
  }

  private static String unknown(
      CommandLine verb, String kind, String word, Collection<String> known) {
    return Text.line("%s has no %s '%s'.", nameOf(verb), kind, word)
        + Suggestions.nearest(word, known)
            .map(nearest -> " Did you mean '" + nearest + "'?")
            .orElseGet(() -> see(verb));
  }

  private static String see(CommandLine verb) {
    return System.lineSeparator() + "See '" + nameOf(verb) + " --help'.";
  }

  private static String nameOf(CommandLine verb) {
    return verb.getCommandSpec().qualifiedName();
  }
}
