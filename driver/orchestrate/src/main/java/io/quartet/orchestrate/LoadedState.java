package io.quartet.orchestrate;

import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.VmRole;
import io.quartet.orchestrate.provider.DatabaseServer;
import io.quartet.orchestrate.provider.Deployment;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Optional;

/**
 * What table {@code quartet_load} tells of a database.
 *
 * @param loadUnits Load Units loaded
 * @param tradeDays trade days loaded
 * @param newsLength characters of a news item
 * @param seed seed of the data
 * @param indexes index profile
 * @param role {@code dss} or {@code oltp}
 * @param isComplete true after the last step of the load
 */
record LoadedState(
    int loadUnits,
    int tradeDays,
    int newsLength,
    long seed,
    String indexes,
    String role,
    boolean isComplete) {

  /** Reads it; empty if nothing was ever loaded. */
  static Optional<LoadedState> read(Connection connection) throws SQLException {
    return exists(connection) ? readRow(connection) : Optional.empty();
  }

  /** Asks the catalogue, because a refused SELECT would leave an error in the server's log. */
  private static boolean exists(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT to_regclass('quartet_load') IS NOT NULL")) {
      return row.next() && row.getBoolean(1);
    }
  }

  private static Optional<LoadedState> readRow(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT load_units, trade_days, news_length, seed, indexes, role, is_complete"
                    + " FROM quartet_load")) {
      return row.next()
          ? Optional.of(
              new LoadedState(
                  row.getInt(1),
                  row.getInt(2),
                  row.getInt(3),
                  row.getLong(4),
                  row.getString(5),
                  row.getString(6),
                  row.getBoolean(7)))
          : Optional.empty();
    }
  }

  /** What a complete load of the plan leaves in a database. */
  static LoadedState expected(RunPlan plan, DatabaseServer server) {
    RunPlan.Database database = plan.database();
    return new LoadedState(
        database.loadUnits().get(server.set().group()),
        database.tradeDays(),
        database.newsLength(),
        database.seedOf(server.set()),
        database.indexes(),
        roleName(server.role()),
        true);
  }

  static String roleName(VmRole role) {
    return role.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Makes sure that every database holds what the plan says.
   *
   * @throws QuartetException NOT_LOADED, LOADED_OTHERWISE, DATABASE_UNREACHABLE
   */
  static void requireAll(RunPlan plan, Deployment deployment) {
    try (Databases databases = new Databases(deployment)) {
      for (DatabaseServer server : deployment.databases()) {
        try (Connection connection = databases.connect(server)) {
          require(plan, server, connection);
        } catch (SQLException e) {
          throw Databases.unreachable(server, e);
        }
      }
    }
  }

  private static void require(RunPlan plan, DatabaseServer server, Connection connection)
      throws SQLException {
    Optional<LoadedState> loaded = read(connection);
    if (loaded.isEmpty() || !loaded.get().isComplete()) {
      throw new QuartetException(
          QuartetException.Kind.LOAD_OR_CHECK,
          "NOT_LOADED",
          server.vm() + " at " + server.address() + " is not loaded. Run quartet load first.");
    }
    if (!loaded.get().equals(expected(plan, server))) {
      throw new QuartetException(
          QuartetException.Kind.LOAD_OR_CHECK,
          "LOADED_OTHERWISE",
          server.vm()
              + " holds "
              + loaded.get()
              + ", but the benchmark file asks for "
              + expected(plan, server)
              + ". Run quartet down, up and load, or change the file.");
    }
  }
}
