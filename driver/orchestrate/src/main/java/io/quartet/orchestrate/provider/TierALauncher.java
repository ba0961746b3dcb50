package io.quartet.orchestrate.provider;

import io.quartet.model.RunPlan;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.tiera.server.TierAOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  TierAProcess start(VmSet set, Path passwordFile, DatabaseServer dss, DatabaseServer oltp) {
    RunPlan plan = context.plan();
    String vm = set.vmName(VmRole.TIER_A);
    List<Path> groups = context.groups().create(vm, VmRole.TIER_A, plan.provider());
    OwnedProcess process =
        OwnedProcess.start(
            new OwnedProcess.Spec(
                vm,
                command(set, dss, oltp),
                Map.of("PGPASSFILE", passwordFile.toString()),
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

  private List<String> command(VmSet set, DatabaseServer dss, DatabaseServer oltp) {
    RunPlan plan = context.plan();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(TierAOptions.JVM_FLAGS);
    command.add("-Dquartet.home=" + QuartetHome.folder());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS, "tier-a"));
    command.addAll(
        List.of(
            "--listen",
            set.loopbackAddress(VmRole.TIER_A) + ":" + plan.provider().port(),
            "--dss",
            dss.address(),
            "--oltp",
            oltp.address()));
    RunPlan.Database database = plan.database();
    command.addAll(
        List.of(
            "--load-units",
            database.loadUnits().get(set.group()).toString(),
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
    if (plan.engine().tradeResultIsolation() == RunPlan.TradeResultIsolation.REPEATABLE_READ) {
      command.add("--repeatable-read");
    }
    return command;
  }

  @Override
  public void close() {
    started.forEach(OwnedProcess::requestStop);
    started.forEach(OwnedProcess::close);
  }
}
