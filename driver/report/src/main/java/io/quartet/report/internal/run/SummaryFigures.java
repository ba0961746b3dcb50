package io.quartet.report.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.size.GivenOut;
import io.quartet.model.size.VmSize;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.Audit;
import io.quartet.report.section.Space.TableRoom;
import io.quartet.report.section.Statistics;
import io.quartet.report.section.Totals;
import io.quartet.report.section.Totals.CheckCounts;
import io.quartet.report.section.Totals.Limits;
import io.quartet.results.Check.Result;
import io.quartet.results.statistics.Span.Phased;
import io.quartet.results.statistics.Statistic;
import io.quartet.results.statistics.TableSpace;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Sums and counts over the tables of a report, for its headline and executive summary. */
public final class SummaryFigures {

  private SummaryFigures() {}

  /**
   * @param data shows which phases and databases there are, and what the host has
   */
  public static Totals of(ReportData data, Statistics statistics, Audit audit) {
    Optional<Double> processors = figure(data, "cores");
    Optional<Double> memory = figure(data, "memoryBytes");
    return new Totals(
        data.figures().phases().size(),
        audit.deviations().size(),
        processors.orElse(null),
        memory.map(Double::longValue).orElse(null),
        limits(data, GivenOut::processors, processors),
        limits(data, GivenOut::memory, memory),
        bytes(data, statistics, TableSpace::tableBytes),
        bytes(data, statistics, TableSpace::indexBytes),
        checkpoints(data, statistics, Statistic.CHECKPOINTS_TIMED),
        checkpoints(data, statistics, Statistic.CHECKPOINTS_REQUESTED),
        new CheckCounts(
            audit.checks().size(),
            count(audit, Result.PASS),
            count(audit, Result.FAIL),
            count(audit, Result.NOT_JUDGED)));
  }

  /** A figure of the host; any JSON may stand there. */
  private static Optional<Double> figure(ReportData data, String name) {
    return Optional.of(data.run().host().path(name))
        .filter(JsonNode::isNumber)
        .map(JsonNode::asDouble)
        .filter(figure -> figure > 0 && Double.isFinite(figure));
  }

  private static Limits limits(
      ReportData data, Function<Collection<VmSize>, GivenOut> resource, Optional<Double> host) {
    return data.plan()
        .map(plan -> resource.apply(plan.sizes().values()))
        .filter(given -> !given.isNothing())
        .map(
            given ->
                new Limits(
                    Rounded.hundredths(given.sum()),
                    given.limitedVms(),
                    given.vms(),
                    host.map(given::timesOf)
                        .filter(OptionalDouble::isPresent)
                        .map(OptionalDouble::getAsDouble)
                        .orElse(null)))
        .orElse(null);
  }

  /** None if a database was not sampled: a sum without it would be too low. */
  private static Long bytes(
      ReportData data, Statistics statistics, ToDoubleFunction<TableSpace> bytes) {
    List<TableSpace> wholes =
        statistics.space().tables().stream()
            .filter(room -> room.group() == null && room.table() == null)
            .map(TableRoom::space)
            .toList();
    boolean isKnown = data.sets().stream().allMatch(set -> data.unsized(set).isEmpty());
    return isKnown && !wholes.isEmpty()
        ? (Long) wholes.stream().mapToLong(one -> Math.round(bytes.applyAsDouble(one))).sum()
        : null;
  }

  /** As {@code bytes}. */
  private static Double checkpoints(ReportData data, Statistics statistics, Statistic count) {
    List<String> databases = data.databases();
    List<Double> counts =
        Phased.chosen(statistics.vms(), true).stream()
            .filter(row -> databases.contains(row.vm().orElse("")))
            .map(row -> Rounded.thousandths(row.value(count)))
            .filter(Objects::nonNull)
            .toList();
    return counts.isEmpty() || counts.size() < databases.size()
        ? null
        : (Double) counts.stream().mapToDouble(Double::doubleValue).sum();
  }

  private static int count(Audit audit, Result result) {
    return (int) audit.checks().stream().filter(check -> check.verdict() == result).count();
  }
}
