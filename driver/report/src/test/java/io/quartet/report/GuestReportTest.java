package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.Address;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Hypervisor;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.report.internal.ReportBuilder;
import io.quartet.report.internal.run.ChartData;
import io.quartet.report.internal.run.GuestFigures;
import io.quartet.report.internal.run.ReportPlots;
import io.quartet.report.section.GuestStatistics;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.Activity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The simulated run on twelve guests of one host, with many neighbours. A second host has a
 * neighbour in the first half, and a controller that is a program.
 */
@Tag("unit")
class GuestReportTest {

  private static final int NEIGHBOURS = 40;

  private static final String GUESTS =
      "utc_ms,guest,kind,processors,cpu_ms_per_s,wait_ms_per_s,configured_kib,resident_kib,"
          + "balloon_kib,swapped_kib,read_bytes_per_s,write_bytes_per_s,rx_bytes_per_s,"
          + "tx_bytes_per_s\n";
  private static final String CPU = "utc_ms,user_pct,system_pct,iowait_pct,steal_pct,idle_pct\n";

  @TempDir static Path results;
  private static Path folder;
  private static ReportBuilder.Built built;
  private static JsonNode statistics;

  @BeforeAll
  static void simulate() throws IOException {
    RunPlan embedded = SimulatedDemo.plan();
    Map<VmSet, SetHosts> hosts = new HashMap<>();
    for (VmSet set : embedded.sets()) {
      String name = set.name();
      hosts.put(
          set,
          new SetHosts(
              new Address(name + "-vm1", 15_432),
              new Address(name + "-vm2", 5_432),
              new Address(name + "-vm3", 5_432)));
    }
    RunPlan plan =
        TestPlans.withSsh(
            TestPlans.onHosts(
                embedded, hosts, Optional.of(TestPlans.tls(Path.of("/tls"), "driver"))),
            new Ssh(
                Optional.empty(),
                Optional.empty(),
                List.of(
                    new Hypervisor("hv1", Optional.of("cvm"), Map.of()),
                    new Hypervisor("hv2", Optional.of("a-storage-service"), Map.of())),
                List.of()));
    folder = SimulatedDemo.finished(results, plan);
    Path stats = Files.createDirectories(folder.resolve("stats/hypervisor-hv1"));
    Files.writeString(
        stats.resolve("facts.json"),
        "{\"processors\": {\"threads\": 16}, \"memory\": {\"totalKib\": 16777216}}");
    StringBuilder guests = new StringBuilder(GUESTS);
    StringBuilder cpu = new StringBuilder(CPU);
    for (long second = 0; second <= plan.timeline().total().toSeconds(); second++) {
      long at = SimulatedDemo.START_UTC_MILLIS + 1_000 * second;
      cpu.append(at).append(",50,25,0,0,25\n");
      for (VmSet set : plan.sets()) {
        for (int vm = 1; vm <= 3; vm++) {
          guests
              .append(at)
              .append(',' + set.name() + "-vm" + vm)
              .append(",libvirt,2,300,100,2097152,1048576,524288,0,1048576,0,0,2097152\n");
        }
      }
      guests.append(at).append(",cvm,libvirt,4,500,0,4194304,4194304,0,0,0,0,0,0\n");
      for (int i = 0; i < NEIGHBOURS; i++) {
        guests.append(at).append(",n" + i + ",lxc,," + (10 + i) + ",0,,1024,,0,,,,\n");
      }
    }
    Files.writeString(stats.resolve("guests.csv"), guests);
    Files.writeString(stats.resolve("cpu.csv"), cpu);
    simulateSecondHost(plan);
    built = ReportBuilder.build(ResultsFolder.open(folder));
    statistics = new ObjectMapper().readTree(ReportWriter.json(built.report())).path("statistics");
  }

  private static void simulateSecondHost(RunPlan plan) throws IOException {
    StringBuilder guests = new StringBuilder(GUESTS);
    StringBuilder cpu = new StringBuilder(CPU);
    StringBuilder programs =
        new StringBuilder(
            "utc_ms,name,processes,threads,user_ms,system_ms,private_kib,shared_kib\n");
    for (long second = 0; second <= plan.timeline().total().toSeconds(); second++) {
      long at = SimulatedDemo.START_UTC_MILLIS + 1_000 * second;
      cpu.append(at).append(",4,0,0,0,96\n");
      programs.append(at).append(",a-storage-servi,1,1,").append(300 * second).append(",0,1,1\n");
      // The first half of the measured phases, which begin after ten seconds and last sixty.
      if (second <= 40) {
        guests.append(at).append(",far,lxc,2,500,0,,,,,,,,\n");
      }
    }
    Path stats = Files.createDirectories(folder.resolve("stats/hypervisor-hv2"));
    Files.writeString(stats.resolve("facts.json"), "{\"processors\": {\"threads\": 16}}");
    Files.writeString(stats.resolve("guests.csv"), guests);
    Files.writeString(stats.resolve("cpu.csv"), cpu);
    Files.writeString(stats.resolve("processes.csv"), programs);
  }

  private static JsonNode row(String table, String key, String name, String phase) {
    for (JsonNode row : statistics.path(table)) {
      if (row.path(key).asText().equals(name) && row.path("phase").asText().equals(phase)) {
        return row;
      }
    }
    throw new AssertionError("no row of " + name + " in " + table);
  }

