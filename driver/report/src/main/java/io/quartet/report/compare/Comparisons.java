package io.quartet.report.compare;

import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.report.Report;
import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.compare.Comparison.FigureVerdict;
import io.quartet.report.compare.Comparison.Method;
import io.quartet.report.compare.Comparison.Pair;
import io.quartet.report.compare.Quantity.Measure;
import io.quartet.report.compare.RunPoints.Phase;
import io.quartet.report.internal.JsonDocument;
import io.quartet.report.internal.page.HtmlReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares runs. The first is the baseline, each other one is compared with it; nothing is written
 * into the folders.
 */
public final class Comparisons {

  private Comparisons() {}

  /**
   * Compares the runs in these folders.
   *
   * @throws QuartetException TOO_FEW_RUNS, SAME_RUN_TWICE, NOT_RESULTS, RESULTS_VERSION,
   *     RESULTS_UNREADABLE, PLAN_DOCUMENT or WORKLOAD_DIFFERS
   */
  public static Comparison of(List<Path> folders) {
    requireTwo(folders);
    requireDistinct(folders);
    List<ComparedRun> runs = new ArrayList<>();
    for (Path folder : folders) {
      runs.add(ComparedRun.read(folder, runs.size() + 1));
    }
    ComparedRun baseline = runs.get(0);
    List<ComparedRun> others = runs.subList(1, runs.size());
    others.forEach(other -> baseline.info().requireSameWorkload(other.info()));
    return new Comparison(
        Comparison.SCHEMA_VERSION,
        Report.NOTICE,
        ComparisonNotes.of(runs),
        new Method(Estimate.CONFIDENCE_PERCENT, BlockBootstrap.RESAMPLES, ComparedRun.SEED),
        runs.stream().map(ComparedRun::facts).toList(),
        ConfigurationDifferences.of(runs),
        others.stream().map(other -> pair(baseline, other)).toList());
  }

  /** As {@code quartet compare --json} prints it. */
  public static String json(Comparison comparison) {
    return JsonDocument.of(comparison);
  }

  /** A page that needs nothing but itself. */
  public static String html(Comparison comparison) {
    return HtmlReport.page("comparison.jte", new ComparisonPage(comparison, HtmlReport.style()));
  }

  private static void requireTwo(List<Path> folders) {
    if (folders.size() < 2) {
      throw new QuartetException(
          Kind.BAD_INPUT,
          "TOO_FEW_RUNS",
          "compare: "
              + folders.size()
              + " results folders are named, but it takes two or more. Name the baseline first:"
              + " quartet compare results/<run-id> results/<run-id>.");
    }
  }

  private static void requireDistinct(List<Path> folders) {
    List<Path> seen = new ArrayList<>();
    for (Path folder : folders) {
      Path real = real(folder);
      if (seen.contains(real)) {
        throw new QuartetException(
            Kind.BAD_INPUT,
            "SAME_RUN_TWICE",
            folder + ": this folder is named twice. Name each run once, the baseline first.");
      }
      seen.add(real);
    }
  }

  /** Without links; a folder that is not there is refused when it is read. */
  private static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      return folder.toAbsolutePath().normalize();
    }
  }

  private static Pair pair(ComparedRun baseline, ComparedRun other) {
    List<String> obstacles = ForeignShare.obstacles(baseline.foreign(), other.foreign());
    List<Figure> throughput = figures(baseline, other, obstacles, throughputs(baseline, other));
    List<Figure> mean = figures(baseline, other, obstacles, responses(Measure.MEAN));
    List<Figure> p90 = figures(baseline, other, obstacles, responses(Measure.P90));
    String summary =
        obstacles.isEmpty()
            ? summary(throughput, mean, p90)
            : "not comparable. " + String.join(" ", obstacles);
    return new Pair(
        baseline.facts().number(),
        other.facts().number(),
        obstacles,
        Text.format(
            "Run %d against run %d: %s",
            other.facts().number(), baseline.facts().number(), summary),
        throughput,
        mean,
        p90,
        ResourceUse.compare(baseline.resources(), other.resources()));
  }

  private static List<Figure> figures(
      ComparedRun baseline,
      ComparedRun other,
      List<String> obstacles,
      Stream<Quantity> quantities) {
    return quantities
        .filter(
            quantity ->
                baseline.estimates().containsKey(quantity)
                    || other.estimates().containsKey(quantity))
        .map(
            quantity ->
                Estimate.compare(
                    quantity, baseline.estimates().get(quantity), other.estimates().get(quantity)))
        .map(figure -> obstacles.isEmpty() ? figure : figure.notComparable())
        .toList();
  }

  /** In all, by Group, by phase, by phase and Group. */
  private static Stream<Quantity> throughputs(ComparedRun baseline, ComparedRun other) {
    List<Quantity> quantities = new ArrayList<>();
    List<String> phases =
        Stream.concat(baseline.phases().stream(), other.phases().stream())
            .map(Phase::name)
            .distinct()
            .toList();
    Estimates.groupsAndAll().forEach(group -> quantities.add(Quantity.throughput(null, group)));
    phases.forEach(phase -> quantities.add(Quantity.throughput(phase, null)));
    for (String phase : phases) {
      for (VmGroup group : VmGroup.values()) {
        quantities.add(Quantity.throughput(phase, group));
      }
    }
    return quantities.stream();
  }

  /** By transaction, in all and by Group. */
  private static Stream<Quantity> responses(Measure measure) {
    return Stream.of(TransactionType.values())
        .flatMap(
            type ->
                Estimates.groupsAndAll().stream()
                    .map(group -> new Quantity(measure, null, group, type)));
  }

  private static String summary(List<Figure> throughput, List<Figure> mean, List<Figure> p90) {
    List<Figure> responses = Stream.concat(mean.stream(), p90.stream()).toList();
    return Text.format(
        "%s Throughput figures: %s. Response times: %s.",
        throughput.isEmpty() ? "no throughput to compare." : sentence(throughput.get(0)),
        counts(throughput),
        counts(responses));
  }

  private static String sentence(Figure etps) {
    return switch (etps.verdict()) {
      case DIFFERS ->
          Text.format(
              "etps differs in these runs by %+.1f %% (interval %+.1f to %+.1f %%).",
              etps.differencePercent(), etps.lowPercent(), etps.highPercent());
      case NO_DIFFERENCE_SHOWN ->
          Text.format(
              "no difference in etps is shown (%+.1f %%, interval %+.1f to %+.1f %%).",
              etps.differencePercent(), etps.lowPercent(), etps.highPercent());
      case NOT_ENOUGH_DATA, NOT_COMPARABLE -> "there is not enough data to compare etps.";
    };
  }

  private static String counts(List<Figure> figures) {
    List<String> parts = new ArrayList<>();
    for (FigureVerdict verdict : FigureVerdict.values()) {
      long count = figures.stream().filter(figure -> figure.verdict() == verdict).count();
      if (count > 0) {
        parts.add(verdict.words() + " " + count);
      }
    }
    return parts.isEmpty() ? "none" : String.join(", ", parts);
  }
}
