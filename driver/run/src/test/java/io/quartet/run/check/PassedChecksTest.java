package io.quartet.run.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.Purpose;
import io.quartet.provision.TestDeployment;
import io.quartet.results.CheckRow;
import io.quartet.run.LoadedSet;
import io.quartet.run.database.Snapshots;
import io.quartet.run.internal.Moment;
import io.quartet.run.progress.CheckListener;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Databases that need not be checked again, and everything after which they need it. */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PassedChecksTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);

  private TestDeployment servers;
  private RunPlan plan;
  private Deployment deployment;
  private DatabaseServer dss;
  private DatabaseServer oltp;

  @BeforeAll
  void load() throws IOException {
    servers = LoadedSet.up("passed-checks", UnaryOperator.identity());
    plan = servers.plan();
    deployment = servers.deployment();
    dss = servers.database(SET, VmRole.DSS);
    oltp = servers.database(SET, VmRole.OLTP);
  }

  @AfterAll
  void down() {
    servers.close();
  }

  private List<CheckRow> check(CheckPolicy policy) {
    return Checking.check(plan, deployment, Moment.BEFORE, List.of(), policy, CheckListener.NONE);
  }

  /** The databases that are not checked again; they are as the others, all of them checked. */
  private List<String> notRepeated() {
    Map<String, List<CheckRow>> byVm =
        check(CheckPolicy.CHANGED).stream().collect(Collectors.groupingBy(CheckRow::vm));
    assertThat(byVm).containsOnlyKeys(dss.vm(), oltp.vm());
    byVm.forEach(
        (vm, rows) ->
            assertThat(rows)
                .as(vm)
                .allMatch(CheckRow::hasPassed)
                .extracting(CheckRow::isCopied)
                .containsOnly(rows.get(0).isCopied()));
    return byVm.entrySet().stream()
        .filter(vm -> vm.getValue().get(0).isCopied())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /**
   * In a session that the driver does not know, which has ended when this returns or soon after.
   */
  private void byOthers(String statement) throws SQLException {
    servers.execute(oltp, "SET application_name = 'psql'", statement);
  }

  private void assertOnlyVm3IsChecked(String statement) throws SQLException {
    byOthers(statement);
    assertThat(notRepeated()).as(statement).containsExactly(dss.vm());
  }

  @Test
  void databasesKeepTheirChecksThroughARestartAndInRestoredCopies() {
    List<CheckRow> made = check(CheckPolicy.ALWAYS);
    long after = System.currentTimeMillis();
    assertThat(made).noneMatch(CheckRow::isCopied);

    deployment.prepare(dss, Purpose.LOADING);
    deployment.prepare(dss, Purpose.RUNNING);
    List<CheckRow> copied = check(CheckPolicy.CHANGED);
    assertThat(copied)
        .allSatisfy(
            row -> assertThat(row.checkedUtcMillis().orElseThrow()).isLessThanOrEqualTo(after));
    assertThat(copied)
        .map(row -> List.of(row.vm(), row.check(), row.checkClass(), row.rows(), row.millis()))
        .isEqualTo(
            made.stream()
                .map(
                    row ->
                        List.of(row.vm(), row.check(), row.checkClass(), row.rows(), row.millis()))
                .toList());
    assertThat(check(CheckPolicy.ALWAYS)).noneMatch(CheckRow::isCopied);
  }

  @Test
  void restoredCopiesNeedNoChecksHoweverTheDatabaseWasChangedMeanwhile() throws SQLException {
    Snapshots.take(plan, deployment, CheckPolicy.CHANGED, RunListener.NONE);
    for (String change : List.of("DELETE FROM watch_item", "SELECT nextval('trade_id_seq')")) {
      byOthers(change);
      Snapshots.restore(plan, deployment, LoadListener.NONE);
      assertThat(notRepeated()).as(change).containsExactly(dss.vm(), oltp.vm());
    }

    servers.executeIn(oltp, "postgres", "COMMENT ON DATABASE quartet_snapshot IS 'ours'");
    Snapshots.restore(plan, deployment, LoadListener.NONE);
    assertThat(notRepeated()).as("a comment of another program").containsExactly(dss.vm());

    Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE);
    servers.kill(oltp);
    servers.startMissing();
    Snapshots.restore(plan, deployment, LoadListener.NONE);
    assertThat(notRepeated()).as("a copy from before a crash").containsExactly(dss.vm());
  }

  @Test
  void everyChangeIsSeen() throws SQLException {
    check(CheckPolicy.CHANGED);
    assertOnlyVm3IsChecked("UPDATE sector SET sc_name = sc_name");
    assertOnlyVm3IsChecked("VACUUM FULL sector");
    assertOnlyVm3IsChecked("SELECT pg_stat_reset()");
    assertOnlyVm3IsChecked("COMMENT ON TABLE quartet_load_step IS 'ours'");
    assertOnlyVm3IsChecked("COMMENT ON TABLE quartet_load_step IS '{\"checks\": []}'");
    assertThat(notRepeated()).containsExactly(dss.vm(), oltp.vm());
  }

  @Test
  void databaseIsCheckedWhereAChangeCouldGoUnseen() throws SQLException {
    check(CheckPolicy.CHANGED);
    servers.kill(oltp);
    servers.startMissing();
    assertThat(notRepeated()).as("a crash loses the counters").containsExactly(dss.vm());

    byOthers("ALTER ROLE CURRENT_USER SET track_counts = off");
    assertThat(notRepeated()).as("nothing is counted").containsExactly(dss.vm());
    byOthers("ALTER ROLE CURRENT_USER RESET track_counts");

    try (Connection connection = servers.open(oltp, DatabaseServer.DATABASE);
        Statement statement = connection.createStatement()) {
      statement.execute("SET application_name = 'psql'");
      assertThat(notRepeated()).as("a session may not have counted").containsExactly(dss.vm());
    }
    assertThat(notRepeated()).containsExactly(dss.vm(), oltp.vm());
  }

  @Test
  void checksThatFailedAreMadeAgain() throws SQLException {
    check(CheckPolicy.CHANGED);
    byOthers("UPDATE broker SET b_num_trades = b_num_trades + 1");
    for (int i = 0; i < 2; i++) {
      assertThat(check(CheckPolicy.CHANGED))
          .filteredOn(row -> !row.hasPassed())
          .isNotEmpty()
          .noneMatch(CheckRow::isCopied);
    }
    byOthers("UPDATE broker SET b_num_trades = b_num_trades - 1");
    assertThat(notRepeated()).containsExactly(dss.vm());
  }
}
