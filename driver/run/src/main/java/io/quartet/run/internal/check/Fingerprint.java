package io.quartet.run.internal.check;

import io.quartet.provision.Connections;
import io.quartet.provision.os.Waiting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What shows that the rows of a database are as they were, without reading them. Two that are equal
 * were taken of the same rows.
 *
 * @param server the server's number from {@code initdb}, and when its statistics began. A crash
 *     resets them
 * @param files the file of every table, index and sequence; TRUNCATE and VACUUM FULL give a new
 *     one. A copy made by CREATE DATABASE has the names of its source
 * @param writes the number of the database, when its counters began, and a hash of the rows that
 *     were inserted, updated and deleted in each table
 */
public record Fingerprint(String server, String files, String writes) {

  private static final Logger LOG = LoggerFactory.getLogger(Fingerprint.class);

  /** Sessions report what they wrote at their end, or at the latest after so long. */
  private static final String LATE_COUNTERS = "1 minute";

  private static final Duration ENDING_SESSIONS = Duration.ofSeconds(2);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  /** No row if the server does not count. Sessions of the driver write no rows. */
  private static final String QUERY =
      """
      SELECT (SELECT system_identifier FROM pg_control_system())
             || ' since ' || (SELECT extract(epoch FROM stats_reset) FROM pg_stat_bgwriter) AS server
           , (SELECT encode(sha256(string_agg(
                concat_ws(' ', oid, pg_relation_filenode(oid), reltablespace), ',' ORDER BY oid)::bytea), 'hex')
              FROM pg_class
              WHERE oid >= 16384 AND relpersistence <> 't' AND pg_relation_filenode(oid) IS NOT NULL) AS files
           , datid || ' since ' || coalesce(extract(epoch FROM stats_reset)::text, 'its creation') || ' '
             || (SELECT encode(sha256(string_agg(
                   concat_ws(' ', relid, n_tup_ins, n_tup_upd, n_tup_del), ',' ORDER BY relid)::bytea), 'hex')
                 FROM pg_stat_user_tables) AS writes
           , NOT EXISTS (
               SELECT FROM pg_stat_activity
               WHERE datname = current_database()
                 AND backend_type = 'client backend'
                 AND application_name <> '%s'
                 AND coalesce(state <> 'idle' OR state_change > clock_timestamp() - interval '%s', true))
             AS is_quiet
      FROM pg_stat_database
      WHERE datname = current_database()
        AND current_setting('track_counts')::boolean
        AND NOT EXISTS (
          SELECT FROM pg_db_role_setting, unnest(setconfig) AS setting
          WHERE setting LIKE 'track_counts=%%')
      """
          .formatted(Connections.APPLICATION, LATE_COUNTERS);

  /**
   * Takes it, and gives sessions that are ending a moment for that.
   *
   * @return empty if the counters may lack something: the server does not count or does not tell,
   *     or other sessions were active within the last minute
   */
  public static Optional<Fingerprint> take(Connection connection) {
    long deadline = System.nanoTime() + ENDING_SESSIONS.toNanos();
    try (Statement statement = connection.createStatement()) {
      do {
        try (ResultSet row = statement.executeQuery(QUERY)) {
          if (!row.next() || row.getString("server") == null) {
            return Optional.empty();
          }
          if (row.getBoolean("is_quiet")) {
            return Optional.of(
                new Fingerprint(
                    row.getString("server"), row.getString("files"), row.getString("writes")));
          }
        }
      } while (System.nanoTime() < deadline && Waiting.pause(BETWEEN_LOOKS));
    } catch (SQLException e) {
      LOG.info("it is not known whether rows have changed reason={}", e.getMessage());
    }
    return Optional.empty();
  }

  /** True if a copy of the database of the other one has this fingerprint. */
  boolean isOfCopyOf(Fingerprint other) {
    return server.equals(other.server) && files.equals(other.files);
  }
}
