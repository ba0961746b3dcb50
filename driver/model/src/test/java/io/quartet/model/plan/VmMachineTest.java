package io.quartet.model.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.Address;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which VMs share a machine. */
@Tag("unit")
class VmMachineTest {

  private static final RunPlan EMBEDDED =
      TestPlans.plan(
          ValidityProfile.CUSTOM, 1, new PhaseTable("custom", List.of(LoadShare.of(50, 50, 0, 0))));

  private static RunPlan plan(EngineOptions engine, Map<VmSet, SetHosts> hosts) {
    return TestPlans.onHosts(EMBEDDED.withEngine(engine), hosts);
  }

  private static SetHosts hosts(String tierA, String dss, String oltp) {
    return new SetHosts(Address.parse(tierA), Address.parse(dss), Address.parse(oltp));
  }

  @Test
  void embeddedVmsAreAllOnTheMachineOfTheDriver() {
    assertThat(VmMachine.of(EMBEDDED))
        .singleElement()
        .satisfies(
            machine -> {
              assertThat(machine.name()).isEqualTo("host");
              assertThat(machine.databases())
                  .containsExactly("a1-vm2", "a1-vm3", "b1-vm2", "b1-vm3");
              assertThat(machine.hasTierA()).isTrue();
            });
  }

  @Test
  void preparedMachineIsNamedByItsFirstVm() {
    Map<VmSet, SetHosts> hosts = new HashMap<>();
    hosts.put(new VmSet(VmGroup.A, 1), hosts("app:1", "db:5432", "db:5433"));
    hosts.put(new VmSet(VmGroup.B, 1), hosts("app:2", "[::1]:5432", "db:5434"));

    List<VmMachine> machines = VmMachine.of(plan(EngineOptions.STANDARD, hosts));

    assertThat(machines).extracting(VmMachine::name).containsExactly("a1-vm1", "a1-vm2", "b1-vm2");
    assertThat(machines).extracting(VmMachine::host).containsExactly("app", "db", "::1");
    assertThat(machines.get(0).databases()).isEmpty();
    assertThat(machines.get(0).hasTierA()).isTrue();
    assertThat(machines.get(1).databases()).containsExactly("a1-vm2", "a1-vm3", "b1-vm3");
    assertThat(machines.get(1).setsOfDatabases())
        .containsExactlyInAnyOrder(new VmSet(VmGroup.A, 1), new VmSet(VmGroup.B, 1));
    assertThat(machines.get(1).hasTierA()).isFalse();
  }

  @Test
  void withoutDatabasesThereAreNoMachinesForThem() {
    EngineOptions none =
        new EngineOptions(
            EngineOptions.Access.NONE,
            Optional.empty(),
            EngineOptions.Statements.BATCHED,
            EngineOptions.TradeResultIsolation.SERIALIZABLE);
    Map<VmSet, SetHosts> hosts = new HashMap<>();
    hosts.put(new VmSet(VmGroup.A, 1), hosts("app:1", "db:5432", "db:5433"));
    hosts.put(new VmSet(VmGroup.B, 1), hosts("app:2", "db:5434", "db:5435"));

    assertThat(VmMachine.of(plan(none, hosts))).extracting(VmMachine::host).containsExactly("app");
  }
}
