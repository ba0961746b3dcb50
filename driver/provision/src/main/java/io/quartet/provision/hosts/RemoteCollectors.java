package io.quartet.provision.hosts;

import io.quartet.model.Address;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Ssh;
import io.quartet.model.plan.VmMachine;
import io.quartet.provision.internal.Commands;
import io.quartet.provision.os.QuartetHome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The collectors of prepared machines, which {@code scripts/collect/remote} runs over OpenSSH. */
public final class RemoteCollectors {

  private RemoteCollectors() {}

  /**
   * The command for one machine.
   *
   * @param options what comes before the machine
   */
  public static List<String> command(Ssh ssh, VmMachine machine, List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(QuartetHome.script("collect/remote").toString());
    command.addAll(options);
    ssh.user().ifPresent(user -> command.addAll(List.of("--user", user)));
    ssh.configuration().ifPresent(file -> command.addAll(List.of("--configuration", file)));
    command.add(machine.host());
    return command;
  }

  /** Looks whether a machine has what they need. */
  static PreparedMachine check(Ssh ssh, VmMachine machine, RunPlan plan) {
    Commands.Result found = Commands.run(Path.of("/"), command(ssh, machine, List.of("--check")));
    VmMachine.Vm first = machine.vms().get(0);
    Address address = plan.provider().address(first.set(), first.role());
    return found.isSuccess()
        ? new PreparedMachine(first.name(), first.role(), address, found.output(), "", "")
        : new PreparedMachine(
            first.name(),
            first.role(),
            address,
            "",
            "no statistics of the machine: " + found.output(),
            "Or remove provider.ssh from the benchmark file");
  }
}
