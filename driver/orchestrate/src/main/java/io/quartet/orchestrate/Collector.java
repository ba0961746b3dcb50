package io.quartet.orchestrate;

import io.quartet.measure.results.ResultsFolder;
import io.quartet.model.QuartetException;
import io.quartet.orchestrate.provider.DatabaseServer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the statistics of every VM into {@code stats/<vm>/*.csv}. The columns of a PostgreSQL
 * view are taken as they come, because they differ by version. Not thread-safe.
 */
final class Collector implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Collector.class);
  private static final int VERSION_WITH_CHECKPOINTER = 17;
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);
  private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(30);

  private static final Set<Integer> NUMBERS =
      Set.of(Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.DOUBLE, Types.REAL, Types.NUMERIC);

  private final ResultsFolder folder;
  private final Databases databases;
  private final LongSupplier utcMillis;
  private final BiConsumer<String, Map<String, ?>> events;
  private final Map<Path, BufferedWriter> files = new HashMap<>();
  private final Map<DatabaseServer, Long> checkpoints = new HashMap<>();

  /** Databases that did not answer, and when they are asked again. */
  private final Map<DatabaseServer, Long> silentUntilNanos = new HashMap<>();

  /**
   * @param utcMillis the time to stamp samples with
   * @param events takes an event for each checkpoint
   */
  Collector(
      ResultsFolder folder,
      Databases databases,
      LongSupplier utcMillis,
      BiConsumer<String, Map<String, ?>> events) {
    this.folder = folder;
    this.databases = databases;
    this.utcMillis = utcMillis;
    this.events = events;
  }

  /** Samples processor time and memory of a process, or of a process and its children. */
  void sampleProcess(String vm, ProcessSample sample) {
    append(
        vm,
        "process.csv",
        () -> "utc_ms,cpu_ms,memory_kb,processes",
        utcMillis.getAsLong()
            + ","
            + sample.cpuMillis()
            + ","
            + sample.memoryKilobytes()
            + ","
            + sample.processes());
  }

  /**
   * Samples the statistics views of a database. One that does not answer is left alone for a while,
   * so that it does not keep the others from being sampled.
   */
  void sampleDatabase(DatabaseServer server) {
    Long silentUntil = silentUntilNanos.get(server);
    if (silentUntil != null && System.nanoTime() < silentUntil) {
      return;
    }
    try (Connection connection = databases.connect(server);
        Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, (int) ANSWER_LIMIT.toMillis());
      int version = connection.getMetaData().getDatabaseMajorVersion();
      view(server, statement, "pg_stat_database", " WHERE datname = current_database()");
      Map<String, Double> writer = view(server, statement, "pg_stat_bgwriter", "");
      Map<String, Double> checkpointer =
          version >= VERSION_WITH_CHECKPOINTER
              ? view(server, statement, "pg_stat_checkpointer", "")
              : writer;
      view(server, statement, "pg_stat_wal", "");
      reportCheckpoint(server, checkpointer);
      silentUntilNanos.remove(server);
    } catch (SQLException e) {
      if (silentUntilNanos.put(server, System.nanoTime() + ASK_AGAIN_AFTER.toNanos()) == null) {
        LOG.warn("no statistics vm={} error={}", server.vm(), e.getMessage());
      }
    }
  }

  private Map<String, Double> view(
      DatabaseServer server, Statement statement, String view, String condition)
      throws SQLException {
    Map<String, Double> values = new LinkedHashMap<>();
    try (ResultSet row = statement.executeQuery("SELECT * FROM " + view + condition)) {
      ResultSetMetaData columns = row.getMetaData();
      if (row.next()) {
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          if (NUMBERS.contains(columns.getColumnType(i))) {
            values.put(columns.getColumnName(i), row.getDouble(i));
          }
        }
      }
    }
    StringBuilder line = new StringBuilder(Long.toString(utcMillis.getAsLong()));
    values.values().forEach(value -> line.append(',').append(plain(value)));
    append(
        server.vm(),
        view + ".csv",
        () -> "utc_ms," + String.join(",", values.keySet()),
        line.toString());
    return values;
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : new java.math.BigDecimal(value)
            .setScale(3, java.math.RoundingMode.HALF_UP)
            .toPlainString();
  }

  private void reportCheckpoint(DatabaseServer server, Map<String, Double> values) {
    double timed = values.getOrDefault("checkpoints_timed", values.getOrDefault("num_timed", 0.0));
    double requested =
        values.getOrDefault("checkpoints_req", values.getOrDefault("num_requested", 0.0));
    long count = Math.round(timed + requested);
    Long before = checkpoints.put(server, count);
    if (before != null && count > before) {
      events.accept(
          "checkpoint",
          Map.of(
              "vm", server.vm(),
              "timed", Math.round(timed),
              "requested", Math.round(requested)));
    }
  }

  private void append(String vm, String name, Supplier<String> header, String line) {
    Path file = folder.path().resolve("stats").resolve(vm).resolve(name);
    try {
      BufferedWriter writer = files.get(file);
      if (writer == null) {
        Files.createDirectories(file.getParent());
        writer =
            Files.newBufferedWriter(
                file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        writer.write(header.get() + "\n");
        files.put(file, writer);
      }
      writer.write(line + "\n");
      writer.flush();
    } catch (IOException e) {
      throw new QuartetException(
          QuartetException.Kind.ENVIRONMENT,
          "RESULTS_WRITE",
          file + " cannot be written (" + e + "). Is the disk full, or the folder gone?",
          e);
    }
  }

  @Override
  public void close() {
    for (BufferedWriter writer : List.copyOf(files.values())) {
      try {
        writer.close();
      } catch (IOException e) {
        LOG.warn("a statistics file could not be closed error={}", e.getMessage());
      }
    }
  }
}
