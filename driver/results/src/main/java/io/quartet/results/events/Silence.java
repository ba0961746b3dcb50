package io.quartet.results.events;

import io.quartet.books.DriverHealth;
import io.quartet.books.IntervalRow;
import io.quartet.model.RequestKind;
import io.quartet.model.TransactionType;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How long each database had open requests and answered none, according to {@code intervals.csv}.
 * Only whole intervals count, so each silence lasted up to two intervals longer. Not thread-safe.
 */
public final class Silence {

  /** A shorter one may be a single slow request. */
  private static final long SHORTEST_MILLIS = 2_000;

  /** A record of the driver and an interval that are made together are not further apart. */
  private static final long TOGETHER_MILLIS = 500;

  /** They may take long, and a database may have nothing else to do. */
  private static final Set<RequestKind> LONG =
      Set.of(TransactionType.DATA_MAINTENANCE, TransactionType.TRADE_CLEANUP);

  private final Map<String, Vm> vms = new TreeMap<>();
  private final NavigableSet<Long> records = new TreeSet<>();
  private final long fromUtcMillis;
  private final long untilUtcMillis;
  private long beginUtcMillis;
  private long endUtcMillis;

  private static final class Vm {
    private long open;
    private long started;
    private long completed;
    private long lastingMillis;
    private long countedMillis;
    private long silentMillis;

    void pass(long millis, long counted) {
      if (open > 0 && completed == 0) {
        lastingMillis += millis;
        countedMillis += counted;
      } else {
        end();
      }
      open += started - completed;
      started = 0;
      completed = 0;
    }

    void end() {
      silentMillis += lastingMillis >= SHORTEST_MILLIS ? countedMillis : 0;
      lastingMillis = 0;
      countedMillis = 0;
    }
  }

  private Silence(
      long startUtcMillis, List<DriverHealth> driver, long fromUtcMillis, long untilUtcMillis) {
    driver.forEach(record -> records.add(record.utcMillis()));
    this.beginUtcMillis = startUtcMillis;
    this.endUtcMillis = startUtcMillis;
    this.fromUtcMillis = fromUtcMillis;
    this.untilUtcMillis = untilUtcMillis;
  }

  /**
   * Silent milliseconds of each database that was silent, by its name.
   *
   * @param startUtcMillis when the run began
   * @param intervals in their order
   * @param driver the records of the driver, which show that it was awake
   */
  public static Map<String, Long> millisByVm(
      long startUtcMillis, List<IntervalRow> intervals, List<DriverHealth> driver) {
    return millisByVm(startUtcMillis, intervals, driver, startUtcMillis, Long.MAX_VALUE);
  }

  /** As {@link #millisByVm(long, List, List)}, but only what lies between two moments counts. */
  public static Map<String, Long> millisByVm(
      long startUtcMillis,
      List<IntervalRow> intervals,
      List<DriverHealth> driver,
      long fromUtcMillis,
      long untilUtcMillis) {
    Silence silence = new Silence(startUtcMillis, driver, fromUtcMillis, untilUtcMillis);
    intervals.forEach(silence::add);
    silence.pass();
    silence.passAfterTheLastRow();
    Map<String, Long> millis = new TreeMap<>();
    silence.vms.forEach(
        (name, vm) -> {
          vm.end();
          if (vm.silentMillis > 0) {
            millis.put(name, vm.silentMillis);
          }
        });
    return millis;
  }

  private void add(IntervalRow row) {
    if (row.utcMillis() != endUtcMillis) {
      pass();
      Long awake = records.floor(row.utcMillis() - TOGETHER_MILLIS);
      if (awake != null && awake > endUtcMillis + TOGETHER_MILLIS) {
        // The intervals up to this record had neither requests nor answers.
        beginUtcMillis = endUtcMillis;
        endUtcMillis = awake;
        pass();
      }
      beginUtcMillis = endUtcMillis;
      endUtcMillis = row.utcMillis();
    }
    if (!LONG.contains(row.kind())) {
      Vm vm = vms.computeIfAbsent(row.set().vmName(row.kind().database()), any -> new Vm());
      vm.started += row.started();
      vm.completed += row.completed();
    }
  }

  /** The intervals after it had neither requests nor answers. */
  private void passAfterTheLastRow() {
    if (!records.isEmpty() && records.last() > endUtcMillis + TOGETHER_MILLIS) {
      beginUtcMillis = endUtcMillis;
      endUtcMillis = records.last();
      pass();
    }
  }

  private void pass() {
    long within = Math.min(endUtcMillis, untilUtcMillis) - Math.max(beginUtcMillis, fromUtcMillis);
    vms.values().forEach(vm -> vm.pass(endUtcMillis - beginUtcMillis, Math.max(0, within)));
  }
}
