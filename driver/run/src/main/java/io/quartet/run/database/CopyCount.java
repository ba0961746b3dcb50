package io.quartet.run.database;

import io.quartet.provision.DatabaseServer;
import io.quartet.run.progress.CopyProgress;
import io.quartet.run.progress.LoadListener;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Counts the databases that are copied or restored, and reports progress. Thread-safe. */
final class CopyCount {

  private final boolean isRestore;
  private final Map<DatabaseServer, Long> bytes;
  private final LoadListener listener;
  private final Set<DatabaseServer> complete = new HashSet<>();
  private final Map<DatabaseServer, Long> copied = new HashMap<>();

  /**
   * Reports the start, with no database complete.
   *
   * @param bytes size of the database to copy, for each server
   * @param listener receives a report now, after each database and after each part of one
   */
  CopyCount(boolean isRestore, Map<DatabaseServer, Long> bytes, LoadListener listener) {
    this.isRestore = isRestore;
    this.bytes = Map.copyOf(bytes);
    this.listener = listener;
    listener.onCopy(progress());
  }

  /** Counts a database as complete, and reports it. */
  synchronized void add(DatabaseServer server) {
    complete.add(server);
    copied.put(server, bytes.get(server));
    listener.onCopy(progress());
  }

  /**
   * Reports that a part of a database is copied. Ignored after {@link #add}.
   *
   * @param partBytes size of the copy so far; more than that of the database counts as all of it
   */
  synchronized void addPart(DatabaseServer server, long partBytes) {
    long known = Math.min(partBytes, bytes.get(server));
    if (!complete.contains(server) && known > copied.getOrDefault(server, 0L)) {
      copied.put(server, known);
      listener.onCopy(progress());
    }
  }

  private CopyProgress progress() {
    return new CopyProgress(isRestore, complete.size(), bytes.size(), sum(copied), sum(bytes));
  }

  private static long sum(Map<DatabaseServer, Long> bytes) {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }
}
