package io.quartet.report.internal.page;

import io.quartet.report.section.Build;
import io.quartet.report.section.Build.DatabaseLoad;
import io.quartet.report.section.Build.RowCount;
import io.quartet.report.section.Judged;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The tables of the section on how the databases were built. */
public final class BuildView {

  private static final int SHOWN_DIFFERENCES = 20;

  private final Build build;

  public BuildView(Build build) {
    this.build = build;
  }

  /**
   * A role and Group, with the rows of its tables.
   *
   * @param rows by table
   */
  public record Column(String role, String group, Map<String, Long> rows) {}

  /** Columns of the table of rows: role by role and Group by Group. */
  public List<Column> columns() {
    Map<String, Column> columns = new LinkedHashMap<>();
    for (RowCount count : build.rows()) {
      columns
          .computeIfAbsent(
              count.role() + count.group(),
              key -> new Column(count.role(), count.group(), new LinkedHashMap<>()))
          .rows()
          .put(count.table(), count.rows());
    }
    return List.copyOf(columns.values());
  }

  /** Names of the tables that rows are known of. */
  public List<String> countedTables() {
    return build.rows().stream().map(RowCount::table).distinct().sorted().toList();
  }

  /** Names of all parameters of the loads but the role, which is the row's. */
  public List<String> parameters() {
    return build.loads().stream()
        .flatMap(load -> load.parameters().keySet().stream())
        .filter(name -> !name.equals("role"))
        .distinct()
        .toList();
  }

  /** Differences between databases, the first of each role. */
  public List<String> differences() {
    List<String> differences = new ArrayList<>();
    for (DatabaseLoad load : build.loads()) {
      load.differences().stream().limit(SHOWN_DIFFERENCES).forEach(differences::add);
      if (load.differences().size() > SHOWN_DIFFERENCES) {
        differences.add("and more of the " + load.role() + " databases: all are in report.json");
      }
    }
    return differences;
  }

  /** Whether all databases of a role are alike; not judged unless all could be compared. */
  public Judged alike(DatabaseLoad load) {
    if (!load.differences().isEmpty()) {
      return Judged.FAIL;
    }
    return load.unread().isEmpty() ? Judged.PASS : Judged.NOT_JUDGED;
  }

  /** The same in words. */
  public String alikeInWords(DatabaseLoad load) {
    return switch (alike(load)) {
      case PASS -> "✓ all alike";
      case FAIL -> "✗ differ, below";
      case NOT_JUDGED -> "not judged: without " + String.join(", ", load.unread());
    };
  }

  /** A word for what only some of the roles have; empty for what all have. */
  public String only(List<String> roles) {
    return roles.size() == build.loads().size()
        ? ""
        : roles.stream().collect(Collectors.joining(" and ", "only ", ""));
  }
}
