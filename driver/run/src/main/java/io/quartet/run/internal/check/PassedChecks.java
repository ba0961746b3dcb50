package io.quartet.run.internal.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.results.CheckRow;
import io.quartet.results.folder.JsonText;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checks that a database has passed, all of one moment, and its fingerprint then. While it has
 * this fingerprint it need not be checked again.
 *
 * <p>Kept in the server: as a comment on table {@code quartet_load_step} of the database, and of a
 * copy as a comment on the copy. So a load from scratch or a new copy does not have it.
 *
 * @param utcMillis end of the checks
 * @param fingerprint of the database before and after the checks
 */
public record PassedChecks(long utcMillis, Fingerprint fingerprint, List<Passed> checks) {

  private static final Logger LOG = LoggerFactory.getLogger(PassedChecks.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What the comment of a database is on. */
  private static final String DATABASE = "TABLE quartet_load_step";

  /** One of them, as in a {@link CheckRow}. */
  record Passed(String check, String checkClass, long millis) {}

  public PassedChecks {
    Objects.requireNonNull(fingerprint, "fingerprint");
    checks = List.copyOf(checks);
  }

  /**
   * Keeps the rows of checks that all passed in their database, if it did not change meanwhile.
   *
   * @param before its fingerprint before the checks
   */
  public static void keep(
      List<CheckRow> rows, Optional<Fingerprint> before, Connection connection) {
    attempt(
        () -> {
          if (before.isPresent() && Fingerprint.take(connection).equals(before)) {
            List<Passed> passed =
                rows.stream()
                    .map(row -> new Passed(row.check(), row.checkClass(), row.millis()))
                    .toList();
            new PassedChecks(System.currentTimeMillis(), before.get(), passed)
                .write(connection, DATABASE);
          }
          return Optional.empty();
        });
  }

  /** The rows, as rows of another moment. */
  public List<CheckRow> rows(String moment, String vm) {
    return checks.stream()
        .map(
            one ->
                CheckRow.copied(moment, vm, one.check(), one.checkClass(), one.millis(), utcMillis))
        .toList();
  }

  /** Those of a database that has not changed since; empty if it may have. */
  public static Optional<PassedChecks> ofUnchanged(Connection connection) {
    return attempt(
        () -> {
          Optional<PassedChecks> passed =
              read(connection, "obj_description(to_regclass('quartet_load_step'), 'pg_class')");
          return passed.isPresent()
                  && Fingerprint.take(connection).equals(Optional.of(passed.get().fingerprint()))
              ? passed
              : Optional.empty();
        });
  }

  /** Keeps those of a database for a copy that was just made of it. */
  public static void passToCopy(Connection connection, String copy) {
    attempt(
        () -> {
          Optional<PassedChecks> passed = ofUnchanged(connection);
          if (passed.isPresent()) {
            passed.get().write(connection, "DATABASE " + copy);
          }
          return passed;
        });
  }

  /** Keeps those of a copy for the database that was just made of it. */
  public static void passFromCopy(Connection connection, String copy) {
    attempt(
        () -> {
          Optional<PassedChecks> passed =
              read(
                  connection,
                  "shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = '"
                      + copy
                      + "'");
          Optional<Fingerprint> here = Fingerprint.take(connection);
          if (passed.isPresent()
              && here.isPresent()
              && here.get().isOfCopyOf(passed.get().fingerprint())) {
            new PassedChecks(passed.get().utcMillis(), here.get(), passed.get().checks())
                .write(connection, DATABASE);
          }
          return passed;
        });
  }

  private static Optional<PassedChecks> read(Connection connection, String comment)
      throws SQLException, JsonProcessingException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT " + comment)) {
      String text = row.next() ? row.getString(1) : null;
      return text == null
          ? Optional.empty()
          : Optional.ofNullable(JSON.treeToValue(JsonText.parse(text), PassedChecks.class));
    }
  }

  private void write(Connection connection, String object)
      throws SQLException, JsonProcessingException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "COMMENT ON %s IS %s"
              .formatted(object, statement.enquoteLiteral(JSON.writeValueAsString(this))));
    }
  }

  /** Work on comments. */
  private interface Work {
    Optional<PassedChecks> run() throws SQLException, JsonProcessingException;
  }

  /** Whatever goes wrong, for instance a comment of somebody else: the database is checked then. */
  private static Optional<PassedChecks> attempt(Work work) {
    try {
      return work.run();
    } catch (SQLException | JsonProcessingException e) {
      LOG.info("it is not known which checks a database has passed reason={}", e.getMessage());
      return Optional.empty();
    }
  }
}
