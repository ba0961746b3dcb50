package io.quartet.run.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.QuartetHome;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Content of the table {@code quartet_load} of a database.
 *
 * @param rows parameters that decide the rows, by the names of their columns: those of the loader,
 *     or of another workload its name ({@code workload}) and what it was told
 * @param indexes name of the index profile; its content is part of {@code schemaSha256}
 * @param schemaSha256 SHA-256 of the SQL statements that made tables, indexes and constraints;
 *     {@code unknown}, which equals no hash, if not recorded; empty for a workload without profiles
 * @param isChangeable true if the loader recorded what a change of the index profile needs
 * @param isComplete true after the last step of the load
 */
public record LoadedState(
    Map<String, String> rows,
    String indexes,
    String schemaSha256,
    boolean isChangeable,
    boolean isComplete) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WORKLOAD = "workload";
  private static final String TOOL = "tool";
  private static final String IS_COMPLETE = "is_complete";
  private static final String GENERATOR = "generator";

  /**
   * The one of loads without this column, which was added when it was raised for the first time.
   */
  private static final String FIRST_GENERATOR = "1";

  private static final List<String> OF_LOADER =
      List.of("load_units", "trade_days", "news_length", "seed", "role", GENERATOR);

  public LoadedState {
    rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
  }

  /** Reads it; empty if nothing was ever loaded. */
  public static Optional<LoadedState> read(Connection connection) throws SQLException {
    return exists(connection) ? readRow(connection) : Optional.empty();
  }

  /** Asks the catalogue, because a refused SELECT would leave an error in the server's log. */
  private static boolean exists(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return Connections.isTrue(statement, "SELECT to_regclass('quartet_load') IS NOT NULL");
    }
  }

  private static Optional<LoadedState> readRow(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT to_jsonb(quartet_load)::text FROM quartet_load")) {
      return row.next() ? Optional.of(of(JSON.readTree(row.getString(1)))) : Optional.empty();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("PostgreSQL writes JSON that can be read", e);
    }
  }

  private static LoadedState of(JsonNode row) {
    Map<String, String> rows = new LinkedHashMap<>();
    if (row.has(WORKLOAD)) {
      row.properties().forEach(column -> rows.put(column.getKey(), column.getValue().asText()));
      rows.remove(IS_COMPLETE);
      return new LoadedState(rows, "", "", false, row.path(IS_COMPLETE).asBoolean());
    }
    OF_LOADER.forEach(column -> rows.put(column, row.path(column).asText()));
    rows.put(GENERATOR, row.path(GENERATOR).asText(FIRST_GENERATOR));
    return new LoadedState(
        rows,
        row.path("indexes").asText(),
        row.path("schema_sha256").asText("unknown"),
        row.has("tables_sha256"),
        row.path(IS_COMPLETE).asBoolean());
  }

  /**
   * Reads it from the server's database.
   *
   * @throws QuartetException DATABASE_UNREACHABLE, DATABASE_MISSING
   */
  public static Optional<LoadedState> read(DatabaseServer server, Deployment deployment) {
    try (Connection connection = Connections.open(server, deployment)) {
      return read(connection);
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /**
   * True if a run has used this database. A run of a brokerage draws a run-time trade id from VM3;
   * a run of another workload leaves its name.
   */
  public static boolean isUsed(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return Connections.isTrue(
          statement,
          Connections.isTrue(statement, "SELECT to_regclass('trade_id_seq') IS NOT NULL")
              ? "SELECT is_called FROM trade_id_seq"
              : "SELECT obj_description('quartet_load'::regclass, 'pg_class') IS NOT NULL");
    }
  }

  /**
   * True if a run has used the databases of a Set, which are loaded.
   *
   * @param server VM3 of the Set
   * @throws QuartetException DATABASE_UNREACHABLE, DATABASE_MISSING
   */
  public static boolean isUsed(DatabaseServer server, Deployment deployment) {
    try (Connection connection = Connections.open(server, deployment)) {
      return isUsed(connection);
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /**
   * True if this is a complete load of these parameters. The name of its profile does not matter.
   */
  public boolean fits(LoadedState wanted) {
    return isComplete && difference(wanted).isEmpty();
  }

  /** True if a change of the index profile makes this the load that is wanted. */
  public boolean differsInProfileOnly(LoadedState wanted) {
    return isComplete
        && isChangeable
        && !schemaSha256.equals(wanted.schemaSha256)
        && differencesOfRows(wanted).isEmpty();
  }

  /** Differences of the parameters, as "load_units is 2, not 1, ..."; empty if they do not. */
  public String difference(LoadedState wanted) {
    List<String> differences = differencesOfRows(wanted);
    if (isOfSameWorkload(wanted) && !schemaSha256.equals(wanted.schemaSha256)) {
      compare("indexes", indexes, wanted.indexes, differences);
      compare(
          "schema_sha256 (of the SQL statements of tables, indexes and constraints)",
          schemaSha256,
          wanted.schemaSha256,
          differences);
    }
    return String.join(", ", differences);
  }

  private List<String> differencesOfRows(LoadedState wanted) {
    if (!isOfSameWorkload(wanted)) {
      return List.of("the workload is " + workload() + ", not " + wanted.workload());
    }
    List<String> differences = new ArrayList<>();
    wanted.rows.forEach(
        (name, value) -> compare(name, rows.getOrDefault(name, "unknown"), value, differences));
    return differences;
  }

  private boolean isOfSameWorkload(LoadedState other) {
    return workload().equals(other.workload());
  }

  /** True if both are of the same tool, however it fills databases. */
  public boolean isOfSameTool(LoadedState other) {
    return isOfSameWorkload(other) && Objects.equals(rows.get(TOOL), other.rows.get(TOOL));
  }

  private String workload() {
    return rows.getOrDefault(WORKLOAD, "brokerage");
  }

  private static void compare(String name, Object found, Object wanted, List<String> differences) {
    if (!found.equals(wanted)) {
      differences.add(name + " is " + found + ", not " + wanted);
    }
  }

  /** The state of a database after a complete load of the plan. */
  public static LoadedState expected(RunPlan plan, DatabaseServer server) {
    Map<String, String> rows = new LinkedHashMap<>();
    if (plan.workload() instanceof Pgbench pgbench) {
      Pgbench.Tables tables = pgbench.tables();
      rows.put(WORKLOAD, pgbench.label());
      rows.put("scale", Integer.toString(tables.scale()));
      rows.put("fill_factor", Integer.toString(tables.fillFactor()));
      rows.put("foreign_keys", Boolean.toString(tables.foreignKeys()));
      rows.put("partitions", Integer.toString(tables.partitions()));
      rows.put("partition_method", tables.partitionMethod());
      rows.put("init_steps", tables.initSteps());
      return new LoadedState(rows, "", "", false, true);
    }
    if (plan.workload() instanceof DefinedTool tool) {
      rows.put(WORKLOAD, tool.label());
      rows.put(TOOL, tool.definition().name());
      rows.put("prepare", tool.preparation());
      return new LoadedState(rows, "", "", false, true);
    }
    Database database = plan.database();
    rows.put("load_units", database.loadUnits().get(server.set().group()).toString());
    rows.put("trade_days", Integer.toString(database.tradeDays()));
    rows.put("news_length", Integer.toString(database.newsLength()));
    rows.put("seed", Long.toString(database.seedOf(server.set())));
    rows.put("role", QuartetHome.loaderRole(server.role()));
    rows.put(GENERATOR, Integer.toString(QuartetHome.generatorVersion()));
    return new LoadedState(
        rows,
        database.indexesName(),
        QuartetHome.schemaSha256(database.indexes(), server.role()),
        true,
        true);
  }

  /**
   * Makes sure that every database holds what the plan says.
   *
   * @throws QuartetException NOT_LOADED, LOADED_OTHERWISE, DATABASE_UNREACHABLE, DATABASE_MISSING
   */
  public static void requireAll(RunPlan plan, Deployment deployment) {
    deployment.databases().forEach(server -> require(plan, server, read(server, deployment)));
  }

  private static void require(RunPlan plan, DatabaseServer server, Optional<LoadedState> loaded) {
    if (loaded.isEmpty() || !loaded.get().isComplete()) {
      throw QuartetException.loadOrCheck(
          "NOT_LOADED", server.place() + " is not loaded. Run quartet load first.");
    }
    LoadedState wanted = expected(plan, server);
    if (!loaded.get().fits(wanted)) {
      throw otherwise(plan, server, loaded.get(), wanted);
    }
  }

  /** The error of a database that holds something else than the benchmark file asks for. */
  public static QuartetException otherwise(
      RunPlan plan, DatabaseServer server, LoadedState found, LoadedState wanted) {
    String wayOut =
        found.differsInProfileOnly(wanted)
            ? "quartet load --indexes %s to change the index profile without a load"
                .formatted(plan.database().indexes())
            : "quartet load --from-scratch to load it again";
    return QuartetException.loadOrCheck(
        "LOADED_OTHERWISE",
        ("%s holds %s whose parameters differ from the benchmark file: %s. Run %s, or change the"
                + " file.")
            .formatted(
                server.place(),
                found.isComplete ? "a load" : "an incomplete load",
                found.difference(wanted),
                wayOut));
  }
}
