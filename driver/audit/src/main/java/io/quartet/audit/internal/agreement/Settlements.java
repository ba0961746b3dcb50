package io.quartet.audit.internal.agreement;

import io.quartet.books.IntervalRow;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.TransactionType.Issuer;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.RunResults;
import io.quartet.results.events.Outage;
import io.quartet.results.statistics.Span;
import io.quartet.results.statistics.TableWrites;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The rows that each OLTP database says it inserted into SETTLEMENT, against the Trade-Results in
 * {@code intervals.csv} up to then. Each Trade-Result inserts one. Only differences of the counter
 * are compared: it began long before the run.
 */
final class Settlements {

  private static final String TABLE = "settlement";

  /** A session reports its counts at most once a second. */
  private static final long REPORT_MILLIS = 1_000;

  /**
   * A session whose report meets a lock of another keeps its counts for one more second. It is rare
   * that so many do, and rarer at two samples in a row.
   */
  private static final long LATE_REPORT_MILLIS = 2 * REPORT_MILLIS;

  /** An idle session reports its last counts after 10 s, if its server does that. */
  private static final long IDLE_MILLIS = 15_000;

  /** The first version in which an idle session reports without a further statement. */
  private static final int REPORTS_WHEN_IDLE = 15;

  /** How far the samples may be from both ends of the measured interval. */
  private static final long BORDER_MILLIS = 3_000;

  /**
   * How far the samples may be from both ends of a long interval, as its part: one in 400. One
   * sample may be missed.
   */
  private static final int BORDER_PART = 400;

  /** A database that takes longer over its answer gives none. */
  private static final long ANSWER_MILLIS = 2_000;

  /** What a database is asked next, after the counts of its tables were answered. */
  private static final String NEXT = "indexes";

  private final long zeroUtcMillis;
  private final long sessions;
  private final boolean reportsWhenIdle;

  /** Attempts that may have inserted a row and were thrown away. */
  private final long thrownAway;

  private final Commits commits;

  /** When the database was asked next; of several workers the intervals are less exact. */
  private final NavigableSet<Long> asked = new TreeSet<>();

  /** How many Trade-Results of a Set were committed up to the end of the intervals. */
  private static final class Commits {
    private final NavigableMap<Long, Long> byBegin = new TreeMap<>();
    private final NavigableMap<Long, Long> byEnd = new TreeMap<>();

    /**
     * By end of an interval: no request that was answered in it or later began before this moment.
     */
    private final NavigableMap<Long, Long> oldest = new TreeMap<>();

    private long total;

    void add(long beginUtcMillis, long endUtcMillis, long count) {
      total += count;
      byBegin.put(beginUtcMillis, total);
      byEnd.put(endUtcMillis, total);
    }

    void addAnswered(long beginUtcMillis, IntervalRow row) {
      long begin = beginUtcMillis - TimeUnit.MICROSECONDS.toMillis(row.responseMaxMicros());
      oldest.merge(row.utcMillis(), begin, Math::min);
    }

    /** Call it once, with all rows added. */
    void complete() {
      long earliest = Long.MAX_VALUE;
      for (Map.Entry<Long, Long> interval : oldest.descendingMap().entrySet()) {
        earliest = Math.min(earliest, interval.getValue());
        interval.setValue(earliest);
      }
    }

    /** When the oldest request began that was open at a moment and answered later. */
    long busySince(long utcMillis) {
      Map.Entry<Long, Long> next = oldest.higherEntry(utcMillis);
      return next == null ? utcMillis : next.getValue();
    }

    /** Those of the intervals that had ended. */
    long ended(long utcMillis) {
      Map.Entry<Long, Long> last = byEnd.floorEntry(utcMillis);
      return last == null ? 0 : last.getValue();
    }

    /** Those of the intervals that had begun. */
    long begun(long utcMillis) {
      Map.Entry<Long, Long> last = byBegin.floorEntry(utcMillis);
      return last == null ? 0 : last.getValue();
    }

    /** The most that ended within so long, at any time between two moments. */
    long most(long withinMillis, long fromUtcMillis, long toUtcMillis) {
      return byEnd.subMap(fromUtcMillis, false, toUtcMillis, true).keySet().stream()
          .mapToLong(end -> ended(end) - ended(end - withinMillis))
          .max()
          .orElse(0);
    }
  }

