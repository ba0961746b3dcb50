package io.quartet.report.section;

import java.util.List;
import java.util.Map;

/**
 * Structure of the databases, from their catalogues before the run.
 *
 * @param loads one by role of database
 * @param tables by name; what both roles have alike stands once
 * @param indexes by table, as {@code tables}
 * @param rows that each table was loaded with
 * @param loadSeconds from the end of the first step of the load to that of the last, of the
 *     database that took longest; null unless it is known of all
 * @param missing what is not known, each a sentence
 */
public record Build(
    List<DatabaseLoad> loads,
    List<BuiltTable> tables,
    List<BuiltIndex> indexes,
    List<BuiltTrigger> triggers,
    List<BuiltFunction> functions,
    List<RowCount> rows,
    Double loadSeconds,
    List<String> missing) {

  /**
   * Load of the databases of one role. Counts are of one database.
   *
   * @param vms those whose catalogue was recorded
   * @param unread those whose catalogue was not, or cannot be read
   * @param parameters of the load by name, for instance {@code trade days}
   * @param differences between the databases of the role, each a sentence
   */
  public record DatabaseLoad(
      String role,
      List<String> vms,
      List<String> unread,
      Map<String, String> parameters,
      int tables,
      int columns,
      int constraints,
      int indexes,
      List<String> differences) {}

  /**
   * A table.
   *
   * @param roles whose databases have it with these columns
   * @param columns names with their types, in the order of the names
   * @param options its storage parameters, if it has any
   */
  public record BuiltTable(
      String table,
      List<String> roles,
      List<Fact> columns,
      List<BuiltPart> options,
      List<BuiltPart> constraints) {}

  /** A part of a table, and the roles whose databases have it so. */
  public record BuiltPart(String name, String definition, List<String> roles) {}

  /**
   * An index.
   *
   * @param method for instance {@code btree}
   * @param definition its columns, and those it only includes
   */
  public record BuiltIndex(
      String table,
      String index,
      List<String> roles,
      boolean isUnique,
      String method,
      String definition) {}

  /**
   * A trigger.
   *
   * @param definition the statement that makes it
   */
  public record BuiltTrigger(List<String> roles, String definition) {}

  /**
   * A function.
   *
   * @param sourceMd5 hash of its source text
   */
  public record BuiltFunction(List<String> roles, String signature, String sourceMd5) {}

  /**
   * Rows of a table in the databases of one role and Group, all Sets together.
   *
   * @param rows as loaded, counted by the loader
   */
  public record RowCount(String role, String group, String table, long rows) {}
}
