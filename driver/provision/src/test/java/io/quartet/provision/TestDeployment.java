package io.quartet.provision;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.provision.embedded.LoadedClusters;
import io.quartet.provision.os.FileTrees;
import io.quartet.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Real servers in a folder of their own, which ends with them. */
public final class TestDeployment implements AutoCloseable {

  private final EmbeddedProvider provider;
  private final Path root;
  private final RunPlan plan;
  private final Deployment deployment;

  private TestDeployment(Path root, RunPlan plan, EmbeddedProvider provider) {
    this.provider = provider;
    this.root = root;
    this.plan = plan;
    this.deployment = provider.up(plan, Ownership.OWNED);
  }

  /**
   * Starts the servers of a small plan.
   *
   * @param change what the plan has beside {@link TestPlans#small}
   */
  public static TestDeployment up(String name, UnaryOperator<RunPlan> change) throws IOException {
    Path root = openFolder(name);
    return new TestDeployment(
        root,
        change.apply(TestPlans.small(name, root.resolve("data"), FreePorts.next())),
        new EmbeddedProvider());
  }

  /**
   * Starts the two servers of one Set.
   *
   * @param change what the plan has beside {@link TestPlans#ofOneSet}
   */
  public static TestDeployment ofOneSet(String name, UnaryOperator<RunPlan> change)
      throws IOException {
    Path root = openFolder(name);
    return new TestDeployment(root, planOfOneSet(name, root, change), new EmbeddedProvider());
  }

  /**
   * Starts the two servers of one Set with loaded databases: copies of databases that are loaded
   * once in a test run, where there is a folder for those.
   *
   * @param change what the plan has beside {@link TestPlans#ofOneSet}
   * @param loader loads databases that are not loaded yet, and sets them up for a run
   */
  public static TestDeployment ofOneLoadedSet(
      String name, UnaryOperator<RunPlan> change, BiConsumer<RunPlan, Deployment> loader)
      throws IOException {
    Path root = openFolder(name);
    RunPlan plan = planOfOneSet(name, root, change);
    TestDeployment servers = new TestDeployment(root, plan, LoadedClusters.of(plan, loader));
    loader.accept(plan, servers.deployment());
    return servers;
  }

  private static RunPlan planOfOneSet(String name, Path root, UnaryOperator<RunPlan> change) {
    return change.apply(TestPlans.ofOneSet(name, root.resolve("data"), FreePorts.next()));
  }

  /** The two servers of one Set. */
  public static TestDeployment ofOneSet(String name) throws IOException {
    return ofOneSet(name, UnaryOperator.identity());
  }

  /** Makes a folder that the account of the servers can go through. */
  public static Path openFolder(String name) throws IOException {
    Path folder = Files.createTempDirectory("quartet-" + name);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    return folder;
  }

  /** The plan with which the servers run. */
  public RunPlan plan() {
    return plan;
  }

  /** The servers. */
  public Deployment deployment() {
    return deployment;
  }

  /** One of the servers. */
  public DatabaseServer database(VmSet set, VmRole role) {
    return deployment.database(set, role);
  }

  /** Folder for results of runs. */
  public Path results() {
    return root.resolve("results");
  }

  /** Folder of a server's data, settings and log. */
  public Path folderOf(DatabaseServer server) {
    return root.resolve("data").resolve(plan.name()).resolve(server.vm());
  }

  /** Opens a connection to one database of a server. */
  public Connection open(DatabaseServer server, String database) throws SQLException {
    return Connections.open(server, database, deployment.passwordFile());
  }

  /** Executes statements in the benchmark's database of a server. */
  public void execute(DatabaseServer server, String... statements) throws SQLException {
    executeIn(server, DatabaseServer.DATABASE, statements);
  }

  /** Executes statements in one database of a server. */
  public void executeIn(DatabaseServer server, String database, String... statements)
      throws SQLException {
    try (Connection connection = open(server, database);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** First column of a query's rows. */
  public List<String> column(DatabaseServer server, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = open(server, DatabaseServer.DATABASE);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  /** The postmaster of a server. */
  public ProcessHandle postmaster(DatabaseServer server) {
    return ProcessHandle.of(deployment.processId(server).orElseThrow()).orElseThrow();
  }

  /** Kills the postmaster of a server and waits for its end. */
  public void kill(DatabaseServer server) {
    ProcessHandle postmaster = postmaster(server);
    postmaster.destroyForcibly();
    postmaster.onExit().join();
  }

  /** Starts the servers that an earlier test has killed. */
  public void startMissing() {
    deployment.databases().forEach(deployment::ensureRunning);
  }

  @Override
  public void close() {
    deployment.close();
    provider.down(plan);
    FileTrees.delete(root);
  }
}
