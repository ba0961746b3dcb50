package io.quartet.report.internal.run;

import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.Build;
import io.quartet.report.section.Build.BuiltTable;
import io.quartet.report.section.Build.DatabaseLoad;
import io.quartet.report.section.Build.InRoles;
import io.quartet.report.section.Build.RowCount;
import io.quartet.report.section.Fact;
import io.quartet.report.section.Judgment;
import io.quartet.results.system.InstalledSchema;
import io.quartet.results.system.InstalledSchema.Constraint;
import io.quartet.results.system.InstalledSchema.Index;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the databases were built. */
public final class BuildFigures {

  private static final int SHOWN_DIFFERENCES = 20;
  private static final String ALIKE = "Databases of the role";

  private static final Table<DatabaseLoad> LOAD =
      Table.of(
          Column.oneOf("role", DatabaseLoad::role, "OLTP", "DSS").titled("Role"),
          Column.words("vms", DatabaseLoad::vms)
              .shown("Databases", load -> String.join(", ", load.vms()))
              .left()
              .wrapped(),
          Column.words("unread", DatabaseLoad::unread)
              .meaning("Databases of the role whose catalogue is not known."),
          Column.named("parameters", Column.type("string"), load -> load.schema().load()),
          ofSchema("tables", "Tables", schema -> schema.tables().size()).apart(),
          ofTables("columns", "Columns", InstalledSchema.Table::columns),
          ofTables("constraints", "Constraints", InstalledSchema.Table::constraints),
          ofSchema("indexes", "Indexes", schema -> schema.indexes().size()),
          Column.words("differences", DatabaseLoad::differences)
              .meaning("Between the databases of the role."));

  private static final Table<InRoles<Constraint>> PART =
      Table.of(
          text("name", "", Constraint::name),
          text("definition", "", Constraint::definition),
          roles());

  private static final Table<BuiltTable> BUILT_TABLE =
      Table.of(
          Column.word("table", BuiltTable::table),
          Column.of("roles", Column.reference("roles"), BuiltTable::roles),
          FactTable.column("columns", BuildFigures::columns),
          Column.rows("options", PART, BuiltTable::options).meaning("Storage parameters."),
          Column.rows("constraints", PART, BuiltTable::constraints));

  private static final Table<InRoles<Index>> INDEX =
      Table.of(
          text("table", "Table", Index::table),
          text("index", "Index", Index::name),
          roles(),
          Column.flag("isUnique", each -> each.part().isUnique()),
          text("method", "Kind", Index::method)
              .shown(
                  "Kind", each -> (each.part().isUnique() ? "unique " : "") + each.part().method()),
          text("definition", "Columns", Index::definition).wrapped());

  private static final Table<InRoles<String>> TRIGGER =
      Table.of(roles(), Column.word("definition", InRoles::part));

  private static final Table<InRoles<InstalledSchema.Function>> FUNCTION =
      Table.of(
          roles(),
          text("signature", "", InstalledSchema.Function::signature),
          text("sourceMd5", "", InstalledSchema.Function::sourceMd5));

  private static final Table<RowCount> ROWS =
      Table.of(
          Column.oneOf("role", RowCount::role, "OLTP", "DSS"),
          Column.oneOf("group", RowCount::group, "A", "B", "C", "D"),
          Column.word("table", RowCount::table),
          Column.count("rows", RowCount::rows));

  /** In JSON. */
  static final Table<Build> TABLE =
      new Table<>(
          "How the databases were built, from their catalogues before the run (schema/*.txt). roles:"
              + " OLTP and DSS, as far as they have the object exactly so. The tables of the kit"
              + " itself, quartet_load and quartet_load_step, are left out of everything.",
          List.of(
              Column.rows("loads", LOAD, Build::loads).meaning("Counts are of one database."),
              Column.rows("tables", BUILT_TABLE, Build::tables),
              Column.rows("indexes", INDEX, Build::indexes),
              Column.rows("triggers", TRIGGER, Build::triggers),
              Column.rows("functions", FUNCTION, Build::functions),
              Column.rows("rows", ROWS, Build::rows)
                  .meaning("All Sets together, as counted by the loader (loaded.csv)."),
              Column.rounded("loadSeconds", Build::loadSeconds)
                  .meaning(
                      "From the end of the first step of the load to that of the last, of the"
                          + " database that took longest; null unless it is known of all."),
              Column.words("missing", Build::missing).meaning("What is not known.")));

  private BuildFigures() {}

  private static Column<DatabaseLoad> ofSchema(
      String key, String title, ToIntFunction<InstalledSchema> count) {
    return Column.<DatabaseLoad>count(key, load -> count.applyAsInt(load.schema()))
        .shownWhole(title);
  }

  private static Column<DatabaseLoad> ofTables(
      String key, String title, Function<InstalledSchema.Table, List<?>> parts) {
    return ofSchema(
        key,
        title,
        schema -> schema.tables().stream().mapToInt(table -> parts.apply(table).size()).sum());
  }

