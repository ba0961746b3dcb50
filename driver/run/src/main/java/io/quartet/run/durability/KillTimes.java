package io.quartet.run.durability;

import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.Segment;
import io.quartet.results.RunResults;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.events.RunEvent.VmRestored;
import io.quartet.results.events.RunEvent.VmTrouble;
import io.quartet.results.evidence.BusinessRecovery;
import io.quartet.results.evidence.Durability.InDoubt;
import io.quartet.results.evidence.Durability.Kill;
import io.quartet.run.durability.InstantStops.Stop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** Effects of the kills of servers on a run, from its files. */
final class KillTimes {

  private final RunResults results;
  private final long measuredFrom;
  private final long measuredTo;
  private final Duration window;

  private KillTimes(RunResults results) {
    this.results = results;
    long start = results.info().startedUtcMillis();
    List<Segment> phases = results.info().plan().timeline().phases();
    this.measuredFrom = start + phases.get(0).start().toMillis();
    this.measuredTo = start + phases.get(phases.size() - 1).end().toMillis();
    this.window = BusinessRecovery.window(results.info().plan().timeline().measured());
  }

  /** One row per kill, in their order. */
  static List<Kill> of(RunResults results, List<Stop> stops) {
    KillTimes times = new KillTimes(results);
    List<Kill> kills = new ArrayList<>();
    for (int i = 0; i < stops.size(); i++) {
      boolean isLast = i == stops.size() - 1;
      kills.add(
          times.kill(
              stops.get(i),
              stops.get(0).killedUtcMillis(),
              isLast ? Long.MAX_VALUE : stops.get(i + 1).killedUtcMillis()));
    }
    return kills;
  }

  private Kill kill(Stop stop, long firstKill, long nextKill) {
    long killed = stop.killedUtcMillis();
    String vm = stop.planned().vm();
    BusinessRecovery business =
        BusinessRecovery.of(
            results.figures().headline(),
            results.intervals(),
            results.info().plan().schedule().collectInterval().toMillis(),
            window,
            measuredFrom,
            firstKill,
            stop.restartedUtcMillis(),
            Math.min(measuredTo, nextKill));
    return new Kill(
        vm,
        stop.planned().phase(),
        killed,
        (killed - measuredFrom) / 1e3,
        stop.checkpointUtcMillis(),
        millisToFirst(event -> isLoss(event, vm), killed, nextKill),
        stop.recoveredUtcMillis() - killed,
        millisToFirst(event -> isReturn(event, vm), killed, nextKill),
        business.throughputBefore(),
        business.windowSeconds(),
        business.millis().isPresent() ? business.millis().getAsLong() : null);
  }

  private static boolean isLoss(RunEvent event, String vm) {
    return event instanceof VmTrouble trouble
        && trouble.kind() == VmTrouble.Kind.DATABASE_LOST
        && trouble.vm().equals(vm);
  }

  private static boolean isReturn(RunEvent event, String vm) {
    return event instanceof VmRestored restored
        && restored.kind() == VmRestored.Kind.DATABASE
        && restored.vm().equals(vm);
  }

  private Long millisToFirst(Predicate<RunEvent> which, long killed, long nextKill) {
    OptionalLong first =
        results.events().stream()
            .filter(logged -> which.test(logged.event()))
            .mapToLong(LoggedEvent::utcMillis)
            .filter(moment -> moment >= killed && moment < nextKill)
            .findFirst();
    return first.isPresent() ? first.getAsLong() - killed : null;
  }

  /** Requests of the whole run whose answer was lost. */
  static InDoubt inDoubt(RunResults results) {
    return new InDoubt(
        inDoubt(results, TransactionType.TRADE_ORDER),
        inDoubt(results, TransactionType.TRADE_RESULT));
  }

  private static long inDoubt(RunResults results, TransactionType type) {
    return results
        .figures()
        .whole(row -> row.kind() == type, row -> row.outcomes().of(Outcome.IN_DOUBT));
  }
}
