package io.quartet.report.section;

import io.quartet.results.system.InstalledSchema;
import io.quartet.results.system.InstalledSchema.Constraint;
import java.util.List;

/**
 * Structure of the databases, from their catalogues before the run.
 *
 * @param loads one by role of database
 * @param tables by name; what both roles have alike stands once
 * @param indexes by table, as {@code tables}
 * @param triggers each the statement that makes it
 * @param rows that each table was loaded with
 * @param loadSeconds from the end of the first step of the load to that of the last, of the
 *     database that took longest; null unless it is known of all
 * @param missing what is not known, each a sentence
 */
public record Build(
    List<DatabaseLoad> loads,
    List<BuiltTable> tables,
    List<InRoles<InstalledSchema.Index>> indexes,
    List<InRoles<String>> triggers,
    List<InRoles<InstalledSchema.Function>> functions,
    List<RowCount> rows,
    Double loadSeconds,
    List<String> missing) {

  /** A part of the databases, and the roles whose databases have it exactly so. */
  public record InRoles<T>(T part, List<String> roles) {}

  /**
   * Load of the databases of one role.
   *
   * @param vms those whose catalogue was recorded
   * @param unread those whose catalogue was not, or cannot be read
   * @param schema of the database that the others of the role should be like
   * @param differences between the databases of the role, each a sentence
   */
  public record DatabaseLoad(
      String role,
      List<String> vms,
      List<String> unread,
      InstalledSchema schema,
      List<String> differences) {}

  /**
   * A table.
   *
   * @param roles whose databases have it with these columns
   * @param columns in the order of their names
   * @param options its storage parameters, if it has any
   */
  public record BuiltTable(
      String table,
      List<String> roles,
      List<InstalledSchema.Column> columns,
      List<InRoles<Constraint>> options,
      List<InRoles<Constraint>> constraints) {}

  /**
   * Rows of a table in the databases of one role and Group, all Sets together.
   *
   * @param rows as loaded, counted by the loader
   */
  public record RowCount(String role, String group, String table, long rows) {}
}
