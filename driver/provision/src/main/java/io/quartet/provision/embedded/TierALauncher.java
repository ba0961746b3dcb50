package io.quartet.provision.embedded;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.TierAProcess;
import io.quartet.provision.internal.TierAArguments;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.tiera.client.TierAPlace;
import io.quartet.tiera.wire.RunToken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Starts Tier A processes: the program {@code quartet-tier-a}. */
final class TierALauncher implements AutoCloseable {

  private static final Duration STOP_GRACE = Duration.ofSeconds(5);

  private final Cluster.Context context;
  private final RunToken token = RunToken.make();
  private final List<OwnedProcess> started = new CopyOnWriteArrayList<>();

  TierALauncher(Cluster.Context context) {
    this.context = context;
  }

  TierAProcess start(VmSet set, Path passwordFile) {
    RunPlan plan = context.plan();
    String vm = set.vmName(VmRole.TIER_A);
    List<Path> groups =
        context.groups().create(vm, VmRole.TIER_A, plan.provider().size(set, VmRole.TIER_A));
    OwnedProcess process =
        OwnedProcess.start(
            new OwnedProcess.Spec(
                vm,
                TierAArguments.command(plan, set),
                environment(passwordFile),
                context.data().logFolder(),
                context.data().logFolder().resolve(vm + ".log"),
                "TERM",
                STOP_GRACE,
                "",
                groups));
    started.add(process);
    return new TierAProcess(place(set), Optional.of(process));
  }

  /** Where the Tier A of a Set listens once it is started. */
  TierAPlace place(VmSet set) {
    return new TierAPlace(
        set, context.plan().provider().address(set, VmRole.TIER_A), Optional.of(token));
  }

  /**
   * Lets a Tier A process with the settings of the real one connect to its databases and end.
   *
   * @return what it printed: a line of JSON per database, or an error
   */
  String probe(VmSet set, Path passwordFile) {
    List<String> command = TierAArguments.command(context.plan(), set);
    command.add("--probe");
    return Commands.run(context.data().logFolder(), "", command, environment(passwordFile))
        .output();
  }

  private Map<String, String> environment(Path passwordFile) {
    Map<String, String> environment = new HashMap<>();
    environment.put("PGPASSFILE", passwordFile.toString());
    environment.put(RunToken.VARIABLE, token.secret());
    context.plan().engine().odbcIni().ifPresent(file -> environment.put("ODBCINI", file));
    return environment;
  }

  @Override
  public void close() {
    started.forEach(OwnedProcess::requestStop);
    started.forEach(OwnedProcess::close);
  }
}
