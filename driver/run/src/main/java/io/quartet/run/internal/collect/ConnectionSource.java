package io.quartet.run.internal.collect;

import io.quartet.provision.DatabaseServer;
import java.sql.Connection;
import java.sql.SQLException;

/** Gives connections for statistics, of a pool as a rule. Safe for use by several threads. */
@FunctionalInterface
public interface ConnectionSource {

  /** A connection in autocommit mode; closing it gives it back. */
  Connection connect(DatabaseServer server) throws SQLException;
}
