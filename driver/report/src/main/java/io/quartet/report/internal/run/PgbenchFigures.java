package io.quartet.report.internal.run;

import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.PgbenchLoad;
import io.quartet.report.section.PgbenchLoad.DatabaseLoad;
import io.quartet.report.section.PgbenchLoad.Variation;
import io.quartet.results.ToolProcess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Load by database, its variation, and the processes of pgbench. */
public final class PgbenchFigures {

  private static final Table<DatabaseLoad> DATABASES =
      Table.of(
          Column.word("phase", DatabaseLoad::phase),
          Column.word("vm", DatabaseLoad::vm),
          Column.oneOf("group", DatabaseLoad::group, "A", "B", "C", "D"),
          Column.countOrNull("clients", DatabaseLoad::clients).shownWhole("clients"),
          Column.count("transactions", DatabaseLoad::transactions),
          Column.rounded("tps", DatabaseLoad::tps).shown("tps", 1),
          Column.rounded("sharePercent", DatabaseLoad::sharePercent).shown("share, %", 1),
          Column.count("failed", DatabaseLoad::failed).shownWhole("failed"),
          Column.count("skipped", DatabaseLoad::skipped).shownWhole("skipped"),
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
          Column.<ToolProcess>rounded("firstAfterMillis", PgbenchFigures::firstAfterMillis)
              .meaning(
                  "From the planned moment to the start of its first transaction: its session had to connect.")
              .shown("First after, ms", 1),
          Column.count("committed", ToolProcess::committed)
              .under("Lines of its log")
              .shownWhole("committed"),
          Column.count("failed", ToolProcess::failed)
              .under("Lines of its log")
              .shownWhole("failed"),
          Column.count("skipped", ToolProcess::skipped)
              .under("Lines of its log")
              .shownWhole("skipped"),
          Column.count("retries", ToolProcess::retries),
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

  /** In JSON. */
  public static final Table<PgbenchLoad> TABLE =
      new Table<>(
          "Load of each database, and the processes of pgbench.",
          List.of(
              Column.rows("databases", DATABASES, PgbenchLoad::databases)
                  .meaning("By phase, then over all measured phases."),
              Column.rows("variations", VARIATIONS, PgbenchLoad::variations),
              Column.rows("processes", PROCESSES, PgbenchLoad::processes)
                  .meaning("One for each database with clients and phase, its ramp included.")));

  private PgbenchFigures() {}

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
  public static View.Shown databases(PgbenchLoad load) {
    List<String> phases = load.databases().stream().map(DatabaseLoad::phase).distinct().toList();
    List<Column<Database>> columns = new ArrayList<>();
    columns.add(
        Column.<Database>label("Database", Database::vm).dotted(row -> Format.group(row.group())));
    for (String phase : phases) {
      boolean isAll = phase.equals(PgbenchLoad.ALL);
      List<Column<DatabaseLoad>> figures =
          isAll
              ? DATABASES.chosen("tps", "sharePercent", "meanResponseMillis", "failed")
              : DATABASES.chosen("clients", "tps");
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
  public static View.Shown inShort(PgbenchLoad load) {
    List<Column<Database>> columns = new ArrayList<>();
    columns.add(
        Column.<Database>label("Database", Database::vm).dotted(row -> Format.group(row.group())));
    for (String phase : load.databases().stream().map(DatabaseLoad::phase).distinct().toList()) {
      Column<DatabaseLoad> tps = DATABASES.column("tps");
      columns.add(
          tps.shown(phase.equals(PgbenchLoad.ALL) ? "All" : "Phase " + phase, 1)
              .of((Database row) -> row.byPhase().get(phase)));
    }
    return new View<>(columns).of(byDatabase(load));
  }

  private static List<Database> byDatabase(PgbenchLoad load) {
    return load.databases().stream()
        .filter(row -> row.phase().equals(PgbenchLoad.ALL))
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
  public static View.Shown betweenDatabases(PgbenchLoad load) {
    Column<Variation> phase =
        Column.label(
            "Phase", row -> row.within().equals(PgbenchLoad.ALL) ? "all phases" : row.within());
    Column<Variation> databases = VARIATIONS.column("figures").shownWhole("Databases with clients");
    return new View<>(
            Column.joined(
                List.of(phase, databases), VARIATIONS.chosen("meanTps", "variationPercent")))
        .of(load.variations().stream().filter(Variation::isBetweenDatabases).toList());
  }

  /** The processes. */
  public static View.Shown processes(PgbenchLoad load) {
    return PROCESSES.shown(load.processes());
  }

  /** When the processes began to work, and whether every log is whole. */
  public static List<String> startsAndLogs(PgbenchLoad load) {
    List<String> sentences = new ArrayList<>();
    load.processes().stream()
        .map(PgbenchFigures::firstAfterMillis)
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
      sentences.add(
          broken == 0
              ? "Every log has as many transactions as its process reported."
              : Text.counted(broken, "log")
                  + " of "
                  + load.processes().size()
                  + " differ from what the process reported, or the process failed.");
    }
    return sentences;
  }
}
