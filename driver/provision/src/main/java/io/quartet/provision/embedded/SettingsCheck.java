package io.quartet.provision.embedded;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.config.SettingPlace;
import io.quartet.config.Suggestions;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Machine;
import io.quartet.model.size.Sizes;
import io.quartet.provision.internal.ClusterSettings;
import io.quartet.provision.internal.process.Commands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks PostgreSQL which of the settings of a plan it refuses: a server does not start with those.
 * The program answers without a cluster and without starting a server, in some milliseconds each.
 */
public final class SettingsCheck {

  private static final Pattern SAID = Pattern.compile(".*(?:FATAL|ERROR|DETAIL|HINT): +(.+)");
  private static final String UNKNOWN = "unrecognized configuration parameter";
  private static final int MOST_SHOWN = 300;

  /** Servers whose settings fit into the arguments of one program. */
  private static final int MOST_AT_ONCE = 200;

  /**
   * Settings that newer versions of PostgreSQL no longer have, with those that took their place.
   */
  private static final Map<String, String> SUCCESSORS =
      Map.of("force_parallel_mode", "debug_parallel_query", "ssl_ecdh_curve", "ssl_groups");

  private final RunPlan plan;
  private final PostgresInstallation postgres;
  private final Machine machine = Machine.detect();
  private final Map<DocumentPath, Problem> problems = new LinkedHashMap<>();

  /** Settings already checked; several VMs share them. */
  private final Set<Object> asked = new HashSet<>();

  private List<String> known = List.of();

  private SettingsCheck(RunPlan plan, PostgresInstallation postgres) {
    this.plan = plan;
    this.postgres = postgres;
  }

  /**
   * Settings in {@code provider} that PostgreSQL refuses. One problem for each setting, or one for
   * settings of a VM that it refuses only together. Shares of memory are asked for as what they
   * come to on this machine.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND, POSTGRES_TOO_OLD
   */
  public static List<Problem> problems(RunPlan plan) {
    if (accepts(List.of(plan))) {
      return List.of();
    }
    SettingsCheck check = new SettingsCheck(plan, PostgresInstallation.find(plan));
    for (VmRole role : plan.databaseRoles()) {
      plan.sets().forEach(set -> check.ask(set, role));
    }
    return List.copyOf(check.problems.values());
  }

  /**
   * True if PostgreSQL takes every value of every plan, one after the other. A start of the program
   * for each would take a minute for a thousand plans. A setting of one VM stays for the next ones
   * that do not make it. So false says only that one value, or values of two VMs together, are
   * refused; {@link #problems} finds out. And true may miss values of one VM that are refused
   * together; then its server does not start (SERVER_DID_NOT_START).
   *
   * @throws QuartetException POSTGRES_NOT_FOUND, POSTGRES_TOO_OLD
   */
  public static boolean accepts(Collection<RunPlan> plans) {
    return plans.stream()
        .filter(SettingsCheck::hasSettings)
        .collect(Collectors.groupingBy(plan -> Embedded.of(plan).postgres()))
        .values()
        .stream()
        .allMatch(SettingsCheck::acceptsOfOneServer);
  }

  private static boolean hasSettings(RunPlan plan) {
    return plan.provider() instanceof Embedded
        && plan.sizes().values().stream().anyMatch(size -> !size.settings().isEmpty());
  }

  private static boolean acceptsOfOneServer(List<RunPlan> plans) {
    PostgresInstallation postgres = PostgresInstallation.find(plans.get(0));
    Set<Map<String, String>> different = new LinkedHashSet<>();
    for (RunPlan plan : plans) {
      ClusterSettings settings = new ClusterSettings(plan, Machine.detect());
      for (VmRole role : plan.databaseRoles()) {
        plan.sets().forEach(set -> different.add(settings.ofPlan(set, role)));
      }
    }
    SettingsCheck check = new SettingsCheck(plans.get(0), postgres);
    List<Map<String, String>> servers = List.copyOf(different);
    for (int from = 0; from < servers.size(); from += MOST_AT_ONCE) {
      int to = Math.min(servers.size(), from + MOST_AT_ONCE);
      if (!check.tried(servers.subList(from, to)).isSuccess()) {
        return false;
      }
    }
    return true;
  }

  private void ask(VmSet set, VmRole role) {
    Sizes sizes = Embedded.of(plan).sizes();
    Map<String, String> written = sizes.of(set, role).settings();
    Map<String, String> settings = new ClusterSettings(plan, machine).ofPlan(set, role);
    boolean areTaken = true;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      String name = setting.getKey();
      DocumentPath path = SettingPlace.of(sizes, set, role, name);
      if (asked.add(List.of(path, setting.getValue()))) {
        ask(path, name, written.get(name), setting.getValue());
      }
      areTaken &= !problems.containsKey(path);
    }
    if (areTaken && settings.size() > 1 && asked.add(settings)) {
      String first = settings.keySet().iterator().next();
      askTogether(SettingPlace.of(sizes, set, role, first).parent(), set.vmName(role), settings);
    }
  }

  /**
   * @param written as it stands in the file
   * @param value as PostgreSQL reads it
   */
  private void ask(DocumentPath path, String name, String written, String value) {
    Commands.Result answer = tried(List.of(Map.of(name, value)));
    if (answer.isSuccess()) {
      return;
    }
    String said = said(answer.output());
    String inBrackets = " (" + Text.shortened(said, MOST_SHOWN) + "). ";
    String server = "PostgreSQL " + postgres.version();
    problems.putIfAbsent(
        path,
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
                "%s is '%s'%s, but %s refuses that%sCorrect the value, or remove the setting."
                    .formatted(
                        path,
                        Text.shortened(written, MOST_SHOWN),
                        value.equals(written) ? "" : ", " + value + " on this machine",
                        server,
                        inBrackets)));
  }

  /** Finds limits on sums, such as that of all server processes; not what only a start finds. */
  private void askTogether(DocumentPath path, String vm, Map<String, String> settings) {
    Commands.Result answer = tried(List.of(settings));
    if (!answer.isSuccess()) {
      problems.putIfAbsent(
          path,
          Problem.ofKey(
              path,
              Kind.BAD_INPUT,
              "SETTING_REFUSED",
              ("%s: PostgreSQL %s accepts each setting of %s alone, but refuses them together (%s)."
                      + " Change one of them.")
                  .formatted(
                      path,
                      postgres.version(),
                      vm,
                      Text.shortened(said(answer.output()), MOST_SHOWN))));
    }
  }

  /** Asks about the settings of several servers, one after the other. */
  private Commands.Result tried(List<Map<String, String>> servers) {
    // As the first argument, -C may be asked by every account, root among them.
    List<String> arguments = new ArrayList<>(List.of("-C", "data_directory"));
    Stream.of("config_file=/dev/null", "hba_file=/dev/null", "ident_file=/dev/null")
        .forEach(setting -> arguments.addAll(List.of("-c", setting)));
    arguments.addAll(List.of("-c", "data_directory=/"));
    servers.forEach(
        settings ->
            settings.forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value))));
    return run(arguments);
  }

  private Commands.Result run(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(postgres.program("postgres")));
    command.addAll(arguments);
    // In English, whatever this machine speaks.
    return Commands.run(Path.of("/"), "", command, Map.of("LC_ALL", "C"));
  }

  /** The message in the output of the program; the whole output if it has an unknown form. */
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
    if (SUCCESSORS.containsKey(name)) {
      return "Use its successor " + SUCCESSORS.get(name) + ", which may have another unit.";
    }
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
        .orElse("Correct the name, or remove it.");
  }
}
