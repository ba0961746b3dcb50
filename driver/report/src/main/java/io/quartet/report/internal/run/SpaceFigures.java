package io.quartet.report.internal.run;

import static io.quartet.report.internal.figure.Column.change;
import static io.quartet.report.internal.figure.Column.count;
import static io.quartet.report.internal.figure.Column.countOrNull;
import static io.quartet.report.internal.figure.Column.figure;
import static io.quartet.report.internal.figure.Column.judgment;
import static io.quartet.report.internal.figure.Column.label;
import static io.quartet.report.internal.figure.Column.oneOf;
import static io.quartet.report.internal.figure.Column.part;
import static io.quartet.report.internal.figure.Column.rounded;
import static io.quartet.report.internal.figure.Column.rows;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.word;
import static io.quartet.report.internal.figure.Column.wordOrNull;
import static io.quartet.report.internal.figure.Column.words;

import io.quartet.audit.Rules;
import io.quartet.model.VmRole;
import io.quartet.report.Report;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.Space;
import io.quartet.report.section.Space.DatabaseGrowth;
import io.quartet.report.section.Space.FileSystemRoom;
import io.quartet.report.section.Space.Forecast;
import io.quartet.report.section.Space.GrowthPoint;
import io.quartet.report.section.Space.Relation;
import io.quartet.report.section.Space.StudiedTable;
import io.quartet.report.section.Space.TableRoom;
import io.quartet.results.statistics.RelationUse;
import io.quartet.results.statistics.RelationUse.LeafDensity;
import io.quartet.results.statistics.SpaceForecast.FileSystem;
import io.quartet.results.statistics.TableSpace;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Room of the databases on their disks, and its growth. */
public final class SpaceFigures {

  /** Tables that the page always shows. */
  private static final int LARGEST = 12;

  private static final String ALL_TABLES = "all tables";

  private static final String SIZE = "Size, MiB";
  private static final String GROWN = "Growth, MiB";

  private static final Table<TableSpace> ROOM =
      Table.of(
          bytes("tableBytes", TableSpace::tableBytes).mib("table").under(SIZE),
          bytes("indexBytes", TableSpace::indexBytes).mib("indexes").under(SIZE),
          figure("indexPerTable", TableSpace::indexPerTable).shown("index/table", 2).under(SIZE),
          count("indexes", TableSpace::indexes).shownWhole("Indexes"),
          growth("tableGrowthBytes", TableSpace::tableGrowth).mib("table").under(GROWN),
          growth("indexGrowthBytes", TableSpace::indexGrowth).mib("indexes").under(GROWN));

  /** Tables in JSON. */
  static final Table<TableRoom> TABLES =
      new Table<TableRoom>(
              "Room of a table and its indexes at the end of the measured interval. group null: all"
                  + " Groups, table null: all tables. Growth is within the interval, negative where"
                  + " room was given back. ...PerTradeResult: by {result} of the Groups.",
              List.of(
                  oneOf("role", TableRoom::role, "OLTP", "DSS"),
                  oneOf("group", TableRoom::group, "A", "B", "C", "D", null)
                      .shown("Group", row -> Objects.requireNonNullElse(row.group(), "all")),
                  wordOrNull("table", TableRoom::table)))
          .and(Column.of(ROOM.columns(), TableRoom::space))
          .and(
              List.of(
                  byTradeResult("tableBytesPerTradeResult", TableSpace::tableGrowth)
                      .shown("table", 1),
                  byTradeResult("indexBytesPerTradeResult", TableSpace::indexGrowth)
                      .shown("indexes", 1)));

  private static final String USE = "Growth";
  private static final String SCANS = "Scans";

  private static final Table<RelationUse> RELATION =
      Table.of(
          word("table", RelationUse::table),
          wordOrNull("index", (RelationUse use) -> use.index().orElse(null))
              .shown("Table and its indexes", use -> use.index().orElse(use.table())),
          countOrNull("bytes", SpaceFigures::wholeBytes).mib("Size, MiB").apart(),
          growth("growthBytes", RelationUse::growth).mib("MiB").under(USE),
          growth("growthPercent", RelationUse::growthPercent).shown("%", 2).under(USE),
          figure("scans", RelationUse::scans).shown("in all", 0).under(SCANS));

  private static final Table<RelationUse> INDEX =
      Table.of(
          figure("entriesRead", RelationUse::entriesRead).shown("Entries read", 0).apart(),
          figure("heapFetches", RelationUse::heapFetches).shown("Heap fetches", 0),
          figure("indexOnlyPercent", RelationUse::indexOnlyPercent)
              .meaning(ActivityFigures.INDEX_ONLY)
              .shown("Index-only, %", 1),
          figure("leafDensityBefore", (RelationUse use) -> use.leafDensity().before())
              .shown("Leaf density, %", use -> density(use.leafDensity()))
              .apart(),
          figure("leafDensityAfter", use -> use.leafDensity().after()));

