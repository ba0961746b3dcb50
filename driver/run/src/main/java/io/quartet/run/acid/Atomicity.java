package io.quartet.run.acid;

import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.provision.os.Waiting;
import io.quartet.results.evidence.AcidEvidence.Step;
import io.quartet.run.internal.RefusingTriggers;
import io.quartet.run.internal.TableSums;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.Target;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes every writing transaction fail at its commit, after all its statements, and compares all
 * rows of all tables with those before.
 *
 * <p>{@link RefusingTriggers} raise the error. During the test no transaction can write to these
 * databases.
 */
final class Atomicity {

  private static final String EXPECTED = "refused at its commit";
  private static final List<VmRole> DATABASES = List.of(VmRole.DSS, VmRole.OLTP);
  private static final int UPDATE_FRAMES = 3;
  private static final int MAINTAINED_TABLES = 12;

  /** A Data-Maintenance may find nothing to change, and then has nothing to undo. */
  private static final int MOST_DRAWS = 50;

  private final AcidStage stage;
  private final Consumer<String> progress;
  private final List<Step> steps = new ArrayList<>();

  private Atomicity(AcidStage stage, Consumer<String> progress) {
    this.stage = stage;
    this.progress = progress;
  }

  static List<Step> prove(AcidStage stage, Consumer<String> progress) {
    Atomicity atomicity = new Atomicity(stage, progress);
    atomicity.prove();
    return atomicity.steps;
  }

  private void prove() {
    removeTriggers();
    OrderInput order = OrderInput.marketBuy(stage.inputs());
    MarketOrder submitted = stage.place(order);
    MarketOrder pending = stage.place(order.limitBuy());
    Map<VmRole, TableSums> before = sums();
    try {
      DATABASES.forEach(role -> stage.execute(role, RefusingTriggers.INSTALL));
      refuseOltp(order, submitted, pending);
      refuseUpdates();
      DATABASES.forEach(this::refuseMaintenance);
    } finally {
      Waiting.uninterrupted(this::removeTriggers);
    }
    intendedRollback(order);
    Map<VmRole, TableSums> after = sums();
    DATABASES.forEach(role -> compare(role, before.get(role), after.get(role)));
  }

  private void removeTriggers() {
    DATABASES.forEach(role -> stage.execute(role, RefusingTriggers.REMOVE));
  }

  private void refuseOltp(OrderInput order, MarketOrder submitted, MarketOrder pending) {
    refuse("Trade-Order, market order", TransactionType.TRADE_ORDER, order::bytes);
    refuse("Trade-Order, limit order", TransactionType.TRADE_ORDER, order.limitBuy()::bytes);
    refuse("Trade-Result", TransactionType.TRADE_RESULT, () -> stage.settle(submitted));
    refuse(
        "Market-Feed that releases an order",
        TransactionType.MARKET_FEED,
        () ->
            stage
                .inputs()
                .marketFeed(
                    new int[] {pending.security()},
                    new int[] {pending.priceCents()},
                    new int[] {pending.quantity()}));
    refuse("Trade-Cleanup", TransactionType.TRADE_CLEANUP, stage.inputs()::tradeCleanup);
  }

  private void refuse(String name, TransactionType type, Supplier<byte[]> input) {
    refuse(name, VmRole.OLTP, type, input);
  }

  private void refuseUpdates() {
    for (int frame = 1; frame <= UPDATE_FRAMES; frame++) {
      int wanted = frame;
      refuse(
          "Trade-Update, frame " + frame,
          VmRole.DSS,
          TransactionType.TRADE_UPDATE,
          () -> updateOf(wanted));
    }
  }

  /** The second byte of the input is the frame; each is drawn every third time. */
  private byte[] updateOf(int frame) {
    byte[] input;
    do {
      input = stage.inputs().next(TransactionType.TRADE_UPDATE);
    } while (input[1] != frame);
    return input;
  }

  private void refuseMaintenance(VmRole role) {
    for (int table = 1; table <= MAINTAINED_TABLES; table++) {
      int wanted = table;
      refuse(
          "Data-Maintenance, table " + table,
          role,
          TransactionType.DATA_MAINTENANCE,
          () -> stage.inputs().dataMaintenance(wanted));
    }
  }

  /** Draws inputs until one writes: what wrote nothing commits, and leaves no trace anyway. */
  private void refuse(String name, VmRole role, TransactionType type, Supplier<byte[]> input) {
    progress.accept(name + " on " + stage.vm(role));
    EngineReply reply;
    int draws = 0;
    do {
      reply = stage.await(stage.send(type, Target.of(role), input.get()));
      draws++;
    } while (reply.outcome() == Outcome.COMMITTED && draws < MOST_DRAWS);
    add(
        name,
        role,
        EXPECTED,
        AcidStage.describe(reply),
        reply.sqlstate().equals(RefusingTriggers.SQLSTATE));
  }

  private void intendedRollback(OrderInput order) {
    EngineReply reply =
        stage.await(stage.send(TransactionType.TRADE_ORDER, order.rolledBack().bytes()));
    add(
        "Trade-Order, rolled back on purpose",
        VmRole.OLTP,
        Outcome.ROLLED_BACK_ON_PURPOSE.label(),
        AcidStage.describe(reply),
        reply.outcome() == Outcome.ROLLED_BACK_ON_PURPOSE);
  }

  private Map<VmRole, TableSums> sums() {
    Map<VmRole, TableSums> sums = new EnumMap<>(VmRole.class);
    for (VmRole role : DATABASES) {
      progress.accept("reading all tables of " + stage.vm(role));
      try (Connection connection = stage.connect(role)) {
        sums.put(role, TableSums.read(connection));
      } catch (SQLException e) {
        throw stage.unreachable(role, e);
      }
    }
    return sums;
  }

  private void compare(VmRole role, TableSums before, TableSums after) {
    List<String> changed = after.differences(before);
    int tables = before.byTable().size();
    add(
        "all rows of all tables",
        role,
        tables + " tables as before",
        changed.isEmpty() ? tables + " tables as before" : "changed: " + String.join(", ", changed),
        changed.isEmpty());
  }

  private void add(String name, VmRole role, String expected, String found, boolean hasPassed) {
    steps.add(new Step(name, stage.vm(role), expected, found, hasPassed));
  }
}
