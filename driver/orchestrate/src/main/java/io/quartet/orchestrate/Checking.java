package io.quartet.orchestrate;

import io.quartet.measure.results.CheckRow;
import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.VmRole;
import io.quartet.orchestrate.provider.DatabaseServer;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.orchestrate.provider.Machine;
import io.quartet.orchestrate.provider.Parallel;
import io.quartet.orchestrate.provider.QuartetHome;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the consistency checks of {@code schema/checks} on every database. */
public final class Checking {

  /** Name of the row that says a database could not be asked. */
  public static final String UNREACHABLE = "unreachable";

  private static final Logger LOG = LoggerFactory.getLogger(Checking.class);

  /** VM2 gets no trades in a run: its number of trades is what was loaded. */
  private static final CheckFile UNCHANGED_TRADES =
      new CheckFile(
          "trades_unchanged",
          CheckFile.ANY_TIME,
          "SELECT count(*)\nFROM trade\n"
              + "HAVING count(*) <> (SELECT 57600::bigint * trade_days * load_units"
              + " FROM quartet_load)");

  private final Moment moment;
  private final Deployment deployment;
  private final CheckListener listener;
  private final List<CheckFile> files;
  private final int atATime;

  private Checking(Moment moment, Deployment deployment, CheckListener listener) {
    this.moment = moment;
    this.deployment = deployment;
    this.listener = listener;
    this.files = CheckFile.readAll(QuartetHome.schema().resolve("checks"));
    this.atATime = Runtime.getRuntime().availableProcessors();
  }

  /**
   * Checks every database, several at a time. A database that cannot be asked gives one failed row
   * named {@link #UNREACHABLE}; nothing is thrown for it.
   *
   * <p>Before a run, databases that an earlier run has used are checked as after a run: what holds
   * only right after a load has lapsed there. Then, too, the databases must be loaded.
   *
   * @return rows for {@code checks.csv}, database by database in the order of the deployment
   * @throws QuartetException NOT_LOADED, LOADED_OTHERWISE or DATABASE_UNREACHABLE before a run
   */
  public static List<CheckRow> check(
      RunPlan plan, Deployment deployment, Moment moment, CheckListener listener) {
    if (moment == Moment.BEFORE) {
      LoadedState.requireAll(plan, deployment);
    }
    return new Checking(moment, deployment, listener).checkAll(plan);
  }

  private List<CheckRow> checkAll(RunPlan plan) {
    try (Databases databases = new Databases(deployment)) {
      Map<DatabaseServer, List<CheckFile>> work = new HashMap<>();
      for (DatabaseServer server : deployment.databases()) {
        work.put(server, checksOf(server, isFresh(server, databases)));
      }
      int total = work.values().stream().mapToInt(List::size).sum();
      AtomicInteger done = new AtomicInteger();
      List<CheckRow> rows = new CopyOnWriteArrayList<>();
      List<DatabaseServer> biggestFirst =
          deployment.databases().stream()
              .sorted(
                  Comparator.comparingInt(
                      server -> -plan.database().loadUnits().get(server.set().group())))
              .toList();
      Parallel.forEach(
          biggestFirst,
          atATime,
          server ->
              checkOne(
                  server,
                  work.get(server),
                  databases,
                  row -> {
                    rows.add(row);
                    listener.onCheck(row, done.incrementAndGet(), total);
                  }),
          databases::close);
      List<String> order = deployment.databases().stream().map(DatabaseServer::vm).toList();
      return rows.stream()
          .sorted(
              Comparator.<CheckRow>comparingInt(row -> order.indexOf(row.vm()))
                  .thenComparing(CheckRow::check))
          .toList();
    }
  }

  /** True if no run has used the Set: no run-time trade id was ever drawn on its VM3. */
  private boolean isFresh(DatabaseServer server, Databases databases) {
    if (moment == Moment.AFTER) {
      return false;
    }
    DatabaseServer oltp = deployment.database(server.set(), VmRole.OLTP);
    try (Connection connection = databases.connect(oltp);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT is_called FROM trade_id_seq")) {
      return row.next() && !row.getBoolean(1);
    } catch (SQLException e) {
      // The checks of that database will say that it cannot be asked.
      LOG.warn("cannot tell whether a run has used it vm={} error={}", oltp.vm(), e.getMessage());
      return true;
    }
  }

  private List<CheckFile> checksOf(DatabaseServer server, boolean isFresh) {
    List<CheckFile> checks =
        new ArrayList<>(
            files.stream()
                .filter(file -> isFresh || file.checkClass().equals(CheckFile.ANY_TIME))
                .toList());
    if (server.role() == VmRole.DSS) {
      checks.add(UNCHANGED_TRADES);
    }
    return checks;
  }

  private interface RowSink {
    void add(CheckRow row);
  }

  private void checkOne(
      DatabaseServer server, List<CheckFile> checks, Databases databases, RowSink rows) {
    try (Connection connection = databases.connect(server);
        Statement statement = connection.createStatement()) {
      long sortMegabytes = Math.max(16, Machine.look().memoryBytes() / (1L << 20) / 64);
      statement.execute("SET work_mem = '" + Math.min(512, sortMegabytes) + "MB'");
      for (CheckFile check : checks) {
        rows.add(run(server, check, statement));
      }
      statement.execute("RESET work_mem");
    } catch (SQLException e) {
      LOG.warn("checks could not be run vm={} error={}", server.vm(), e.getMessage());
      rows.add(
          new CheckRow(moment.label(), server.vm(), UNREACHABLE, CheckFile.ANY_TIME, 0, 0, false));
    }
  }

  private CheckRow run(DatabaseServer server, CheckFile check, Statement statement)
      throws SQLException {
    long start = System.nanoTime();
    try (ResultSet result = statement.executeQuery(check.countQuery())) {
      result.next();
      long broken = result.getLong(1);
      long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
      return new CheckRow(
          moment.label(),
          server.vm(),
          check.name(),
          check.checkClass(),
          broken,
          millis,
          broken == 0);
    }
  }
}
