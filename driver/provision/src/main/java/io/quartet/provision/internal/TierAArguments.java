package io.quartet.provision.internal;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.OdbcDataSources;
import io.quartet.provision.os.QuartetHome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The options of the verb {@code tier-a} that make it the Tier A of one Set of a plan, wherever it
 * is started. Spelled like the keys of the benchmark file: {@code database.loadUnits} is {@code
 * --load-units}. Never a secret.
 */
public final class TierAArguments {

  private TierAArguments() {}

  /** The program with the options of a Set, to which others can be added. */
  public static List<String> command(RunPlan plan, VmSet set) {
    List<String> command = new ArrayList<>();
    command.add(QuartetHome.tierA().toString());
    command.addAll(of(plan, set));
    return command;
  }

  /** The options of a Set, without those of TLS. */
  public static List<String> of(RunPlan plan, VmSet set) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--listen", plan.provider().address(set, VmRole.TIER_A).toString()));
    arguments.addAll(List.of("--set", set.name()));
    for (VmRole role : plan.databaseRoles()) {
      arguments.add("--" + role.name().toLowerCase(Locale.ROOT));
      arguments.add(database(plan, set, role));
    }
    Database database = plan.database();
    arguments.addAll(
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
    arguments.addAll(
        List.of(
            "--access",
            plan.engine().access().label(),
            "--statements",
            plan.engine().statements().label(),
            "--isolation-trade-result",
            plan.engine().tradeResultIsolation().label()));
    return List.copyOf(arguments);
  }

  /**
   * ADDRESS:PORT, or the data source of the database where the benchmark file has a file of them.
   */
  private static String database(RunPlan plan, VmSet set, VmRole role) {
    return plan.engine().odbcIni().isPresent()
        ? "DSN=" + OdbcDataSources.name(set, role)
        : plan.provider().address(set, role).toString();
  }
}
