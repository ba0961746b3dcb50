package io.quartet.report.internal.advise;

import io.quartet.model.TransactionType;
import io.quartet.report.advise.Trial.Figure;
import io.quartet.report.compare.Change;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.compare.Pairing;
import io.quartet.report.compare.Side;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.Quantity.Measure;
import io.quartet.results.lab.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Compares what executions cost on two databases. Slices of one number follow each other, so they
 * are compared in pairs, as the blocks of an experiment are.
 */
public final class SliceFigures {

  private SliceFigures() {}

  /**
   * An amount of one execution, out of a total of a slice.
   *
   * @param totalOfUnit so much of the total is one unit
   * @param noise an execution of no more does not use it
   */
  private record Cost(
      Measure measure, double totalOfUnit, double noise, Function<Slice, OptionalLong> total) {}

  private static final List<Cost> COSTS =
      List.of(
          new Cost(Measure.EXECUTION, 1e3, 0, slice -> OptionalLong.of(slice.micros())),
          new Cost(Measure.EXECUTION_PROCESSOR_TIME, 1e3, 0, Slice::cpuMicros),
          new Cost(Measure.EXECUTION_BUFFERS, 1, 0, Slice::buffers),
          // The server itself logs a few bytes every 15 s.
          new Cost(Measure.EXECUTION_LOG, 1, 1, Slice::walBytes));

  /**
   * Both databases beside each other, transaction by transaction; nothing of what a transaction
   * does not use without the change.
   *
   * @param without name of the database without the change
   */
  public static Pairing pairing(List<Slice> slices, String without) {
    Side before = side(slices, slice -> slice.database().equals(without));
    Side after = side(slices, slice -> !slice.database().equals(without));
    List<Quantity> quantities = new ArrayList<>();
    for (TransactionType type : slices.stream().flatMap(SliceFigures::type).distinct().toList()) {
      for (Cost cost : COSTS) {
        Quantity quantity = Quantity.response(cost.measure(), null, type);
        if (before.mean(quantity).orElse(0) > cost.noise() && after.mean(quantity).isPresent()) {
          quantities.add(quantity);
        }
      }
    }
    return Pairing.of(before, after, quantities);
  }

  private static Stream<TransactionType> type(Slice slice) {
    return Stream.of(TransactionType.values())
        .filter(type -> type.name().equals(slice.transaction()));
  }

  private static Side side(List<Slice> slices, Predicate<Slice> isOne) {
    return new Side(
        "slices",
        slices.stream()
            .filter(isOne.and(slice -> slice.executions() > 0))
            .flatMap(slice -> type(slice).map(type -> member(slice, type)))
            .toList());
  }

  private static Side.Member member(Slice slice, TransactionType type) {
    Map<Quantity, Estimate> figures = new LinkedHashMap<>();
    for (Cost cost : COSTS) {
      cost.total()
          .apply(slice)
          .ifPresent(
              total ->
                  figures.put(
                      Quantity.response(cost.measure(), null, type),
                      Estimate.single(total / cost.totalOfUnit() / slice.executions())));
    }
    return Side.Member.undisturbed(type.label() + " " + slice.number(), figures, slice.number());
  }

  /**
   * The rows of a trial.
   *
   * @param gainers transactions that the change can make cheaper; others are not called lower
   */
  public static List<Figure> figures(Pairing pairing, Set<String> gainers) {
    List<Figure> figures = new ArrayList<>();
    pairing
        .changes()
        .forEach(
            (quantity, change) ->
                figures.add(figure(quantity, change, gainers.contains(quantity.kind().label()))));
    return figures;
  }

  private static Figure figure(Quantity quantity, Change change, boolean mayGain) {
    boolean isGain = change.verdict() == Conclusion.LOWER;
    return new Figure(
        quantity.kind().label(),
        quantity.measure().label(),
        quantity.measure().unit(),
        thousandths(change.baseline().mean()),
        thousandths(change.other().mean()),
        thousandths(change.differencePercent()),
        thousandths(change.lowPercent()),
        thousandths(change.highPercent()),
        change.pValue(),
        isGain && !mayGain ? Conclusion.NO_DIFFERENCE_SHOWN : change.verdict());
  }

  private static Double thousandths(Double value) {
    return value == null ? null : Rounded.thousandths(OptionalDouble.of(value));
  }
}
