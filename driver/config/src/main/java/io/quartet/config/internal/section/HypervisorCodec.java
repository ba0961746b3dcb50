package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.PlanDocument;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Hypervisor;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code provider.ssh.hypervisors}: names, or objects that say more of a host. */
final class HypervisorCodec {

  static final String NAME = "hypervisors";

  private static final String HOST = "host";
  private static final String CONTROLLER = "controller";
  private static final String GUESTS = "guests";

  private HypervisorCodec() {}

  static List<Hypervisor> read(Section ssh) {
    return ssh.child(NAME).items().stream().map(HypervisorCodec::readOne).toList();
  }

  private static Hypervisor readOne(Section item) {
    if (!item.value().isObject()) {
      return Hypervisor.at(item.host());
    }
    Section guests = item.child(GUESTS);
    Map<String, String> byVm = new TreeMap<>();
    guests.value().fieldNames().forEachRemaining(vm -> byVm.put(vm, guests.text(vm)));
    return new Hypervisor(item.child(HOST).host(), item.optional(CONTROLLER), byVm);
  }

  /** Judges them: each name is that of a VM. */
  static void check(Section ssh, List<VmSet> sets) {
    Set<String> vms =
        sets.stream()
            .flatMap(set -> Stream.of(VmRole.values()).map(set::vmName))
            .collect(Collectors.toUnmodifiableSet());
    for (Section item : ssh.child(NAME).items()) {
      Section guests = item.child(GUESTS);
      guests
          .value()
          .fieldNames()
          .forEachRemaining(
              vm -> {
                if (!vms.contains(vm)) {
                  guests.wrongKey(
                      guests.at(vm),
                      " is no VM of this plan. Write a name like a1-vm2, or leave it out.",
                      ProviderCodec.KIND,
                      PlanDocument.SETS,
                      PhasesCodec.PATH);
                }
              });
    }
  }

  static void write(List<Hypervisor> hypervisors, ObjectNode ssh) {
    if (hypervisors.isEmpty()) {
      return;
    }
    ArrayNode list = ssh.putArray(NAME);
    for (Hypervisor one : hypervisors) {
      if (one.equals(Hypervisor.at(one.host()))) {
        list.add(one.host());
        continue;
      }
      ObjectNode keys = list.addObject().put(HOST, one.host());
      one.controller().ifPresent(name -> keys.put(CONTROLLER, name));
      if (!one.guests().isEmpty()) {
        ObjectNode guests = keys.putObject(GUESTS);
        new TreeMap<>(one.guests()).forEach(guests::put);
      }
    }
  }
}
