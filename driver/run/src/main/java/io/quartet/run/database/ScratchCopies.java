package io.quartet.run.database;

import io.quartet.model.QuartetException;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.Waiting;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of loaded databases to try something on, each in the cluster of its database. They are
 * dropped at the end, however that comes; what a killed driver has left is dropped before the first
 * copy on a server. Safe for use by several threads.
 */
final class ScratchCopies implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ScratchCopies.class);

  /** How the name of every such copy begins. */
  static final String PREFIX = "quartet_lab_";

  private final DatabaseCopies copies;
  private final Set<Copy> made = ConcurrentHashMap.newKeySet();
  private final Set<DatabaseServer> swept = ConcurrentHashMap.newKeySet();

  private record Copy(DatabaseServer server, String name) {}

  ScratchCopies(Deployment deployment) {
    this.copies = new DatabaseCopies(deployment);
  }

  /**
   * Copies what the database of a server holds.
   *
   * @param name begins with {@link #PREFIX}
   * @throws QuartetException DATABASE_BUSY, SNAPSHOT_FAILED, DATABASE_UNREACHABLE; INTERRUPTED if
   *     it was cancelled
   */
  void make(DatabaseServer server, String name) {
    if (swept.add(server)) {
      copies.dropAll(server, PREFIX);
    }
    made.add(new Copy(server, name));
    copies.replace(server, DatabaseServer.DATABASE, name);
  }

  /** Ends what is going on, and lets no other copy begin. */
  void cancel() {
    copies.cancel();
  }

  @Override
  public void close() {
    Waiting.uninterrupted(() -> made.forEach(this::drop));
  }

  private void drop(Copy copy) {
    try {
      copies.drop(copy.server(), copy.name());
    } catch (QuartetException e) {
      LOG.warn(
          "a copy could not be dropped vm={} database={} error={}",
          copy.server().vm(),
          copy.name(),
          e.getMessage());
    }
  }
}
