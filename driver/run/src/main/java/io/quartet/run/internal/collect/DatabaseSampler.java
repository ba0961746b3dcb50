package io.quartet.run.internal.collect;

import io.quartet.provision.DatabaseServer;
import io.quartet.provision.clock.Cadence;
import io.quartet.provision.clock.CadenceThread;
import io.quartet.results.events.RunEvent.StatisticsLeftOut;
import io.quartet.results.folder.StatsCsv;
import io.quartet.run.internal.collect.DatabaseQuery.Pace;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the statistics of one database. What it may not read, or does not have, is noted once and
 * left out; while it does not answer there is a gap, which is noted too.
 */
final class DatabaseSampler implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseSampler.class);

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);
  private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(10);
  private static final Duration SLOW_INTERVAL = Duration.ofSeconds(10);

  private static final String DENIED = "42501";

  /** No such table, column, function. */
  private static final Set<String> MISSING = Set.of("42P01", "42703", "42883");

  private static final String LATE = "late";

  private final DatabaseServer server;
  private final BooleanSupplier isAlive;
  private final Collecting collecting;
  private final Gaps gaps;
  private final CheckpointEvents checkpoints;
  private final CadenceThread thread;
  private final Map<DatabaseQuery, StatsCsv> files = new ConcurrentHashMap<>();

  /** Why there may be a gap. */
  private volatile String reason = LATE;

  // These belong to the thread.
  private List<DatabaseQuery> queries;
  private long nextSlowNanos;
  private long silentUntilNanos;

  /**
   * @param isAlive false while the server's process is known to be gone
   */
  DatabaseSampler(DatabaseServer server, BooleanSupplier isAlive, Collecting collecting) {
    this.server = server;
    this.isAlive = isAlive;
    this.collecting = collecting;
    Cadence cadence = new Cadence(collecting.interval(), collecting.clock()::nanos);
    this.gaps = new Gaps(collecting, server.vm(), "database", cadence);
    this.checkpoints = new CheckpointEvents(server.vm(), collecting.events());
    this.nextSlowNanos = collecting.clock().nanos();
    this.silentUntilNanos = nextSlowNanos;
    this.thread =
        new CadenceThread(
            "quartet-statistics-" + server.vm(), cadence, this::look, collecting.failed());
  }

  /** Takes a first sample of everything, and begins. */
  void start() {
    var unused = lookAtAll();
    thread.start();
  }

  /** Takes a sample of everything now, so that what comes after is told from what was before. */
  Future<?> lookAtAll() {
    return thread.soon(
        () -> {
          nextSlowNanos = collecting.clock().nanos();
          look();
        });
  }

  private void look() {
    long now = collecting.clock().nanos();
    if (now < silentUntilNanos) {
      return;
    }
    if (!isAlive.getAsBoolean()) {
      reason = "the server does not run";
      return;
    }
    boolean isSlowDue = now >= nextSlowNanos;
    try (Connection connection = collecting.connections().connect(server)) {
      connection.setNetworkTimeout(Runnable::run, (int) ANSWER_LIMIT.toMillis());
      if (queries == null) {
        int major = connection.getMetaData().getDatabaseMajorVersion();
        queries = new ArrayList<>(DatabaseQueries.of(major));
      }
      for (DatabaseQuery query : List.copyOf(queries)) {
        if (isSlowDue || query.pace() == Pace.EACH_INTERVAL) {
          sample(connection, query);
        }
      }
      gaps.sampled(reason);
      reason = LATE;
      if (isSlowDue) {
        nextSlowNanos = now + SLOW_INTERVAL.toNanos() - collecting.interval().toNanos() / 2;
      }
    } catch (SQLException e) {
      if (reason.equals(LATE)) {
        LOG.warn("no statistics vm={} error={}", server.vm(), e.getMessage());
      }
      reason = String.valueOf(e.getMessage());
      silentUntilNanos = collecting.clock().nanos() + ASK_AGAIN_AFTER.toNanos();
    }
  }

  private void sample(Connection connection, DatabaseQuery query) throws SQLException {
    long utcMillis = collecting.utcMillis();
    try {
      DatabaseQuery.Answer answer = query.ask(connection);
      files
          .computeIfAbsent(
              query, any -> new StatsCsv(collecting.folder(), server.vm(), query.name()))
          .append(utcMillis, answer.columns(), answer.rows());
      checkpoints.see(query, answer);
    } catch (SQLException e) {
      if (DENIED.equals(e.getSQLState())) {
        leaveOut(query, StatisticsLeftOut.Kind.DENIED, e);
      } else if (MISSING.contains(String.valueOf(e.getSQLState()))) {
        leaveOut(query, StatisticsLeftOut.Kind.MISSING, e);
      } else {
        throw e;
      }
    }
  }

  private void leaveOut(DatabaseQuery query, StatisticsLeftOut.Kind kind, SQLException cause) {
    queries.remove(query);
    String said = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    LOG.warn("left out vm={} source={} error={}", server.vm(), query.name(), said);
    collecting.events().accept(new StatisticsLeftOut(kind, server.vm(), query.name(), said));
  }

  /** Ends the thread, which may still wait for an answer, and closes the files. */
  @Override
  public void close() {
    thread.close();
    gaps.close(reason);
    files.values().forEach(StatsCsv::close);
  }
}
