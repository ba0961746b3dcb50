package io.quartet.emulator;

import io.quartet.measure.RunClock;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.tiera.client.ConnectionListener;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.Target;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Notices when Tier A or a database of one Set is lost and when it is back, and reports each change
 * once. Thread-safe.
 */
final class SetHealth implements ConnectionListener {

  private final VmSet set;
  private final RunClock clock;
  private final EventSink events;

  /** Lost VMs and the moment of their loss; guarded by itself. */
  private final Map<VmRole, Long> lostSince = new EnumMap<>(VmRole.class);

  /** What to do when a VM is back; guarded by lostSince. */
  private final Map<VmRole, Runnable> whenRestored = new EnumMap<>(VmRole.class);

  private volatile boolean isOver;

  SetHealth(VmSet set, RunClock clock, EventSink events) {
    this.set = set;
    this.clock = clock;
    this.events = events;
  }

  /** Says what to do, after the report, each time that VM is back. */
  void whenRestored(VmRole role, Runnable action) {
    synchronized (lostSince) {
      whenRestored.put(role, action);
    }
  }

  /** Losses are expected from now on: the run is being taken down. */
  void end() {
    isOver = true;
  }

  /** Draws conclusions from a reply to a request that was sent at that moment. */
  void observe(TransactionType type, Target target, long sentNanos, EngineReply reply) {
    VmRole role =
        switch (target) {
          case BY_TYPE -> type.database();
          case DSS -> VmRole.DSS;
          case OLTP -> VmRole.OLTP;
        };
    if (reply.outcome() == Outcome.CONNECTION || reply.outcome() == Outcome.IN_DOUBT) {
      if (!isLost(VmRole.TIER_A)) {
        lose(role, "databaseLost", reply.message());
      }
    } else {
      restore(role, "databaseRestored", sentNanos);
    }
  }

  @Override
  public void onLost(VmSet lostSet, String reason) {
    lose(VmRole.TIER_A, "tierALost", reason);
  }

  @Override
  public void onRestored(VmSet restoredSet) {
    restore(VmRole.TIER_A, "tierARestored", Long.MAX_VALUE);
  }

  private boolean isLost(VmRole role) {
    synchronized (lostSince) {
      return lostSince.containsKey(role);
    }
  }

  private void lose(VmRole role, String event, String reason) {
    synchronized (lostSince) {
      if (isOver || lostSince.putIfAbsent(role, clock.nanos()) != null) {
        return;
      }
    }
    report(event, role, "reason", reason);
  }

  /** An answer to a request from before the loss proves nothing. */
  private void restore(VmRole role, String event, long sentNanos) {
    long lostMillis;
    Runnable action;
    synchronized (lostSince) {
      Long since = lostSince.get(role);
      if (since == null || sentNanos <= since) {
        return;
      }
      lostSince.remove(role);
      lostMillis = (clock.nanos() - since) / 1_000_000;
      action = whenRestored.getOrDefault(role, () -> {});
    }
    report(event, role, "lostMillis", lostMillis);
    action.run();
  }

  private void report(String event, VmRole role, String key, Object value) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("set", set.name());
    fields.put("vm", set.vmName(role));
    fields.put(key, value);
    events.event(event, fields);
  }
}
