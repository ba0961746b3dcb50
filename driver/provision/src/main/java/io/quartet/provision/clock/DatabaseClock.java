package io.quartet.provision.clock;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The clock of the machine that a database runs on. */
public final class DatabaseClock implements Clocks.RemoteClock<SQLException>, AutoCloseable {

  private final PreparedStatement query;

  /** Closed before its connection. */
  public DatabaseClock(Connection connection) throws SQLException {
    this.query =
        connection.prepareStatement(
            "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
  }

  @Override
  public long utcMicros() throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public void close() throws SQLException {
    query.close();
  }
}
