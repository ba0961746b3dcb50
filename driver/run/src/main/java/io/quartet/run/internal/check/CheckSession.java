package io.quartet.run.internal.check;

import io.quartet.results.CheckRow;
import io.quartet.run.check.CheckResult;
import io.quartet.run.internal.Moment;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs checks on one database, one after the other; only {@link #cancel} may come from outside. */
public final class CheckSession implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CheckSession.class);
  private static final int MOST_EXAMPLES = 5;
  private static final int MOST_COLUMNS = 3;
  private static final int LONGEST_VALUE = 40;

  private final Moment moment;
  private final String vm;
  private final PGConnection server;
  private final Statement statement;
  private final SharedPasses passes;

  /**
   * @param passes settle checks before their own queries; none if these alone are to decide
   * @param checks those that will be run
   */
  public CheckSession(
      Moment moment,
      String vm,
      Connection connection,
      CheckMemory memory,
      List<CheckPass> passes,
      List<CheckFile> checks)
      throws SQLException {
    this.passes = new SharedPasses(passes, checks);
    this.moment = moment;
    this.vm = vm;
    this.server = connection.unwrap(PGConnection.class);
    this.statement = connection.createStatement();
    statement.execute("SET work_mem = '" + memory.workMemoryKilobytes() + "kB'");
    statement.execute("SET hash_mem_multiplier = 1");
    statement.execute("SET max_parallel_workers_per_gather = " + memory.parallelWorkers());
  }

  public CheckResult run(CheckFile check) throws SQLException {
    SharedPasses.Answer shared = passes.of(check, statement);
    long start = System.nanoTime();
    long broken = shared.hasPassed() ? 0 : count(check);
    long millis = Duration.ofNanos(shared.nanos() + System.nanoTime() - start).toMillis();
    return check.result(
        new CheckRow(
            moment.label(), vm, check.name(), check.checkClass(), broken, millis, broken == 0),
        broken == 0 ? List.of() : examples(check));
  }

  private long count(CheckFile check) throws SQLException {
    try (ResultSet result = statement.executeQuery(check.countQuery())) {
      result.next();
      return result.getLong(1);
    }
  }

  private List<String> examples(CheckFile check) throws SQLException {
    List<String> examples = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(check.exampleQuery(MOST_EXAMPLES))) {
      ResultSetMetaData columns = rows.getMetaData();
      int shown = Math.min(MOST_COLUMNS, columns.getColumnCount());
      while (rows.next()) {
        List<String> values = new ArrayList<>();
        for (int column = 1; column <= shown; column++) {
          values.add(columns.getColumnLabel(column) + "=" + bounded(rows.getString(column)));
        }
        examples.add(String.join(", ", values));
      }
    }
    return examples;
  }

  private static String bounded(String value) {
    if (value == null) {
      return "null";
    }
    return value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE) + "…";
  }

  /**
   * Ends the query in work; its thread gets an error. A query that is only on its way to the server
   * may miss it, so call it again until the thread has ended.
   */
  public void cancel() {
    try {
      // Not that of the statement, which asks the server only once.
      server.cancelQuery();
    } catch (SQLException e) {
      LOG.warn("a check could not be cancelled vm={} error={}", vm, e.getMessage());
    }
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
