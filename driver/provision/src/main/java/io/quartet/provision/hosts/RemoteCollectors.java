package io.quartet.provision.hosts;

import io.quartet.model.Address;
import io.quartet.model.plan.Hypervisor;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.provision.PreparedMachine;
import io.quartet.provision.internal.prepared.MachinePlaces;
import io.quartet.provision.internal.prepared.MachineShell;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.QuartetHome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The collectors of prepared machines, which {@code scripts/collect/remote} runs over OpenSSH. */
public final class RemoteCollectors {

  /** The usual one, for messages; the configuration may name another. */
  private static final int SSH_PORT = 22;

  /** The kernel's names, of at most 15 characters, of what runs virtual machines. */
  private static final String VIRTUAL_MACHINES =
      "qemu-|qemu$|kvm$|vhost-|cloud-hyperviso|firecracker$";

  /** The option of scripts/collect for hosts of VMs. */
  public static final String GUESTS = "--guests";

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
    command.addAll(MachineShell.options(ssh));
    command.add(machine.host());
    return command;
  }

  /**
   * Processes that count as the VMs of a machine, as {@code scripts/collect/processes} takes them:
   * services by the names of the VMs where Quartet made these, otherwise programs. On a hypervisor
   * all virtual machines count, and a program that is its controller.
   */
  public static String processes(RunPlan plan, VmMachine machine) {
    if (machine.isHypervisor()) {
      return plan.provider().ssh().orElseThrow().hypervisors().stream()
          .filter(hypervisor -> VmMachine.of(hypervisor).equals(machine))
          .flatMap(hypervisor -> hypervisor.controller().stream())
          .map(RemoteCollectors::pattern)
          .reduce(VIRTUAL_MACHINES, (all, controller) -> all + "|" + controller)
          .transform(names -> "^(" + names + ")");
    }
    if (plan.provider().preparation().isPresent()) {
      MachinePlaces places = MachinePlaces.of(plan);
      return machine.vms().stream()
          .map(vm -> places.unit(vm.set(), vm.role()) + "=" + vm.name())
          .collect(Collectors.joining(","));
    }
    List<String> names = new ArrayList<>();
    if (machine.hasTierA()) {
      names.add("quartet-tier-a");
    }
    if (!machine.databases().isEmpty()) {
      names.addAll(List.of("postgres", "postmaster"));
    }
    return "^(" + String.join("|", names) + ")$";
  }

  /**
   * Pattern of a program's name, which the kernel cuts. Other characters than letters stand for
   * any.
   */
  private static String pattern(String program) {
    return Hypervisor.programName(program).replaceAll("[^A-Za-z0-9-]", ".") + "$";
  }

  /** Looks whether a machine has what they need. */
  static PreparedMachine check(Ssh ssh, VmMachine machine, RunPlan plan) {
    List<String> options = machine.isHypervisor() ? List.of("--check", GUESTS) : List.of("--check");
    Commands.Result found = Commands.run(Path.of("/"), command(ssh, machine, options));
    boolean isWell = found.isSuccess();
    return new PreparedMachine(
        machine.name(),
        machine.isHypervisor() ? "hypervisor" : machine.vms().get(0).role().label(),
        address(machine, plan),
        isWell ? found.output() : "",
        isWell ? "" : "no statistics of the machine: " + found.output(),
        isWell ? "" : "Or remove provider.ssh from the benchmark file");
  }

  private static Address address(VmMachine machine, RunPlan plan) {
    if (machine.isHypervisor()) {
      return new Address(machine.host(), SSH_PORT);
    }
    VmMachine.Vm first = machine.vms().get(0);
    return plan.provider().address(first.set(), first.role());
  }
}