  /** Tables and indexes in JSON. */
  static final Table<Relation> RELATIONS =
      new Table<>(
              "A table, or an index, in all databases of a role, at the end of the measured"
                  + " interval, and its use within it; null: not recorded. index null: the table"
                  + " itself, which its indexes follow. bytes: of a table with TOAST and maps."
                  + " growthPercent: of the size at the start. scans: of the index; of a table those"
                  + " that read it as a whole. entriesRead, heapFetches: index entries that the scans"
                  + " read, and rows that they looked up in the table; null for a table."
                  + " leafDensity: percent of the room in the leaves that holds entries, before and"
                  + " after the load, a mean weighted by size.",
              List.of(oneOf("role", Relation::role, "OLTP", "DSS")))
          .and(Column.of(RELATION.columns(), Relation::use))
          .and(
              List.of(
                  rounded("scansPerTradeResult", SpaceFigures::scansPerTradeResult)
                      .shown("by {result}", 3)
                      .under(SCANS)))
          .and(Column.of(INDEX.columns(), Relation::use));

  private static final String GROWTH_PERCENT = "Growth, %";

  /** Growth in JSON. */
  static final Table<GrowthPoint> GROWTH =
      new Table<>(
          "All databases of a role at a moment of the measured interval: seconds since its start,"
              + " {result}s completed since by their Sets, growth in percent of the sizes at the"
              + " start, dead rows at the moment as the servers estimate them, autovacuums of tables"
              + " since the start; null: not recorded.",
          List.of(
              oneOf("role", GrowthPoint::role, "OLTP", "DSS"),
              seconds("seconds", GrowthPoint::seconds).shown("Seconds", 0),
              count("tradeResults", GrowthPoint::tradeResults),
              change("tableGrowthPercent", GrowthPoint::tableGrowthPercent)
                  .shownSigned("tables", 2)
                  .under(GROWTH_PERCENT),
              change("indexGrowthPercent", GrowthPoint::indexGrowthPercent)
                  .shownSigned("indexes", 2)
                  .under(GROWTH_PERCENT),
              rounded("deadRows", GrowthPoint::deadRows).shown("Dead rows", 0).apart(),
              rounded("autovacuums", GrowthPoint::autovacuums).shown("Autovacuums", 0)));

  private static final Table<TableSpace> THEN =
      Table.of(
          gigabytes("tableGigabytes", TableSpace::tableBytes, "table"),
          gigabytes("indexGigabytes", TableSpace::indexBytes, "indexes"),
          seconds("indexPerTable", SpaceFigures::indexPerTable).shown("index/table", 2),
          count("indexes", TableSpace::indexes).shownWhole("number"));

  private static final String NOW = "This run, MiB";

  /** The study in JSON. */
  static final Table<StudiedTable> STUDY =
      new Table<>(
          "table null: all tables of the study; then: in the study, in its GB.",
          List.of(
              wordOrNull("table", StudiedTable::table),
              part("then", THEN, StudiedTable::then),
              countOrNull("tableBytes", now(space -> Math.round(space.tableBytes())))
                  .mib("table")
                  .under(NOW),
              countOrNull("indexBytes", now(space -> Math.round(space.indexBytes())))
                  .mib("indexes")
                  .under(NOW),
              rounded("indexPerTable", now(SpaceFigures::indexPerTable))
                  .shown("index/table", 2)
                  .under(NOW),
              countOrNull("indexes", now(TableSpace::indexes)).shownWhole("number").under(NOW)));

  private static final String BY_HOUR = "Growth by hour, MiB";

  private static final Table<DatabaseGrowth> DATABASES =
      Table.of(
          word("vm", DatabaseGrowth::vm).titled("Database"),
          bytes("tableBytesPerHour", DatabaseGrowth::tables).mib("tables").under(BY_HOUR),
          bytes("indexBytesPerHour", DatabaseGrowth::indexes).mib("indexes").under(BY_HOUR),
          bytes("neededBytes", DatabaseGrowth::needed).gib("Needed, GiB").apart());

  private static final Column<FileSystemRoom> VERDICT =
      judgment("verdict", FileSystemRoom::verdict);

  private static final Table<FileSystem> FILE_SYSTEM =
      Table.of(
          word("mount", FileSystem::mount).titled("File system"),
          bytes("bytesPerHour", FileSystem::bytesPerHour).mib(BY_HOUR),
          bytes("neededBytes", FileSystem::neededBytes).gib("Needed, GiB"),
          bytes("freeBytes", FileSystem::freeBytes).gib("Free, GiB"));

  private static final Table<FileSystemRoom> FILE_SYSTEMS =
      new Table<>(
          "",
          Column.joined(
              Column.of(FILE_SYSTEM.columns(), FileSystemRoom::fileSystem), List.of(VERDICT)));

  /** The forecast in JSON. */
  static final Table<Forecast> FORECAST =
      new Table<>(
          "Growth of tables and indexes in 60 business days of 8 hours, at the growth by hour of the"
              + " measured interval (what shrank counts as 0); freeBytes: at its end. missing: what"
              + " is not known, each in words; nothing is judged if there is any.",
          List.of(
              rows("databases", DATABASES, Forecast::databases),
              rows("fileSystems", FILE_SYSTEMS, Forecast::fileSystems),
              words("missing", Forecast::missing)));

