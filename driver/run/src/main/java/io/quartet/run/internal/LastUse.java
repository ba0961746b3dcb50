package io.quartet.run.internal;

import io.quartet.model.QuartetException;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * The run that changed a database last: its name is a comment on table {@code quartet_load}. A load
 * from scratch makes a new table, and a restore a new database, so neither has the comment.
 */
public final class LastUse {

  private static final String QUERY =
      "SELECT obj_description(to_regclass('quartet_load'), 'pg_class')";

  private LastUse() {}

  /**
   * Writes it; call it before anything is changed.
   *
   * @param user id of a run, or another name for people
   * @throws QuartetException DATABASE_UNREACHABLE, DATABASE_MISSING
   */
  public static void write(DatabaseServer server, Databases databases, String user) {
    databases.execute(server, "COMMENT ON TABLE quartet_load IS '" + user.replace("'", "''") + "'");
  }

  /**
   * Makes sure that the databases are as a run has left them.
   *
   * @throws QuartetException DATABASES_CHANGED, DATABASE_UNREACHABLE, DATABASE_MISSING
   */
  public static void require(String runId, Deployment deployment) {
    for (DatabaseServer server : deployment.databases()) {
      Optional<String> last = read(server, deployment);
      if (!last.equals(Optional.of(runId))) {
        throw changed(
            runId,
            server.place()
                + last.map(user -> " was used by " + user).orElse(" was loaded or restored again"));
      }
    }
  }

  /** The error of databases that are not as the run has left them. */
  public static QuartetException changed(String runId, String what) {
    return QuartetException.loadOrCheck(
        "DATABASES_CHANGED",
        ("%s after run %s, so the checks of that run can no longer be made. Its report stays"
                + " unchanged. Run the benchmark again.")
            .formatted(what, runId));
  }

  private static Optional<String> read(DatabaseServer server, Deployment deployment) {
    try (Connection connection = Connections.open(server, deployment);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }
}