  @Test
  void guestHasItsVmAndWhatItGotInEveryPhase() {
    assertThat(statistics.path("guests")).hasSize(11 * (12 + 1 + NEIGHBOURS + 1));
    JsonNode guest = row("guests", "guest", "a1-vm2", "4");
    assertThat(guest.path("is").asText()).isEqualTo("a1-vm2");
    assertThat(guest.path("knownBy").asText()).isEqualTo("name");
    assertThat(guest.path("used").asDouble()).isCloseTo(0.3, within(1e-6));
    assertThat(guest.path("waited").asDouble()).isCloseTo(0.1, within(1e-6));
    assertThat(guest.path("waitedPercent").asDouble()).isCloseTo(25, within(1e-6));
    assertThat(guest.path("configuredMib").asDouble()).isEqualTo(2_048);
    assertThat(guest.path("balloonMib").asDouble()).isEqualTo(512);
    assertThat(guest.path("readMib").asDouble()).isEqualTo(1);
    assertThat(guest.path("sentMib").asDouble()).isEqualTo(2);
    JsonNode neighbour = row("guests", "guest", "n3", "all");
    assertThat(neighbour.path("is").asText()).isEqualTo("neighbour");
    assertThat(neighbour.path("knownBy").isNull()).isTrue();
    assertThat(neighbour.path("configuredMib").isNull()).isTrue();
  }

  @Test
  void hostIsComparedWithTheSumOfItsGuests() {
    JsonNode host = row("guestHosts", "host", "hypervisor-hv1", "all");
    // 12 guests of 2 and 2 GiB, the controller with 4 and 4 GiB.
    assertThat(host.path("processorsGivenRatio").asDouble()).isEqualTo(1.75);
    assertThat(host.path("memoryGivenRatio").asDouble()).isEqualTo(1.75);
    assertThat(host.path("unlimitedGuests").asInt()).isEqualTo(NEIGHBOURS);
    assertThat(host.path("busy").asDouble()).isCloseTo(12, within(1e-6));
    assertThat(host.path("usedByController").asDouble()).isCloseTo(0.5, within(1e-6));
    // 10 to 49 ms each.
    assertThat(host.path("usedByNeighbours").asDouble()).isCloseTo(1.18, within(1e-6));
    assertThat(host.path("used").asDouble()).isCloseTo(3.6 + 0.5 + 1.18, within(1e-6));
  }

  @Test
  void sumsOfAHostCountAGuestThatWasAwayAsIdle() {
    assertThat(row("guests", "guest", "far", "all").path("used").asDouble()).isEqualTo(0.5);
    JsonNode host = row("guestHosts", "host", "hypervisor-hv2", "all");
    assertThat(host.path("usedByNeighbours").asDouble()).isCloseTo(0.25, within(1e-6));
    assertThat(host.path("used").asDouble()).isCloseTo(0.25, within(1e-6));
    assertThat(host.path("processorsGiven").asDouble()).isCloseTo(1, within(1e-6));
  }

  @Test
  void controllerMayBeAProgramOfTheHost() {
    JsonNode all = row("guestHosts", "host", "hypervisor-hv2", "all");
    assertThat(all.path("usedByController").asDouble()).isCloseTo(0.3, within(1e-6));
    JsonNode phase = row("guestHosts", "host", "hypervisor-hv2", "4");
    assertThat(phase.path("usedByController").isNull()).isTrue();
    assertThat(GuestFigures.missingNames(built.report().statistics().guests())).isEmpty();
  }

  @Test
  void controllerThatIsNeitherGuestNorProgramIsNamed() {
    GuestStatistics.HostActivity lacking =
        new GuestStatistics.HostActivity(
            Activity.ALL_PHASES,
            "hypervisor-hv3",
            60,
            16,
            0,
            OptionalDouble.empty(),
            Optional.of("cvm"),
            OptionalDouble.empty(),
            List.of("db-17"),
            List.of());
    assertThat(GuestFigures.missingNames(new GuestStatistics(List.of(), List.of(lacking))))
        .containsExactly(
            "hypervisor-hv3: neither a guest nor a program named cvm has samples, so its processor"
                + " time counts as foreign. Check controller in provider.ssh.hypervisors.",
            "hypervisor-hv3: no guest named db-17 has samples, so its VM is looked for by address"
                + " and name. Check guests in provider.ssh.hypervisors.");
  }

  @Test
  void ruleOnForeignShareNamesTheNeighbours() {
    // 12 processors are busy, 4.1 of them with VMs and the controller.
    assertThat(ReportWriter.json(built.report()))
        .contains(
            "65.8 % on hypervisor-hv1",
            "Guests of no VM of the plan, with processors in use: n39 0.05; n38 0.05;");
  }

  @Test
  void pageShowsAsManyGuestsAsItHasRoomForThoseOfThePlanFirst() throws IOException {
    TestPages.write(folder);
    String html = Files.readString(folder.resolve("report.html"));
    assertThat(html)
        .contains(
            "Shown are 19 of 54 guests: of the plan and its controllers the first 36, of neighbours"
                + " the busiest 6.",
            "chart-guest-memory",
            ">a1-vm1<",
            ">cvm<",
            ">far<",
            ">n39<",
            ">n35<")
        .doesNotContain(">n34<", ">n0<");
    ChartData charts = built.charts();
    assertThat(charts.machine().guests())
        .extracting(ChartData.GuestLine::is)
        .hasSize(16)
        .filteredOn(is -> !is.contains("-vm"))
        .containsExactly("controller", "neighbour", "neighbour", "neighbour");
    assertThat(ReportPlots.of(charts))
        .filteredOn(plot -> plot.place().startsWith("chart-guest-"))
        .extracting(plot -> plot.series().size())
        .containsExactly(16, 16);
  }
}
