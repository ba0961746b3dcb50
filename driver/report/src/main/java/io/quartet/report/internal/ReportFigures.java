package io.quartet.report.internal;

import io.quartet.report.Report;
import io.quartet.report.internal.ReportBuilder.Built;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.run.ChartFigures;
import io.quartet.report.internal.run.DisclosureFigures;
import io.quartet.report.internal.run.IntegrityFigures;
import io.quartet.report.internal.run.LoadFigures;
import io.quartet.report.internal.run.StatisticsTable;
import io.quartet.report.internal.run.SystemFigures;
import io.quartet.report.internal.run.ToolLoadFigures;
import io.quartet.report.section.Audit;
import io.quartet.results.Check;
import java.util.List;

/** The figures of a report as {@code report.json} has them. */
public final class ReportFigures {

  private static final Table<Check> CHECK =
      Table.of(
          Column.word("id", Check::id),
          Column.word("title", Check::title),
          Column.<Check>oneOf("severity", check -> check.severity().letter(), "F", "W", "I")
              .meaning("F makes a run INVALID, W is a warning, I is information."),
          Column.oneOf("verdict", check -> check.verdict().label(), "pass", "fail", "not judged"),
          Column.word("actual", Check::actual),
          Column.word("limit", Check::limit),
          Column.word("evidence", Check::evidence),
          Column.word("detail", Check::detail));

  private static final List<Column<Audit>> AUDIT =
      List.of(
          Column.rows("audit", CHECK, Audit::checks)
              .meaning("Every rule of the profile, as in audit.json."),
          Column.words("deviations", Audit::deviations)
              .meaning("How the plan differs from an official run."));

  /** All but the numbers behind the charts. */
  public static final Table<Report> REPORT =
      new Table<>(
          "All figures of one run. A figure the results folder does not give is null. Verdicts of"
              + " single figures: pass, fail, notJudged. Times in milliseconds unless the name says"
              + " otherwise; shares and mix in percent.",
          Column.joined(
              List.of(
                  Column.constant("schemaVersion", 1),
                  Column.<Report>word("notice", Report::notice),
                  Column.part("run", HeadlineFigures.RUN, Report::run),
                  Column.part("verdict", HeadlineFigures.VERDICT, Report::verdict),
                  Column.part("metric", HeadlineFigures.METRIC, Report::metric),
                  Column.part("summary", HeadlineFigures.SUMMARY, Report::summary)),
              Column.of(LoadFigures.COLUMNS, Report::workload),
              List.of(
                  Column.part("pgbench", ToolLoadFigures.OF_PGBENCH, Report::tool).ofPgbench(),
                  Column.part("tool", ToolLoadFigures.OF_DEFINED, Report::tool).ofDefinedTools()),
              Column.of(IntegrityFigures.COLUMNS, Report::integrity),
              List.of(Column.part("statistics", StatisticsTable.TABLE, Report::statistics)),
              Column.of(AUDIT, Report::audit),
              Column.of(SystemFigures.COLUMNS, Report::system),
              DisclosureFigures.COLUMNS));

  /** All that {@code report.json} holds. */
  public static final Table<Built> DOCUMENT =
      new Table<>(
          REPORT.description(),
          Column.joined(
              Column.of(REPORT.columns(), Built::report),
              List.of(Column.part("charts", ChartFigures.TABLE, Built::charts))));

  private ReportFigures() {}

  /** The content of {@code report.json} without the numbers behind the charts. */
  public static String json(Report report) {
    return JsonDocument.of(REPORT.json(report, report.contents()));
  }

  /** The content of {@code report.json}. */
  public static String json(Built built) {
    return JsonDocument.of(DOCUMENT.json(built, built.report().contents()));
  }
}
