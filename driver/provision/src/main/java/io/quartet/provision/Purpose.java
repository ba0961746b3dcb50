package io.quartet.provision;

/** What a database server is set up for; changing it restarts the server. */
public enum Purpose {
  /** Least WAL: {@code wal_level=minimal}, no senders, no autovacuum between table loads. */
  LOADING,
  /** The settings of a run: {@code wal_level=replica}, autovacuum. */
  RUNNING
}
