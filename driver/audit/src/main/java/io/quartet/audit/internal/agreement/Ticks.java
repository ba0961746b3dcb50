package io.quartet.audit.internal.agreement;

import io.quartet.books.DriverHealth;
import io.quartet.books.IntervalRow;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.RunResults;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * When the driver took its counts, about every second. An interval has the moment at which that
 * began. On a busy machine it may take seconds, and answers that come meanwhile are counted too.
 * The next interval is then late.
 */
final class Ticks {

  /** Counts of answers and of their times are taken one after the other. */
  private static final long SAME_TICK_MILLIS = 100;

  private static final long LATE_MILLIS = 1_500;

  /**
   * Each count is followed by a record of the driver, so the last but one before an interval's end
   * was made before its begin. A record in the millisecond of the end may be the one that follows,
   * so it does not count as one before the end. Workers make a record just before each count, and
   * rows have the time of the last worker, by which another may have made one more.
   */
  private static final int RECORDS_BEFORE = 2;

  private final RunResults run;
  private final int recordsBefore;
  private final NavigableSet<Long> ends = new TreeSet<>();

  /** Moments of the records, by worker. */
  private final Map<Integer, NavigableSet<Long>> records = new HashMap<>();

  private final Map<VmSet, Integer> workers = new HashMap<>();

  private Ticks(RunResults run) {
    this.run = run;
    run.intervals().stream().map(IntervalRow::utcMillis).forEach(ends::add);
    for (DriverHealth record : run.driver()) {
      records.computeIfAbsent(record.worker(), any -> new TreeSet<>()).add(record.utcMillis());
    }
    RunPlan plan = run.info().plan();
    if (plan.driver().isAlone()) {
      this.recordsBefore = RECORDS_BEFORE;
      return;
    }
    this.recordsBefore = RECORDS_BEFORE + 1;
    int count = plan.driver().workerCount();
    for (int i = 0; i < count; i++) {
      for (VmSet set : new LoadPart(i, count).sets(plan)) {
        workers.put(set, i + 1);
      }
    }
  }

  static Ticks of(RunResults run) {
    return new Ticks(run);
  }

  /** Takes a row, and when its interval began. */
  interface RowConsumer {
    void accept(long beginUtcMillis, IntervalRow row);
  }

  /**
   * Hands over every row in the order of the file. An interval ends at the time of its rows. It
   * begins at the time of the rows before; later if the driver's records show that it was counted
   * in between, and that there was nothing to count.
   */
  void forEachRow(RowConsumer action) {
    long begin = run.info().startedUtcMillis();
    long end = begin;
    for (IntervalRow row : run.intervals()) {
      if (row.utcMillis() != end) {
        begin = end;
        end = row.utcMillis();
      }
      action.accept(Math.max(begin, counted(row)), row);
    }
  }

  /** A moment before the interval of a row began, after which its Set was counted. */
  private long counted(IntervalRow row) {
    NavigableSet<Long> ofWorker = records(row.set());
    Long record = ofWorker.lower(row.utcMillis());
    for (int i = 1; i < recordsBefore && record != null; i++) {
      record = ofWorker.lower(record);
    }
    return record == null ? Long.MIN_VALUE : record;
  }

  /**
   * The latest moment of an answer of a Set that is counted in the interval with this end. The
   * driver makes its record after it has counted, and counts again after that.
   */
  long latest(VmSet set, long endUtcMillis) {
    Long record = records(set).ceiling(endUtcMillis);
    Long next = ends.higher(endUtcMillis + SAME_TICK_MILLIS);
    if (record != null) {
      return next == null ? record : Math.min(record, next);
    }
    return next != null && next - endUtcMillis > LATE_MILLIS ? next : endUtcMillis;
  }

  private NavigableSet<Long> records(VmSet set) {
    return records.getOrDefault(workers.getOrDefault(set, 0), Collections.emptyNavigableSet());
  }
}
