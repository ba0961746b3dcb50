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
 * <p>They are a comment on table {@code quartet_load_step} of the database. Those of a copy are a
 * comment on the copy. A load from scratch and a new copy have no such comment.
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
    if (before.isPresent() && Fingerprint.take(connection).equals(before)) {
      List<Passed> passed =
          rows.stream()
              .map(row -> new Passed(row.check(), row.checkClass(), row.millis()))
              .toList();
      new PassedChecks(System.currentTimeMillis(), before.get(), passed)
          .write(connection, DATABASE);
    }
  }

  /** The rows, as rows of another moment. */
  public List<CheckRow> rows(String moment, String vm) {
    return checks.stream()
        .map(
            one ->
                new CheckRow(moment, vm, one.check(), one.checkClass(), 0, one.millis(), true)
                    .checkedAt(utcMillis))
        .toList();
  }

  /** The checks that a database has passed; empty if it may have changed since. */
  public static Optional<PassedChecks> ofUnchanged(Connection connection) {
    return read(connection, "obj_description(to_regclass('quartet_load_step'), 'pg_class')")
        .filter(
            passed ->
                Fingerprint.take(connection).filter(passed.fingerprint()::equals).isPresent());
  }

  /** Notes the checks of an unchanged database on a copy that was just made of it. */
  public static void passToCopy(Connection connection, String copy) {
    ofUnchanged(connection).ifPresent(passed -> passed.write(connection, "DATABASE " + copy));
  }

  /** Notes the checks of a copy in the database that was just made of it. */
  public static void passFromCopy(Connection connection, String copy) {
    read(
            connection,
            "shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = '" + copy + "'")
        .ifPresent(
            passed ->
                Fingerprint.take(connection)
                    .filter(here -> here.isOfCopyOf(passed.fingerprint()))
                    .ifPresent(
                        here ->
                            new PassedChecks(passed.utcMillis(), here, passed.checks())
                                .write(connection, DATABASE)));
  }

  /** Empty if there is no such comment, or none that this class wrote: the database is checked. */
  private static Optional<PassedChecks> read(Connection connection, String comment) {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT " + comment)) {
      String text = row.next() ? row.getString(1) : null;
      return text == null
          ? Optional.empty()
          : Optional.ofNullable(JSON.treeToValue(JsonText.parse(text), PassedChecks.class));
    } catch (SQLException | JsonProcessingException e) {
      LOG.info("it is not known which checks were passed reason={}", e.getMessage());
      return Optional.empty();
    }
  }

  /** A comment that cannot be written costs another round of checks, and nothing else. */
  private void write(Connection connection, String object) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "COMMENT ON %s IS %s"
              .formatted(object, statement.enquoteLiteral(JSON.writeValueAsString(this))));
    } catch (SQLException | JsonProcessingException e) {
      LOG.info("passed checks could not be kept reason={}", e.getMessage());
    }
  }
}
