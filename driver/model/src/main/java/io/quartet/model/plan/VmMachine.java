package io.quartet.model.plan;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A machine with the VMs that a plan puts on it, or a hypervisor below such machines.
 *
 * @param name folder of its figures below {@code stats/}: {@link #OF_THE_DRIVER} if the VMs are
 *     embedded, otherwise the name of the first VM on it, or of the hypervisor
 * @param host name or address, as in the addresses of its VMs
 * @param vms Set by Set in the order of the roles; empty for a hypervisor, whose machines are not
 *     known
 */
public record VmMachine(String name, String host, List<Vm> vms) {

  /** Folder of the figures of the machine on which the driver runs. */
  public static final String OF_THE_DRIVER = "host";

  /** Begins the name of a hypervisor. */
  private static final String HYPERVISOR = "hypervisor-";

  public VmMachine {
    vms = List.copyOf(vms);
  }

  /** One VM of a plan. */
  public record Vm(VmSet set, VmRole role) {

    /** For instance {@code a1-vm2}. */
    public String name() {
      return set.vmName(role);
    }
  }

  /** Machines of a plan in the order of their first VMs: one if the VMs are embedded. */
  public static List<VmMachine> of(RunPlan plan) {
    boolean isLocal = plan.provider().isLocal();
    Map<String, List<Vm>> byHost = new LinkedHashMap<>();
    for (VmSet set : plan.sets()) {
      for (VmRole role : plan.roles()) {
        String host = isLocal ? "localhost" : plan.provider().address(set, role).host();
        byHost.computeIfAbsent(host, key -> new ArrayList<>()).add(new Vm(set, role));
      }
    }
    List<VmMachine> machines = new ArrayList<>();
    byHost.forEach(
        (host, vms) ->
            machines.add(new VmMachine(isLocal ? OF_THE_DRIVER : vms.get(0).name(), host, vms)));
    return List.copyOf(machines);
  }

  /** Machine of a VM of a plan; empty if the plan has no such VM. */
  public static Optional<VmMachine> of(RunPlan plan, String vm) {
    return of(plan).stream()
        .filter(machine -> machine.vms().stream().anyMatch(on -> on.name().equals(vm)))
        .findFirst();
  }

  /** Hypervisors of a plan whose statistics are collected; none unless the plan names them. */
  public static List<VmMachine> hypervisors(RunPlan plan) {
    return plan.provider().ssh().map(Provider.Ssh::hypervisors).orElse(List.of()).stream()
        .map(VmMachine::of)
        .toList();
  }

  /** A hypervisor. */
  public static VmMachine of(Hypervisor hypervisor) {
    String host = hypervisor.host();
    return new VmMachine(HYPERVISOR + host.replaceAll("[^A-Za-z0-9.-]", "-"), host, List.of());
  }

  /** Machines of a plan, then its hypervisors. */
  public static List<VmMachine> withHypervisors(RunPlan plan) {
    List<VmMachine> all = new ArrayList<>(of(plan));
    all.addAll(hypervisors(plan));
    return List.copyOf(all);
  }

  /** True for a host of machines, false for one of them. */
  public boolean isHypervisor() {
    return vms.isEmpty();
  }

  /** Databases on it, for instance {@code a1-vm2}; empty if there are none. */
  public List<String> databases() {
    return vms.stream().filter(vm -> vm.role().isDatabase()).map(Vm::name).toList();
  }

  /** Sets that have a database on it. */
  public Set<VmSet> setsOfDatabases() {
    return vms.stream()
        .filter(vm -> vm.role().isDatabase())
        .map(Vm::set)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** True if a Tier A is on it. */
  public boolean hasTierA() {
    return vms.stream().anyMatch(vm -> vm.role() == VmRole.TIER_A);
  }
}
