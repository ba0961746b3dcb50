package io.quartet.cli;

import io.quartet.cli.option.Plans;
import io.quartet.cli.view.MachinesView;
import io.quartet.cli.view.Screen;
import io.quartet.cli.view.WallTime;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.Provider;
import io.quartet.run.doctor.Prerequisite;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code up}: the servers of a plan. */
@Command(
    name = "up",
    description = {
      "Creates and starts the databases of a benchmark file.",
      "The databases keep running until quartet down removes them. Servers that already run"
          + " are left as they are.",
      "With machines of your own (provider.kind hosts), checks that they are ready. With"
          + " provider.prepare it installs and starts what is missing there first."
    },
    footer = {
      "  quartet up laptop.yaml",
      "  quartet up laptop.yaml && quartet load laptop.yaml && quartet run laptop.yaml"
    })
final class UpCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;

  @Override
  public Integer call() {
    RunPlan plan =
        plans.loadWith(
            Prerequisite.DATA_FOLDER,
            Prerequisite.SETTINGS,
            Prerequisite.TABLESPACES,
            Prerequisite.INDEX_PROFILE,
            Prerequisite.CERTIFICATES,
            Prerequisite.FILES);
    PrintWriter out = spec.commandLine().getOut();
    boolean isPrepared = plan.provider().isPrepared();
    try (Screen screen = Screen.standardError(spec.commandLine().getErr());
        Deployment deployment = up(plan, screen)) {
      screen.end();
      if (isPrepared) {
        for (VmSet set : plan.sets()) {
          String vm = set.vmName(VmRole.TIER_A);
          out.println(vm + "  " + deployment.tierA(set).address() + "  " + VmRole.TIER_A.label());
        }
      }
      for (DatabaseServer server : deployment.databases()) {
        out.println(server.vm() + "  " + server.address() + "  " + server.role().label());
      }
      out.println("passwords: " + deployment.passwordFile());
      out.flush();
      screen.line(WallTime.ofProcess().parts().line());
    }
    return 0;
  }

  private static Deployment up(RunPlan plan, Screen screen) {
    screen.begin(heading(plan));
    return Provider.of(plan, new MachinesView(screen)).up(plan, Ownership.SURVIVING);
  }

  private static String heading(RunPlan plan) {
    if (plan.provider().preparation().isPresent()) {
      return "preparing the machines";
    }
    return plan.provider().isPrepared() ? "checking the machines" : "starting the databases";
  }
}
