package io.quartet.orchestrate.provider;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.config.Suggestions;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.RunPlan;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Asks PostgreSQL which of the settings of a plan it refuses: a server does not start with those.
 * The program answers without a cluster and without starting a server, in some milliseconds each.
 */
public final class SettingsLook {

  private static final DocumentPath SETTINGS =
      DocumentPath.ROOT.child("provider").child("settings");

  private static final Pattern SAID = Pattern.compile(".*(?:FATAL|ERROR|DETAIL|HINT): +(.+)");
  private static final String UNKNOWN = "unrecognized configuration parameter";
  private static final int MOST_SHOWN = 300;

  private final PostgresInstallation postgres;
  private List<String> known = List.of();

  private SettingsLook(PostgresInstallation postgres) {
    this.postgres = postgres;
  }

  /**
   * What PostgreSQL refuses of {@code provider.settings}, a problem for each setting.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND, POSTGRES_TOO_OLD
   */
  public static List<Problem> problems(RunPlan plan) {
    List<Problem> problems = new ArrayList<>();
    if (!plan.provider().settings().isEmpty()) {
      SettingsLook look = new SettingsLook(PostgresInstallation.find(plan));
      for (VmRole role : plan.databaseRoles()) {
        DocumentPath path = SETTINGS.child(role.name().toLowerCase(Locale.ROOT));
        plan.provider()
            .settingsOf(role)
            .forEach((name, value) -> look.ask(path.child(name), name, value, problems));
      }
    }
    return problems;
  }

  private void ask(DocumentPath path, String name, String value, List<Problem> problems) {
    Commands.Result answer =
        run(
            // As the first argument, -C may be asked by every account, root among them.
            "-C",
            "data_directory",
            "-c",
            "config_file=/dev/null",
            "-c",
            "hba_file=/dev/null",
            "-c",
            "ident_file=/dev/null",
            "-c",
            "data_directory=/",
            "-c",
            name + "=" + value);
    if (answer.isSuccess()) {
      return;
    }
    String said = said(answer.output());
    String inBrackets = " (" + Text.shortened(said, MOST_SHOWN) + "). ";
    String server = "PostgreSQL " + postgres.version();
    problems.add(
        said.startsWith(UNKNOWN)
            ? Problem.ofKey(
                path,
                Kind.BAD_INPUT,
                "SETTING_REFUSED",
                path + " is not a setting of " + server + inBrackets + hint(name))
            : Problem.ofValue(
                path,
                Kind.BAD_INPUT,
                "SETTING_REFUSED",
                path
                    + " is '"
                    + Text.shortened(value, MOST_SHOWN)
                    + "', but "
                    + server
                    + " refuses that"
                    + inBrackets
                    + "Correct the value, or leave the setting out."));
  }

  private Commands.Result run(String... arguments) {
    List<String> command = new ArrayList<>(List.of(postgres.program("postgres")));
    command.addAll(List.of(arguments));
    // In English, whatever this machine speaks.
    return Commands.run(Path.of("/"), "", command, Map.of("LC_ALL", "C"));
  }

  /** What the program says of an error; all of its output where that is of another form. */
  static String said(String output) {
    String said =
        output
            .lines()
            .map(SAID::matcher)
            .filter(line -> line.matches())
            .map(line -> line.group(1))
            .collect(Collectors.joining("; "));
    return said.isEmpty() ? output : said;
  }

  private String hint(String name) {
    if (known.isEmpty()) {
      known = run("--describe-config").output().lines().map(line -> line.split("\t")[0]).toList();
    }
    return Suggestions.nearest(name, known)
        .map(nearest -> "Did you mean '" + nearest + "'?")
        .orElse("Correct the name, or leave it out.");
  }
}
