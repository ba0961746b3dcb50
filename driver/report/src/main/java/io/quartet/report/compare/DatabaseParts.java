package io.quartet.report.compare;

import io.quartet.results.RunFiles;
import io.quartet.results.system.InstalledSchema;
import io.quartet.results.system.InstalledSchema.Column;
import io.quartet.results.system.InstalledSchema.Constraint;
import io.quartet.results.system.InstalledSchema.Index;
import io.quartet.results.system.InstalledSchema.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parts that databases consist of, by name: indexes, tables, functions and so on. */
final class DatabaseParts {

  /** PostgreSQL 18 and later have these as constraints; the columns tell them in every version. */
  private static final String NOT_NULL = "NOT NULL ";

  private final Map<String, String> definitions = new LinkedHashMap<>();

  private DatabaseParts() {}

  /**
   * Definition by VM and name of the part; a VM without a file of its database has none.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  static Map<String, Map<String, String>> of(RunFiles files, List<String> databases) {
    Map<String, Map<String, String>> byVm = new LinkedHashMap<>();
    for (String vm : databases) {
      files
          .schema(vm)
          .orRefuse()
          .ifPresent(lines -> byVm.put(vm, of(InstalledSchema.of(lines)).definitions));
    }
    return byVm;
  }

  private static DatabaseParts of(InstalledSchema schema) {
    DatabaseParts parts = new DatabaseParts();
    schema.load().forEach((name, value) -> parts.add("load " + name, value));
    for (Index index : schema.indexes()) {
      parts.add(
          "index " + index.name(),
          (index.isUnique() ? "unique " : "")
              + String.join(" ", index.method(), "on", index.table(), index.definition()));
    }
    schema.tables().forEach(parts::add);
    schema.triggers().forEach(statement -> parts.add("trigger", statement));
    schema
        .functions()
        .forEach(function -> parts.add("function " + function.signature(), function.sourceMd5()));
    return parts;
  }

  private void add(Table table) {
    add("table " + table.name(), table.options().isEmpty() ? "there" : table.options());
    for (Column column : table.columns()) {
      add("column " + table.name() + "." + column.name(), column.type());
    }
    for (Constraint constraint : table.constraints()) {
      if (!constraint.definition().startsWith(NOT_NULL)) {
        add("constraint " + table.name() + "." + constraint.name(), constraint.definition());
      }
    }
  }

  /** Names may occur twice: all triggers have one. */
  private void add(String name, String definition) {
    definitions.merge(name, definition, (all, more) -> all + "; " + more);
  }
}
