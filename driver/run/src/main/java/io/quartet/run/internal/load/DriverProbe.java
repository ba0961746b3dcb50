package io.quartet.run.internal.load;

import com.sun.management.OperatingSystemMXBean;
import io.quartet.books.Backlog;
import io.quartet.books.DriverHealth;
import io.quartet.provision.os.DaemonThreads;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Watches this process, which offers load. {@link #take} is for one thread. */
public final class DriverProbe implements AutoCloseable {

  private static final long LOOK_EVERY_NANOS = Duration.ofMillis(10).toNanos();

  private final int worker;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final ScheduledExecutorService timers =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("driver-probe"));
  private final AtomicLong worstLagNanos = new AtomicLong();
  private Map<Long, Long> threadNanos;
  private long cpuMillis;
  private long gcMillis;
  private long takenNanos;

  /**
   * Begins to watch.
   *
   * @param worker number of this worker, from 1; 0 for the driver itself
   */
  public DriverProbe(int worker) {
    this.worker = worker;
    threadNanos = threadNanos();
    cpuMillis = processMillis();
    gcMillis = collectionMillis();
    takenNanos = System.nanoTime();
    schedule(System.nanoTime() + LOOK_EVERY_NANOS);
  }

  private void schedule(long dueNanos) {
    if (timers.isShutdown()) {
      return;
    }
    var unused =
        timers.schedule(
            () -> {
              long now = System.nanoTime();
              worstLagNanos.accumulateAndGet(now - dueNanos, Math::max);
              schedule(now + LOOK_EVERY_NANOS);
            },
            dueNanos - System.nanoTime(),
            TimeUnit.NANOSECONDS);
  }

  /** Events since the last call, and requests waiting now. */
  public DriverHealth take(long utcMillis, Backlog backlog) {
    final long now = System.nanoTime();
    final long cpuNow = processMillis();
    final long gcNow = collectionMillis();
    Map<Long, Long> nanosNow = threadNanos();
    long busiest = -1;
    long busiestNanos = -1;
    for (Map.Entry<Long, Long> thread : nanosNow.entrySet()) {
      long nanos = thread.getValue() - threadNanos.getOrDefault(thread.getKey(), 0L);
      if (nanos > busiestNanos) {
        busiestNanos = nanos;
        busiest = thread.getKey();
      }
    }
    DriverHealth health =
        new DriverHealth(
            utcMillis,
            worker,
            Math.max(1, (now - takenNanos) / 1_000_000),
            cpuNow - cpuMillis,
            name(busiest),
            busiestNanos / 1_000_000,
            gcNow - gcMillis,
            worstLagNanos.getAndSet(0) / 1_000,
            backlog);
    takenNanos = now;
    cpuMillis = cpuNow;
    gcMillis = gcNow;
    threadNanos = nanosNow;
    return health;
  }

  private String name(long thread) {
    ThreadInfo info = threads.getThreadInfo(thread);
    return info == null ? "ended" : info.getThreadName();
  }

  private Map<Long, Long> threadNanos() {
    Map<Long, Long> nanos = new HashMap<>();
    for (long id : threads.getAllThreadIds()) {
      nanos.put(id, Math.max(0, threads.getThreadCpuTime(id)));
    }
    return nanos;
  }

  private long processMillis() {
    return process.getProcessCpuTime() / 1_000_000;
  }

  private static long collectionMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  @Override
  public void close() {
    timers.shutdownNow();
  }
}
