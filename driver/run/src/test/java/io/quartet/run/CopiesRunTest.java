package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.audit.ValidityRules;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.EventAction.Copy.Method;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.PlannedEvent.Moment;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Timing;
import io.quartet.provision.TestDeployment;
import io.quartet.results.Check;
import io.quartet.results.RunFiles;
import io.quartet.results.RunResults;
import io.quartet.results.ToolTables;
import io.quartet.results.Verdict;
import io.quartet.results.events.PlannedSpan;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.database.Loading;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Runs of pgbench on a database and on two copies that are made meanwhile. */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CopiesRunTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final VmSet B1 = new VmSet(VmGroup.B, 1);
  private static final VmSet C1 = new VmSet(VmGroup.C, 1);

  /** Of a busy machine. */
  private static final List<String> OF_MACHINE =
      List.of("littles-law", "driver-not-bottleneck", "tool-begin");

  private TestDeployment servers;

  @BeforeAll
  void load() throws IOException {
    servers = TestDeployment.up("copies-test", CopiesRunTest::plan);
    Loading.load(servers.plan(), servers.deployment(), LoadListener.NONE);
  }

  @AfterAll
  void down() {
    servers.close();
  }

  /** The source alone in phase 1, copies in phase 2, and load on them in phase 3. */
  private static RunPlan plan(RunPlan small) {
    SortedMap<VmSet, List<Integer>> clients = new TreeMap<>(Comparator.comparingInt(VmSet::order));
    clients.put(A1, List.of(2, 2, 2));
    clients.put(B1, List.of(0, 0, 1));
    clients.put(C1, List.of(0, 0, 1));
    RunPlan plan =
        TestPlans.withPgbench(
            small,
            new ClientLoad(clients, OptionalDouble.empty(), 1),
            new Timing(
                Duration.ofSeconds(1),
                Duration.ZERO,
                List.of(Duration.ofSeconds(3), Duration.ofSeconds(20), Duration.ofSeconds(4)),
                Duration.ofSeconds(1)),
            "tpcb-like");
    return withCopies(plan, new Moment("rampUp3", Duration.ZERO));
  }

  private static RunPlan withCopies(RunPlan plan, Moment until) {
    return plan.withSchedule(
        plan.schedule()
            .withEvents(
                List.of(
                    new PlannedEvent(
                        "copies",
                        new Moment("2", Duration.ZERO),
                        Optional.of(until),
                        "a1-vm3",
                        new Copy(List.of("b1-vm3", "c1-vm3"), Method.BASE_BACKUP)))));
  }

  private RunResults run(RunPlan plan) {
    RunResult result =
        BenchmarkRun.run(plan, servers.deployment(), servers.results(), RunListener.NONE);
    return RunResults.read(ResultsFolder.open(result.folder()));
  }

  private static List<String> broken(RunResults results) {
    return ValidityRules.evaluate(results).broken().stream()
        .map(Check::id)
        .filter(id -> !OF_MACHINE.contains(id))
        .toList();
  }

  private static Check check(RunResults results, String id) {
    Verdict verdict = ValidityRules.evaluate(results);
    return verdict.check(id).orElseThrow();
  }

  private long accounts(VmSet set) throws SQLException {
    return Long.parseLong(
        servers
            .column(
                servers.database(set, VmRole.OLTP), "SELECT sum(bbalance) FROM pgbench_branches")
            .get(0));
  }

  @Test
  void copiesAreMadeAndLoadedAndTheirTablesAreThoseOfTheSource() throws IOException, SQLException {
    RunResults results = run(servers.plan());

    assertThat(broken(results)).isEmpty();
    assertThat(check(results, "copies").actual()).isEqualTo("2 planned");
    assertThat(check(results, "tool-tables").actual()).isEqualTo("3 databases");
    PlannedSpan span = PlannedSpan.of(results.info().plan(), results.events()).get(0);
    assertThat(span.began().orElseThrow().output())
        .matches("b1-vm3: [0-9]+ MiB in [0-9.]+ s; c1-vm3: [0-9]+ MiB in [0-9.]+ s");
    assertThat(span.toUtcMillis().orElseThrow()).isGreaterThan(span.began().get().begunUtcMillis());
    assertThat(check(results, "nothing-lost").actual()).startsWith("0 lost");
    assertThat(accounts(B1)).isNotEqualTo(accounts(A1));

    // A copy that has rows which its source never had.
    Path file = results.folder().path().resolve(ToolTables.NAME);
    List<ToolTables> tables = new RunFiles(results.folder()).toolTables().orRefuse().orElseThrow();
    ToolTables after =
        tables.stream()
            .filter(row -> row.set().equals(B1) && row.moment().equals(ToolTables.AFTER))
            .findFirst()
            .orElseThrow();
    Files.writeString(
        file,
        Files.readString(file)
            .replace(
                "b1,after," + after.historyRows(),
                "b1,after," + (after.historyRows() + 1_000_000)));
    assertThat(check(RunResults.read(results.folder()), "tool-tables").detail())
        .contains("its copy came with");
  }

  @Test
  void copiesThatTakeTooLongMakeTheRunInvalidAndTheirTargetsKeepTheirs() throws SQLException {
    RunPlan early = withCopies(servers.plan(), new Moment("2", Duration.ofMillis(50)));

    RunResults results = run(early);

    assertThat(broken(results)).containsExactly("copies");
    assertThat(check(results, "copies").detail())
        .contains("b1-vm3 got no copy and keeps its databases: it was not complete at the end");
    assertThat(servers.deployment().databases())
        .allMatch(server -> servers.deployment().isAlive(server));
  }
}
