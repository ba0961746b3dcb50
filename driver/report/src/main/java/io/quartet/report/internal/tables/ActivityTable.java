package io.quartet.report.internal.tables;

import io.quartet.model.QuartetException;
import io.quartet.report.internal.charts.MissingSamples;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.figure.Rows;
import io.quartet.report.section.Space;
import io.quartet.report.section.Space.TableRoom;
import io.quartet.report.section.Statistics;
import io.quartet.report.section.Statistics.NotRead;
import io.quartet.report.section.Statistics.SampleGaps;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.StatisticsLeftOut;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.MissedSamples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The statistics of the servers by phase, and what is missing of them. */
public final class ActivityTable {

  private ActivityTable() {}

  public static Statistics of(ReportData data) {
    MachineTable machines = new MachineTable(data);
    return new Statistics(
        new Rows<>(ActivityFigures.TABLE, data.samples().statistics().groups()),
        new Rows<>(ActivityFigures.TABLE, data.samples().statistics().vms()),
        gaps(data.folder()),
        notRead(data.events()),
        new Rows<>(MachineFigures.MACHINES, machines.machines()),
        new Rows<>(MachineFigures.DISKS, machines.disks()),
        space(data),
        new MissingSamples(data).sentences());
  }

  private static Space space(ReportData data) {
    List<TableRoom> rooms = SpaceTable.of(data);
    return new Space(
        rooms,
        RelationTable.of(data),
        GrowthTable.of(data),
        StudyTable.of(rooms),
        ForecastTable.of(data));
  }

  private static List<SampleGaps> gaps(ResultsFolder folder) {
    List<SampleGaps> gaps = new ArrayList<>();
    try {
      for (String vm : folder.names(StatsCsv.FOLDER)) {
        for (MissedSamples missed : MissedSamples.read(folder, vm).orRefuse().orElse(List.of())) {
          gaps.add(new SampleGaps(vm, missed.source(), missed.gaps(), missed.seconds()));
        }
      }
    } catch (QuartetException e) {
      // The manifest tells of a damaged file; the gaps of the others are still worth telling.
      return List.copyOf(gaps);
    }
    return List.copyOf(gaps);
  }

  private static List<NotRead> notRead(List<LoggedEvent> events) {
    Map<String, NotRead> bySource = new LinkedHashMap<>();
    LoggedEvent.only(events, StatisticsLeftOut.class)
        .forEach(
            out ->
                bySource.merge(
                    out.kind() + out.source(),
                    new NotRead(
                        out.source(),
                        out.kind() == StatisticsLeftOut.Kind.DENIED,
                        List.of(out.vm()),
                        out.reason()),
                    ActivityTable::together));
    return List.copyOf(bySource.values());
  }

  private static NotRead together(NotRead a, NotRead b) {
    List<String> vms = new ArrayList<>(a.vms());
    vms.addAll(b.vms());
    return new NotRead(a.source(), a.isDenied(), List.copyOf(vms), a.reason());
  }
}
