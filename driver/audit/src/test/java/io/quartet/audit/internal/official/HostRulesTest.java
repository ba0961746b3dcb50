package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.audit.Rules;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.Check;
import io.quartet.results.RunResults;
import io.quartet.results.statistics.ProcessorUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the machine did something else; the simulated one has two processors. */
@Tag("unit")
class HostRulesTest {

  private static final String ID = "nothing-else-ran";
  private static final String HEADER =
      "utc_ms,name,processes,threads,user_ms,system_ms,private_kib,shared_kib\n";

  @TempDir Path results;
  private OfficialFolder run;

  @BeforeEach
  void simulate() {
    run = new OfficialFolder(results);
  }

  private void machine(double busyPercent) throws IOException {
    machine("host", busyPercent, 0);
  }

  private void machine(String name, double busyPercent, double stolenPercent) throws IOException {
    String file = "stats/" + name + "/cpu.csv";
    run.write(file, "utc_ms,user_pct,system_pct,iowait_pct,steal_pct,idle_pct\n");
    // Samples before the interval do not count.
    for (long utc = run.start - 5_000; utc <= run.end; utc += 1_000) {
      double user = utc <= run.start ? 0 : busyPercent - 10;
      run.append(file, utc + "," + user + ",10,0," + stolenPercent + ",0\n");
    }
  }

  /** All VMs and the driver together keep so many processors busy. */
  private void own(double processors) throws IOException {
    double each = processors / (3 * run.plan.sets().size() + 1);
    process("driver", each);
    for (VmSet set : run.plan.sets()) {
      for (VmRole role : VmRole.values()) {
        process(set.vmName(role), each);
      }
    }
  }

  private void process(String name, double processors) throws IOException {
    long used = Math.round((run.end - run.start) * processors);
    Path file = run.folder.file("stats/host/processes.csv");
    if (!Files.exists(file)) {
      run.write("stats/host/processes.csv", HEADER);
    }
    String others =
        Files.readAllLines(file).stream()
            .filter(line -> !line.contains("," + name + ","))
            .collect(Collectors.joining("\n", "", "\n"));
    run.write(
        "stats/host/processes.csv",
        others + row(run.start, name, 700) + row(run.end, name, 700 + used));
  }

  /** A fifth of the time in the kernel. */
  private static String row(long utcMillis, String name, long millis) {
    return "%d,%s,9,1,%d,%d,1,1\n".formatted(utcMillis, name, millis - millis / 5, millis / 5);
  }

  @Test
  void processorTimeThatIsNotOursIsFound() throws IOException {
    assertThat(run.whyNotJudged(ID)).contains("cpu.csv");
    machine(80);
    assertThat(run.whyNotJudged(ID)).startsWith("the processor time of driver; a1-vm1");
    own(1.52);
    assertThat(run.assertPasses(ID).actual()).isEqualTo("4.0 % of 2 processors");
    own(1.40);
    assertThat(run.detailOfFailed(ID)).startsWith("80.0 % busy, 70.0 % by VMs and driver");
  }

  @Test
  void factsThatWereCutShortAreRefused() throws IOException {
    machine(80);
    own(1.52);
    run.write("stats/host/facts.json", "{\"processors\": {");
    assertThatThrownBy(() -> run.check(ID))
        .hasMessageContaining("stats/host/facts.json: is not one complete JSON document");
  }

  @Test
  void filesOfWhichNothingIsMadeAreReadToo() throws IOException {
    machine(80);
    run.assertPasses("samples");
    run.write("stats/host/iostat.json", "{\"sysstat\": {\"hosts\": [");
    run.assertPasses("samples");
    for (String odd :
        List.of("{\"kernel\": \"6.1\", \"kernel\": \"6.2\"}", "{\"kernel\": \"6.1\"} {}")) {
      run.write("stats/host/facts.json", odd);
      assertThatThrownBy(() -> run.check("samples"))
          .hasMessageContaining(
              "facts.json: is not one complete JSON document, or has a key twice");
    }
  }

