package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.CellRow;
import io.quartet.model.Address;
import io.quartet.model.TestLength;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Deployment;
import io.quartet.provision.TestDeployment;
import io.quartet.provision.TestProcesses;
import io.quartet.results.CheckRow;
import io.quartet.results.ConservationRow;
import io.quartet.results.RunResults;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.progress.RunListener;
import io.quartet.run.progress.Stage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The databases after some hundred transactions, or in a soak suite a hundred thousand, through a
 * Tier A that keeps dying.
 */
@Tag("pg")
class TierAKilledTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);
  private static final int TRANSACTIONS = TestLength.usualOrSoak(500, 100_000);
  private static final int DEATHS = TestLength.usualOrSoak(3, 100);
  private static final int MOST_DEATHS_OF_A_RUN = TestLength.usualOrSoak(DEATHS, 1_000);
  private static final int USERS = TestLength.usualOrSoak(4, 16);
  private static final int MOST_RUNS = 12;
  private static final Duration PHASE = Duration.ofSeconds(TestLength.usualOrSoak(25, 100));

  /** Kills Tier A at random moments and starts another, as an operator would. */
  private static final class Killer implements RunListener {
    private static final long LONGEST_LIFE_MILLIS = 5_000;

    /** The last one lives long enough for the orders to be accounted for. */
    private static final Duration QUIET_END = Duration.ofSeconds(8);

    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    private final Deployment deployment;
    private CompletableFuture<Void> killing;
    private int deaths;

    Killer(Deployment deployment) {
      this.deployment = deployment;
    }

    @Override
    public void onStageStart(Stage stage) {
      if (stage == Stage.RUN) {
        long end = System.nanoTime() + PHASE.minus(QUIET_END).toNanos();
        killing = CompletableFuture.runAsync(() -> killUntil(end));
      }
    }

    @Override
    public void onStageEnd(Stage stage, Duration length) {
      if (stage == Stage.RUN) {
        killing.join();
      }
    }

    private void killUntil(long end) {
      Address address = deployment.tierA(SET).address();
      int enough = deaths + MOST_DEATHS_OF_A_RUN;
      while (deaths < enough) {
        long lifeMillis = ThreadLocalRandom.current().nextLong(LONGEST_LIFE_MILLIS);
        if (System.nanoTime() + lifeMillis * 1_000_000 > end) {
          return;
        }
        pause(lifeMillis);
        TestProcesses.killTierA(address);
        deaths++;
        deployment.startTierA(SET);
        awaitListening();
      }
    }

    private void awaitListening() {
      Address address = deployment.tierA(SET).address();
      long deadline = System.nanoTime() + START_LIMIT.toNanos();
      while (!TestProcesses.accepts(address)) {
        assertThat(System.nanoTime()).as("Tier A came up").isLessThan(deadline);
        pause(50);
      }
    }

    /** The last one is nobody's: a run ends the one that it started. */
    void endTheLast() {
      TestProcesses.killTierA(deployment.tierA(SET).address());
    }

    private static void pause(long millis) {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void invariantsHoldAndNoTradeIsLostOrDoneTwice() throws Exception {
    try (TestDeployment servers =
        LoadedSet.up("killed-test", plan -> TestPlans.withOneSet(plan, 1, PHASE, USERS))) {
      Deployment deployment = servers.deployment();
      assertThat(deployment.databases()).hasSize(2).allMatch(server -> server.set().equals(SET));
      Killer killer = new Killer(deployment);
      long done = 0;
      int runs = 0;
      while (done < TRANSACTIONS || killer.deaths < DEATHS) {
        assertThat(++runs).as("runs for %d transactions", done).isLessThanOrEqualTo(MOST_RUNS);
        done += committedByOneRun(servers, killer);
        killer.endTheLast();
      }
      System.out.printf(
          "%d runs, %d kills, %d transactions committed%n", runs, killer.deaths, done);
    }
  }

  private long committedByOneRun(TestDeployment servers, Killer killer) {
    RunResult result =
        BenchmarkRun.run(servers.plan(), servers.deployment(), servers.results(), killer);
    RunResults read = RunResults.read(ResultsFolder.open(result.folder()));
    assertThat(read.conservation()).hasSize(1).allMatch(ConservationRow::isConserved);
    // All is over long before the end: what was in doubt has been found out by then.
    assertThat(read.conservation())
        .allMatch(row -> row.database().orElseThrow().open() == row.marketInFlight());
    assertThat(read.checks()).allMatch(CheckRow::hasPassed);
    assertThat(read.checks())
        .filteredOn(row -> row.moment().equals("after"))
        .map(CheckRow::vm)
        .contains(SET.vmName(VmRole.DSS), SET.vmName(VmRole.OLTP));
    assertThat(read.phases()).allMatch(CellRow::isBalanced);
    return read.phases().stream().mapToLong(CellRow::committed).sum();
  }
}
