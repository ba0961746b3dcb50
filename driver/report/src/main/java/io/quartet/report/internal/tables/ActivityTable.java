package io.quartet.report.internal.tables;

import io.quartet.model.QuartetException;
import io.quartet.report.internal.charts.MissingSamples;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.data.Rounded;
import io.quartet.report.section.Space;
import io.quartet.report.section.Space.TableRoom;
import io.quartet.report.section.Statistics;
import io.quartet.report.section.Statistics.NotRead;
import io.quartet.report.section.Statistics.PhaseActivity;
import io.quartet.report.section.Statistics.SampleGaps;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.StatisticsLeftOut;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.MissedSamples;
import io.quartet.results.statistics.Statistic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The statistics of the servers by phase, and what is missing of them. */
public final class ActivityTable {

  private ActivityTable() {}

  public static Statistics of(ReportData data) {
    MachineTable machines = new MachineTable(data);
    return new Statistics(
        data.samples().statistics().groups().stream().map(ActivityTable::row).toList(),
        data.samples().statistics().vms().stream().map(ActivityTable::row).toList(),
        gaps(data.folder()),
        notRead(data.events()),
        machines.machines(),
        machines.disks(),
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

  private static PhaseActivity row(Activity activity) {
    return new PhaseActivity(
        activity.phase(),
        activity.group().name(),
        activity.vm().orElse(null),
        activity.seconds(),
        activity.tradeResults(),
        new Statistics.Work(
            Rounded.thousandths(activity.processors()),
            value(activity, Statistic.TRANSACTIONS),
            value(activity, Statistic.BLOCKS_READ),
            Rounded.thousandths(activity.blockHitPercent()),
            value(activity, Statistic.TEMPORARY_BYTES)),
        new Statistics.Writing(
            value(activity, Statistic.WAL_BYTES),
            value(activity, Statistic.WAL_BUFFERS_FULL),
            Rounded.thousandths(timed(activity.value(Statistic.WAL_SYNC_MILLIS))),
            value(activity, Statistic.CHECKPOINTS_TIMED),
            value(activity, Statistic.CHECKPOINTS_REQUESTED),
            value(activity, Statistic.BUFFERS_CHECKPOINTER),
            value(activity, Statistic.BUFFERS_BACKGROUND_WRITER),
            value(activity, Statistic.BUFFERS_BACKENDS)),
        value(activity, Statistic.AUTOVACUUMS),
        new Statistics.IndexUse(
            value(activity, Statistic.INDEX_ENTRIES_READ),
            value(activity, Statistic.HEAP_FETCHES),
            Rounded.thousandths(activity.indexOnlyPercent())),
        new Statistics.PerSecond(
            perSecond(activity, Statistic.TRANSACTIONS),
            perSecond(activity, Statistic.BLOCKS_READ),
            perSecond(activity, Statistic.INDEX_ENTRIES_READ),
            perSecond(activity, Statistic.HEAP_FETCHES)),
        new Statistics.PerTradeResult(
            Rounded.thousandths(activity.perTradeResult(Statistic.CPU_MILLIS)),
            Rounded.thousandths(activity.perTradeResult(Statistic.BLOCKS_READ)),
            Rounded.thousandths(
                activity.perTradeResult(
                    Statistic.BUFFERS_CHECKPOINTER,
                    Statistic.BUFFERS_BACKGROUND_WRITER,
                    Statistic.BUFFERS_BACKENDS)),
            Rounded.thousandths(activity.perTradeResult(Statistic.WAL_BYTES)),
            Rounded.thousandths(activity.perTradeResult(Statistic.WAL_BUFFERS_FULL)),
            Rounded.thousandths(timed(activity.perTradeResult(Statistic.WAL_SYNC_MILLIS))),
            Rounded.thousandths(activity.perTradeResult(Statistic.HEAP_FETCHES))),
        activity.isIncomplete(),
        activity.hasReset());
  }

  private static Double value(Activity activity, Statistic statistic) {
    return Rounded.thousandths(activity.value(statistic));
  }

  /** Servers that do not time their syncs say 0. */
  private static OptionalDouble timed(OptionalDouble millis) {
    return millis.orElse(0) > 0 ? millis : OptionalDouble.empty();
  }

  private static Double perSecond(Activity activity, Statistic statistic) {
    OptionalDouble value = activity.value(statistic);
    return value.isEmpty() || activity.seconds() <= 0
        ? null
        : Rounded.thousandths(OptionalDouble.of(value.getAsDouble() / activity.seconds()));
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
