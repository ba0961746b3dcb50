package io.quartet.run.internal.start;

import io.quartet.model.Text;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The work of databases and disks at one moment. Two of them show what was busy in between.
 *
 * @param nanos when it was read, on the clock of {@link System#nanoTime}
 * @param ofServers by VM
 * @param busyMillis time in which each disk had work; a disk that cannot be read has none
 */
record Activity(long nanos, Map<String, OfServer> ofServers, Map<String, Long> busyMillis) {

  /** A disk with work in a larger part of the time is busy. */
  static final double BUSY_SHARE = 0.1;

  /** Log that an idle server writes in a second, and more. */
  private static final long IDLE_WAL_BYTES = 65_536;

  /** Roles without {@code pg_read_all_stats} see no kind of session, but its progress. */
  private static final String QUERY =
      """
      SELECT (SELECT count(*)
              FROM (SELECT pid FROM pg_stat_activity WHERE backend_type = 'autovacuum worker'
                    UNION
                    SELECT pid FROM pg_stat_progress_vacuum
                    UNION
                    SELECT pid FROM pg_stat_progress_analyze) AS vacuum)
           , (pg_current_wal_insert_lsn() - '0/0')::bigint
      """;

  /**
   * The work of one server.
   *
   * @param vacuums sessions that vacuum, or analyze on their own
   * @param walBytes log that it has ever written
   */
  record OfServer(long vacuums, long walBytes) {}

  /**
   * Reads it.
   *
   * @throws io.quartet.model.QuartetException DATABASE_UNREACHABLE
   */
  static Activity read(List<DatabaseServer> servers, Databases databases, List<LocalDisk> disks) {
    Map<String, Long> busyMillis = new LinkedHashMap<>();
    long nanos = System.nanoTime();
    for (LocalDisk disk : disks) {
      try {
        busyMillis.put(disk.name(), disk.busyMillis());
      } catch (IOException e) {
        continue; // It was detached: nothing more is known of it.
      }
    }
    Map<String, OfServer> ofServers = new LinkedHashMap<>();
    servers.forEach(server -> ofServers.put(server.vm(), read(server, databases)));
    return new Activity(nanos, ofServers, busyMillis);
  }

  private static OfServer read(DatabaseServer server, Databases databases) {
    try (Connection connection = databases.connect(server);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      row.next();
      return new OfServer(row.getLong(1), row.getLong(2));
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /** What was busy since an earlier moment, with the reason; empty if all was quiet. */
  Map<String, String> busySince(Activity earlier) {
    double seconds = (nanos - earlier.nanos) / 1e9;
    Map<String, String> busy = new LinkedHashMap<>();
    ofServers.forEach(
        (vm, now) -> {
          long walBytes = now.walBytes - earlier.ofServers.get(vm).walBytes;
          if (now.vacuums > 0) {
            busy.put(vm, "autovacuum");
          } else if (walBytes > IDLE_WAL_BYTES * seconds) {
            busy.put(
                vm, Text.format("%,d bytes of log in a second", Math.round(walBytes / seconds)));
          }
        });
    busyMillis.forEach(
        (disk, now) -> {
          double share = (now - earlier.busyMillis.getOrDefault(disk, now)) / (1e3 * seconds);
          if (share > BUSY_SHARE) {
            busy.put("disk " + disk, Text.format("%.0f %% busy", 100 * Math.min(1, share)));
          }
        });
    return busy;
  }
}
