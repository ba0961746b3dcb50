package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.model.Address;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.TestDeployment;
import io.quartet.provision.TestProcesses;
import io.quartet.provision.TierAProcess;
import io.quartet.results.Check;
import io.quartet.results.CheckRow;
import io.quartet.results.ConservationRow;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.Outage;
import io.quartet.results.events.RunEvent.PhaseSwitch;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.database.Loading;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.RunListener;
import io.quartet.testkit.Cable;
import io.quartet.tiera.client.TierAPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One run through everything that can befall it, a fault in each phase: the run goes on, every
 * request and every order is accounted for, and the time to recovery is known. Prints the table of
 * faults in docs/benchmarks.md.
 */
@Tag("pg")
@Tag("soak")
class FaultsTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);
  private static final Duration PHASE = Duration.ofSeconds(30);
  private static final Duration CUT = Duration.ofSeconds(20);

  private static final Duration HANG = Duration.ofSeconds(12);

  /** The fault of one phase, and the VM that shows it. */
  private enum Fault {
    TIER_A_KILLED("Tier A killed, started again", VmRole.TIER_A),
    DATABASE_CRASHED("VM3 killed, started again", VmRole.OLTP),
    DATABASE_RESTARTED("VM2 restarted in order", VmRole.DSS),
    NETWORK_CUT(
        "network between driver and Tier A cut for " + CUT.toSeconds() + " s", VmRole.TIER_A),
    DATABASE_HUNG("VM3 hung (SIGSTOP) for 12 s", VmRole.OLTP);

    private final String title;
    private final String vm;

    Fault(String title, VmRole role) {
      this.title = title;
      this.vm = SET.vmName(role);
    }

    String phase() {
      return Integer.toString(ordinal() + 1);
    }
  }

  /** Lets the fault of each phase happen a little after its begin. */
  private static final class Culprit implements RunListener {

    private final Deployment deployment;
    private final List<CompletableFuture<Void>> injections = new ArrayList<>();
    private Cable cable;

    Culprit(Deployment deployment) {
      this.deployment = deployment;
    }

    /** The same deployment, but Tier A is reached through a cable. */
    Deployment wired() {
      return (Deployment)
          Proxy.newProxyInstance(
              Deployment.class.getClassLoader(),
              new Class<?>[] {Deployment.class},
              (proxy, method, arguments) -> {
                try {
                  Object result = method.invoke(deployment, arguments);
                  return result instanceof TierAProcess process ? wired(process) : result;
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    private TierAProcess wired(TierAProcess process) throws IOException {
      TierAPlace real = process.place();
      cable = new Cable(real.address().host(), real.address().port());
      return new TierAProcess(
          new TierAPlace(real.set(), new Address(cable.host(), cable.port()), real.token()),
          process.process());
    }

    @Override
    public void onEvent(LoggedEvent logged) {
      if (logged.event() instanceof PhaseSwitch begun) {
        for (Fault fault : Fault.values()) {
          if (fault.phase().equals(begun.phase())) {
            injections.add(CompletableFuture.runAsync(() -> commit(fault)));
          }
        }
      }
    }

    private void commit(Fault fault) {
      pause(Duration.ofSeconds(2));
      switch (fault) {
        case TIER_A_KILLED -> {
          TestProcesses.killTierA(deployment.tierA(SET).address());
          deployment.startTierA(SET);
        }
        case DATABASE_CRASHED -> {
          DatabaseServer server = deployment.database(SET, VmRole.OLTP);
          deployment.kill(server);
          deployment.ensureRunning(server);
        }
        case DATABASE_RESTARTED -> restart(VmRole.DSS);
        case NETWORK_CUT -> {
          cable.pull();
          pause(CUT);
          cable.putBack();
        }
        case DATABASE_HUNG -> {
          DatabaseServer server = deployment.database(SET, VmRole.OLTP);
          kill("-STOP", List.of(deployment.processId(server).orElseThrow()));
          List<Long> processes = family(server);
          kill("-STOP", processes);
          pause(HANG);
          kill("-CONT", processes);
        }
      }
    }

    private void restart(VmRole role) {
      DatabaseServer server = deployment.database(SET, role);
      ProcessHandle postmaster =
          ProcessHandle.of(deployment.processId(server).orElseThrow()).orElseThrow();
      kill("-INT", List.of(postmaster.pid()));
      postmaster.onExit().join();
      deployment.ensureRunning(server);
    }

    private List<Long> family(DatabaseServer server) {
      ProcessHandle postmaster =
          ProcessHandle.of(deployment.processId(server).orElseThrow()).orElseThrow();
      return Stream.concat(Stream.of(postmaster), postmaster.descendants())
          .map(ProcessHandle::pid)
          .toList();
    }

    private static void kill(String signal, List<Long> processes) {
      List<String> command = new ArrayList<>(List.of("kill", signal));
      processes.forEach(pid -> command.add(pid.toString()));
      try {
        new ProcessBuilder(command).start().waitFor();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void pause(Duration length) {
      try {
        Thread.sleep(length.toMillis());
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    void finish() throws IOException {
      injections.forEach(CompletableFuture::join);
      assertThat(injections).hasSize(Fault.values().length);
      cable.close();
    }
  }

  @Test
  void runGoesOnAndEverythingIsAccountedFor() throws Exception {
    try (TestDeployment servers =
        TestDeployment.up(
            "faults-test", small -> TestPlans.withOneSet(small, Fault.values().length, PHASE, 8))) {
      Loading.load(servers.plan(), servers.deployment(), LoadListener.NONE);
      Culprit culprit = new Culprit(servers.deployment());
      RunResult result =
          BenchmarkRun.run(servers.plan(), culprit.wired(), servers.results(), culprit);
      culprit.finish();
      RunResults read = RunResults.read(ResultsFolder.open(result.folder()));
      printTable(read);
      judge(result, read);
    }
  }

  private static void judge(RunResult result, RunResults read) {
    assertThat(read.state()).map(RunState::state).hasValue(RunState.State.FINISHED);
    assertThat(result.verdict().broken()).map(Check::id).contains("nothing-lost");
    assertThat(read.phases()).allMatch(CellRow::isBalanced);
    assertThat(read.conservation()).hasSize(1).allMatch(ConservationRow::isConserved);
    // All is over long before the end: what was in doubt has been found out by then.
    assertThat(read.conservation())
        .allMatch(row -> row.database().orElseThrow().open() == row.marketInFlight());
    assertThat(read.checks()).allMatch(CheckRow::hasPassed);
    for (Fault fault : Fault.values()) {
      assertThat(outages(read, fault))
          .as("%s, among %s", fault.title, Outage.of(read.events()))
          .hasSize(1)
          .allMatch(outage -> outage.millis().isPresent());
      assertThat(tradeResultsAfter(read, outages(read, fault).get(0)))
          .as("Trade-Results after %s", fault.title)
          .isPositive();
    }
    assertThat(Outage.of(read.events()).stream().filter(Outage::isLoss))
        .as("no other losses")
        .hasSize(Fault.values().length - 1);
    assertThat(Outage.of(read.events()).stream().filter(FaultsTest::isHang))
        .as("no other silence as long as the hang")
        .hasSize(1);
    assertThat(affected(read, Fault.TIER_A_KILLED)).isPositive();
    assertThat(affected(read, Fault.DATABASE_HUNG)).isZero();
    assertThat(outages(read, Fault.NETWORK_CUT).get(0).millis().getAsLong())
        .isBetween(CUT.toMillis() - 1_000, CUT.toMillis() + 8_000);
  }

  /**
   * The effect of the fault on its VM, from its phase: a hang is a silence, all others are losses.
   * A busy machine may be silent on its own account for some seconds, but not for as long as a
   * hang.
   */
  private static List<Outage> outages(RunResults read, Fault fault) {
    CellRow phase = rows(read, fault).findFirst().orElseThrow();
    return Outage.of(read.events()).stream()
        .filter(outage -> outage.vm().equals(fault.vm))
        .filter(outage -> fault == Fault.DATABASE_HUNG ? isHang(outage) : outage.isLoss())
        .filter(outage -> outage.fromUtcMillis() >= phase.startUtcMillis())
        .filter(outage -> outage.fromUtcMillis() < phase.endUtcMillis())
        .toList();
  }

  private static boolean isHang(Outage outage) {
    return !outage.isLoss() && outage.millis().orElse(Long.MAX_VALUE) >= HANG.toMillis() - 500;
  }

  private static Stream<CellRow> rows(RunResults read, Fault fault) {
    return read.phases().stream().filter(row -> row.phase().equals(fault.phase()));
  }

  /** Committed from the end of the outage to the end of the run. */
  private static long tradeResultsAfter(RunResults read, Outage outage) {
    long end = outage.fromUtcMillis() + outage.millis().getAsLong();
    return read.intervals().stream()
        .filter(row -> row.kind() == TransactionType.TRADE_RESULT && row.utcMillis() > end)
        .mapToLong(IntervalRow::committed)
        .sum();
  }

  /** Requests of the phase that failed. */
  private static long affected(RunResults read, Fault fault) {
    return rows(read, fault).mapToLong(CellRow::failed).sum();
  }

  private static long outcomes(RunResults read, Fault fault, Outcome outcome) {
    return rows(read, fault).mapToLong(row -> row.outcomes().of(outcome)).sum();
  }

  private static void printTable(RunResults read) {
    System.out.println(
        "| fault | seen as | requests waiting when noticed | failed: connection, in doubt, other |"
            + " tried again | answers again after |");
    System.out.println("|---|---|---|---|---|---|");
    for (Fault fault : Fault.values()) {
      long connection = outcomes(read, fault, Outcome.CONNECTION);
      long inDoubt = outcomes(read, fault, Outcome.IN_DOUBT);
      for (Outage outage : outages(read, fault)) {
        System.out.printf(
            Locale.ROOT,
            "| %s | %s %s | %d | %d, %d, %d | %d | %s s |%n",
            fault.title,
            outage.vm(),
            outage.isLoss() ? "lost" : "silent",
            outage.waiting(),
            connection,
            inDoubt,
            affected(read, fault) - connection - inDoubt,
            rows(read, fault).mapToLong(CellRow::retries).sum(),
            outage.millis().isPresent() ? outage.millis().getAsLong() / 1e3 : "-");
      }
    }
  }
}
