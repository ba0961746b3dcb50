package io.quartet.report.internal.tables;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Build;
import io.quartet.report.section.Build.BuiltFunction;
import io.quartet.report.section.Build.BuiltIndex;
import io.quartet.report.section.Build.BuiltPart;
import io.quartet.report.section.Build.BuiltTable;
import io.quartet.report.section.Build.BuiltTrigger;
import io.quartet.report.section.Build.DatabaseLoad;
import io.quartet.report.section.Fact;
import io.quartet.results.RunFiles;
import io.quartet.results.folder.SchemaFile;
import io.quartet.results.system.InstalledSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Structure of the databases, and its unrecorded parts. */
final class BuildTables {

  /** The tables in which the kit keeps what the database holds, and their indexes. */
  private static final String OWN_TABLES = "quartet_load";

  private final ReportData data;
  private final List<VmSet> sets;
  private final List<VmRole> roles;
  private final List<String> missing = new ArrayList<>();

  private BuildTables(ReportData data) {
    this.data = data;
    this.sets = data.plan().map(RunPlan::sets).orElseGet(data::sets);
    this.roles = data.databaseRoles().stream().sorted(Comparator.reverseOrder()).toList();
  }

  static Build of(ReportData data) {
    return new BuildTables(data).build();
  }

  private Build build() {
    List<DatabaseLoad> loads = new ArrayList<>();
    Map<VmRole, InstalledSchema> models = new LinkedHashMap<>();
    for (VmRole role : roles) {
      Map<String, InstalledSchema> schemas = schemas(role);
      if (!schemas.isEmpty()) {
        String model = InstalledSchema.model(schemas);
        models.put(role, schemas.get(model));
        loads.add(load(role, model, schemas));
      }
    }
    if (loads.isEmpty()) {
      missing.clear();
      missing.add(
          "The structure of the databases was not recorded: schema/ holds no file of them.");
    }
    LoadedRows loaded = LoadedRows.read(data.folder(), models, roles, sets, missing);
    return new Build(
        loads,
        tables(models),
        indexes(models),
        inRoles(models, InstalledSchema::triggers).entrySet().stream()
            .map(each -> new BuiltTrigger(each.getValue(), each.getKey()))
            .toList(),
        inRoles(models, InstalledSchema::functions).entrySet().stream()
            .map(
                each ->
                    new BuiltFunction(
                        each.getValue(), each.getKey().signature(), each.getKey().sourceMd5()))
            .toList(),
        loaded.rows(),
        loaded.seconds(),
        List.copyOf(missing));
  }

  /** By VM, those that can be read. */
  private Map<String, InstalledSchema> schemas(VmRole role) {
    Map<String, InstalledSchema> schemas = new LinkedHashMap<>();
    for (VmSet set : sets) {
      String vm = set.vmName(role);
      String name = SchemaFile.name(vm);
      try {
        List<String> lines = new RunFiles(data.folder()).schema(vm).orRefuse().orElse(List.of());
        if (lines.isEmpty()) {
          missing.add(name + " is missing.");
          continue;
        }
        InstalledSchema schema = InstalledSchema.of(lines);
        schemas.put(vm, withoutOwn(schema));
        if (!schema.isComplete()) {
          missing.add(name + " is damaged: it does not describe the whole database.");
        }
      } catch (QuartetException e) {
        missing.add(name + " is damaged: it cannot be read.");
      }
    }
    return schemas;
  }

  private static InstalledSchema withoutOwn(InstalledSchema schema) {
    return new InstalledSchema(
        schema.load(),
        schema.tables().stream().filter(table -> !isOwn(table.name())).toList(),
        schema.indexes().stream().filter(index -> !isOwn(index.table())).toList(),
        schema.triggers(),
        schema.functions(),
        schema.isComplete());
  }

  private static boolean isOwn(String table) {
    return table.startsWith(OWN_TABLES);
  }

  private DatabaseLoad load(VmRole role, String model, Map<String, InstalledSchema> schemas) {
    InstalledSchema schema = schemas.get(model);
    return new DatabaseLoad(
        role.name(),
        List.copyOf(schemas.keySet()),
        sets.stream().map(set -> set.vmName(role)).filter(vm -> !schemas.containsKey(vm)).toList(),
        schema.load(),
        schema.tables().size(),
        schema.tables().stream().mapToInt(table -> table.columns().size()).sum(),
        schema.tables().stream().mapToInt(table -> table.constraints().size()).sum(),
        schema.indexes().size(),
        schemas.keySet().stream()
            .flatMap(vm -> new RunFiles(data.folder()).schemaDifferences(model, vm).stream())
            .toList());
  }

  /** A table with its columns only, as far as roles have them alike. */
  private record Columns(String table, List<InstalledSchema.Column> columns) {}

  /** A constraint, or the storage parameters, of a table. */
  private record Part(String table, String name, String definition) {}

  private static List<BuiltTable> tables(Map<VmRole, InstalledSchema> models) {
    Map<Part, List<String>> options =
        inRoles(
            models,
            schema ->
                schema.tables().stream()
                    .filter(table -> !table.options().isEmpty())
                    .map(table -> new Part(table.name(), "options", table.options()))
                    .toList());
    Map<Part, List<String>> constraints =
        inRoles(
            models,
            schema ->
                schema.tables().stream()
                    .flatMap(
                        table ->
                            table.constraints().stream()
                                .map(one -> new Part(table.name(), one.name(), one.definition())))
                    .toList());
    Map<Columns, List<String>> tables =
        inRoles(
            models,
            schema ->
                schema.tables().stream()
                    .map(table -> new Columns(table.name(), table.columns()))
                    .toList());
    return tables.entrySet().stream()
        .map(
            each ->
                new BuiltTable(
                    each.getKey().table(),
                    each.getValue(),
                    each.getKey().columns().stream()
                        .map(column -> new Fact(column.name(), column.type()))
                        .toList(),
                    parts(each.getKey().table(), each.getValue(), options),
                    parts(each.getKey().table(), each.getValue(), constraints)))
        .sorted(Comparator.comparing(BuiltTable::table))
        .toList();
  }

  /** Those of one table that any of the roles has. */
  private static List<BuiltPart> parts(
      String table, List<String> roles, Map<Part, List<String>> parts) {
    return parts.entrySet().stream()
        .filter(each -> each.getKey().table().equals(table))
        .filter(each -> !Collections.disjoint(each.getValue(), roles))
        .map(
            each ->
                new BuiltPart(each.getKey().name(), each.getKey().definition(), each.getValue()))
        .sorted(Comparator.comparing(BuiltPart::name))
        .toList();
  }

  private static List<BuiltIndex> indexes(Map<VmRole, InstalledSchema> models) {
    return inRoles(models, InstalledSchema::indexes).entrySet().stream()
        .map(
            each ->
                new BuiltIndex(
                    each.getKey().table(),
                    each.getKey().name(),
                    each.getValue(),
                    each.getKey().isUnique(),
                    each.getKey().method(),
                    each.getKey().definition()))
        .sorted(Comparator.comparing(BuiltIndex::table).thenComparing(BuiltIndex::index))
        .toList();
  }

  /** The values of the roles, each with the names of the roles that have it. */
  private static <T> Map<T, List<String>> inRoles(
      Map<VmRole, InstalledSchema> models, Function<InstalledSchema, Collection<T>> parts) {
    Map<T, List<String>> found = new LinkedHashMap<>();
    models.forEach(
        (role, schema) ->
            parts
                .apply(schema)
                .forEach(
                    part -> found.computeIfAbsent(part, p -> new ArrayList<>()).add(role.name())));
    return found;
  }
}
