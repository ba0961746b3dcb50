package io.quartet.provision.hosts;

import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.PreparedMachine;
import io.quartet.provision.Purpose;
import io.quartet.provision.WriteObstacle;
import io.quartet.provision.clock.Clocks;
import io.quartet.provision.clock.DatabaseClock;
import io.quartet.provision.embedded.PostgresInstallation;
import io.quartet.provision.internal.ClusterSettings;
import io.quartet.results.events.ClockOffset;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks whether a prepared database server can take a benchmark. Changes no data there. */
record DatabaseCheck(DatabaseServer server, Path passwordFile) {

  private static final String ROLE = DatabaseServer.DATABASE;

  private static final String NOT_DURABLE =
      "SELECT coalesce(string_agg(name, ', ' ORDER BY name), '') FROM pg_settings"
          + " WHERE setting = 'off' AND name IN ('fsync', 'full_page_writes', 'synchronous_commit')";

  /** The options of every session have settings that came with the oldest version that works. */
  private static final String UNKNOWN_SETTING = "42704";

  private static final String REFUSED_VALUE = "22023";

  /** Without a schema in the search path there is no place for a table. */
  private static final String MAY_CREATE =
      "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)";

  /** Encoding, collation, and whether that compares text byte by byte. */
  private static final String TEXT =
      """
      SELECT pg_encoding_to_char(encoding), coalesce(locale, datcollate)
           , provider = 'b' OR provider = 'c' AND datcollate IN ('C', 'POSIX')
        FROM pg_database AS d
       CROSS JOIN LATERAL (
               SELECT coalesce(to_jsonb(d) ->> 'datlocprovider', 'c')
                    , coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale')
             ) AS of_version (provider, locale)
       WHERE datname = current_database()
      """;

  private static final String NO_ENCODING = "SQL_ASCII";

  private static final String CREATE_DATABASE =
      "CREATE DATABASE quartet OWNER quartet ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"
          + " TEMPLATE template0";

  private static final String RENEW_DATABASE =
      "For comparable figures, without the data in it, as superuser: DROP DATABASE quartet; then "
          + CREATE_DATABASE;

  /** Error of poolers that do not know what a session of Quartet asks for at its login. */
  private static final String REFUSED_BY_POOLER = "unsupported startup parameter";

  private static final String POOLER =
      "a connection pooler such as PgBouncer answers here, and gives one session's settings,"
          + " prepared statements and locks to another";

  private static final String NO_POOLER = "Name the address of PostgreSQL itself";

  /**
   * Looks.
   *
   * @param purpose what it is to be ready for: a run needs durable settings
   */
  static PreparedMachine at(
      DatabaseServer server, RunPlan plan, Path passwordFile, Purpose purpose) {
    return new DatabaseCheck(server, passwordFile).check(plan, purpose);
  }

  private PreparedMachine check(RunPlan plan, Purpose purpose) {
    try (Connection connection = Connections.open(server, DatabaseServer.DATABASE, passwordFile);
        Statement statement = connection.createStatement()) {
      String version = connection.getMetaData().getDatabaseProductVersion();
      if (Connections.isPooled(connection)) {
        return found(version, POOLER, NO_POOLER);
      }
      Optional<WriteObstacle> obstacle = WriteObstacle.find(connection);
      if (obstacle.isPresent()) {
        return found(version, obstacle.get().what(), obstacle.get().fix());
      }
      if (!Connections.isTrue(statement, MAY_CREATE)) {
        return found(
            version,
            "role " + ROLE + " may not create tables in database " + DatabaseServer.DATABASE,
            "There, as superuser: ALTER DATABASE quartet OWNER TO quartet");
      }
      int needed = ClusterSettings.sessions(plan);
      if (!Connections.isTrue(
          statement, "SELECT current_setting('max_connections')::integer >= " + needed)) {
        return found(
            version,
            "max_connections is below the " + needed + " that this benchmark file needs",
            howToCorrect(plan, "Raise it in postgresql.conf there, and restart PostgreSQL"));
      }
      Optional<String> refusal = refusalOfMaintenance();
      if (refusal.isPresent()) {
        return found(
            version,
            ("role %s cannot connect to database %s, where Quartet holds a lock during a benchmark"
                    + " (%s)")
                .formatted(ROLE, Connections.MAINTENANCE_DATABASE, refusal.get()),
            "Allow it there: a line host all quartet ... in pg_hba.conf, and GRANT CONNECT ON"
                + " DATABASE postgres TO quartet");
      }
      PreparedMachine machine =
          purpose == Purpose.RUNNING ? durable(plan, version, statement) : found(version, "", "");
      return machine.with(clock(connection)).withRemark(remarkOnText(statement), RENEW_DATABASE);
    } catch (SQLException e) {
      return plan.provider().preparation().isPresent() ? unreachableOurs(e) : unreachable(e);
    } catch (QuartetException e) {
      return found("", e.code() + ": " + e.getMessage(), "");
    }
  }

