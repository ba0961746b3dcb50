package io.quartet.run.database;

import io.quartet.provision.DatabaseServer;
import io.quartet.run.progress.CopyProgress;
import io.quartet.run.progress.LoadListener;
import java.util.Map;

/** Counts databases that are copied or restored, and tells the listener. Thread-safe. */
final class CopyCount {

  private final boolean isRestore;
  private final Map<DatabaseServer, Long> bytes;
  private final LoadListener listener;
  private int done;
  private long doneBytes;

  /**
   * Tells that nothing is done yet.
   *
   * @param bytes size of what is copied, for each server
   */
  CopyCount(boolean isRestore, Map<DatabaseServer, Long> bytes, LoadListener listener) {
    this.isRestore = isRestore;
    this.bytes = Map.copyOf(bytes);
    this.listener = listener;
    listener.onCopy(progress());
  }

  /** A copy is complete. */
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
