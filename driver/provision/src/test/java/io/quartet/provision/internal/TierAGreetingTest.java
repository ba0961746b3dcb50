package io.quartet.provision.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.QuartetVersion;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.tiera.protocol.HelloReply;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class TierAGreetingTest {

  private static final VmSet SET = new VmSet(VmGroup.B, 1);
  private static final RunPlan PLAN = TestPlans.small("greeting-test", Path.of("/tmp"), 15_432);

  private static HelloReply.Builder ours() {
    return HelloReply.newBuilder()
        .setQuartetVersion(QuartetVersion.current())
        .setLoadUnits(1)
        .setActiveLoadUnits(1)
        .setTradeDays(1)
        .setNewsLength(1_000)
        .setSeed(PLAN.database().seedOf(SET))
        .setUserSessions(8)
        .setMarketSessions(8)
        .setAccess("libpq")
        .setStatements("batched")
        .setTradeResultIsolation("serializable");
  }

  @Test
  void tierAOfThePlanHasNoDifferences() {
    assertThat(TierAGreeting.differences(PLAN, SET, ours().build())).isEmpty();
  }

  @Test
  void everyOptionIsCompared() {
    HelloReply other =
        ours()
            .setQuartetVersion("0.0.9")
            .setLoadUnits(2)
            .setActiveLoadUnits(3)
            .setTradeDays(4)
            .setNewsLength(5)
            .setSeed(6)
            .setUserSessions(7)
            .setMarketSessions(9)
            .setAccess("odbc")
            .setStatements("plain")
            .setTradeResultIsolation("repeatable-read")
            .build();

    assertThat(TierAGreeting.differences(PLAN, SET, other))
        .containsExactly(
            "Quartet: 0.0.9, not " + QuartetVersion.current(),
            "load units: 2, not 1",
            "active load units: 3, not 1",
            "trade days: 4, not 1",
            "news length: 5, not 1000",
            "seed: 6, not " + PLAN.database().seedOf(SET),
            "access: odbc, not libpq",
            "statements: plain, not batched",
            "isolation of Trade-Result: repeatable-read, not serializable",
            "user sessions: 7, not 8",
            "market sessions: 9, not 8");
  }

  @Test
  void tierAOfAnotherSetIsKnownByItsSeed() {
    assertThat(TierAGreeting.differences(PLAN, new VmSet(VmGroup.C, 1), ours().build()))
        .singleElement()
        .asString()
        .startsWith("seed: ");
  }
}
