package io.quartet.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.cli.option.JsonOption;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    RunPlan plan =
        plans.loadWith(
            Prerequisite.DATA_FOLDER,
            Prerequisite.SETTINGS,
            Prerequisite.PINNING,
            Prerequisite.TABLESPACES,
            Prerequisite.INDEX_PROFILE,
            Prerequisite.CERTIFICATES,
            Prerequisite.FILES);
    try (Screen screen = Screen.standardError(spec.commandLine().getErr());
        Deployment deployment = up(plan, screen)) {
      screen.end();
      WallTime.Parts times = WallTime.ofProcess().parts();
      print(servers(plan, deployment), deployment.passwordFile(), times);
      if (!json.isJson()) {
        screen.line(times.line());
      }
    }
    return 0;
  }

  /**
   * A server that runs now.
   *
   * @param role in words
   */
  private record Server(String vm, String address, String role) {}

  private static List<Server> servers(RunPlan plan, Deployment deployment) {
    List<Server> servers = new ArrayList<>();
    if (plan.provider().isPrepared()) {
      for (VmSet set : plan.setsWithTierA()) {
        servers.add(
            new Server(
                set.vmName(VmRole.TIER_A),
                deployment.tierA(set).address().toString(),
                VmRole.TIER_A.label()));
      }
    }
    for (DatabaseServer server : deployment.databases()) {
      servers.add(new Server(server.vm(), server.address().toString(), server.role().label()));
    }
    return servers;
  }

  private void print(List<Server> servers, Path passwords, WallTime.Parts times) {
    PrintWriter out = spec.commandLine().getOut();
    if (json.isJson()) {
      ObjectNode document = new ObjectMapper().createObjectNode();
      ArrayNode all = document.putArray("servers");
      servers.forEach(
          server ->
              all.addObject()
                  .put("vm", server.vm())
                  .put("address", server.address())
                  .put("role", server.role()));
      document.put("passwords", passwords.toString()).set("seconds", times.json());
      out.println(document.toPrettyString());
    } else {
      servers.forEach(
          server -> out.println(server.vm() + "  " + server.address() + "  " + server.role()));
      out.println("passwords: " + passwords);
    }
    out.flush();
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
