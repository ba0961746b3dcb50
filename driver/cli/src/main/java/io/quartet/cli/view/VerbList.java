package io.quartet.cli.view;

import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/** The verbs in {@code quartet --help}: one line each, grouped by task, in order of use. */
public final class VerbList {

  /** Verbs by heading. A test compares them with the verbs that exist. */
  public static final List<Group> GROUPS =
      List.of(
          new Group("Set up", List.of("init", "validate", "doctor", "up", "down")),
          new Group("Load", List.of("load", "check", "lab")),
          new Group("Run", List.of("demo", "run", "experiment", "acid")),
          new Group(
              "Results",
              List.of(
                  "report", "audit", "compare", "history", "note", "remove", "advise", "schema")),
          new Group("Machines", List.of("certificates", "package", "tier-a", "worker")),
          new Group("Help", List.of("support", "completion", "help")));

  /**
   * Verbs for one task.
   *
   * @param heading line above them
   * @param verbs in order of use
   */
  public record Group(String heading, List<String> verbs) {}

  private static final int NAME_WIDTH = 16;

  private VerbList() {}

  /** Returns the section of the help, with a heading before each group. */
  public static String of(Help help) {
    int width = help.commandSpec().usageMessage().width();
    StringBuilder text = new StringBuilder();
    for (Group group : GROUPS) {
      TextTable table =
          TextTable.forColumns(
              help.colorScheme(),
              new Column(NAME_WIDTH, 2, Overflow.SPAN),
              new Column(width - NAME_WIDTH, 0, Overflow.WRAP));
      for (String verb : group.verbs()) {
        table.addRowValues(verb, summary(help.subcommands().get(verb)));
      }
      text.append(help.createHeading("%n" + group.heading() + ":%n")).append(table);
    }
    return text.toString();
  }

  /** Returns the first sentence of a verb's description, without its full stop. */
  private static String summary(Help verb) {
    String first = verb.commandSpec().usageMessage().description()[0];
    return first.substring(0, first.length() - 1);
  }
}
