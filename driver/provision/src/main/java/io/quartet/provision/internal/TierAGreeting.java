package io.quartet.provision.internal;

import io.quartet.model.QuartetVersion;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.EngineOptions;
import io.quartet.model.plan.RunPlan;
import io.quartet.tiera.protocol.HelloReply;
import java.util.ArrayList;
import java.util.List;

/** Compares what a Tier A says of itself with what a plan asks of it. */
public final class TierAGreeting {

  private final List<String> differences = new ArrayList<>();

  private TierAGreeting() {}

  /** How a Tier A differs, as "load units: 2, not 1" for each; empty if it is the one. */
  public static List<String> differences(RunPlan plan, VmSet set, HelloReply hello) {
    TierAGreeting greeting = new TierAGreeting();
    greeting.compare("Quartet", hello.getQuartetVersion(), QuartetVersion.current());
    Database database = plan.database();
    greeting.compare("load units", hello.getLoadUnits(), database.loadUnits().get(set.group()));
    greeting.compare(
        "active load units",
        hello.getActiveLoadUnits(),
        database.activeLoadUnits().get(set.group()));
    greeting.compare("trade days", hello.getTradeDays(), database.tradeDays());
    greeting.compare("news length", hello.getNewsLength(), database.newsLength());
    greeting.compare("seed", hello.getSeed(), database.seedOf(set));
    EngineOptions engine = plan.engine();
    greeting.compare("access", hello.getAccess(), engine.access().label());
    greeting.compare("statements", hello.getStatements(), engine.statements().label());
    greeting.compare(
        "isolation of Trade-Result",
        hello.getTradeResultIsolation(),
        engine.tradeResultIsolation().label());
    greeting.compare("user sessions", hello.getUserSessions(), plan.userSessions());
    greeting.compare("market sessions", hello.getMarketSessions(), plan.marketSessions());
    return List.copyOf(greeting.differences);
  }

  private void compare(String name, Object found, Object wanted) {
    if (!found.equals(wanted)) {
      differences.add(name + ": " + found + ", not " + wanted);
    }
  }
}
