package io.quartet.run.internal.pgbench;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.Parallel;
import io.quartet.results.RunFiles;
import io.quartet.results.ToolTables;
import io.quartet.results.folder.CsvTable;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.internal.start.RunningStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes {@code tool-tables.csv}: what the tables of pgbench hold before and after the load. */
public final class TableReader {

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

  private final Deployment deployment;
  private final RunningStatements running = new RunningStatements();

  private TableReader(Deployment deployment) {
    this.deployment = deployment;
  }

  /**
   * Appends a row for each Set that has none of the moment; none for a database that cannot be
   * asked. Does nothing if it is not known what the workload changes. Reads all accounts: never
   * call it while load is measured.
   *
   * @param moment {@link ToolTables#BEFORE} or {@link ToolTables#AFTER}
   * @throws java.util.concurrent.CancellationException if this thread was interrupted; the queries
   *     are cancelled then
   */
  public static void append(
      RunPlan plan, Deployment deployment, ResultsFolder folder, String moment) {
    if (!(plan.workload() instanceof Pgbench pgbench) || !pgbench.changesKnownTables()) {
      return;
    }
    List<VmSet> done =
        new RunFiles(folder)
            .toolTables().orRefuse().orElse(List.of()).stream()
                .filter(row -> row.moment().equals(moment))
                .map(ToolTables::set)
                .toList();
    TableReader reader = new TableReader(deployment);
    try (CsvTable.Appender<ToolTables> file = ToolTables.TABLE.appender(folder)) {
      Parallel.forEach(
          plan.sets().stream().filter(set -> !done.contains(set)).toList(),
          deployment.databasesAtATime(),
          set -> reader.append(set, moment, file),
          reader.running::cancel);
    }
  }

  private void append(VmSet set, String moment, CsvTable.Appender<ToolTables> file) {
    DatabaseServer server = deployment.database(set, VmRole.OLTP);
    try (Connection connection = Connections.open(server, deployment);
        Statement statement = connection.createStatement();
        RunningStatements.Entry entry = running.add(statement);
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
