package io.quartet.run.database;

import io.quartet.provision.DatabaseServer;
import io.quartet.run.progress.CopyProgress;
import io.quartet.run.progress.LoadListener;
import java.util.Map;

/** Counts the databases that are copied or restored, and reports progress. Thread-safe. */
final class CopyCount {

  private final boolean isRestore;
  private final Map<DatabaseServer, Long> bytes;
  private final LoadListener listener;
  private int done;
  private long doneBytes;

  /**
   * Reports the start, with no database complete.
   *
   * @param bytes size of the database to copy, for each server
   * @param listener receives a report now and after each database
   */
  CopyCount(boolean isRestore, Map<DatabaseServer, Long> bytes, LoadListener listener) {
    this.isRestore = isRestore;
    this.bytes = Map.copyOf(bytes);
    this.listener = listener;
    listener.onCopy(progress());
  }

  /** Counts a database as complete, and reports it. */
  synchronized void add(DatabaseServer server) {
    done++;
    doneBytes += bytes.get(server);
    listener.onCopy(progress());
  }

  private CopyProgress progress() {
    long total = bytes.values().stream().mapToLong(Long::longValue).sum();
    return new CopyProgress(isRestore, done, bytes.size(), doneBytes, total);
  }
}
