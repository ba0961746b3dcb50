package io.quartet.cli.option;

import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Machine-readable output. */
public final class JsonOption {

  /** Name of the option. */
  public static final String NAME = "--json";

  /** What it prints, by verb, where that is not clear from the verb alone. */
  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          Map.entry("acid", "Prints the document of the trial."),
          Map.entry("advise", "Prints advise.json; quartet schema advice describes it."),
          Map.entry("audit", "Prints audit.json."),
          Map.entry("certificates", "Prints the names of the files."),
          Map.entry("check", "Prints one object for each check of each database."),
          Map.entry("compare", "Prints the comparison; quartet schema comparison describes it."),
          Map.entry("demo", "Prints the report as JSON, and progress as one object per line."),
          Map.entry("doctor", "Prints one object for each check, with its fix."),
          Map.entry("down", "Prints whether there was something to remove."),
          Map.entry(
              "experiment",
              "Prints the page's figures as JSON, and progress as one object per line."),
          Map.entry("history", "Prints the runs with their tags and notes."),
          Map.entry("init", "Prints the name of the file and what it needs on this machine."),
          Map.entry("load", "Prints one object per step: what became of each database."),
          Map.entry("note", "Prints tags and note."),
          Map.entry("package", "Prints the names of the files."),
          Map.entry("remove", "Prints one object for each folder that was removed."),
          Map.entry("report", "Prints the report; quartet schema report describes it."),
          Map.entry("run", "Prints the report as JSON, and progress as one object per line."),
          Map.entry("support", "Prints the name of the archive."),
          Map.entry("up", "Prints the address of each server."),
          Map.entry("validate", "Prints the rules that the file decides."),
          Map.entry("verify", "Prints one object for each role, with what differs."));

  /** Gives the option of a verb its own text. */
  public static void describe(CommandSpec verb) {
    OptionSpec option = verb.findOption(NAME);
    String text = TEXTS.get(verb.name());
    if (option != null && text != null) {
      verb.remove(option);
      verb.addOption(OptionSpec.builder(option).description(text).build());
    }
  }

  @Option(names = NAME, description = "Prints the results as JSON.")
  private boolean isJson;

  public boolean isJson() {
    return isJson;
  }
}
