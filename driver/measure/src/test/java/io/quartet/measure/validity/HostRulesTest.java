package io.quartet.measure.validity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the machine did something else; the simulated one has two processors. */
@Tag("unit")
class HostRulesTest {

  private static final String ID = "nothing-else-ran";

  @TempDir Path results;
  private OfficialFolder run;

  @BeforeEach
  void simulate() {
    run = new OfficialFolder(results);
  }

  private void machine(double busyPercent) throws IOException {
    run.write("stats/host/cpu.csv", "utc_ms,user_pct,system_pct,iowait_pct,steal_pct,idle_pct\n");
    // What comes before the interval does not count.
    for (long utc = run.start - 5_000; utc <= run.end; utc += 1_000) {
      double user = utc <= run.start ? 0 : busyPercent - 10;
      run.append("stats/host/cpu.csv", utc + "," + user + ",10,0,0,0\n");
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

  private void process(String vm, double processors) throws IOException {
    long used = Math.round((run.end - run.start) * processors);
    run.write(
        "stats/" + vm + "/process.csv",
        "utc_ms,cpu_ms\n" + run.start + ",700\n" + run.end + "," + (700 + used) + "\n");
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
  void timeThatIsStolenIsAWarningUnlessTheMachineIsBusy() throws IOException {
    assertThat(run.whyNotJudged("steal")).contains("not seen");
    machine(80);
    assertThat(run.assertPasses("steal").actual()).isEqualTo("0.0 % stolen, 80.0 % busy");
    stolen(6);
    assertThat(run.check("steal").verdict()).isEqualTo(Check.Result.FAIL);
    machine(90);
    stolen(6);
    run.assertPasses("steal");
  }

  private void stolen(double percent) throws IOException {
    String text = Files.readString(run.folder.file("stats/host/cpu.csv"));
    run.write("stats/host/cpu.csv", text.replaceAll(",10,0,0,0\n", ",10,0," + percent + ",0\n"));
  }

  @Test
  void processorsAreThoseOfTheMachineNotOfItsContainer() throws IOException {
    machine(80);
    own(1.52);
    run.write("stats/host/facts.json", "{\"processors\": {\"threads\": 4}}");

    assertThat(run.check(ID).actual()).isEqualTo("42.0 % of 4 processors");
  }
}
