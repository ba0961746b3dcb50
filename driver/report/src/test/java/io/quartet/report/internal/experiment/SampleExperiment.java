package io.quartet.report.internal.experiment;

import io.quartet.model.experiment.Experiment.PercentOf;
import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.Cost;
import io.quartet.report.experiment.ExperimentCell.Difference;
import io.quartet.report.experiment.ExperimentCell.DiskCost;
import io.quartet.report.experiment.ExperimentCell.Etps;
import io.quartet.report.experiment.ExperimentCell.Run;
import io.quartet.report.experiment.ExperimentCell.State;
import io.quartet.report.experiment.ExperimentCurve;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.experiment.ExperimentReport.Control;
import io.quartet.report.experiment.ExperimentReport.ControlPoint;
import io.quartet.report.experiment.ExperimentReport.Failure;
import io.quartet.report.experiment.ExperimentReport.Known;
import io.quartet.report.experiment.ExperimentReport.Plan;
import io.quartet.report.experiment.ExperimentReport.Progress;
import io.quartet.report.experiment.ExperimentReport.Reference;
import io.quartet.report.section.Contents;
import io.quartet.results.OwnerNotes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Experiments made up for tests of sentences and pages. Not thread-safe. */
final class SampleExperiment {

  private Contents contents = Contents.BROKERAGE;
  private static final long START = 1_774_000_000_000L;
  private static final int REPEATS = 3;

  private final List<VariedKey> varied = new ArrayList<>();
  private final Map<Integer, ExperimentCell> cells = new TreeMap<>();
  private final List<Failure> failures = new ArrayList<>();
  private final List<Map<String, String>> combinations = new ArrayList<>();
  private List<String> labels = List.of();
  private int baseline = 1;
  private String purpose;
  private Double maximum;
  private PercentOf percentOf = PercentOf.NONE;
  private final Map<Integer, Map<String, Double>> rates = new TreeMap<>();
  private boolean isFinished = true;
  private List<Reference> references = List.of();

  /** All combinations of the values of some keys; of each key its label is the last word. */
  static SampleExperiment varying(Map<String, List<String>> keys) {
    SampleExperiment sample = new SampleExperiment();
    keys.forEach(
        (key, values) ->
            sample.varied.add(new VariedKey(key, key.substring(key.lastIndexOf('.') + 1), values)));
    sample.combine(0, new LinkedHashMap<>());
    for (int cell = 1; cell <= sample.combinations.size(); cell++) {
      sample.put(cell, State.WAITING, null, null);
    }
    return sample;
  }

  static SampleExperiment varying(String key, String... values) {
    return varying(Map.of(key, List.of(values)));
  }

  /** What the author calls the cells, each of which has another value of the only key. */
  SampleExperiment labels(String... some) {
    labels = List.of(some);
    VariedKey key = varied.remove(0);
    Map<String, String> names = new LinkedHashMap<>();
    key.values().forEach(value -> names.put(value, labels.get(names.size())));
    varied.add(new VariedKey(key.key(), key.label(), key.values(), names));
    return this;
  }

  private void combine(int index, Map<String, String> values) {
    if (index == varied.size()) {
      combinations.add(new LinkedHashMap<>(values));
      return;
    }
    for (String value : varied.get(index).values()) {
      values.put(varied.get(index).key(), value);
      combine(index + 1, values);
    }
    values.remove(varied.get(index).key());
  }

  int size() {
    return combinations.size();
  }

  SampleExperiment baseline(int cell, double etps) {
    baseline = cell;
    put(cell, State.MEASURED, etps(etps, 0.01), null);
    return this;
  }

  SampleExperiment purpose(String text) {
    purpose = text;
    return this;
  }

  SampleExperiment maximum(double etps) {
    maximum = etps;
    return this;
  }

  SampleExperiment percentOf(String key, String value) {
    percentOf = new PercentOf(new TreeMap<>(Map.of(key, value)), List.of());
    return this;
  }

  SampleExperiment percentOfCells(String... labels) {
    percentOf = new PercentOf(new TreeMap<>(), List.of(labels));
    return this;
  }

  /** Throughput of each Set of a cell. */
  SampleExperiment rates(int cell, Map<String, Double> bySet) {
    rates.put(cell, bySet);
    return this;
  }

  SampleExperiment running() {
    isFinished = false;
    return this;
  }

  SampleExperiment references(Reference... some) {
    references = List.of(some);
    return this;
  }

  /** A cell with an interval around its difference from the baseline. */
  SampleExperiment cell(int cell, double percent, double low, double high) {
    Conclusion conclusion =
        low > 0 ? Conclusion.HIGHER : high < 0 ? Conclusion.LOWER : Conclusion.NO_DIFFERENCE_SHOWN;
    return cell(cell, new Difference(percent, low, high, conclusion, List.of()));
  }

