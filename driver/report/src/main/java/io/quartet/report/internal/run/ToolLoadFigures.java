package io.quartet.report.internal.run;

import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.plan.FigureColumn;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.ToolLoad;
import io.quartet.report.section.ToolLoad.DatabaseLoad;
import io.quartet.report.section.ToolLoad.Told;
import io.quartet.report.section.ToolLoad.Total;
import io.quartet.report.section.ToolLoad.Variation;
import io.quartet.results.ToolProcess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Load by database, its variation, the processes of a tool, and what a defined tool told. */
public final class ToolLoadFigures {

  private static final Table<DatabaseLoad> DATABASES =
      Table.of(
          Column.word("phase", DatabaseLoad::phase),
          Column.word("vm", DatabaseLoad::vm),
          Column.oneOf("group", DatabaseLoad::group, "A", "B", "C", "D"),
          Column.countOrNull("clients", DatabaseLoad::clients).shownWhole("clients"),
          Column.count("transactions", DatabaseLoad::transactions),
          Column.rounded("tps", DatabaseLoad::tps).shown("tps", 1),
          Column.rounded("sharePercent", DatabaseLoad::sharePercent).shown("share, %", 1),
          Column.countOrNull("failed", DatabaseLoad::failed).shownWhole("failed"),
          Column.countOrNull("skipped", DatabaseLoad::skipped).shownWhole("skipped"),
          Column.rounded("meanResponseMillis", DatabaseLoad::meanMillis)
              .shownBy("mean, ms", Format::millis));

  private static final Table<Variation> VARIATIONS =
      Table.of(
          Column.oneOf("between", Variation::between, "databases", "phases"),
          Column.word("within", Variation::within).meaning("The phase, or the VM."),
          Column.count("figures", Variation::figures)
              .meaning("Databases or phases that are compared: those with clients."),
          Column.seconds("meanTps", Variation::meanTps).shown("Mean, tps", 1),
          Column.rounded("variationPercent", Variation::percent)
              .meaning("Standard deviation of the tps by their mean.")
              .shown("Variation, %", 1));

  private static final Table<ToolProcess> PROCESSES =
      Table.of(
          Column.word("phase", ToolProcess::phase).titled("Phase"),
          Column.<ToolProcess>word("vm", row -> row.set().vmName(VmRole.OLTP))
              .titled("Database")
              .dotted(row -> Format.group(row.set().group().name())),
          Column.count("clients", ToolProcess::clients).shownWhole("Clients"),
          Column.count("threads", ToolProcess::threads).shownWhole("Threads"),
          Column.<ToolProcess>change("startedAfterMillis", row -> row.startedAfterMicros() / 1e3)
              .meaning("From the planned moment until the process was let go.")
              .shown("Started after, ms", 1),
          Column.<ToolProcess>rounded("firstAfterMillis", ToolLoadFigures::firstAfterMillis)
              .meaning(
                  "From the planned moment to the start of its first transaction: its session had to connect.")
              .shown("First after, ms", 1),
          Column.count("committed", ToolProcess::committed)
              .under("Lines of its log")
              .shownWhole("committed"),
          said("failed", ToolProcess::failed).under("Lines of its log").shownWhole("failed"),
          said("skipped", ToolProcess::skipped).under("Lines of its log").shownWhole("skipped"),
          said("retries", ToolProcess::retries),
          said("saidCommitted", row -> row.summary().committed()).shownWhole("It reported"),
          said("saidFailed", row -> row.summary().failed()),
          said("saidSkipped", row -> row.summary().skipped()),
          said("saidLate", row -> row.summary().late())
              .meaning("Transactions that took longer than the limit, by its own count."),
          said("saidRetries", row -> row.summary().retries()),
          Column.count("exitCode", ToolProcess::exitCode).shownWhole("Exit code"),
          Column.flag("isWhole", ToolProcess::isWhole)
              .meaning("It ended as planned, and its log has every transaction that it counted.")
              .shown("Log", row -> row.isWhole() ? "✓ whole" : "✗ not whole")
              .marked(row -> row.isWhole() ? "pass" : "fail")
              .left());

