package io.quartet.orchestrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.measure.CellRow;
import io.quartet.measure.Live;
import io.quartet.measure.results.CheckRow;
import io.quartet.measure.results.ConservationRow;
import io.quartet.measure.results.ResultsFolder;
import io.quartet.measure.results.RunResults;
import io.quartet.model.RunPlan;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.orchestrate.provider.EmbeddedProvider;
import io.quartet.orchestrate.provider.Ownership;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left after many transactions through a Tier A that keeps dying. */
@Tag("pg")
@Tag("slow")
class TierAKilledTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);
  private static final long TRANSACTIONS = 100_000;
  private static final int DEATHS = 10;
  private static final int MOST_RUNS = 12;

  @TempDir Path root;
  @TempDir Path results;

  /** Kills Tier A now and then and starts another, as an operator would. */
  private static final class Killer implements RunListener {
    private static final long REQUESTS_BETWEEN = 6_000;

    private final Deployment deployment;
    private long nextAt = REQUESTS_BETWEEN;
    private int deaths;

    Killer(Deployment deployment) {
      this.deployment = deployment;
    }

    @Override
    public void onProgress(Live live) {
      if (live.startedRequests() < nextAt || live.timeLeft().toSeconds() < 8) {
        return;
      }
      nextAt = live.startedRequests() + REQUESTS_BETWEEN;
      ProcessHandle tierA =
          ProcessHandle.allProcesses()
              .filter(process -> commandLine(process).contains(deployment.tierAAddress(SET)))
              .findFirst()
              .orElseThrow();
      tierA.destroyForcibly();
      tierA.onExit().join();
      deployment.startTierA(SET);
      deaths++;
    }

    /** Java itself tells no command line that is as long as one with a class path. */
    private static String commandLine(ProcessHandle process) {
      try {
        return Files.readString(
            Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
      } catch (IOException e) {
        return "";
      }
    }

    void forNextRun() {
      nextAt = REQUESTS_BETWEEN;
    }
  }

  @Test
  void invariantsHoldAndNoTradeIsLostOrDoneTwice() throws Exception {
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    int port = ThreadLocalRandom.current().nextInt(21_000, 29_000);
    RunPlan plan =
        TestPlans.withOneSet(
            TestPlans.small("killed-test", root, port), Duration.ofSeconds(40), 16);
    EmbeddedProvider provider = new EmbeddedProvider();
    try (Deployment deployment = provider.up(plan, Ownership.OWNED)) {
      assertThat(deployment.databases()).hasSize(2).allMatch(server -> server.set().equals(SET));
      Loading.load(plan, deployment, LoadListener.NONE);
      Killer killer = new Killer(deployment);
      long done = 0;
      int runs = 0;
      while (done < TRANSACTIONS || killer.deaths < DEATHS) {
        assertThat(++runs).as("runs for %d transactions", done).isLessThanOrEqualTo(MOST_RUNS);
        killer.forNextRun();
        done += committedByOneRun(plan, deployment, killer);
      }
    } finally {
      provider.down(plan);
    }
  }

  private long committedByOneRun(RunPlan plan, Deployment deployment, Killer killer) {
    RunResult result = BenchmarkRun.run(plan, deployment, results, killer);
    RunResults read = RunResults.read(ResultsFolder.open(result.folder()));
    assertThat(read.conservation()).hasSize(1).allMatch(ConservationRow::isConserved);
    assertThat(read.checks()).allMatch(CheckRow::hasPassed);
    assertThat(read.checks())
        .filteredOn(row -> row.moment().equals("after"))
        .map(CheckRow::vm)
        .contains(SET.vmName(VmRole.DSS), SET.vmName(VmRole.OLTP));
    assertThat(read.phases()).allMatch(CellRow::isBalanced);
    return read.phases().stream().mapToLong(CellRow::committed).sum();
  }
}