  private static <T> Column<InRoles<T>> roles() {
    return Column.of("roles", Column.reference("roles"), InRoles::roles);
  }

  private static <T> Column<InRoles<T>> text(String key, String title, Function<T, String> text) {
    return Column.<InRoles<T>>word(key, each -> text.apply(each.part())).titled(title);
  }

  /** Columns of a table with their types. */
  private static List<Fact> columns(BuiltTable table) {
    return table.columns().stream().map(each -> new Fact(each.name(), each.type())).toList();
  }

  /** A fact of a load. */
  private record LoadFact(String name, Function<DatabaseLoad, String> value) {

    static LoadFact of(String key) {
      Column<DatabaseLoad> column = LOAD.column(key);
      return new LoadFact(column.title(), load -> column.cell().apply(load).text());
    }
  }

  /** Loads of the databases, a column for each role. */
  public static View.Shown loads(Build build) {
    List<LoadFact> facts = new ArrayList<>();
    facts.add(LoadFact.of("vms"));
    build.loads().stream()
        .flatMap(load -> load.schema().load().keySet().stream())
        .filter(name -> !name.equals("role"))
        .distinct()
        .forEach(
            name ->
                facts.add(
                    new LoadFact(
                        name.equals("indexes") ? "index profile" : name,
                        load -> load.schema().load().getOrDefault(name, "–"))));
    Stream.of("tables", "columns", "constraints", "indexes").map(LoadFact::of).forEach(facts::add);
    facts.add(new LoadFact(ALIKE, BuildFigures::alikeInWords));
    List<Column<LoadFact>> columns = new ArrayList<>();
    columns.add(Column.label("Load", LoadFact::name));
    for (DatabaseLoad load : build.loads()) {
      columns.add(
          Column.<LoadFact>label(load.role(), fact -> fact.value().apply(load))
              .wrapped()
              .inked(fact -> fact.name().equals(ALIKE) ? "mark " + Format.css(alike(load)) : ""));
    }
    return new View<>(columns).of(facts);
  }

  /** Whether all databases of a role are alike; not judged unless all could be compared. */
  private static Judgment alike(DatabaseLoad load) {
    if (!load.differences().isEmpty()) {
      return Judgment.FAIL;
    }
    return load.unread().isEmpty() ? Judgment.PASS : Judgment.NOT_JUDGED;
  }

  private static String alikeInWords(DatabaseLoad load) {
    return switch (alike(load)) {
      case PASS -> "✓ all alike";
      case FAIL -> "✗ differ, below";
      case NOT_JUDGED -> "not judged: without " + String.join(", ", load.unread());
    };
  }

  /** Differences between databases, the first of each role. */
  public static List<String> differences(Build build) {
    List<String> differences = new ArrayList<>();
    for (DatabaseLoad load : build.loads()) {
      load.differences().stream().limit(SHOWN_DIFFERENCES).forEach(differences::add);
      if (load.differences().size() > SHOWN_DIFFERENCES) {
        differences.add("and more of the " + load.role() + " databases: all are in report.json");
      }
    }
    return differences;
  }

  /** Rows of each table by role and Group; a map may lack some of the roles and Groups. */
  public static Map<String, Map<Place, Long>> rows(Build build) {
    return build.rows().stream()
        .collect(
            Collectors.groupingBy(
                RowCount::table, TreeMap::new, Collectors.toMap(Place::of, RowCount::rows)));
  }

  /** The databases of one role and Group. */
  public record Place(String role, String group) {

    private static Place of(RowCount count) {
      return new Place(count.role(), count.group());
    }
  }

  /**
   * Those whose rows are known, in their order.
   *
   * @param isAlikeInRoles true to list those of one role, for all have the same rows
   */
  public static List<Place> places(Build build, boolean isAlikeInRoles) {
    String first = build.rows().get(0).role();
    return build.rows().stream()
        .filter(row -> !isAlikeInRoles || row.role().equals(first))
        .map(Place::of)
        .distinct()
        .toList();
  }

  /** True if there is more than one role, and the Groups have the same rows in each. */
  public static boolean isAlikeInRoles(Build build) {
    Map<String, Set<RowCount>> byRole =
        build.rows().stream()
            .collect(
                Collectors.groupingBy(
                    RowCount::role,
                    Collectors.mapping(
                        row -> new RowCount("", row.group(), row.table(), row.rows()),
                        Collectors.toSet())));
    return byRole.size() > 1 && Set.copyOf(byRole.values()).size() == 1;
  }

  /** The indexes by table. */
  public static View.Shown indexes(Build build) {
    Column<InRoles<Index>> where = Column.label("Where", each -> only(each.roles(), build));
    return new View<>(
            Column.joined(
                INDEX.chosen("table", "index", "method", "definition"), List.of(where.dim())))
        .of(build.indexes());
  }

  /** A word for what only some of the roles have; empty for what all have. */
  public static String only(List<String> roles, Build build) {
    return roles.size() == build.loads().size()
        ? ""
        : roles.stream().collect(Collectors.joining(" and ", "only ", ""));
  }
}
