package io.quartet.orchestrate;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.quartet.model.QuartetException;
import io.quartet.orchestrate.provider.Connections;
import io.quartet.orchestrate.provider.DatabaseServer;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.orchestrate.provider.Waiting;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Connections for administration, checks and statistics; the transactions never use them.
 * Thread-safe.
 */
final class Databases implements AutoCloseable {

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
  private static final int MOST_CONNECTIONS = 3;

  private final Path passwordFile;
  private final Map<DatabaseServer, HikariDataSource> pools = new ConcurrentHashMap<>();

  Databases(Deployment deployment) {
    this.passwordFile = deployment.passwordFile();
  }

  /** A connection out of the database's pool; closing it gives it back. */
  Connection connect(DatabaseServer server) throws SQLException {
    return pools.computeIfAbsent(server, this::pool).getConnection();
  }

  /** The error of a database that did not answer. */
  static QuartetException unreachable(DatabaseServer server, SQLException cause) {
    return new QuartetException(
        QuartetException.Kind.ENVIRONMENT,
        "DATABASE_UNREACHABLE",
        server.vm() + " at " + server.address() + ": " + cause.getMessage() + ". Is it up?",
        cause);
  }

  private HikariDataSource pool(DatabaseServer server) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(server.vm());
    config.setJdbcUrl(server.jdbcUrl());
    config.setUsername(DatabaseServer.DATABASE);
    config.setPassword(Connections.password(passwordFile));
    config.setMaximumPoolSize(MOST_CONNECTIONS);
    config.setMinimumIdle(0);
    config.setIdleTimeout(Duration.ofSeconds(30).toMillis());
    config.setConnectionTimeout(CONNECT_LIMIT.toMillis());
    config.setInitializationFailTimeout(-1);
    config.addDataSourceProperty("ApplicationName", Connections.APPLICATION);
    config.addDataSourceProperty("connectTimeout", Long.toString(CONNECT_LIMIT.toSeconds()));
    config.addDataSourceProperty("socketTimeout", "0");
    return new HikariDataSource(config);
  }

  @Override
  public void close() {
    Waiting.uninterrupted(() -> pools.values().forEach(HikariDataSource::close));
    pools.clear();
  }
}