  private SpaceFigures() {}

  private static <R> Column<R> bytes(String key, ToDoubleFunction<R> bytes) {
    return count(key, row -> Math.round(bytes.applyAsDouble(row)));
  }

  private static <R> Column<R> growth(String key, Function<R, OptionalDouble> growth) {
    return change(key, row -> Rounded.thousandths(growth.apply(row)));
  }

  private static Column<TableRoom> byTradeResult(
      String key, Function<TableSpace, OptionalDouble> growth) {
    return Column.<TableRoom>change(
            key, row -> Rounded.quotient(growth.apply(row.space()), row.tradeResults()))
        .under("Bytes by {result}");
  }

  private static Column<TableSpace> gigabytes(
      String key, ToDoubleFunction<TableSpace> bytes, String title) {
    return Column.<TableSpace>seconds(key, space -> bytes.applyAsDouble(space) / 1e9)
        .shown(title, 3);
  }

  private static Long wholeBytes(RelationUse use) {
    return use.bytes().isEmpty() ? null : (Long) Math.round(use.bytes().getAsDouble());
  }

  private static Double scansPerTradeResult(Relation row) {
    return Rounded.quotient(row.use().scans(), row.tradeResults());
  }

  private static String density(LeafDensity density) {
    return density.before().isEmpty() && density.after().isEmpty()
        ? Format.figure(null, 1)
        : Format.figure(Rounded.thousandths(density.before()), 1)
            + " → "
            + Format.figure(Rounded.thousandths(density.after()), 1);
  }

  private static Double indexPerTable(TableSpace space) {
    return Rounded.thousandths(space.indexPerTable());
  }

  /** A figure of this run; null if it has no such table. */
  private static <T> Function<StudiedTable, T> now(Function<TableSpace, T> figure) {
    return row -> row.now() == null ? null : figure.apply(row.now());
  }

  /**
   * The largest tables of all Groups together, and the sum of all tables; or every table, Group by
   * Group too.
   */
  public static View.Shown tables(Space space, VmRole role, boolean areAllShown) {
    Set<String> largest = largest(space, role);
    Column<TableRoom> name = label("Table", SpaceFigures::name);
    return View.withSums(List.of(name), (TableRoom row) -> row.table() == null)
        .and(TABLES.view().columns())
        .of(
            space.tables().stream()
                .filter(row -> row.role().equals(role.name()))
                .filter(row -> areAllShown || (row.group() == null && largest.contains(name(row))))
                .toList());
  }

  /** Names of the largest tables of all Groups together, and that of their sum. */
  private static Set<String> largest(Space space, VmRole role) {
    Stream<String> names =
        space.tables().stream()
            .filter(row -> row.role().equals(role.name()) && row.group() == null)
            .map(SpaceFigures::name);
    return Stream.concat(names.limit(LARGEST), Stream.of(ALL_TABLES)).collect(Collectors.toSet());
  }

  private static String name(TableRoom row) {
    return Objects.requireNonNullElse(row.table(), ALL_TABLES);
  }

  /** The largest tables with their indexes, or every table with its indexes. */
  public static View.Shown relations(Space space, VmRole role, boolean areAllShown) {
    Set<String> largest = largest(space, role);
    return View.withSums(RELATIONS.view().columns(), row -> row.use().index().isEmpty())
        .of(
            space.relations().stream()
                .filter(row -> row.role().equals(role.name()))
                .filter(row -> areAllShown || largest.contains(row.use().table()))
                .toList());
  }

  /** Some points of growth, on the page. */
  public static View.Shown growth(String title, List<GrowthPoint> points) {
    Column<GrowthPoint> name =
        label(title + ": {result}s", row -> Format.count(row.tradeResults()));
    return new View<>(List.of(name)).and(GROWTH.view().columns()).of(points);
  }

  /** The study beside this run, on the page. */
  public static View.Shown study(Space space) {
    Column<StudiedTable> name =
        label("Table", row -> Objects.requireNonNullElse(row.table(), "all of these"));
    return View.withSums(List.of(name), (StudiedTable row) -> row.table() == null)
        .and(
            Column.of(THEN.columns(), StudiedTable::then).stream()
                .map(then -> then.under("2013, GB"))
                .toList())
        .and(STUDY.view().columns())
        .of(space.study());
  }

  /** The file systems of a report, which also says why they were not judged. */
  public static View.Shown fileSystems(Report report) {
    Column<FileSystemRoom> verdict =
        VERDICT
            .shown("Verdict", row -> RuleJudgment.words(row.verdict(), report, Rules.SPACE))
            .marked(row -> Format.css(row.verdict()));
    return FILE_SYSTEMS
        .view()
        .and(List.of(verdict))
        .of(report.statistics().space().spaceForecast().fileSystems());
  }

  /** The growth of each database, on the page. */
  public static View.Shown databases(Space space) {
    return DATABASES.view().of(space.spaceForecast().databases());
  }
}