  private static final Table<Total> TOTALS =
      Table.of(
          Column.word("phase", Total::phase).titled("Phase"),
          Column.word("vm", Total::vm).titled("Database").dotted(row -> Format.group(row.group())),
          Column.word("transaction", Total::kind).titled("Transaction"),
          told("committed", "count", FigureColumn.COUNT, 0),
          Column.<Total>rounded("tps", Total::tps).shown("per s", 1),
          told("failed", "failed", FigureColumn.FAILED, 0),
          told("retries", "retries", FigureColumn.RETRIES, 0),
          told("meanMillis", "mean", FigureColumn.MEAN, 2).under("Response time, ms"),
          told("p50Millis", "p50", FigureColumn.P50, 2).under("Response time, ms"),
          told("p90Millis", "p90", FigureColumn.P90, 2).under("Response time, ms"),
          told("p95Millis", "p95", FigureColumn.P95, 2).under("Response time, ms"),
          told("p99Millis", "p99", FigureColumn.P99, 2).under("Response time, ms"),
          told("p999Millis", "p99.9", FigureColumn.P999, 2).under("Response time, ms"),
          told("maxMillis", "max", FigureColumn.MAX, 2).under("Response time, ms"));

  /** Columns that a tool may not print. */
  private static final Map<String, FigureColumn> PRINTED = printed();

  private static final List<Column<ToolLoad>> COLUMNS =
      List.of(
          Column.rows("databases", DATABASES, ToolLoad::databases)
              .meaning("By phase, then over all measured phases."),
          Column.rows("variations", VARIATIONS, ToolLoad::variations),
          Column.rows("processes", PROCESSES, ToolLoad::processes)
              .meaning("One for each database with clients and phase, its ramp included."));

  /** In JSON of a run of pgbench. */
  public static final Table<ToolLoad> OF_PGBENCH =
      new Table<>("Load of each database, and the processes of pgbench.", COLUMNS);

  private static final Table<Told> TOLD =
      new Table<>(
          "What the tool says. Null if the plan cannot be read.",
          List.of(
              Column.word("name", Told::name),
              Column.word("unit", Told::unit).meaning("That of its headline."),
              Column.count("perSeconds", Told::perSeconds)
                  .meaning("Times metric.tps, it is the one figure in this unit."),
              Column.rows("totals", TOTALS, Told::totals)
                  .meaning(
                      "What each process of a phase printed at its end; null is what it did not.")));

  /** In JSON of a run of a defined tool. */
  public static final Table<ToolLoad> OF_DEFINED =
      new Table<>(
          "Load of each database, the processes of the tool, and what they told.",
          Column.joined(COLUMNS, List.of(Column.part("told", TOLD, ToolLoad::told))));

  private ToolLoadFigures() {}

  private static Map<String, FigureColumn> printed() {
    Map<String, FigureColumn> printed = new LinkedHashMap<>();
    printed.put("failed", FigureColumn.FAILED);
    printed.put("retries", FigureColumn.RETRIES);
    Stream.of(FigureColumn.values())
        .filter(FigureColumn::isTime)
        .forEach(column -> printed.put(column.label() + "Millis", column));
    return printed;
  }

  private static Column<Total> told(String key, String title, FigureColumn column, int decimals) {
    return Column.<Total>figure(key, row -> row.figures().figure(column))
        .shownBy(
            title,
            number -> decimals == 0 ? Format.count(number) : Format.plain(number.doubleValue()));
  }

  /** What the tool printed of each phase; columns of which it printed nothing are left out. */
  public static View.Shown totals(Told told) {
    List<String> shown = new ArrayList<>(List.of("phase", "vm", "transaction", "committed", "tps"));
    PRINTED.forEach(
        (key, column) -> {
          if (told.totals().stream().anyMatch(row -> row.figures().figure(column).isPresent())) {
            shown.add(key);
          }
        });
    return new View<>(TOTALS.chosen(shown.toArray(String[]::new))).of(told.totals());
  }

  private static Column<ToolProcess> said(String key, Function<ToolProcess, OptionalLong> count) {
    return Column.countOrNull(
        key, row -> count.apply(row).isPresent() ? (Long) count.apply(row).getAsLong() : null);
  }

  private static Double firstAfterMillis(ToolProcess process) {
    return process.firstAfterMicros().isPresent()
        ? (Double) (process.firstAfterMicros().getAsLong() / 1e3)
        : null;
  }

  /** All rows of one database. */
  private record Database(String vm, String group, Map<String, DatabaseLoad> byPhase) {}

