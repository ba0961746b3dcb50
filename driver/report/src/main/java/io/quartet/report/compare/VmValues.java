package io.quartet.report.compare;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The values of one setting or fact on the VMs of a run. Immutable.
 *
 * @param byVm by name of the VM, or {@link #DRIVER}
 */
record VmValues(Map<String, String> byVm) {

  /** In place of a VM: the machine of the driver. */
  static final String DRIVER = "driver";

  VmValues {
    byVm = new LinkedHashMap<>(byVm);
  }

  /** True if a VM that both runs have has another value there. */
  boolean differsFrom(VmValues other) {
    return byVm.entrySet().stream()
        .anyMatch(
            entry -> {
              String there = other.byVm.get(entry.getKey());
              return there != null && !there.equals(entry.getValue());
            });
  }

  /**
   * For instance {@code 128MB}, or {@code 128MB (DSS of D), 64MB elsewhere}; null if there is no
   * VM.
   */
  String describe() {
    Map<String, Set<String>> vmsByValue = new LinkedHashMap<>();
    byVm.forEach((vm, value) -> vmsByValue.computeIfAbsent(value, key -> new TreeSet<>()).add(vm));
    if (vmsByValue.isEmpty()) {
      return null;
    }
    List<String> rarestFirst =
        vmsByValue.keySet().stream()
            .sorted(Comparator.comparingInt(value -> vmsByValue.get(value).size()))
            .toList();
    String last = rarestFirst.get(rarestFirst.size() - 1);
    if (rarestFirst.size() == 1) {
      return shown(last);
    }
    List<String> parts = new ArrayList<>();
    for (String value : rarestFirst) {
      Set<String> vms = vmsByValue.get(value);
      parts.add(
          value.equals(last) && !isNamedTogether(vms)
              ? shown(value) + " elsewhere"
              : shown(value) + " (" + describe(vms) + ")");
    }
    return String.join(", ", parts);
  }

  private static String shown(String value) {
    return value.isEmpty() ? "''" : value;
  }

  /** One of the VMs: that of the driver has neither. */
  private record Vm(VmGroup group, VmRole role) {

    static List<Vm> of(Set<String> names) {
      List<Vm> vms = new ArrayList<>();
      for (String name : names) {
        for (VmRole role : VmRole.values()) {
          String ending = "-vm" + role.number();
          if (name.endsWith(ending)) {
            String set = name.substring(0, name.length() - ending.length());
            vms.add(new Vm(VmSet.parse(set).group(), role));
          }
        }
      }
      return vms;
    }
  }

  /** True if they are all VMs of some roles in some Groups. */
  private boolean isNamedTogether(Set<String> names) {
    List<Vm> vms = Vm.of(names);
    Set<VmGroup> groups = groups(vms);
    Set<VmRole> roles = roles(vms);
    long all =
        Vm.of(byVm.keySet()).stream()
            .filter(vm -> groups.contains(vm.group()) && roles.contains(vm.role()))
            .count();
    return !vms.isEmpty() && vms.size() == names.size() && all == vms.size();
  }

  private String describe(Set<String> names) {
    if (!isNamedTogether(names)) {
      return String.join(", ", names);
    }
    List<Vm> vms = Vm.of(names);
    List<Vm> all = Vm.of(byVm.keySet());
    String groups = groups(vms).stream().map(VmGroup::name).collect(Collectors.joining(", "));
    String roles =
        roles(vms).stream()
            .map(role -> role == VmRole.TIER_A ? role.label() : role.name())
            .collect(Collectors.joining(", "));
    if (roles(vms).equals(roles(all))) {
      return groups(vms).equals(groups(all))
          ? "all VMs"
          : (groups.length() > 1 ? "Groups " : "Group ") + groups;
    }
    return groups(vms).equals(groups(all)) ? roles : roles + " of " + groups;
  }

  private static Set<VmGroup> groups(List<Vm> vms) {
    Set<VmGroup> groups = EnumSet.noneOf(VmGroup.class);
    vms.forEach(vm -> groups.add(vm.group()));
    return groups;
  }

  private static Set<VmRole> roles(List<Vm> vms) {
    Set<VmRole> roles = EnumSet.noneOf(VmRole.class);
    vms.forEach(vm -> roles.add(vm.role()));
    return roles;
  }
}