  /** Which kind of text the database has, if it is not that of the servers of the kit. */
  private static String remarkOnText(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(TEXT)) {
      row.next();
      List<String> remarks = new ArrayList<>();
      if (row.getString(1).equals(NO_ENCODING)) {
        remarks.add("encoding " + NO_ENCODING + " takes text without a check");
      }
      if (!row.getBoolean(3)) {
        remarks.add(
            "collation "
                + row.getString(2)
                + " is not C: text is compared by other rules, or slower");
      }
      return String.join("; ", remarks);
    }
  }

  /** Why a session that holds a lock would be refused; empty if it would not. */
  private Optional<String> refusalOfMaintenance() {
    try (Connection connection =
        Connections.open(server, Connections.MAINTENANCE_DATABASE, passwordFile)) {
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(firstLine(e));
    }
  }

  private static String firstLine(SQLException error) {
    return String.valueOf(error.getMessage()).lines().findFirst().orElse("");
  }

  private ClockOffset clock(Connection connection) throws SQLException {
    try (DatabaseClock clock = new DatabaseClock(connection)) {
      return Clocks.measure(server.vm(), clock);
    }
  }

  private PreparedMachine durable(RunPlan plan, String version, Statement statement)
      throws SQLException {
    try (ResultSet row = statement.executeQuery(NOT_DURABLE)) {
      row.next();
      String off = row.getString(1);
      return off.isEmpty()
          ? found(version, "", "")
          : found(
              version,
              "these settings are off, so commits may be lost: " + off,
              howToCorrect(plan, "Set them to on in postgresql.conf there, and reload"));
    }
  }

  /** The settings of a server that Quartet made come from the benchmark file. */
  private static String howToCorrect(RunPlan plan, String elsewhere) {
    return plan.provider().preparation().isPresent()
        ? "Correct provider.settings and provider.sizes, and run quartet up"
        : elsewhere;
  }

  /** A server that Quartet made. */
  private PreparedMachine unreachableOurs(SQLException error) {
    return "28P01".equals(error.getSQLState())
        ? found(
            "",
            "its password is not that of " + passwordFile + ", which is younger",
            "Run quartet down, then quartet up and quartet load")
        : found("", "no database answers (" + firstLine(error) + ")", "Run quartet up");
  }

  private PreparedMachine unreachable(SQLException error) {
    String said = firstLine(error);
    return switch (String.valueOf(error.getSQLState())) {
      case "3D000" ->
          found(
              "",
              "the server is up, but there is no database " + DatabaseServer.DATABASE,
              "There, as superuser: " + CREATE_DATABASE);
      case "28P01" ->
          found(
              "",
              "role " + ROLE + " does not exist, or " + passwordFile + " has another password",
              "There, as superuser: CREATE ROLE quartet LOGIN CREATEDB PASSWORD '...'");
      case UNKNOWN_SETTING ->
          found(
              "",
              "the server refuses the settings of Quartet's sessions (" + said + ")",
              "Install PostgreSQL " + PostgresInstallation.OLDEST_MAJOR + " or newer there");
      case REFUSED_VALUE ->
          found(
              "",
              "the server refuses a setting of Quartet's sessions (" + said + ")",
              "Use a server that takes this value: PostgreSQL on Linux");
      case "28000" ->
          found("", "the server refused role " + ROLE + " (" + said + ")", "Fix pg_hba.conf there");
      case "08P01" ->
          said.contains(REFUSED_BY_POOLER)
              ? found("", POOLER + " (" + said + ")", NO_POOLER)
              : silent(said);
      default -> silent(said);
    };
  }

  private PreparedMachine silent(String said) {
    return found(
        "",
        "no database answers (" + said + ")",
        "Start PostgreSQL there; it must listen on this address (listen_addresses, port)");
  }

  private PreparedMachine found(String version, String problem, String fix) {
    Address address = new Address(server.host(), server.port());
    return new PreparedMachine(server.vm(), server.role(), address, version, problem, fix);
  }
}
