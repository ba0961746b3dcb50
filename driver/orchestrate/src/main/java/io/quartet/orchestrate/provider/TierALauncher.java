package io.quartet.orchestrate.provider;

import io.quartet.model.RunPlan;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.tiera.server.TierAOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Starts Tier A processes: this program's verb {@code tier-a} in a JVM of its own. */
final class TierALauncher implements AutoCloseable {

  private static final String MAIN_CLASS = "io.quartet.cli.Main";
  private static final Duration STOP_GRACE = Duration.ofSeconds(5);

  private final Cluster.Context context;
  private final List<OwnedProcess> started = new CopyOnWriteArrayList<>();

  TierALauncher(Cluster.Context context) {
    this.context = context;
  }

  TierAProcess start(VmSet set, Path passwordFile, List<DatabaseServer> databases) {
    RunPlan plan = context.plan();
    String vm = set.vmName(VmRole.TIER_A);
    List<Path> groups = context.groups().create(vm, VmRole.TIER_A, plan.provider());
    OwnedProcess process =
        OwnedProcess.start(
            new OwnedProcess.Spec(
                vm,
                command(set, databases),
                environment(passwordFile),
                context.data().logFolder(),
                context.data().logFolder().resolve(vm + ".log"),
                "TERM",
                STOP_GRACE,
                "",
                groups));
    started.add(process);
    return new TierAProcess(
        set, set.loopbackAddress(VmRole.TIER_A), plan.provider().port(), process);
  }

  /**
   * Lets a Tier A process with the settings of the real one connect to its databases and end.
   *
   * @return what it printed: a line of JSON per database, or an error
   */
  String probe(VmSet set, Path passwordFile, List<DatabaseServer> databases) {
    List<String> command = command(set, databases);
    command.add("--probe");
    return Commands.run(context.data().logFolder(), "", command, environment(passwordFile))
        .output();
  }

  private List<String> command(VmSet set, List<DatabaseServer> databases) {
    RunPlan plan = context.plan();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(TierAOptions.jvmFlags(plan.timeline().total()));
    command.add("-Dquartet.home=" + QuartetHome.folder());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS, "tier-a"));
    command.addAll(
        List.of("--listen", set.loopbackAddress(VmRole.TIER_A) + ":" + plan.provider().port()));
    if (databases.isEmpty()) {
      command.add("--instant");
    }
    for (DatabaseServer server : databases) {
      String role = server.role().name().toLowerCase(Locale.ROOT);
      command.addAll(List.of("--" + role, address(server)));
    }
    RunPlan.Database database = plan.database();
    command.addAll(
        List.of(
            "--load-units",
            database.loadUnits().get(set.group()).toString(),
            "--active-load-units",
            database.activeLoadUnits().get(set.group()).toString(),
            "--trade-days",
            Integer.toString(database.tradeDays()),
            "--news-length",
            Integer.toString(database.newsLength()),
            "--seed",
            Long.toString(database.seedOf(set)),
            "--user-sessions",
            Integer.toString(plan.userSessions()),
            "--market-sessions",
            Integer.toString(plan.marketSessions())));
    if (plan.engine().access() == RunPlan.Access.ODBC) {
      command.add("--odbc");
    }
    if (plan.engine().statements() == RunPlan.Statements.PLAIN) {
      command.add("--plain");
    }
    if (plan.engine().tradeResultIsolation() == RunPlan.TradeResultIsolation.REPEATABLE_READ) {
      command.add("--repeatable-read");
    }
    return command;
  }

  private Map<String, String> environment(Path passwordFile) {
    Map<String, String> environment = new HashMap<>();
    environment.put("PGPASSFILE", passwordFile.toString());
    context.plan().engine().odbcIni().ifPresent(file -> environment.put("ODBCINI", file));
    return environment;
  }

  /**
   * ADDRESS:PORT, or the data source of the database where the benchmark file has a file of them.
   */
  private String address(DatabaseServer server) {
    return context.plan().engine().odbcIni().isPresent()
        ? "DSN=" + OdbcDataSources.name(server.set(), server.role())
        : server.address();
  }

  @Override
  public void close() {
    started.forEach(OwnedProcess::requestStop);
    started.forEach(OwnedProcess::close);
  }
}
