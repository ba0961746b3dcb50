package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.quartet.model.Address;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Hypervisor;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.RunFigures;
import io.quartet.results.RunFiles;
import io.quartet.results.SimulatedRun;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.Guests.Guest;
import io.quartet.results.statistics.Guests.KnownBy;
import io.quartet.results.statistics.ProcessorUse.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One Set on three machines, which are guests of a host with four processors. */
@Tag("unit")
class GuestsTest {

  private static final String HOST = "hypervisor-hv1";
  private static final String HEADER =
      "utc_ms,guest,kind,processors,cpu_ms_per_s,wait_ms_per_s,configured_kib,resident_kib\n";

  @TempDir Path root;
  private RunPlan plan;
  private ResultsFolder folder;
  private RunFigures figures;

  private void run(Hypervisor hypervisor) throws IOException {
    run(hypervisor, "10.0.0.1");
  }

  private void run(Hypervisor hypervisor, String tierA) throws IOException {
    plan =
        TestPlans.withSsh(
            TestPlans.onHosts(
                TestPlans.withOneSet(TestPlans.demo(1), 2, Duration.ofSeconds(30), 2),
                Map.of(
                    new VmSet(VmGroup.A, 1),
                    new SetHosts(
                        new Address(tierA, 15432),
                        new Address("db-two.lab", 5432),
                        new Address("10.0.0.3", 5432)))),
            new Ssh(Optional.empty(), Optional.empty(), List.of(hypervisor), List.of()));
    folder = SimulatedRun.write(root, plan);
    figures =
        new RunFigures(Optional.of(plan), new RunFiles(folder).phases().orRefuse().orElseThrow());
    facts(HOST, "{\"processors\": {\"threads\": 4}}");
    // Half of its four processors are busy: 2000 ms a second.
    StringBuilder cpu =
        new StringBuilder("utc_ms,user_pct,system_pct,iowait_pct,steal_pct,idle_pct\n");
    for (long at = start(); at <= end(); at += 1_000) {
      cpu.append(at).append(",40,10,0,0,50\n");
    }
    write(HOST + "/cpu.csv", cpu.toString());
  }

  private long start() {
    return figures.interval().startUtcMillis();
  }

