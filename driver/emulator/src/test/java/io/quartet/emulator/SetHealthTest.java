package io.quartet.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class SetHealthTest {

  private static final EngineReply LOST =
      EngineReply.failure(Outcome.CONNECTION, "08006", "connection refused");
  private static final EngineReply DONE = EngineReply.committed(List.of());

  private final Stage stage = new Stage(Stage.plan());

  private void observe(TransactionType type, long sentNanos, EngineReply reply) {
    stage.health.sent(type, Target.BY_TYPE);
    stage.health.observe(type, Target.BY_TYPE, sentNanos, reply);
  }

  @Test
  void lossAndRecoveryOfADatabaseAreReportedOnceEach() {
    stage.clock.advance(Duration.ofSeconds(10));
    observe(TransactionType.TRADE_LOOKUP, stage.clock.nanos(), LOST);
    observe(TransactionType.TRADE_UPDATE, stage.clock.nanos(), LOST);
    observe(TransactionType.TRADE_STATUS, stage.clock.nanos(), DONE);
    stage.clock.advance(Duration.ofSeconds(3));
    observe(TransactionType.TRADE_LOOKUP, stage.clock.nanos(), DONE);
    observe(TransactionType.TRADE_LOOKUP, stage.clock.nanos(), DONE);

    assertThat(stage.events)
        .containsExactly(
            "databaseLost {set=a1, vm=a1-vm2, reason=connection refused, waiting=0}",
            "databaseRestored {set=a1, vm=a1-vm2, lostMillis=3000, failed=2}");
  }

  @Test
  void answerToARequestFromBeforeTheLossIsNoRecovery() {
    stage.clock.advance(Duration.ofSeconds(10));
    observe(TransactionType.TRADE_ORDER, stage.clock.nanos(), LOST);
    stage.clock.advance(Duration.ofSeconds(1));
    observe(TransactionType.TRADE_ORDER, Duration.ofSeconds(9).toNanos(), DONE);

    assertThat(stage.events).hasSize(1);
  }

  @Test
  void lossOfTierAIsNotBlamedOnTheDatabases() {
    stage.connection.lose(Stage.A1, "UNAVAILABLE");
    observe(TransactionType.TRADE_ORDER, 0, LOST);
    stage.clock.advance(Duration.ofSeconds(1));
    stage.connection.restore(Stage.A1);

    assertThat(stage.events)
        .containsExactly(
            "tierALost {set=a1, vm=a1-vm1, reason=UNAVAILABLE, waiting=0}",
            "tierARestored {set=a1, vm=a1-vm1, lostMillis=1000, failed=1}");
  }

  @Test
  void databaseThatAnswersNothingIsReportedAndSoIsItsNextAnswer() {
    stage.clock.advance(Duration.ofSeconds(10));
    long sent = stage.clock.nanos();
    stage.health.sent(TransactionType.TRADE_LOOKUP, Target.BY_TYPE);
    stage.health.sent(TransactionType.TRADE_UPDATE, Target.BY_TYPE);
    stage.clock.advance(SetHealth.LONGEST_SILENCE.minusMillis(1));
    stage.health.look();
    assertThat(stage.events).isEmpty();
    stage.clock.advance(Duration.ofMillis(1));
    stage.health.look();
    stage.health.look();
    stage.clock.advance(Duration.ofSeconds(2));
    stage.health.observe(TransactionType.TRADE_LOOKUP, Target.BY_TYPE, sent, DONE);

    assertThat(stage.events)
        .containsExactly(
            "databaseSilent {set=a1, vm=a1-vm2, reason=no answer for 5000 ms, although requests are"
                + " waiting, waiting=2}",
            "databaseRestored {set=a1, vm=a1-vm2, lostMillis=7000, failed=0}");
  }

  @Test
  void silenceThatEndsInALostConnectionCountsFromItsBeginning() {
    long sent = stage.clock.nanos();
    stage.health.sent(TransactionType.TRADE_LOOKUP, Target.BY_TYPE);
    stage.clock.advance(Duration.ofSeconds(60));
    stage.health.look();
    stage.health.observe(TransactionType.TRADE_LOOKUP, Target.BY_TYPE, sent, LOST);
    stage.clock.advance(Duration.ofSeconds(1));
    observe(TransactionType.TRADE_LOOKUP, stage.clock.nanos(), DONE);

    assertThat(stage.events).hasSize(3);
    assertThat(stage.events.get(1)).startsWith("databaseLost");
    assertThat(stage.events.get(2)).contains("lostMillis=61000", "failed=1");
  }

  @Test
  void silenceBehindALostTierAIsItsOwn() {
    stage.health.sent(TransactionType.TRADE_LOOKUP, Target.BY_TYPE);
    stage.clock.advance(Duration.ofSeconds(6));
    stage.health.look();
    stage.clock.advance(Duration.ofSeconds(9));
    stage.connection.lose(Stage.A1, "keepalive");
    stage.clock.advance(Duration.ofSeconds(5));
    stage.connection.restore(Stage.A1);

    assertThat(stage.events.get(1))
        .isEqualTo("tierALost {set=a1, vm=a1-vm1, reason=keepalive, waiting=1}");
    assertThat(stage.events.get(2))
        .isEqualTo("tierARestored {set=a1, vm=a1-vm1, lostMillis=20000, failed=0}");
    assertThat(stage.events).hasSize(3);
  }

  @Test
  void maintenanceMayTakeItsTime() {
    stage.health.sent(TransactionType.DATA_MAINTENANCE, Target.DSS);
    stage.clock.advance(Duration.ofSeconds(60));
    stage.health.look();

    assertThat(stage.events).isEmpty();
  }

  @Test
  void idleDatabaseIsNotSilent() {
    observe(TransactionType.TRADE_LOOKUP, 0, DONE);
    stage.clock.advance(Duration.ofHours(1));
    stage.health.look();
    stage.health.sent(TransactionType.TRADE_LOOKUP, Target.BY_TYPE);
    stage.health.look();

    assertThat(stage.events).isEmpty();
  }

  @Test
  void recoveryOfOneVmStartsWhatWasAskedForAndNoOther() {
    List<String> actions = new ArrayList<>();
    stage.health.whenRestored(VmRole.OLTP, () -> actions.add("OLTP"));
    stage.health.whenRestored(VmRole.TIER_A, () -> actions.add("TIER_A"));
    observe(TransactionType.TRADE_LOOKUP, 0, LOST);
    observe(TransactionType.TRADE_ORDER, 0, LOST);
    stage.clock.advance(Duration.ofSeconds(1));
    observe(TransactionType.TRADE_LOOKUP, stage.clock.nanos(), DONE);
    assertThat(actions).isEmpty();

    observe(TransactionType.TRADE_ORDER, stage.clock.nanos(), DONE);
    observe(TransactionType.TRADE_ORDER, stage.clock.nanos(), DONE);
    stage.connection.lose(Stage.A1, "UNAVAILABLE");
    stage.connection.restore(Stage.A1);

    assertThat(actions).containsExactly("OLTP", "TIER_A");
  }

  @Test
  void nothingIsReportedOnceTheRunIsOver() {
    stage.health.end();
    stage.connection.lose(Stage.A1, "closed");
    observe(TransactionType.TRADE_ORDER, 0, LOST);

    assertThat(stage.events).isEmpty();
  }
}
