package io.quartet.run.internal.pgbench;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.Parallel;
import io.quartet.results.ToolTables;
import io.quartet.results.folder.CsvTable;
import io.quartet.results.folder.ResultsFolder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes {@code tool-tables.csv}: what the tables of pgbench hold before and after the load. */
public record TableReader(RunPlan plan, Deployment deployment, ResultsFolder folder) {

  private static final Logger LOG = LoggerFactory.getLogger(TableReader.class);

  private static final String QUERY =
      """
      SELECT (SELECT count(*) FROM pgbench_history)
           , (SELECT coalesce(sum(delta), 0) FROM pgbench_history)
           , (SELECT coalesce(sum(abalance), 0) FROM pgbench_accounts)
           , (SELECT coalesce(sum(tbalance), 0) FROM pgbench_tellers)
           , (SELECT coalesce(sum(bbalance), 0) FROM pgbench_branches)
           , (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())
      """;

  /**
   * Appends a row for each Set; none for a database that cannot be asked, or has no such tables.
   *
   * @param moment {@link ToolTables#BEFORE} or {@link ToolTables#AFTER}
   */
  public void append(String moment) {
    try (CsvTable.Appender<ToolTables> file = ToolTables.TABLE.appender(folder)) {
      Parallel.forEach(
          plan.sets(), deployment.databasesAtATime(), set -> append(set, moment, file));
    }
  }

  private void append(VmSet set, String moment, CsvTable.Appender<ToolTables> file) {
    DatabaseServer server = deployment.database(set, VmRole.OLTP);
    try (Connection connection = Connections.open(server, deployment);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      row.next();
      file.append(
          List.of(
              new ToolTables(
                  set,
                  moment,
                  row.getLong(1),
                  row.getLong(2),
                  row.getLong(3),
                  row.getLong(4),
                  row.getLong(5),
                  row.getLong(6))));
    } catch (SQLException e) {
      LOG.warn(
          "the tables of pgbench could not be read vm={} error={}", server.vm(), e.getMessage());
    }
  }
}
