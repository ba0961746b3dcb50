package io.quartet.run.internal.collect;

import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the indexes of a database with the density of their leaves, which the extension
 * pgstattuple tells. It reads every index as a whole: never call it while load is measured.
 */
public final class LeafDensity {

  private static final Logger LOG = LoggerFactory.getLogger(LeafDensity.class);

  /** The schema of the extension, if this role may use it there. */
  private static final String SCHEMA =
      """
      SELECT quote_ident(n.nspname)
        FROM pg_extension AS e
        JOIN pg_namespace AS n ON n.oid = e.extnamespace
        JOIN pg_proc AS p
          ON p.pronamespace = n.oid AND p.proname = 'pgstatindex'
         AND p.proargtypes[0] = 'regclass'::regtype
       WHERE e.extname = 'pgstattuple'
         AND has_schema_privilege(n.oid, 'USAGE')
         AND has_function_privilege(p.oid, 'EXECUTE')
      """;

  private LeafDensity() {}

  /**
   * Appends a sample to {@code stats/<vm>/indexes.csv}; nothing where the extension is not
   * installed, and nothing but a warning where the database does not answer in ten minutes.
   */
  public static void sample(ResultsFolder folder, DatabaseServer server, Databases databases) {
    try (Connection connection = databases.connect(server)) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET LOCAL statement_timeout = '10min'");
        Optional<String> schema = schema(statement);
        if (schema.isPresent()) {
          append(folder, server, DatabaseQueries.indexesWithLeafDensity(schema.get()), connection);
        }
      } finally {
        connection.rollback();
      }
    } catch (SQLException e) {
      LOG.warn("no density of the leaves vm={} error={}", server.vm(), e.getMessage());
    }
  }

  private static Optional<String> schema(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(SCHEMA)) {
      return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
    }
  }

  private static void append(
      ResultsFolder folder, DatabaseServer server, DatabaseQuery query, Connection connection)
      throws SQLException {
    DatabaseQuery.Answer answer = query.ask(connection);
    try (StatsCsv file = new StatsCsv(folder, server.vm(), query.name())) {
      file.append(System.currentTimeMillis(), answer.columns(), answer.rows());
    }
  }
}
