package io.quartet.emulator;

import io.quartet.books.RunClock;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent.VmRestored;
import io.quartet.results.events.RunEvent.VmTrouble;
import io.quartet.tiera.client.ConnectionListener;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.Target;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Notices when Tier A or a database of one Set is lost, when a database has fallen silent, and when
 * they are back, and reports each change once. Thread-safe.
 *
 * <p>Lost is a VM whose connection fails. Silent is a database that has requests and has answered
 * none of them for {@link #LONGEST_SILENCE}: it hangs, the network is cut, or it is far too slow.
 */
final class SetHealth implements ConnectionListener {

  /** Time without any answer after which a database with requests is reported. */
  static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

  private static final Runnable NOTHING = () -> {};

  private enum Trouble {
    NONE,
    SILENT,
    LOST
  }

  /** The state of one VM; guarded by the SetHealth. */
  private static final class Vm {
    private final VmRole role;
    private Runnable whenRestored = NOTHING;
    private Trouble trouble = Trouble.NONE;
    private long troubleSinceNanos;
    private long failedRequests;
    private int waitingRequests;
    private long lastSignNanos;

    Vm(VmRole role) {
      this.role = role;
    }
  }

  private final VmSet set;
  private final RunClock clock;
  private final EventSink events;
  private final Map<VmRole, Vm> vms = new EnumMap<>(VmRole.class);
  private boolean isOver;

  SetHealth(VmSet set, RunClock clock, EventSink events) {
    this.set = set;
    this.clock = clock;
    this.events = events;
    for (VmRole role : VmRole.values()) {
      vms.put(role, new Vm(role));
    }
  }

  /** Says what to do, after the report, each time that VM is back after a loss. */
  synchronized void whenRestored(VmRole role, Runnable action) {
    vms.get(role).whenRestored = action;
  }

  /** Losses are expected from now on: the run is being taken down. */
  synchronized void end() {
    isOver = true;
  }

  /** Notes that a request goes out. */
  synchronized void sent(TransactionType type, Target target) {
    Vm vm = vmOf(type, target);
    if (isAwaited(type) && vm.waitingRequests++ == 0) {
      vm.lastSignNanos = clock.nanos();
    }
  }

  /** Maintenance may take a minute; a database that is at it alone is not silent. */
  private static boolean isAwaited(TransactionType type) {
    return type != TransactionType.DATA_MAINTENANCE && type != TransactionType.TRADE_CLEANUP;
  }

  /** Draws conclusions from a reply to a request that was sent at that moment. */
  void observe(TransactionType type, Target target, long sentNanos, EngineReply reply) {
    boolean isAnswer = reply.outcome() != Outcome.CONNECTION && reply.outcome() != Outcome.IN_DOUBT;
    Runnable action = NOTHING;
    synchronized (this) {
      Vm vm = vmOf(type, target);
      if (isAwaited(type)) {
        vm.waitingRequests--;
      }
      if (isAnswer) {
        vm.lastSignNanos = clock.nanos();
        action = answered(vm, sentNanos);
      } else {
        Vm tierA = vms.get(VmRole.TIER_A);
        Vm blamed = tierA.trouble == Trouble.LOST ? tierA : vm;
        lost(blamed, reply.message());
        blamed.failedRequests++;
      }
    }
    action.run();
  }

  /** Looks for databases that have fallen silent; to be called about once a second. */
  synchronized void look() {
    if (vms.get(VmRole.TIER_A).trouble == Trouble.NONE) {
      lookAt(vms.get(VmRole.DSS));
      lookAt(vms.get(VmRole.OLTP));
    }
  }

  private void lookAt(Vm vm) {
    long silence = clock.nanos() - vm.lastSignNanos;
    if (vm.trouble == Trouble.NONE
        && vm.waitingRequests > 0
        && silence >= LONGEST_SILENCE.toNanos()) {
      String reason = "no answer for " + silence / 1_000_000 + " ms, although requests are waiting";
      begin(vm, Trouble.SILENT, vm.lastSignNanos, reason);
    }
  }

  @Override
  public synchronized void onLost(VmSet lostSet, String reason) {
    lost(vms.get(VmRole.TIER_A), reason);
  }

  @Override
  public void onRestored(VmSet restoredSet) {
    Runnable action;
    synchronized (this) {
      action = answered(vms.get(VmRole.TIER_A), Long.MAX_VALUE);
    }
    action.run();
  }

  private Vm vmOf(TransactionType type, Target target) {
    return vms.get(
        switch (target) {
          case BY_TYPE -> type.database();
          case DSS -> VmRole.DSS;
          case OLTP -> VmRole.OLTP;
        });
  }

  private void lost(Vm vm, String reason) {
    if (vm.trouble != Trouble.LOST) {
      long since = vm.trouble == Trouble.SILENT ? vm.troubleSinceNanos : clock.nanos();
      begin(vm, Trouble.LOST, vm.role == VmRole.TIER_A ? sinceFirstSilence(since) : since, reason);
    }
  }

  /** Databases behind a Tier A that turns out to be lost were not silent: it was. */
  private long sinceFirstSilence(long noticedNanos) {
    long since = noticedNanos;
    for (Vm vm : vms.values()) {
      if (vm.trouble == Trouble.SILENT) {
        since = Math.min(since, vm.troubleSinceNanos);
        vm.trouble = Trouble.NONE;
      }
    }
    return since;
  }

  private void begin(Vm vm, Trouble trouble, long sinceNanos, String reason) {
    if (isOver) {
      return;
    }
    vm.trouble = trouble;
    vm.troubleSinceNanos = sinceNanos;
    VmTrouble.Kind kind =
        vm.role == VmRole.TIER_A
            ? VmTrouble.Kind.TIER_A_LOST
            : trouble == Trouble.LOST
                ? VmTrouble.Kind.DATABASE_LOST
                : VmTrouble.Kind.DATABASE_SILENT;
    events.accept(new VmTrouble(kind, set.name(), set.vmName(vm.role), reason, waiting(vm)));
  }

  private int waiting(Vm vm) {
    return vm.role == VmRole.TIER_A
        ? vms.values().stream().mapToInt(each -> each.waitingRequests).sum()
        : vm.waitingRequests;
  }

  /**
   * Reports that a VM is back. An answer to a request from before a loss proves nothing; it does
   * end a silence.
   *
   * @return what is to be done then, outside the lock
   */
  private Runnable answered(Vm vm, long sentNanos) {
    boolean isBack =
        vm.trouble == Trouble.SILENT
            || (vm.trouble == Trouble.LOST && sentNanos > vm.troubleSinceNanos);
    if (!isBack) {
      return NOTHING;
    }
    Runnable action = vm.trouble == Trouble.LOST ? vm.whenRestored : NOTHING;
    VmRestored restored =
        new VmRestored(
            vm.role == VmRole.TIER_A ? VmRestored.Kind.TIER_A : VmRestored.Kind.DATABASE,
            set.name(),
            set.vmName(vm.role),
            (clock.nanos() - vm.troubleSinceNanos) / 1_000_000,
            vm.failedRequests);
    vm.trouble = Trouble.NONE;
    vm.failedRequests = 0;
    events.accept(restored);
    return action;
  }
}
