package io.quartet.run.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.TestDeployment;
import io.quartet.run.LoadResults;
import io.quartet.run.LoadedSet;
import io.quartet.run.Refusals;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes of the index profile on the two real databases of one Set, which every test finds loaded
 * with the covering profile, with one snapshot beside them.
 */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProfileChangeTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);
  private static final String INDEXES =
      "SELECT indexname FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1";

  @TempDir static Path folder;

  private TestDeployment servers;
  private RunPlan plan;
  private RunPlan own;
  private Deployment deployment;
  private DatabaseServer oltp;
  private List<String> covering;

  @BeforeAll
  void load() throws Exception {
    servers = LoadedSet.up("profile-change-test", UnaryOperator.identity());
    plan = servers.plan();
    deployment = servers.deployment();
    oltp = servers.database(SET, VmRole.OLTP);
    own = TestPlans.withIndexes(plan, profile("own").toString());
    covering = servers.column(oltp, INDEXES);
    Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE);
  }

  /** One index of VM3 less than the covering profile, and another one instead. */
  private static Path profile(String name) throws IOException {
    Path profile = Files.createDirectories(folder.resolve(name));
    Path oltp = Files.createDirectories(profile.resolve("oltp"));
    Files.writeString(
        profile.resolve("profile.yaml"),
        "base: covering\npurpose: Finds trades by price.\ntrades: Sectors by name are slow.\n");
    Files.writeString(oltp.resolve("sector_by_name.sql"), "-- left out: for a test.\n");
    Files.writeString(
        oltp.resolve("trade_by_price.sql"),
        "CREATE INDEX trade_by_price\nON trade (t_trade_price);\n");
    return profile;
  }

  @BeforeEach
  void restore() {
    for (DatabaseServer server : deployment.databases()) {
      DatabaseCopies copies = new DatabaseCopies(deployment);
      copies.of(server).states().keySet().stream()
          .filter(copy -> !copy.equals(ProfileCopies.FIRST))
          .forEach(copy -> copies.drop(server, copy));
    }
    Snapshots.restore(plan, deployment, LoadListener.NONE);
  }

  @AfterAll
  void down() {
    servers.close();
  }

  private List<String> copies() throws SQLException {
    return servers.column(
        oltp, "SELECT datname FROM pg_database WHERE datname ~ '^quartet_snapshot' ORDER BY 1");
  }

  private List<Action> actions(List<LoadResult> results) {
    return LoadResults.actions(deployment, results);
  }

  private void assertOwnProfile() throws SQLException {
    assertThat(LoadedState.read(oltp, deployment)).contains(LoadedState.expected(own, oltp));
    assertThat(servers.column(oltp, INDEXES))
        .contains("trade_by_price")
        .doesNotContain("sector_by_name")
        .hasSameSizeAs(covering);
  }

  @Test
  void onlyWhatDiffersIsDroppedAndBuilt() throws SQLException {
    List<LoadResult> results = ProfileChange.run(own, deployment, LoadListener.NONE);
    // The profile is the same on VM2.
    assertThat(actions(results)).containsExactly(Action.WAS_LOADED, Action.CHANGED);
    assertThat(results.get(1).indexes())
        .extracting(IndexChange::isBuilt, IndexChange::index)
        .containsExactly(tuple(false, "sector_by_name"), tuple(true, "trade_by_price"));
    assertThat(results.get(1).indexes()).allMatch(index -> index.bytes() > 0);
    assertOwnProfile();

    assertThat(actions(ProfileChange.run(own, deployment, LoadListener.NONE)))
        .containsExactly(Action.WAS_LOADED);
    Refusals.assertRefused(
        () -> Loading.load(plan, deployment, LoadListener.NONE),
        "LOADED_OTHERWISE",
        "indexes is own, not covering",
        "Run quartet load --indexes covering");
    assertThat(actions(ProfileChange.run(plan, deployment, LoadListener.NONE)))
        .containsExactly(Action.WAS_LOADED, Action.CHANGED);
    assertThat(servers.column(oltp, INDEXES)).isEqualTo(covering);
  }

  @Test
  void sameContentUnderAnotherNameIsLoadedAlready() throws Exception {
    ProfileChange.run(own, deployment, LoadListener.NONE);
    RunPlan copy = TestPlans.withIndexes(plan, profile("copy").toString());

    assertThat(actions(Loading.load(copy, deployment, LoadListener.NONE)))
        .containsExactly(Action.WAS_LOADED);
    Files.writeString(
        folder.resolve("copy/oltp/trade_by_price.sql"),
        "CREATE INDEX trade_by_price\nON trade (t_trade_price, t_id);\n");
    Refusals.assertRefused(
        () -> Loading.load(copy, deployment, LoadListener.NONE),
        "LOADED_OTHERWISE",
        "schema_sha256",
        "Run quartet load --indexes " + folder.resolve("copy"));
  }

  @Test
  void databasesThatARunHasUsedAreRestoredBefore() throws SQLException {
    servers.execute(oltp, "SELECT nextval('trade_id_seq')", "DELETE FROM watch_item");

    assertThat(actions(ProfileChange.run(own, deployment, LoadListener.NONE)))
        .containsExactly(Action.RESTORED, Action.CHANGED);
    assertOwnProfile();
    assertThat(servers.column(oltp, "SELECT is_called FROM trade_id_seq")).containsExactly("f");
    assertThat(servers.column(oltp, "SELECT count(*) > 0 FROM watch_item")).containsExactly("t");
  }

  @Test
  void usedDatabasesWithoutACopyAreRefused() throws SQLException {
    servers.execute(oltp, "SELECT nextval('trade_id_seq')");
    servers.executeIn(
        oltp,
        Connections.MAINTENANCE_DATABASE,
        "ALTER DATABASE quartet_snapshot RENAME TO elsewhere");
    try {
      Refusals.assertRefused(
          () -> ProfileChange.run(own, deployment, LoadListener.NONE),
          "DATABASE_USED",
          "Set a1",
          "load --from-scratch --indexes " + folder.resolve("own"));
      assertThat(servers.column(oltp, INDEXES)).isEqualTo(covering);
    } finally {
      servers.executeIn(
          oltp,
          Connections.MAINTENANCE_DATABASE,
          "ALTER DATABASE elsewhere RENAME TO quartet_snapshot");
    }
  }

  @Test
  void everyProfileHasACopy() throws SQLException {
    assertThat(copies()).containsExactly("quartet_snapshot");
    assertThat(actions(Snapshots.restore(own, deployment, LoadListener.NONE)))
        .containsExactly(Action.RESTORED, Action.CHANGED);
    Snapshots.take(own, deployment, CheckPolicy.ALWAYS, RunListener.NONE);
    String ownCopy =
        "quartet_snapshot_" + LoadedState.expected(own, oltp).schemaSha256().substring(0, 12);
    assertThat(copies()).containsExactly("quartet_snapshot", ownCopy);

    assertThat(actions(Snapshots.restore(plan, deployment, LoadListener.NONE)))
        .containsExactly(Action.RESTORED);
    assertThat(servers.column(oltp, INDEXES)).isEqualTo(covering);
    assertThat(actions(Snapshots.restore(own, deployment, LoadListener.NONE)))
        .containsExactly(Action.RESTORED);
    assertOwnProfile();
  }

  @Test
  void profileWithAnErrorChangesNothing() throws Exception {
    Path broken = profile("broken");
    Files.writeString(
        broken.resolve("oltp/trade_by_price.sql"),
        "CREATE INDEX trade_by_price\nON trade (t_prize);\n");

    Refusals.assertRefused(
        () ->
            ProfileChange.run(
                TestPlans.withIndexes(plan, broken.toString()), deployment, LoadListener.NONE),
        "INDEX_PROFILE",
        "trade_by_price.sql:",
        "t_prize");
    assertThat(servers.column(oltp, INDEXES)).isEqualTo(covering);
    assertThat(actions(Loading.load(plan, deployment, LoadListener.NONE)))
        .containsExactly(Action.WAS_LOADED);
  }
}
