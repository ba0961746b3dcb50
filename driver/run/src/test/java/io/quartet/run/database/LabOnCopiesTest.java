package io.quartet.run.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.TestDeployment;
import io.quartet.provision.os.QuartetHome;
import io.quartet.results.lab.CapturedPlans;
import io.quartet.results.lab.MeasuredTrial;
import io.quartet.results.lab.Slice;
import io.quartet.results.lab.TriedIndex;
import io.quartet.run.LoadedSet;
import io.quartet.run.progress.TrialListener;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The tuning lab on the two real databases of one Set. */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LabOnCopiesTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);
  private static final List<String> TRADE_STATUS = List.of("TRADE_STATUS");

  private TestDeployment servers;
  private DatabaseServer oltp;

  @BeforeAll
  void load() throws Exception {
    servers = LoadedSet.up("lab-test", UnaryOperator.identity());
    oltp = servers.database(SET, VmRole.OLTP);
  }

  @AfterEach
  void copiesAreGone() throws SQLException {
    for (VmRole role : VmRole.DATABASES) {
      assertThat(
              text(
                  servers.database(SET, role),
                  "SELECT count(*) FROM pg_database WHERE datname LIKE 'quartet_lab%'"))
          .isEqualTo("0");
    }
  }

  @AfterAll
  void down() {
    servers.close();
  }

  private String text(DatabaseServer server, String query) throws SQLException {
    try (Connection connection = Connections.open(server, servers.deployment());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? row.getString(1) : "";
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = Connections.open(oltp, servers.deployment());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Keeps the steps that it hears of. */
  private static final class Steps implements TrialListener {
    private final List<String> names = new ArrayList<>();
    private int weight;

    @Override
    public void onStep(String what, int weight) {
      names.add(what);
      this.weight += weight;
    }
  }

  @SuppressWarnings("resource") // The deployment is that of all tests.
  private MeasuredTrial measure(TriedIndex change, Steps steps) {
    IndexTrial trial = new IndexTrial(servers.plan(), servers.deployment(), 1);
    MeasuredTrial measured = trial.measure(VmRole.OLTP, List.of(change), TRADE_STATUS, steps);
    assertThat(steps.weight).isEqualTo(trial.weight(List.of(change), TRADE_STATUS));
    return measured;
  }

  private MeasuredTrial measure(TriedIndex change) {
    return measure(change, new Steps());
  }

  private static double buffers(MeasuredTrial trial, String database) {
    List<Slice> ofOne =
        trial.slices().stream().filter(slice -> slice.database().equals(database)).toList();
    return ofOne.stream().mapToLong(slice -> slice.buffers().orElseThrow()).sum()
        / (double) ofOne.stream().mapToLong(Slice::executions).sum();
  }

  private static List<String> scans(CapturedPlans plans) {
    return plans.statements().stream()
        .flatMap(statement -> statement.plans().stream())
        .map(CapturedPlans.Plan::scans)
        .toList();
  }

  @Test
  void missingIndexSavesBuffersOnTheCopyAlone() throws SQLException {
    String definition = text(oltp, "SELECT pg_get_indexdef('trade_by_account'::regclass)");
    execute("DROP INDEX trade_by_account");
    try {
      MeasuredTrial trial =
          measure(
              QuartetHome.triedIndex(
                  "CREATE INDEX trade_tried ON public.trade (t_ca_id, t_dts DESC);"));

      assertThat(buffers(trial, IndexTrial.WITH))
          .isLessThan(buffers(trial, IndexTrial.WITHOUT) / 2);
      assertThat(trial.slices())
          .as("the servers are on this machine")
          .allMatch(slice -> slice.cpuMicros().orElseThrow() > 0);
      assertThat(scans(trial.plansWith())).anyMatch(scans -> scans.contains("trade_tried"));
      assertThat(scans(trial.plansWithout())).noneMatch(scans -> scans.contains("trade_tried"));
      assertThat(text(oltp, "SELECT to_regclass('trade_tried') IS NULL")).isEqualTo("t");
    } finally {
      execute(definition);
    }
  }

  @Test
  void copyThatAKilledDriverLeftIsDropped() throws SQLException {
    execute("CREATE DATABASE quartet_lab_left");

    assertThat(
            measure(
                    QuartetHome.triedIndex(
                        "CREATE INDEX trade_tried ON public.trade (t_exec_name);"))
                .slices())
        .isNotEmpty();
    // That it is gone is checked after each test.
  }

  @Test
  void indexThatPostgresRefusesIsBadInput() {
    assertThatThrownBy(
            () ->
                measure(
                    QuartetHome.triedIndex("CREATE INDEX trade_tried ON public.trade (t_moon);")))
        .hasMessageContaining("PostgreSQL refuses 'CREATE INDEX trade_tried ON trade (t_moon)'")
        .hasMessageContaining("t_moon")
        .hasMessageContaining("Correct the statement.");
  }

  @Test
  void statementThatAProfileRefusesIsNotTried() {
    assertThatThrownBy(
            () -> QuartetHome.triedIndex("CREATE INDEX CONCURRENTLY trade_tried ON trade (t_id)"))
        .hasMessageContaining("--try 'CREATE INDEX CONCURRENTLY trade_tried ON trade (t_id)': ")
        .hasMessageContaining("statement:1: CONCURRENTLY is not possible");
    assertThatThrownBy(() -> QuartetHome.triedIndex("-- nothing"))
        .hasMessageContaining("statement:1: there is no statement.");
  }

  @Test
  void profileGivesTheAnswersOfItsBase() {
    Steps steps = new Steps();
    List<ProfileVerification.Result> results =
        ProfileVerification.run(servers.plan(), servers.deployment(), "plain", "covering", steps);

    assertThat(steps.weight).isEqualTo(ProfileVerification.WEIGHT);
    assertThat(steps.names)
        .hasSize(10)
        .startsWith(
            "copying the database of a1-vm2",
            "giving the copy of a1-vm2 the index profile plain",
            "copying the database of a1-vm2",
            "giving the copy of a1-vm2 the index profile covering",
            "comparing the answers of both copies of a1-vm2");
    assertThat(results)
        .extracting(ProfileVerification.Result::role)
        .containsExactly(VmRole.DSS, VmRole.OLTP);
    assertThat(results).allMatch(ProfileVerification.Result::isEqual);
    assertThat(results.get(1).answer().path("transactions").asLong()).isPositive();
  }
}
