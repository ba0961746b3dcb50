package io.quartet.run.internal;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Database;
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
import java.util.List;
import java.util.Optional;

/**
 * Content of the table {@code quartet_load} of a database.
 *
 * @param newsLength characters of a news item
 * @param indexes name of the index profile; its content is part of {@code schemaSha256}
 * @param role {@code dss} or {@code oltp}
 * @param generator version of the generator of the rows; 1 if not recorded
 * @param schemaSha256 SHA-256 of the SQL statements that made tables, indexes and constraints;
 *     {@code unknown}, which equals no hash, if not recorded
 * @param isChangeable true if the loader recorded what a change of the index profile needs
 * @param isComplete true after the last step of the load
 */
public record LoadedState(
    int loadUnits,
    int tradeDays,
    int newsLength,
    long seed,
    String indexes,
    String role,
    int generator,
    String schemaSha256,
    boolean isChangeable,
    boolean isComplete) {

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
            statement.executeQuery(
                "SELECT load_units, trade_days, news_length, seed, indexes, role,"
                    + " coalesce((to_jsonb(quartet_load) ->> 'generator')::integer, 1),"
                    + " coalesce(to_jsonb(quartet_load) ->> 'schema_sha256', 'unknown'),"
                    + " to_jsonb(quartet_load) ->> 'tables_sha256' IS NOT NULL,"
                    + " is_complete FROM quartet_load")) {
      return row.next()
          ? Optional.of(
              new LoadedState(
                  row.getInt(1),
                  row.getInt(2),
                  row.getInt(3),
                  row.getLong(4),
                  row.getString(5),
                  row.getString(6),
                  row.getInt(7),
                  row.getString(8),
                  row.getBoolean(9),
                  row.getBoolean(10)))
          : Optional.empty();
    }
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

  /** True if a run has used this database: a run-time trade id was drawn. For VM3. */
  public static boolean isUsed(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return Connections.isTrue(statement, "SELECT is_called FROM trade_id_seq");
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
    if (!schemaSha256.equals(wanted.schemaSha256)) {
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
    List<String> differences = new ArrayList<>();
    compare("load_units", loadUnits, wanted.loadUnits, differences);
    compare("trade_days", tradeDays, wanted.tradeDays, differences);
    compare("news_length", newsLength, wanted.newsLength, differences);
    compare("seed", seed, wanted.seed, differences);
    compare("role", role, wanted.role, differences);
    compare("generator", generator, wanted.generator, differences);
    return differences;
  }

  private static void compare(String name, Object found, Object wanted, List<String> differences) {
    if (!found.equals(wanted)) {
      differences.add(name + " is " + found + ", not " + wanted);
    }
  }

  /** The state of a database after a complete load of the plan. */
  public static LoadedState expected(RunPlan plan, DatabaseServer server) {
    Database database = plan.database();
    return new LoadedState(
        database.loadUnits().get(server.set().group()),
        database.tradeDays(),
        database.newsLength(),
        database.seedOf(server.set()),
        database.indexesName(),
        QuartetHome.loaderRole(server.role()),
        QuartetHome.generatorVersion(),
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