  @Test
  void timeThatIsStolenIsAWarningUnlessTheMachineIsBusy() throws IOException {
    assertThat(run.whyNotJudged("steal"))
        .isEqualTo("stats/host/cpu.csv does not cover the interval");
    machine(80);
    assertThat(run.assertPasses("steal").actual()).isEqualTo("0.0 % stolen, 80.0 % busy");
    machine("host", 80, 6);
    assertThat(run.check("steal").verdict()).isEqualTo(Check.Result.FAIL);
    machine("host", 90, 6);
    run.assertPasses("steal");
  }

  private Check foreignShare() {
    return Rules.ALL.stream()
        .filter(rule -> rule.id().equals("foreign-share"))
        .findFirst()
        .orElseThrow()
        .check(RunResults.read(run.folder));
  }

  private ProcessorUse use() {
    RunResults results = RunResults.read(run.folder);
    return ProcessorUse.read(run.folder, results.figures(), results.info().host())
        .orRefuse()
        .orElseThrow();
  }

  @Test
  void foreignShareIsStealAndTimeOfOthersByAllThatWasTaken() throws IOException {
    assertThat(foreignShare().verdict()).isEqualTo(Check.Result.NOT_JUDGED);
    assertThat(use().worstForeignPercent()).isEmpty();
    machine("host", 80, 10);
    own(1.24);
    // 80 % busy, 62 % our own: 18 % others and 10 % steal of 90 %.
    assertThat(use().worstForeignPercent().orElseThrow()).isCloseTo(31.11, within(0.01));
    assertThat(use().ownProcessors().orElseThrow()).isCloseTo(1.24, within(0.001));
    Check check = foreignShare();
    assertThat(check.verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(check.severity()).isEqualTo(Check.Severity.WARNING);
    assertThat(check.actual()).isEqualTo("31.1 %");
    machine("host", 80, 1);
    own(1.56);
    assertThat(foreignShare().verdict()).isEqualTo(Check.Result.PASS);
  }

  @Test
  void collectorsAreNotForeignButOthersInRule47() throws IOException {
    machine(80);
    own(1.40);
    process("collectors", 0.16);
    assertThat(use().worstForeignPercent().orElseThrow()).isCloseTo(2.5, within(0.01));
    assertThat(use().ownProcessors().orElseThrow()).isCloseTo(1.56, within(0.001));
    assertThat(run.detailOfFailed(ID)).startsWith("80.0 % busy, 70.0 % by VMs and driver");
  }

  @Test
  void serverThatWasStartedAgainKeepsWhatItUsedBefore() throws IOException {
    machine(80);
    own(1.56);
    double share = use().worstForeignPercent().orElseThrow();
    long used = Math.round((run.end - run.start) * 1.56 / (3 * run.plan.sets().size() + 1));
    long middle = (run.start + run.end) / 2;
    // Killed in the middle: the new process counts from 0.
    process("a1-vm3", 0);
    String rows = Files.readString(run.folder.file("stats/host/processes.csv"));
    run.write(
        "stats/host/processes.csv",
        rows.replace(
            row(run.end, "a1-vm3", 700),
            row(middle, "a1-vm3", 700 + used / 2)
                + row(middle + 1_000, "a1-vm3", 5)
                + row(run.end, "a1-vm3", used - used / 2)));

    assertThat(use().worstForeignPercent().orElseThrow()).isCloseTo(share, within(0.01));
  }

  @Test
  void damagedSamplesLeaveTheShareUnjudged() throws IOException {
    machine(80);
    own(1.56);
    run.write("stats/host/cpu.csv", "utc_ms,user_pct,system_pct,steal_pct\nno number,1,1,1\n");

    assertThat(foreignShare().verdict()).isEqualTo(Check.Result.NOT_JUDGED);
    assertThat(foreignShare().detail()).contains("stats/host/cpu.csv");
  }

  @Test
  void machineWithTheLargestForeignShareCounts() throws IOException {
    run.prepareMachines();
    allPrepared();
    prepared("c1-vm2", 50, 100);
    // Half of what is busy is ours, and 1 % is stolen.
    assertThat(use().worstForeignPercent().orElseThrow()).isCloseTo(50.98, within(0.01));
    assertThat(foreignShare().actual()).isEqualTo("51.0 % on the machine of c1-vm2");
    Files.delete(run.folder.file("stats/d1-vm1/processes.csv"));
    assertThat(use().worstForeignPercent()).isEmpty();
  }

  /** The machines of the databases, with four processors, and what PostgreSQL used of them. */
  private void prepared(String name, double busyPercent, double ofPostgres) throws IOException {
    machine(name, busyPercent, 1);
    run.write("stats/" + name + "/facts.json", "{\"processors\": {\"threads\": 4}}");
    String file = "stats/" + name + "/processes.csv";
    run.write(file, HEADER);
    long seconds = 0;
    for (long utc = run.start - 1_000; utc <= run.end; utc += 1_000) {
      run.append(file, row(utc, "postgres", Math.round(10 * (ofPostgres - 15) * seconds)));
      run.append(file, row(utc, "postmaster", 150 * seconds++));
    }
  }

  private void allPrepared() throws IOException {
    for (VmSet set : run.plan.sets()) {
      prepared(set.vmName(VmRole.TIER_A), 50, 190);
      prepared(set.vmName(VmRole.DSS), 50, 190);
    }
  }

  @Test
  void everyPreparedMachineIsJudgedByItselfAndTheWorstCounts() throws IOException {
    run.prepareMachines();
    allPrepared();
    assertThat(run.assertPasses(ID).actual())
        .isEqualTo("2.5 % of 4 processors on the machine of a1-vm1");
    prepared("c1-vm2", 50, 168);
    assertThat(run.detailOfFailed(ID))
        .isEqualTo(
            "50.0 % busy, 42.0 % by its programs named postgres, postmaster or quartet-tier-a");
    assertThat(run.check(ID).actual()).endsWith("on the machine of c1-vm2");

    assertThat(run.assertPasses("steal").actual()).startsWith("1.0 % stolen, 50.0 % busy on ");
    machine("b1-vm2", 70, 5.5);
    machine("b1-vm1", 90, 7);
    assertThat(run.check("steal").verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(run.check("steal").actual())
        .isEqualTo("5.5 % stolen, 70.0 % busy on the machine of b1-vm2");
  }

  /** A host of every prepared machine, half busy, with guests that use processors as it says. */
  private void hypervisor(double ofEach, double ofNeighbour) throws IOException {
    run.prepareMachines();
    run.editRunJson(
        json -> ((ObjectNode) json.at("/plan/provider/ssh")).putArray("hypervisors").add("hv1"));
    allPrepared();
    String name = "hypervisor-hv1";
    prepared(name, 50, 190);
    String file = "stats/" + name + "/guests.csv";
    run.write(file, "utc_ms,guest,kind,processors,cpu_ms_per_s,wait_ms_per_s\n");
    for (long utc = run.start; utc <= run.end; utc += 1_000) {
      for (VmSet set : run.plan.sets()) {
        for (VmRole role : List.of(VmRole.TIER_A, VmRole.DSS)) {
          run.append(file, utc + "," + set.vmName(role) + ",libvirt,1," + 1_000 * ofEach + ",0\n");
        }
      }
      run.append(file, utc + ",win,libvirt,1," + 1_000 * ofNeighbour + ",0\n");
    }
  }

  @Test
  void neighboursOfAHypervisorAreNamedInRule47() throws IOException {
    hypervisor(0.2, 0.4);
    assertThat(run.check(ID).actual()).isEqualTo("10.0 % of 4 processors on hypervisor-hv1");
    assertThat(run.detailOfFailed(ID))
        .isEqualTo(
            "50.0 % busy, 40.0 % by its VMs of the plan and its controller. Guests of no VM of the"
                + " plan, with processors in use: win 0.40.");
  }

  @Test
  void withoutSamplesOfGuestsAllVirtualMachinesCount() throws IOException {
    hypervisor(0.2, 0.4);
    Files.delete(run.folder.file("stats/hypervisor-hv1/guests.csv"));
    prepared("hypervisor-hv1", 50, 160);
    assertThat(run.detailOfFailed(ID)).isEqualTo("50.0 % busy, 40.0 % by all its virtual machines");
  }

  @Test
  void preparedMachinesWithoutCollectorsAreNamedUnlessAnotherIsWrong() throws IOException {
    run.prepareMachines();
    assertThat(run.whyNotJudged("steal"))
        .startsWith("stats/a1-vm1/cpu.csv does not cover the interval; stats/a1-vm2/cpu.csv")
        .endsWith("; and 3 more");
    allPrepared();
    Files.delete(run.folder.file("stats/d1-vm1/processes.csv"));
    Files.delete(run.folder.file("stats/d1-vm2/facts.json"));
    run.assertPasses("steal");
    assertThat(run.whyNotJudged(ID))
        .isEqualTo(
            "stats/d1-vm1/processes.csv does not cover the interval; stats/d1-vm2/facts.json does"
                + " not record the number of processors");
    prepared("a1-vm1", 50, 100);
    assertThat(run.check(ID).verdict()).isEqualTo(Check.Result.FAIL);
  }

  /** Until 2026-11-23: a file per VM, and rates of the collectors. */
  @Test
  void olderSamplesAreJudgedAlike() throws IOException {
    machine(80);
    own(1.40);
    process("collectors", 0.16);
    String embedded = run.detailOfFailed(ID);
    double share = use().worstForeignPercent().orElseThrow();
    for (String line : Files.readAllLines(run.folder.file("stats/host/processes.csv"))) {
      String[] row = line.split(",");
      String file = "stats/" + row[1] + "/process.csv";
      if (row[1].equals("name")) {
        continue;
      } else if (!run.folder.has(file)) {
        run.write(file, "utc_ms,cpu_ms,memory_kb,processes\n");
      }
      long millis = Long.parseLong(row[4]) + Long.parseLong(row[5]);
      run.append(file, row[0] + "," + millis + ",1,1\n");
    }
    Files.delete(run.folder.file("stats/host/processes.csv"));
    assertThat(run.detailOfFailed(ID)).isEqualTo(embedded);
    assertThat(use().worstForeignPercent().orElseThrow()).isEqualTo(share);

    run.prepareMachines();
    allPrepared();
    prepared("c1-vm2", 50, 168);
    String prepared = run.detailOfFailed(ID);
    double preparedShare = use().worstForeignPercent().orElseThrow();
    String file = "stats/c1-vm2/processes.csv";
    run.write(file, "utc_ms,name,processes,user_pct,system_pct,resident_kib,threads\n");
    for (long utc = run.start - 1_000; utc <= run.end; utc += 1_000) {
      run.append(file, utc + ",postgres,9,148.00,5.00,1,1\n" + utc + ",postmaster,1,10,5,1,1\n");
    }
    assertThat(run.detailOfFailed(ID)).isEqualTo(prepared);
    assertThat(use().worstForeignPercent().orElseThrow()).isCloseTo(preparedShare, within(1e-9));
  }

  @Test
  void processorsAreThoseOfTheMachineNotOfItsContainer() throws IOException {
    machine(80);
    own(1.52);
    run.write("stats/host/facts.json", "{\"processors\": {\"threads\": 4}}");

    assertThat(run.check(ID).actual()).isEqualTo("42.0 % of 4 processors");
  }
}
