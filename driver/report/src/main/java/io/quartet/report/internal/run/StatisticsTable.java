package io.quartet.report.internal.run;

import static io.quartet.report.internal.figure.Column.count;
import static io.quartet.report.internal.figure.Column.flag;
import static io.quartet.report.internal.figure.Column.part;
import static io.quartet.report.internal.figure.Column.rows;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.word;
import static io.quartet.report.internal.figure.Column.words;

import io.quartet.model.QuartetException;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.section.GuestStatistics;
import io.quartet.report.section.Space;
import io.quartet.report.section.Space.TableRoom;
import io.quartet.report.section.Statistics;
import io.quartet.report.section.Statistics.NotRead;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.StatisticsLeftOut;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.MissedSamples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** The statistics of the servers and machines by phase, and what is missing of them. */
public final class StatisticsTable {

  private static final Table<MissedSamples> GAPS =
      Table.of(
          word("vm", MissedSamples::vm).meaning("Driver: the processes of all VMs."),
          word("source", MissedSamples::source),
          count("gaps", MissedSamples::gaps),
          seconds("missedSeconds", MissedSamples::seconds));

  private static final Table<NotRead> NOT_READ =
      Table.of(
          word("source", NotRead::source),
          flag("isDenied", NotRead::isDenied)
              .meaning("True if the role may not read them, false if they do not exist."),
          words("vms", NotRead::vms),
          word("reason", NotRead::reason));

  /** In JSON. */
  public static final Table<Statistics> TABLE =
      new Table<>(
          "Statistics of the servers and machines. Counts between two samples are shared out by"
              + " time. Phase all: all measured phases together.",
          List.of(
              rows("groups", ActivityFigures.TABLE, Statistics::groups),
              rows("vms", ActivityFigures.TABLE, Statistics::vms)
                  .meaning("VMs without samples are left out."),
              rows("gaps", GAPS, Statistics::gaps).meaning("Times without samples."),
              rows("notRead", NOT_READ, Statistics::notRead)
                  .meaning("Statistics that databases did not give."),
              rows("machines", MachineFigures.MACHINES, Statistics::machines),
              rows("disks", MachineFigures.DISKS, Statistics::disks),
              part("storage", StorageFigures.TABLE, Statistics::storage),
              rows("waits", WaitFigures.TABLE, Statistics::waits)
                  .meaning("VMs of which no active session was sampled are left out."),
              rows("processors", ProcessorFigures.TABLE, Statistics::processors),
              rows("guests", GuestFigures.GUESTS, GuestStatistics::guests).of(Statistics::guests),
              rows("guestHosts", GuestFigures.HOSTS, GuestStatistics::hosts).of(Statistics::guests),
              rows("tables", SpaceFigures.TABLES, Space::tables).of(Statistics::space),
              rows("relations", SpaceFigures.RELATIONS, Space::relations).of(Statistics::space),
              rows("growth", SpaceFigures.GROWTH, Space::growth).of(Statistics::space),
              rows("study", SpaceFigures.STUDY, Space::study).ofBrokerage().of(Statistics::space),
              part("spaceForecast", SpaceFigures.FORECAST, Space::spaceForecast)
                  .of(Statistics::space),
              words("notSampled", Statistics::notSampled)
                  .meaning("What of machines and tables was not recorded.")));

  private StatisticsTable() {}

  public static Statistics of(ReportData data) {
    List<TableRoom> rooms = SpaceTable.rooms(data);
    return new Statistics(
        data.samples().statistics().groups(),
        data.samples().statistics().vms(),
        gaps(data.folder()),
        notRead(data.events()),
        MachineFigures.machines(data),
        MachineFigures.disks(data),
        StorageFigures.of(data),
        data.samples().waits().waits(),
        ProcessorFigures.of(data),
        GuestFigures.of(data),
        new Space(
            rooms,
            SpaceTable.relations(data),
            GrowthTable.of(data),
            StudyTable.of(rooms),
            ForecastTable.of(data)),
        new MissingSamples(data).sentences());
  }

  private static List<MissedSamples> gaps(ResultsFolder folder) {
    List<MissedSamples> gaps = new ArrayList<>();
    try {
      for (String vm : folder.names(StatsCsv.FOLDER)) {
        gaps.addAll(MissedSamples.read(folder, vm).orRefuse().orElse(List.of()));
      }
    } catch (QuartetException e) {
      // The manifest reports a damaged file; the gaps of the other files are still shown.
      return List.copyOf(gaps);
    }
    return List.copyOf(gaps);
  }

  private static List<NotRead> notRead(List<LoggedEvent> events) {
    return LoggedEvent.only(events, StatisticsLeftOut.class)
        .collect(
            Collectors.groupingBy(
                out -> out.kind() + out.source(), LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(StatisticsTable::together)
        .toList();
  }

  private static NotRead together(List<StatisticsLeftOut> events) {
    StatisticsLeftOut first = events.get(0);
    return new NotRead(
        first.source(),
        first.kind() == StatisticsLeftOut.Kind.DENIED,
        events.stream().map(StatisticsLeftOut::vm).toList(),
        first.reason());
  }
}
