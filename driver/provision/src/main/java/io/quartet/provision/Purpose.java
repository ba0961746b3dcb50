package io.quartet.provision;

/** Purpose of the settings of a database server. A change restarts the server. */
public enum Purpose {
  /** Least WAL: {@code wal_level=minimal}, no senders, no autovacuum between table loads. */
  LOADING,
  /** The settings of a run: {@code wal_level=replica}, autovacuum. */
  RUNNING
}