  /** A row for each database, with columns for each phase and for all of them. */
  public static View.Shown databases(ToolLoad load) {
    List<String> phases = load.databases().stream().map(DatabaseLoad::phase).distinct().toList();
    List<Column<Database>> columns = new ArrayList<>();
    columns.add(
        Column.<Database>label("Database", Database::vm).dotted(row -> Format.group(row.group())));
    // A defined tool tells no response times of all phases together.
    String[] overAll =
        load.told() == null
            ? new String[] {"tps", "sharePercent", "meanResponseMillis", "failed"}
            : load.databases().stream().anyMatch(row -> row.failed() != null)
                ? new String[] {"tps", "sharePercent", "failed"}
                : new String[] {"tps", "sharePercent"};
    for (String phase : phases) {
      boolean isAll = phase.equals(ToolLoad.ALL);
      List<Column<DatabaseLoad>> figures =
          isAll ? DATABASES.chosen(overAll) : DATABASES.chosen("clients", "tps");
      Column.<DatabaseLoad, Database>of(figures, row -> row.byPhase().get(phase)).stream()
          .map(column -> column.under(isAll ? "All phases" : "Phase " + phase))
          .forEach(columns::add);
    }
    Map<String, Variation> variations =
        load.variations().stream()
            .filter(row -> !row.isBetweenDatabases())
            .collect(Collectors.toMap(Variation::within, row -> row));
    columns.add(
        Column.<Database>label("Variation of phases", row -> percent(variations.get(row.vm())))
            .apart());
    return new View<>(columns).of(byDatabase(load));
  }

  /** Transactions per second of each database in each phase, and over all. */
  public static View.Shown inShort(ToolLoad load) {
    List<Column<Database>> columns = new ArrayList<>();
    columns.add(
        Column.<Database>label("Database", Database::vm).dotted(row -> Format.group(row.group())));
    for (String phase : load.databases().stream().map(DatabaseLoad::phase).distinct().toList()) {
      Column<DatabaseLoad> tps = DATABASES.column("tps");
      columns.add(
          tps.shown(phase.equals(ToolLoad.ALL) ? "All" : "Phase " + phase, 1)
              .of((Database row) -> row.byPhase().get(phase)));
    }
    return new View<>(columns).of(byDatabase(load));
  }

  private static List<Database> byDatabase(ToolLoad load) {
    return load.databases().stream()
        .filter(row -> row.phase().equals(ToolLoad.ALL))
        .map(
            row ->
                new Database(
                    row.vm(),
                    row.group(),
                    load.databases().stream()
                        .filter(other -> other.vm().equals(row.vm()))
                        .collect(Collectors.toMap(DatabaseLoad::phase, other -> other))))
        .toList();
  }

  private static String percent(Variation variation) {
    return variation == null || variation.percent() == null
        ? Format.NOTHING
        : Format.figure(variation.percent(), 1) + " %";
  }

  /** Variation between databases, phase by phase. */
  public static View.Shown betweenDatabases(ToolLoad load) {
    Column<Variation> phase =
        Column.label(
            "Phase", row -> row.within().equals(ToolLoad.ALL) ? "all phases" : row.within());
    Column<Variation> databases = VARIATIONS.column("figures").shownWhole("Databases with clients");
    return new View<>(
            Column.joined(
                List.of(phase, databases), VARIATIONS.chosen("meanTps", "variationPercent")))
        .of(load.variations().stream().filter(Variation::isBetweenDatabases).toList());
  }

  /** The processes. */
  public static View.Shown processes(ToolLoad load) {
    return PROCESSES.shown(load.processes());
  }

  /** When the processes began to work, and whether every log is whole. */
  public static List<String> startsAndLogs(ToolLoad load) {
    List<String> sentences = new ArrayList<>();
    load.processes().stream()
        .map(ToolLoadFigures::firstAfterMillis)
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .ifPresent(
            most ->
                sentences.add(
                    Text.format(
                        "Each process had begun its first transaction %.1f ms after its planned"
                            + " start at the latest.",
                        most)));
    long broken = load.processes().stream().filter(row -> !row.isWhole()).count();
    if (!load.processes().isEmpty()) {
      boolean areLogs = load.told() == null;
      String all =
          areLogs
              ? "Every log has as many transactions as its process reported."
              : "Every process is counted as it reported.";
      sentences.add(
          broken == 0
              ? all
              : (areLogs ? Text.counted(broken, "log") : broken + " processes")
                  + " of "
                  + load.processes().size()
                  + " differ from what the process reported, or the process failed.");
    }
    return sentences;
  }
}
