package io.quartet.results;

import io.quartet.books.CellRow;
import io.quartet.model.Headline;
import io.quartet.model.RequestKind;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Figures of one phase of a ramp, as in {@code report.json}.
 *
 * @param phase name of the phase
 * @param offered users, or trades per second asked for
 * @param etps Trade-Results per second completed in it
 * @param requests Customer Emulator requests that were due in it
 * @param skipped those of them that were never sent
 * @param failed those of them that failed
 * @param meanResponseMillis of the Customer Emulator's requests, from the intended start; 0 if none
 *     ended
 * @param worstOfLimitPercent the largest 90th percentile of a transaction on one Set in percent of
 *     its limit, of those with enough answers to tell; so at most 100 where all limits are met, and
 *     0 where nothing had enough
 * @param notJudged transactions with a limit that had answers, but on no Set enough of them
 */
public record LoadStep(
    String phase,
    double offered,
    double etps,
    long requests,
    long skipped,
    long failed,
    double meanResponseMillis,
    double worstOfLimitPercent,
    int notJudged) {

  /** Fewer answers say nothing about a 90th percentile. */
  private static final long ENOUGH_ANSWERS = 30;

  /** A step before the knee has at least so many times the throughput of the best before it. */
  private static final double KNEE_GAIN = 1.05;

  /** The phases that were run to their end, in order. */
  public static List<LoadStep> of(RunPlan plan, List<CellRow> rows) {
    Timeline timeline = plan.timeline();
    List<LoadStep> steps = new ArrayList<>();
    for (Segment phase : timeline.phases()) {
      List<CellRow> cells = rows.stream().filter(row -> row.phase().equals(phase.name())).toList();
      if (!cells.isEmpty() && isComplete(cells.get(0), phase)) {
        double offered = plan.brokerage().load().ladder().in(timeline.phaseOf(phase));
        steps.add(of(phase, offered, cells, plan.workload().headline()));
      }
    }
    return steps;
  }

  private static boolean isComplete(CellRow row, Segment phase) {
    return row.endUtcMillis() - row.startUtcMillis() >= phase.length().toMillis() - 1;
  }

  private static LoadStep of(
      Segment phase, double offered, List<CellRow> cells, Headline headline) {
    long counted = 0;
    long requests = 0;
    long skipped = 0;
    long failed = 0;
    long answered = 0;
    long responseMicros = 0;
    double worst = 0;
    Set<RequestKind> answeredKinds = new HashSet<>();
    Set<RequestKind> judgedKinds = new HashSet<>();
    for (CellRow row : cells) {
      if (headline.counts(row.kind())) {
        counted += row.committedInPhase();
      }
      if (row.kind().isSentByUsers()) {
        requests += row.offered();
        skipped += row.skipped();
        failed += row.failed();
        answered += row.finished();
        responseMicros += row.responseSumMicros();
      }
      Optional<Duration> limit = row.kind().responseTimeLimit();
      if (limit.isPresent() && row.finished() > 0) {
        answeredKinds.add(row.kind());
      }
      if (limit.isPresent() && row.finished() >= ENOUGH_ANSWERS) {
        judgedKinds.add(row.kind());
        worst = Math.max(worst, row.responseP90Micros() * 1e3 / limit.get().toNanos());
      }
    }
    return new LoadStep(
        phase.name(),
        offered,
        counted / (phase.length().toNanos() / 1e9),
        requests,
        skipped,
        failed,
        answered == 0 ? 0 : (double) responseMicros / answered / 1e3,
        100 * worst,
        answeredKinds.size() - judgedKinds.size());
  }

  /**
   * True if trades were made, everything was sent, nothing failed and every limit that could be
   * judged was met; false if there were too few answers to judge any.
   */
  public boolean isWithinLimits() {
    boolean areLimitsMet = worstOfLimitPercent > 0 && worstOfLimitPercent <= 100;
    return etps > 0 && skipped == 0 && failed == 0 && areLimitsMet;
  }

  /**
   * The last step before the first whose etps is less than 5 % above the best earlier step: from
   * there on more load gives little more throughput. Empty if there is no such step. Source: own
   * decision.
   */
  public static Optional<LoadStep> knee(List<LoadStep> steps) {
    OptionalInt knee = kneeOf(steps.stream().mapToDouble(LoadStep::etps).toArray());
    return knee.isEmpty() ? Optional.empty() : Optional.of(steps.get(knee.getAsInt()));
  }

  /** As {@link #knee}: the index of the knee among throughputs at rising load. */
  public static OptionalInt kneeOf(double[] etps) {
    double best = 0;
    for (int i = 0; i < etps.length; i++) {
      if (i > 0 && etps[i] < KNEE_GAIN * best) {
        return OptionalInt.of(i - 1);
      }
      best = Math.max(best, etps[i]);
    }
    return OptionalInt.empty();
  }

  /** The step with the highest etps of those within the limits. */
  public static Optional<LoadStep> best(List<LoadStep> steps) {
    return steps.stream()
        .filter(LoadStep::isWithinLimits)
        .max(Comparator.comparingDouble(LoadStep::etps));
  }
}
