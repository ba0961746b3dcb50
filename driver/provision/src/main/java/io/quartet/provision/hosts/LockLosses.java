package io.quartet.provision.hosts;

import io.quartet.provision.DatabaseServer;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks of servers that are lost at the moment, and the drivers that have them. Each change is
 * reported once, in the log and to the run. Thread-safe.
 */
final class LockLosses {

  /** Takes events while there is no run. */
  static final EventSink NOBODY = event -> {};

  private static final Logger LOG = LoggerFactory.getLogger(LockLosses.class);

  /**
   * One lost lock.
   *
   * @param holder driver that has it; empty while none is known
   */
  private record Loss(String reason, long nanos, String holder) {}

  // Guarded by this.
  private final Map<DatabaseServer, Loss> losses = new LinkedHashMap<>();
  private EventSink events = NOBODY;

  /** Reports to this one from now on, first all locks that are lost. */
  synchronized void reportTo(EventSink sink) {
    events = sink;
    losses.forEach(this::reportAll);
  }

  private void reportAll(DatabaseServer server, Loss loss) {
    reportLost(server, loss);
    if (!loss.holder().isEmpty()) {
      reportHolder(server, loss);
    }
  }

  private void reportLost(DatabaseServer server, Loss loss) {
    events.accept(new RunEvent.ServerLockLost(server.vm(), loss.reason()));
  }

  private void reportHolder(DatabaseServer server, Loss loss) {
    events.accept(new RunEvent.ServerInUse(server.vm(), loss.holder()));
  }

  /** The lock went with its session. */
  synchronized void lost(DatabaseServer server, String reason) {
    Loss loss = new Loss(reason, System.nanoTime(), "");
    losses.put(server, loss);
    LOG.warn("the lock of a server was lost vm={} error={}", server.vm(), loss.reason());
    reportLost(server, loss);
  }

  /** Another driver has a lost lock. */
  synchronized void taken(DatabaseServer server, String holder) {
    Loss before = losses.get(server);
    if (before != null && !before.holder().equals(holder)) {
      Loss loss = new Loss(before.reason(), before.nanos(), holder);
      losses.put(server, loss);
      LOG.warn("another driver has taken a server vm={} holder={}", server.vm(), holder);
      reportHolder(server, loss);
    }
  }

  /** A lost lock was taken again. */
  synchronized void restored(DatabaseServer server) {
    Loss loss = losses.remove(server);
    if (loss != null) {
      long lostMillis = Duration.ofNanos(System.nanoTime() - loss.nanos()).toMillis();
      LOG.info("the lock of a server was taken again vm={} lostMillis={}", server.vm(), lostMillis);
      events.accept(new RunEvent.ServerLockRestored(server.vm(), lostMillis));
    }
  }
}