  SampleExperiment cell(int cell, Difference difference) {
    double etps = cells.get(baseline).etps().mean() * (1 + difference.percent() / 100);
    put(cell, State.MEASURED, etps(etps, 0.012), difference);
    return this;
  }

  SampleExperiment failed(int cell, String code, String message) {
    put(cell, State.FAILED, null, null);
    for (int block = 1; block <= REPEATS; block++) {
      String label = cells.get(cell).label();
      failures.add(new Failure(cell, label, block, false, code, message, null, null));
    }
    return this;
  }

  private static Etps etps(double mean, double half) {
    return new Etps(
        REPEATS,
        mean,
        mean * (1 - half),
        mean * (1 + half),
        mean * 1.001,
        mean * (1 - half / 2),
        mean * (1 + half / 2),
        50 * half);
  }

  private void put(int number, State state, Etps etps, Difference difference) {
    Map<String, String> values = combinations.get(number - 1);
    cells.put(
        number,
        new ExperimentCell(
            number,
            labels.isEmpty() ? KeyWords.cell(varied, values) : labels.get(number - 1),
            values,
            number == baseline,
            state,
            etps,
            difference,
            etps == null
                ? null
                : new Cost(
                    38.4,
                    21.7,
                    6.21,
                    9_437.0,
                    3.1e9,
                    1.4e9,
                    612.0,
                    1_290.0,
                    4.1,
                    number % 7 + 0.4,
                    List.of(
                        new DiskCost("disks of databases", 412.0, 6.3, 0.91, 6.2, 0.095),
                        new DiskCost("disks with WAL", null, null, 0.7, null, null))),
            etps == null || maximum == null ? null : 100 * etps.mean() / maximum,
            null,
            null,
            null,
            null,
            runs(number, state, etps)));
  }

  private List<Run> runs(int number, State state, Etps etps) {
    List<Run> runs = new ArrayList<>();
    for (int block = 1; block <= REPEATS && state != State.WAITING; block++) {
      String id = "20260301-12" + (10 + number % 50) + "0" + block + "-sample";
      runs.add(
          etps == null
              ? new Run(block, false, null, "failed", false, "the server did not start", null, null)
              : new Run(
                  block,
                  false,
                  id,
                  "finished",
                  true,
                  null,
                  etps.mean() * (1 + (block - 2) * 0.006),
                  "runs/" + id + "/report.html"));
    }
    return runs;
  }

  private Control drift() {
    List<ControlPoint> points = new ArrayList<>();
    Etps etps = cells.get(baseline).etps();
    for (int block = 1; etps != null && block <= REPEATS; block++) {
      points.add(new ControlPoint(block, false, "run-" + block, etps.mean() * (1 - 0.004 * block)));
      points.add(
          new ControlPoint(block, true, "control-" + block, etps.mean() * (1 - 0.002 * block)));
    }
    return new Control(
        points,
        etps == null ? null : -0.6,
        etps == null ? null : -1.9,
        etps == null ? null : 0.8,
        "The baseline changed by -0.6 % from the first block to the last.",
        etps == null ? Known.NO : Known.NO_DRIFT);
  }

  /** The same of another workload. */
  SampleExperiment of(Contents workload) {
    contents = workload;
    return this;
  }

  ExperimentReport report() {
    // The baseline may have been named after other cells.
    cells.replaceAll(
        (number, cell) ->
            new ExperimentCell(
                number,
                cell.label(),
                cell.values(),
                number == baseline,
                cell.state(),
                cell.etps(),
                cell.difference(),
                cell.cost(),
                cell.percentOfMaximum(),
                null,
                null,
                null,
                null,
                cell.runs()));
    int planned = REPEATS * (cells.size() + 1);
    int measured = (int) cells.values().stream().filter(cell -> cell.etps() != null).count();
    int ended = cells.values().stream().mapToInt(cell -> cell.runs().size()).sum();
    Plan plan =
        new Plan(
            "buffers", purpose, 7, REPEATS, null, percentOf, maximum, baseline, OwnerNotes.NONE);
    Progress progress =
        isFinished
            ? new Progress(true, measured, planned, planned, false, 2, 3, START, START + 1, null)
            : new Progress(false, measured, ended, planned, true, 2, 2, START, START + 1, 740.0);
    List<ExperimentCell> all = List.copyOf(cells.values());
    List<ExperimentCurve> curves = Curves.of(varied, all);
    return new ExperimentReport(
        contents,
        plan,
        Answers.of(contents, plan, progress, varied, all, curves),
        progress,
        varied,
        Curves.withPercents(plan, all, curves, cell -> rates.getOrDefault(cell, Map.of())),
        curves,
        HeatMaps.of(varied, all),
        drift(),
        failures,
        List.of(),
        null,
        List.of("Intervals hold the true figure in 95 of 100 cases."),
        references);
  }
}