  private long end() {
    return figures.interval().endUtcMillis();
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.file("stats/" + name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void facts(String machine, String text) throws IOException {
    write(machine + "/facts.json", text);
  }

  /** Rows of guests each second, of which each used and waited as long as it says. */
  private void guests(String... rows) throws IOException {
    StringBuilder text = new StringBuilder(HEADER);
    for (long at = start(); at <= end(); at += 1_000) {
      for (String row : rows) {
        text.append(at).append(',').append(row).append('\n');
      }
    }
    write(HOST + "/guests.csv", text.toString());
  }

  /** A process that keeps one processor busy for one second of so many. */
  private void processes(String machine, String name, int seconds) throws IOException {
    StringBuilder text =
        new StringBuilder(
            "utc_ms,name,processes,threads,user_ms,system_ms,private_kib,shared_kib\n");
    for (long at = start(); at <= end(); at += 1_000) {
      text.append("%d,%s,1,1,%d,0,1,1\n".formatted(at, name, (at - start()) / seconds));
    }
    write(machine + "/processes.csv", text.toString());
  }

  private ProcessorUse read() {
    return ProcessorUse.read(folder, figures, MissingNode.getInstance()).orRefuse().orElseThrow();
  }

  private static Machine hypervisor(ProcessorUse use) {
    return use.machines().get(use.machines().size() - 1);
  }

  private static Map<String, String> known(ProcessorUse use) {
    return use.guests().hosts().get(0).guests().stream()
        .collect(
            Collectors.toMap(
                Guest::name,
                guest ->
                    guest.machine().map(one -> one.vms().get(0).name()).orElse("-")
                        + guest.knownBy().map(KnownBy::word).map(" "::concat).orElse("")));
  }

  @Test
  void guestIsKnownByTheFileThenItsAddressThenItsName() throws IOException {
    run(new Hypervisor("hv1", Optional.empty(), Map.of("a1-vm3", "c")));
    facts("a1-vm1", "{\"addresses\": [\"10.0.0.1\", \"52:54:00:00:00:01\", \"172.17.0.1\"]}");
    facts("a1-vm3", "{\"addresses\": [\"10.0.0.3\", \"52:54:00:00:00:03\", \"172.17.0.1\"]}");
    write(
        HOST + "/addresses.csv",
        "utc_ms,guest,address\n1,a,52:54:00:00:00:01\n1,other,52:54:00:00:00:03\n1,other,172.17.0.1\n");
    guests(
        "a,libvirt,2,10,0,1,1",
        "c,qemu,2,10,0,1,1",
        "DB-two,libvirt,2,10,0,1,1",
        "other,lxc,,1,0,1,1");

    // The machine of a1-vm3 has its guest already, and two machines have the address 172.17.0.1.
    assertThat(known(read()))
        .isEqualTo(
            Map.of(
                "a", "a1-vm1 address", "c", "a1-vm3 file", "DB-two", "a1-vm2 name", "other", "-"));
  }

  @Test
  void neighboursAreForeignByNameAndTheControllerIsNot() throws IOException {
    run(new Hypervisor("hv1", Optional.of("cvm"), Map.of()));
    guests(
        "a1-vm1,libvirt,2,700,0,1,1",
        "a1-vm2,libvirt,2,300,0,1,1",
        "a1-vm3,libvirt,2,0,0,1,1",
        "cvm,libvirt,2,200,0,1,1",
        "win 1,libvirt,2,100,0,1,1",
        "win 2,libvirt,2,600,0,1,1");

    Machine machine = hypervisor(read());
    // 1200 of the 2000 ms that are used each second, so 30 of 50 %.
    assertThat(machine.ownPercent().orElseThrow()).isCloseTo(30, within(1e-6));
    assertThat(machine.foreignPercent().orElseThrow()).isCloseTo(40, within(1e-6));
    assertThat(machine.neighbours())
        .extracting(ProcessorUse.Neighbour::guest)
        .containsExactly("win 2", "win 1");
    assertThat(machine.neighbours().get(0).processors()).isCloseTo(0.6, within(1e-6));
  }

  @Test
  void controllerMayBeAProgram() throws IOException {
    run(new Hypervisor("hv1", Optional.of("a-storage-service"), Map.of()));
    guests("a1-vm1,libvirt,2,700,0,1,1");
    processes(HOST, "a-storage-servi", 2);

    Machine machine = hypervisor(read());
    assertThat(machine.controllerProgram().orElseThrow()).isCloseTo(0.5, within(1e-6));
    assertThat(machine.ownPercent().orElseThrow()).isCloseTo(30, within(1e-6));
  }

  @Test
  void guestThatMayBeAMachineOfThePlanLeavesTheShareUnknown() throws IOException {
    run(Hypervisor.at("hv1"));
    guests("a1-vm1,libvirt,2,700,0,1,1", "x,libvirt,2,100,0,1,1", "y,libvirt,2,300,0,1,1");

    assertThat(hypervisor(read()).foreignPercent()).isEmpty();
    assertThat(hypervisor(read()).unknown())
        .isEqualTo(
            "of the guests of hypervisor-hv1, any of y; x may be the machine of a1-vm2; a1-vm3;"
                + " name it in provider.ssh.hypervisors");
    // Without a guest that is not matched, no machine can be among them.
    guests("a1-vm1,libvirt,2,700,0,1,1");
    assertThat(hypervisor(read()).foreignPercent()).isPresent();
  }

  @Test
  void hypervisorThatIsTheMachineOfTheDriverCountsOnce() throws IOException {
    run(Hypervisor.at("hv1"));
    guests("a1-vm1,libvirt,2,700,0,1,1");
    String samples = Files.readString(folder.file("stats/" + HOST + "/guests.csv"));
    write(VmMachine.OF_THE_DRIVER + "/guests.csv", samples);
    String machine = "{\"bootId\": \"%s\", \"processors\": {\"threads\": 4}}";
    facts(HOST, machine.formatted("of-hv1"));
    facts(VmMachine.OF_THE_DRIVER, machine.formatted("of-a-laptop"));
    assertThat(read().guests().hosts()).hasSize(2);

    facts(VmMachine.OF_THE_DRIVER, machine.formatted("of-hv1"));
    assertThat(read().guests().hosts()).extracting(Guests.Host::name).containsExactly(HOST);
    assertThat(hypervisor(read()).ownPercent().orElseThrow()).isCloseTo(17.5, within(1e-6));
    // The kit, which kept one of its four processors busy, is not foreign there.
    processes(VmMachine.OF_THE_DRIVER, "driver", 1);
    assertThat(hypervisor(read()).ownPercent().orElseThrow()).isCloseTo(42.5, within(1e-6));
  }

  @Test
  void processorsOfAContainerAreThoseOfItsGuest() throws IOException {
    run(Hypervisor.at("hv1"));
    guests("a1-vm1,nspawn,,200,0,1,1", "a1-vm2,nspawn,,1000,0,1,1", "a1-vm3,libvirt,2,1,0,1,1");
    facts("a1-vm2", "{\"processors\": {\"threads\": 4}}");
    // As in all containers of the host, half of its processors are busy.
    Path stats = folder.file("stats/" + HOST).getParent();
    Files.createDirectories(stats.resolve("a1-vm2"));
    Files.copy(stats.resolve(HOST + "/cpu.csv"), stats.resolve("a1-vm2/cpu.csv"));
    processes("a1-vm2", "postgres", 2);

    assertThat(read().guests().hostsOfContainers())
        .isEqualTo(Map.of("a1-vm1", HOST, "a1-vm2", HOST));
    Machine machine = read().machines().get(1);
    assertThat(machine.busyPercent().orElseThrow()).isCloseTo(25, within(1e-6));
    assertThat(machine.ownPercent().orElseThrow()).isCloseTo(12.5, within(1e-6));
    assertThat(machine.foreignPercent().orElseThrow()).isCloseTo(50, within(1e-6));
  }

  @Test
  void addressOfTwoGuestsTellsNothingUnlessTheyCameOneAfterTheOther() throws IOException {
    run(Hypervisor.at("hv1"));
    facts("a1-vm1", "{\"addresses\": [\"172.17.0.1\"]}");
    write(HOST + "/addresses.csv", "utc_ms,guest,address\n1,x,172.17.0.1\n1,y,172.17.0.1\n");
    guests("x,libvirt,2,10,0,1,1", "y,libvirt,2,10,0,1,1");
    assertThat(known(read())).isEqualTo(Map.of("x", "-", "y", "-"));

    long middle = (start() + end()) / 2;
    StringBuilder text = new StringBuilder(HEADER);
    for (long at = start(); at <= end(); at += 1_000) {
      text.append("%d,%s,libvirt,2,10,0,1,1\n".formatted(at, at < middle ? "x" : "y"));
    }
    write(HOST + "/guests.csv", text.toString());
    assertThat(known(read())).isEqualTo(Map.of("x", "a1-vm1 address", "y", "a1-vm1 address"));
  }

  @Test
  void machineWithoutVirtualisationIsNoGuest() throws IOException {
    run(Hypervisor.at("hv1"), "127.0.0.1");
    guests("a1-vm2,libvirt,2,700,0,1,1", "a1-vm3,libvirt,2,200,0,1,1", "x,libvirt,2,100,0,1,1");
    facts(VmMachine.OF_THE_DRIVER, "{\"virtualisation\": \"kvm\"}");
    assertThat(hypervisor(read()).foreignPercent()).isEmpty();

    facts(VmMachine.OF_THE_DRIVER, "{\"virtualisation\": \"none\"}");
    // The two VMs used 900 of 2000 ms.
    assertThat(hypervisor(read()).foreignPercent().orElseThrow()).isCloseTo(55, within(0.1));
  }

  @Test
  void hypervisorLostInTheRunIsNotKnown() throws IOException {
    run(Hypervisor.at("hv1"));
    write(
        HOST + "/guests.csv",
        HEADER
            + start()
            + ",a1-vm1,libvirt,2,,,1,1\n"
            + (start() + 1_000)
            + ",a1-vm1,libvirt,2,5,0,1,1\n");

    assertThat(hypervisor(read()).unknown())
        .isEqualTo("stats/hypervisor-hv1/guests.csv does not cover the interval");
  }

  @Test
  void guestThatWasAwayUsedNothingThen() throws IOException {
    run(Hypervisor.at("hv1"));
    long middle = (start() + end()) / 2;
    StringBuilder text = new StringBuilder(HEADER);
    boolean isBack = false;
    for (long at = start(); at <= end(); at += 1_000) {
      text.append(at).append(",a1-vm1,libvirt,2,500,0,1000,1000\n");
      if (at >= middle) {
        // In its first row nothing is known of the time before.
        text.append(at)
            .append(isBack ? ",a1-vm2,libvirt,2,500,0,9,9\n" : ",a1-vm2,libvirt,2,,,9,9\n");
        isBack = true;
      } else if (at <= start() + 1_000) {
        text.append(at).append(",a1-vm2,libvirt,2,500,0,5,5\n");
      }
    }
    write(HOST + "/guests.csv", text.toString());

    ProcessorUse use = read();
    assertThat(hypervisor(use).ownPercent().orElseThrow()).isBetween(18.0, 19.5);
    Rates away = use.guests().hosts().get(0).guests().get(1).rates();
    assertThat(away.isIncomplete(MachineRate.GUEST_USED)).isTrue();
    assertThat(away.mean(MachineRate.GUEST_RESIDENT).orElseThrow()).isBetween(8.5, 9.0);
  }
}