  private Settlements(RunResults run, VmSet set, Commits commits) {
    if (run.info().plan().driver().isAlone()) {
      asked.addAll(run.samples().moments(set.vmName(VmRole.OLTP), NEXT));
    }
    this.zeroUtcMillis = run.info().startedUtcMillis();
    this.sessions = run.info().plan().marketSessions();
    this.reportsWhenIdle = reportsWhenIdle(run.info().versions().getOrDefault("postgresql", ""));
    this.thrownAway =
        run.figures()
            .whole(
                row -> row.set().equals(set) && row.kind() == TransactionType.TRADE_RESULT,
                row -> row.retries() + row.failed());
    this.commits = commits;
  }

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    if (run.hasLostWorker()) {
      return found.unknown("a worker was lost, and its last counts with it");
    }
    if (!run.info().plan().databaseRoles().contains(VmRole.OLTP)) {
      return found;
    }
    Map<VmSet, Commits> commits = commits(run);
    List<Outage> outages = Outage.of(run.events());
    for (VmSet set : run.info().plan().sets()) {
      String vm = set.vmName(VmRole.OLTP);
      NavigableMap<Long, Double> inserted = TableWrites.inserted(run.folder(), vm, TABLE);
      if (!isCovered(inserted.navigableKeySet(), run.figures().interval())
          || outages.stream().anyMatch(outage -> outage.isLoss() && outage.vm().equals(vm))) {
        found.unknown("stats/ does not show what " + vm + " inserted");
      } else {
        new Settlements(run, set, commits.getOrDefault(set, new Commits()))
            .compare(vm, inserted, found);
      }
    }
    return found;
  }

  private static boolean isCovered(NavigableSet<Long> moments, Span interval) {
    long border =
        Math.max(
            BORDER_MILLIS, (interval.endUtcMillis() - interval.startUtcMillis()) / BORDER_PART);
    return Stream.of(interval.startUtcMillis(), interval.endUtcMillis())
        .allMatch(end -> !moments.subSet(end - border, true, end + border, true).isEmpty());
  }

  /** True also of a version that is not known. */
  private static boolean reportsWhenIdle(String version) {
    String major = version.split("\\D", 2)[0];
    return major.isEmpty() || major.length() > 2 || Integer.parseInt(major) >= REPORTS_WHEN_IDLE;
  }

  private static Map<VmSet, Commits> commits(RunResults run) {
    Map<VmSet, Commits> commits = new HashMap<>();
    Ticks ticks = Ticks.of(run);
    ticks.forEachRow(
        (begin, row) -> {
          if (row.kind() instanceof TransactionType type
              && type.issuer() == Issuer.MARKET_EXCHANGE) {
            Commits ofSet = commits.computeIfAbsent(row.set(), any -> new Commits());
            ofSet.addAnswered(begin, row);
            if (row.kind() == TransactionType.TRADE_RESULT && row.committed() > 0) {
              ofSet.add(begin, ticks.latest(row.set(), row.utcMillis()), row.committed());
            }
          }
        });
    commits.values().forEach(Commits::complete);
    return commits;
  }

  private void compare(String vm, NavigableMap<Long, Double> inserted, Contradictions found) {
    long mostBefore = most(inserted.firstKey());
    long leastBefore = Math.max(0, least(inserted.firstKey(), REPORT_MILLIS));
    boolean lackedBefore = false;
    for (Map.Entry<Long, Double> sample : inserted.entrySet()) {
      long moment = sample.getKey();
      double rows = sample.getValue();
      long least = least(moment, REPORT_MILLIS) - mostBefore;
      long most = most(moment) - leastBefore;
      boolean lacks = rows < least;
      boolean lacksTooMuch =
          lacks && (lackedBefore || rows < least(moment, LATE_REPORT_MILLIS) - mostBefore);
      if (rows > most || lacksTooMuch) {
        found.addOfVm(
            vm,
            Text.format(
                "inserted %,.0f settlements up to %s; %,d to %,d fit its Trade-Results",
                rows, Instant.ofEpochMilli(moment), Math.max(0, least), most));
        return;
      }
      lackedBefore = lacks;
    }
  }

  /** The database has inserted so many rows, and reported them if reports are no later. */
  private long least(long utcMillis, long reportMillis) {
    long idle = reportsWhenIdle ? utcMillis - IDLE_MILLIS : zeroUtcMillis;
    // A session that waits for its disk reports nothing, however long that lasts.
    long waiting = commits.busySince(utcMillis) - LATE_REPORT_MILLIS;
    long from = Math.min(Math.min(idle, waiting), utcMillis);
    long late = commits.most(reportMillis, from, utcMillis);
    return commits.ended(utcMillis) - late - sessions;
  }

  /** The database has inserted no more rows. */
  private long most(long utcMillis) {
    Long next = asked.ceiling(utcMillis);
    long latest = utcMillis + ANSWER_MILLIS;
    return utcMillis < zeroUtcMillis
        ? 0
        : commits.begun(next == null ? latest : Math.min(next, latest)) + sessions + thrownAway;
  }
}
