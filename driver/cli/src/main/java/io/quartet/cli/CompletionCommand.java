package io.quartet.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code completion}: verbs, options and files at the key Tab. */
@Command(
    name = "completion",
    description = {
      "Prints a script for bash and zsh that completes words.",
      "It completes verbs, options and files. Write it to a file once, as in the first example. Then add"
          + " this line to ~/.bashrc or ~/.zshrc: source ~/.quartet-completion"
    },
    footer = {
      "  quartet completion >~/.quartet-completion",
      "  quartet completion | sudo tee /usr/share/bash-completion/completions/quartet"
    })
final class CompletionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine quartet = spec.root().commandLine();
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash(quartet.getCommandName(), quartet));
    out.flush();
    return 0;
  }
}
