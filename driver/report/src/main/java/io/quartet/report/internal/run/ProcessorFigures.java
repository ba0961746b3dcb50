package io.quartet.report.internal.run;

import static io.quartet.report.internal.figure.Column.figure;
import static io.quartet.report.internal.figure.Column.flag;
import static io.quartet.report.internal.figure.Column.oneOf;
import static io.quartet.report.internal.figure.Column.word;

import io.quartet.model.Text;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.internal.statistics.FalseDiscovery;
import io.quartet.report.section.Contents;
import io.quartet.report.section.Statistics.Trend;
import io.quartet.report.section.Statistics.VmProcessors;
import io.quartet.results.statistics.Activity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/** How the processor time of each VM varies over the phases, and whether it rises by trade. */
public final class ProcessorFigures {

  /** Smaller changes are those of growing tables, and of any two runs. */
  private static final double SMALLEST_DRIFT_PERCENT = 5;

  private static final Table<Trend> TREND =
      new Table<>(
          "On a line through the logarithms of intervals. Only intervals of the same load are"
              + " compared with each other.",
          List.of(
              number("percent", Trend::percent),
              number("lowPercent", Trend::lowPercent),
              number("highPercent", Trend::highPercent),
              figure("pValue", (Trend trend) -> OptionalDouble.of(trend.pValue()))
                  .meaning("Probability of such a change if there is none.")));

  /** In JSON. */
  public static final Table<VmProcessors> TABLE =
      new Table<>(
          "Processors that the processes of each VM kept busy in the measured phases.",
          List.of(
              word("vm", VmProcessors::vm)
                  .titled("VM")
                  .dotted(row -> Format.group(row.group().name())),
              oneOf("group", row -> row.group().name(), "A", "B", "C", "D"),
              figure("mean", (VmProcessors row) -> OptionalDouble.of(row.mean()))
                  .shown("Processors busy", 2),
              word("peakPhase", VmProcessors::peakPhase)
                  .meaning("The phase with the highest mean."),
              figure("peakToMean", VmProcessors::peakToMean)
                  .shown("Peak to mean", 2)
                  .followed(row -> ", phase " + row.peakPhase()),
              figure("variationPercent", VmProcessors::variationPercent)
                  .meaning(
                      "Coefficient of variation: standard deviation of the means of the phases by"
                          + " their mean.")
                  .shown("Variation, %", 1),
              Column.part("trend", TREND, VmProcessors::trend)
                  .orNull()
                  .meaning(
                      "Change of the processor time by {result} through the run; null if phases"
                          + " of the same load are too few to show one.")
                  .shown("Change by {trade}", ProcessorFigures::trendInWords),
              flag("isDrifting", VmProcessors::isDrifting)
                  .meaning(
                      "True if the processor time by {result} rises by 5 % or more, and by more"
                          + " than chance explains.")
                  .shown("", row -> row.isDrifting() ? "rises" : "")
                  .inked(row -> row.isDrifting() ? "mark warn" : "")
                  .left()));

  /** How the page shows it. */
  public static final View<VmProcessors> VIEW =
      new View<>(
          TABLE.chosen("vm", "mean", "peakToMean", "variationPercent", "trend", "isDrifting"));

  private ProcessorFigures() {}

  private static Column<Trend> number(String key, Function<Trend, Double> value) {
    return Column.of(key, Column.type("number"), trend -> Rounded.hundredths(value.apply(trend)));
  }

  private static String trendInWords(VmProcessors row) {
    Trend trend = row.trend();
    return trend == null
        ? Format.NOTHING
        : Text.format(
            "%s %% (%s to %s)",
            Format.signed(trend.percent(), 1),
            Format.signed(trend.lowPercent(), 1),
            Format.signed(trend.highPercent(), 1));
  }

  /** A sentence for each VM whose processor time by Trade-Result rises. */
  public static List<String> drifts(List<VmProcessors> rows, Contents contents) {
    return rows.stream()
        .filter(VmProcessors::isDrifting)
        .map(
            row ->
                Text.format(
                    "The processor time of %s by %s rises through the run: %s.",
                    row.vm(), contents.result(), trendInWords(row)))
        .toList();
  }

  /** VM by VM; VMs whose processes were not seen in the measured phases are left out. */
  static List<VmProcessors> of(ReportData data) {
    Map<String, List<Activity>> phases = new TreeMap<>();
    Map<String, Activity> all = new TreeMap<>();
    for (Activity activity : data.samples().statistics().vms()) {
      if (activity.processors().isPresent()) {
        String vm = activity.vm().orElseThrow();
        if (activity.isOfAllPhases()) {
          all.put(vm, activity);
        } else {
          phases.computeIfAbsent(vm, key -> new ArrayList<>()).add(activity);
        }
      }
    }
    Map<String, Trend> trends = new CostTrends(data).byVm();
    double level =
        FalseDiscovery.level(
            trends.values().stream().filter(Objects::nonNull).mapToDouble(Trend::pValue).toArray());
    return phases.entrySet().stream()
        .map(vm -> row(all.get(vm.getKey()), vm.getValue(), trends.get(vm.getKey()), level))
        .toList();
  }

  private static VmProcessors row(Activity all, List<Activity> phases, Trend trend, double level) {
    double mean = all.processors().orElseThrow();
    Activity peak =
        phases.stream()
            .max(Comparator.comparingDouble(phase -> phase.processors().orElseThrow()))
            .orElseThrow();
    double[] means =
        phases.stream().mapToDouble(phase -> phase.processors().orElseThrow()).toArray();
    boolean isDrifting =
        trend != null
            && trend.percent() >= SMALLEST_DRIFT_PERCENT
            && trend.lowPercent() > 0
            && trend.pValue() <= level;
    return new VmProcessors(
        all.vm().orElseThrow(),
        all.group(),
        mean,
        peak.phase(),
        by(peak.processors().orElseThrow(), mean),
        by(
            100 * StandardDeviation.of(means).setBiased(true).getAsDouble(),
            Mean.of(means).getAsDouble()),
        trend,
        isDrifting);
  }

  private static OptionalDouble by(double part, double whole) {
    return whole > 0 ? OptionalDouble.of(part / whole) : OptionalDouble.empty();
  }
}
