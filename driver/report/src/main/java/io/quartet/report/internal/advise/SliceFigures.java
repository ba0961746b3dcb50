package io.quartet.report.internal.advise;

import io.quartet.report.advise.Trial.Figure;
import io.quartet.report.compare.FigureVerdict;
import io.quartet.report.internal.statistics.Contrast;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Interval;
import io.quartet.report.internal.statistics.Sample;
import io.quartet.results.lab.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Compares what executions cost on two databases. Slices of one number follow each other, so they
 * are compared in pairs, as the blocks of an experiment are.
 */
public final class SliceFigures {

  private static final long SEED = 20_131_026;

  private SliceFigures() {}

  /**
   * The compared figure: an amount of one execution, out of a total of a slice.
   *
   * @param totalOfUnit so much of the total is one unit
   * @param noise an execution of no more does not use it
   */
  private record Measure(
      String quantity,
      String unit,
      double totalOfUnit,
      double noise,
      Function<Slice, OptionalLong> total) {

    OptionalDouble ofOneExecution(Slice slice) {
      OptionalLong known = total.apply(slice);
      return known.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(known.getAsLong() / totalOfUnit / slice.executions());
    }
  }

  private static final List<Measure> MEASURES =
      List.of(
          new Measure("time", "ms", 1e3, 0, slice -> OptionalLong.of(slice.micros())),
          new Measure("processor time", "ms", 1e3, 0, Slice::cpuMicros),
          new Measure("buffers", "blocks", 1, 0, Slice::buffers),
          // The server itself logs a few bytes every 15 s.
          new Measure("write-ahead log", "bytes", 1, 1, Slice::walBytes));

  /**
   * The figures of each transaction, before they are judged together; none of what it does not use
   * without the change.
   *
   * @param without name of the database without the change
   */
  public static List<Figure> of(List<Slice> slices, String without) {
    List<Figure> figures = new ArrayList<>();
    for (String transaction : slices.stream().map(Slice::transaction).distinct().toList()) {
      List<Slice> ofOne =
          slices.stream()
              .filter(slice -> slice.transaction().equals(transaction) && slice.executions() > 0)
              .toList();
      for (Measure measure : MEASURES) {
        Sample before = sample(ofOne, measure, true, without);
        Sample after = sample(ofOne, measure, false, without);
        if (!before.runs().isEmpty()
            && !after.runs().isEmpty()
            && before.mean() > measure.noise()) {
          figures.add(figure(RoleEvidence.label(transaction), measure, before, after));
        }
      }
    }
    return figures;
  }

  private static Sample sample(
      List<Slice> slices, Measure measure, boolean isWithout, String without) {
    List<Estimate> estimates = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    for (Slice slice : slices) {
      if (slice.database().equals(without) == isWithout) {
        measure
            .ofOneExecution(slice)
            .ifPresent(
                amount -> {
                  estimates.add(Estimate.single(amount));
                  numbers.add(slice.number());
                });
      }
    }
    return new Sample(estimates, numbers);
  }

  private static Figure figure(String transaction, Measure measure, Sample before, Sample after) {
    Optional<Contrast> contrast = Contrast.of(before, after, SEED);
    Optional<Interval> interval = contrast.flatMap(Contrast::interval);
    return new Figure(
        transaction,
        measure.quantity(),
        measure.unit(),
        thousandths(before.mean()),
        thousandths(after.mean()),
        contrast.map(Contrast::percent).map(SliceFigures::thousandths).orElse(null),
        interval.map(Interval::lowPercent).map(SliceFigures::thousandths).orElse(null),
        interval.map(Interval::highPercent).map(SliceFigures::thousandths).orElse(null),
        interval.map(Interval::pValue).orElse(null),
        interval.isPresent() ? FigureVerdict.NO_DIFFERENCE_SHOWN : FigureVerdict.NOT_ENOUGH_DATA);
  }

  private static double thousandths(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
