package io.quartet.run.database;

import io.quartet.model.QuartetException;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.DaemonThreads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the size of a database while CREATE DATABASE creates it. No other session sees the
 * database before that statement ends, but its folder exists. Only a superuser may list folders, so
 * nothing is reported for another role. A failure never affects the copy.
 */
final class CopyWatch implements AutoCloseable {

  /** Time between two reports. */
  static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(CopyWatch.class);

  /** Beside the folders of databases, there may be one for temporary files. */
  private static final String FOLDERS =
      "SELECT folder FROM pg_ls_dir('base') AS folder WHERE folder ~ '^[0-9]+$'";

  /** A killed server leaves folders of copies that were not complete. They are excluded by name. */
  private static final String BYTES =
      "SELECT sum(pg_database_size(folder::oid)) FROM ("
          + FOLDERS
          + ") AS folders WHERE folder <> ALL (?)\n"
          + "AND folder NOT IN (SELECT oid::text FROM pg_database)";

  private final String vm;
  private final LongConsumer bytes;
  private final List<String> before = new ArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("quartet-copy-watch"));
  private Connection connection;
  private boolean isClosed;

  private CopyWatch(String vm, LongConsumer bytes) {
    this.vm = vm;
    this.bytes = bytes;
  }

  /**
   * Begins before the copy does.
   *
   * @param bytes receives the size of the copy so far, from another thread, never after {@link
   *     #close}
   */
  static CopyWatch begin(
      DatabaseServer server, Deployment deployment, Duration interval, LongConsumer bytes) {
    CopyWatch watch = new CopyWatch(server.vm(), bytes);
    try {
      watch.connection =
          Connections.open(server, Connections.MAINTENANCE_DATABASE, deployment.passwordFile());
      if (watch.readFolders()) {
        long nanos = interval.toNanos();
        watch.timer.scheduleWithFixedDelay(watch::report, nanos, nanos, TimeUnit.NANOSECONDS);
      }
    } catch (SQLException | QuartetException e) {
      watch.giveUp(e);
    }
    return watch;
  }

  /** Notes the folders that exist before the copy; false if this role cannot list them. */
  private boolean readFolders() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (!Connections.isTrue(statement, "SELECT current_setting('is_superuser')::boolean")) {
        return false;
      }
      try (ResultSet rows = statement.executeQuery(FOLDERS)) {
        while (rows.next()) {
          before.add(rows.getString(1));
        }
      }
      return true;
    }
  }

  private void report() {
    try (PreparedStatement statement = connection.prepareStatement(BYTES)) {
      statement.setArray(1, connection.createArrayOf("text", before.toArray()));
      try (ResultSet row = statement.executeQuery()) {
        if (row.next() && row.getLong(1) > 0) {
          accept(row.getLong(1));
        }
      }
    } catch (SQLException e) {
      giveUp(e);
    }
  }

  private synchronized void accept(long size) {
    if (!isClosed) {
      bytes.accept(size);
    }
  }

  private void giveUp(Exception reason) {
    LOG.debug("a copy is not watched vm={} error={}", vm, reason.getMessage());
    close();
  }

  /** The thread of the timer disconnects, after a report that is in progress. */
  @Override
  public synchronized void close() {
    if (!isClosed) {
      isClosed = true;
      timer.execute(this::disconnect);
      timer.shutdown();
    }
  }

  private void disconnect() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      LOG.debug("a watch was not disconnected vm={} error={}", vm, e.getMessage());
    }
  }
}
