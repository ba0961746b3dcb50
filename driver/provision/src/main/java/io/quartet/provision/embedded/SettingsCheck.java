package io.quartet.provision.embedded;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.config.Suggestions;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.Commands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks PostgreSQL which of the settings of a plan it refuses: a server does not start with those.
 * The program answers without a cluster and without starting a server, in some milliseconds each.
 */
public final class SettingsCheck {

  private static final DocumentPath SETTINGS =
      DocumentPath.ROOT.child("provider").child("settings");

  private static final Pattern SAID = Pattern.compile(".*(?:FATAL|ERROR|DETAIL|HINT): +(.+)");
  private static final String UNKNOWN = "unrecognized configuration parameter";
  private static final int MOST_SHOWN = 300;

  private final PostgresInstallation postgres;
  private List<String> known = List.of();

  private SettingsCheck(PostgresInstallation postgres) {
    this.postgres = postgres;
  }

  /**
   * What PostgreSQL refuses of {@code provider.settings}: a problem for each setting, or one for
   * settings of a role that it refuses together only.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND, POSTGRES_TOO_OLD
   */
  public static List<Problem> problems(RunPlan plan) {
    List<Problem> problems = new ArrayList<>();
    if (!Embedded.of(plan).settings().isEmpty()) {
      SettingsCheck look = new SettingsCheck(PostgresInstallation.find(plan));
      for (VmRole role : plan.databaseRoles()) {
        DocumentPath path = SETTINGS.child(role.name().toLowerCase(Locale.ROOT));
        Map<String, String> settings = plan.provider().settingsOf(role);
        int before = problems.size();
        settings.forEach((name, value) -> look.ask(path.child(name), name, value, problems));
        if (problems.size() == before && settings.size() > 1) {
          look.askTogether(path, settings, problems);
        }
      }
    }
    return problems;
  }

  private void ask(DocumentPath path, String name, String value, List<Problem> problems) {
    Commands.Result answer = tried(Map.of(name, value));
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
                "%s is '%s', but %s refuses that%sCorrect the value, or leave the setting out."
                    .formatted(path, Text.shortened(value, MOST_SHOWN), server, inBrackets)));
  }

  /** Finds limits on sums, such as that of all server processes; not what only a start finds. */
  private void askTogether(
      DocumentPath path, Map<String, String> settings, List<Problem> problems) {
    Commands.Result answer = tried(settings);
    if (!answer.isSuccess()) {
      problems.add(
          Problem.ofKey(
              path,
              Kind.BAD_INPUT,
              "SETTING_REFUSED",
              path
                  + ": PostgreSQL "
                  + postgres.version()
                  + " takes each of these settings by itself, but refuses them together ("
                  + Text.shortened(said(answer.output()), MOST_SHOWN)
                  + "). Change one of them."));
    }
  }

  private Commands.Result tried(Map<String, String> settings) {
    // As the first argument, -C may be asked by every account, root among them.
    List<String> arguments = new ArrayList<>(List.of("-C", "data_directory"));
    Stream.of("config_file=/dev/null", "hba_file=/dev/null", "ident_file=/dev/null")
        .forEach(setting -> arguments.addAll(List.of("-c", setting)));
    arguments.addAll(List.of("-c", "data_directory=/"));
    settings.forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value)));
    return run(arguments);
  }

  private Commands.Result run(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(postgres.program("postgres")));
    command.addAll(arguments);
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
      known =
          run(List.of("--describe-config"))
              .output()
              .lines()
              .map(line -> line.split("\t")[0])
              .toList();
    }
    return Suggestions.nearest(name, known)
        .map(nearest -> "Did you mean '" + nearest + "'?")
        .orElse("Correct the name, or leave it out.");
  }
}
