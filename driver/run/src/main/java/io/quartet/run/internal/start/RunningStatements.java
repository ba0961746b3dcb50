package io.quartet.run.internal.start;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Statements in progress, so that they can be cancelled. Thread-safe. */
public final class RunningStatements {

  private static final Logger LOG = LoggerFactory.getLogger(RunningStatements.class);

  private final Set<Statement> running = ConcurrentHashMap.newKeySet();

  /** Forgets the statement when closed. */
  public interface Entry extends AutoCloseable {
    @Override
    void close();
  }

  /** Keeps a statement until the entry is closed. */
  public Entry add(Statement statement) {
    running.add(statement);
    return () -> running.remove(statement);
  }

  /** Cancels all of them. */
  public void cancel() {
    for (Statement statement : running) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        LOG.warn("a statement could not be cancelled error={}", e.getMessage());
      }
    }
  }
}
