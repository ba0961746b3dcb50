package io.quartet.report.internal.run;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Build;
import io.quartet.report.section.Build.BuiltTable;
import io.quartet.report.section.Build.DatabaseLoad;
import io.quartet.report.section.Build.InRoles;
import io.quartet.results.RunFiles;
import io.quartet.results.folder.SchemaFile;
import io.quartet.results.system.InstalledSchema;
import io.quartet.results.system.InstalledSchema.Constraint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

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
        sorted(
            inRoles(models, InstalledSchema::indexes),
            Comparator.comparing(InstalledSchema.Index::table)
                .thenComparing(InstalledSchema.Index::name)),
        inRoles(models, InstalledSchema::triggers),
        inRoles(models, InstalledSchema::functions),
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
    return new DatabaseLoad(
        role.name(),
        List.copyOf(schemas.keySet()),
        sets.stream().map(set -> set.vmName(role)).filter(vm -> !schemas.containsKey(vm)).toList(),
        schemas.get(model),
        schemas.keySet().stream()
            .flatMap(vm -> new RunFiles(data.folder()).schemaDifferences(model, vm).stream())
            .toList());
  }

  /** A table with its columns only, as far as roles have them alike. */
  private record Columns(String table, List<InstalledSchema.Column> columns) {}

  /** A constraint, or the storage parameters, of a table. */
  private record PartOfTable(String table, Constraint part) {}

  private static List<BuiltTable> tables(Map<VmRole, InstalledSchema> models) {
    List<InRoles<PartOfTable>> options =
        ofTables(
            models,
            table ->
                Stream.of(table.options())
                    .filter(each -> !each.isEmpty())
                    .map(each -> new PartOfTable(table.name(), new Constraint("options", each))));
    List<InRoles<PartOfTable>> constraints =
        ofTables(
            models,
            table -> table.constraints().stream().map(each -> new PartOfTable(table.name(), each)));
    return ofTables(models, table -> Stream.of(new Columns(table.name(), table.columns()))).stream()
        .map(
            each ->
                new BuiltTable(
                    each.part().table(),
                    each.roles(),
                    each.part().columns(),
                    parts(each, options),
                    parts(each, constraints)))
        .sorted(Comparator.comparing(BuiltTable::table))
        .toList();
  }

  /** Those of one table that any of its roles has. */
  private static List<InRoles<Constraint>> parts(
      InRoles<Columns> table, List<InRoles<PartOfTable>> parts) {
    return sorted(
        parts.stream()
            .filter(each -> each.part().table().equals(table.part().table()))
            .filter(each -> !Collections.disjoint(each.roles(), table.roles()))
            .map(each -> new InRoles<>(each.part().part(), each.roles()))
            .toList(),
        Comparator.comparing(Constraint::name));
  }

  private static <T> List<InRoles<T>> sorted(List<InRoles<T>> parts, Comparator<T> order) {
    return parts.stream().sorted(Comparator.comparing(InRoles::part, order)).toList();
  }

  private static <T> List<InRoles<T>> ofTables(
      Map<VmRole, InstalledSchema> models,
      Function<InstalledSchema.Table, Stream<T>> partsOfTable) {
    return inRoles(models, schema -> schema.tables().stream().flatMap(partsOfTable).toList());
  }

  /** The parts of all roles, in the order in which they are first met. */
  private static <T> List<InRoles<T>> inRoles(
      Map<VmRole, InstalledSchema> models, Function<InstalledSchema, List<T>> parts) {
    Map<T, List<String>> roles = new LinkedHashMap<>();
    models.forEach(
        (role, schema) ->
            parts
                .apply(schema)
                .forEach(
                    part -> roles.computeIfAbsent(part, p -> new ArrayList<>()).add(role.name())));
    return roles.entrySet().stream()
        .map(each -> new InRoles<>(each.getKey(), List.copyOf(each.getValue())))
        .toList();
  }
}
