package io.quartet.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tier As that run already as services: a run finds them, or says why not. */
@Tag("unit")
class TierAsTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);
  private static final int USERS = 8;
  private static final RunPlan PLAN =
      TestPlans.withoutDatabases(
          TestPlans.withOneSet(
              TestPlans.small("services-test", Path.of("/tmp"), 15_432),
              1,
              Duration.ofSeconds(1),
              USERS));

  private RunningTierA service;

  /** Starts a service and gives the plan that finds it. */
  private RunPlan start(int userSessions) {
    service = new RunningTierA(PLAN, userSessions);
    return service.on(PLAN);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private static TierAs tierAs(RunPlan plan) {
    try (Deployment deployment = Provider.of(plan).attach(plan)) {
      return new TierAs(plan, deployment);
    }
  }

  @Test
  void serviceIsFoundAndLeftRunning() {
    RunPlan plan = start(USERS);
    for (int i = 0; i < 2; i++) {
      try (TierAs found = tierAs(plan)) {
        assertThat(found.clients()).containsOnlyKeys(SET);
        assertThat(found.greetings().get(SET).getUserSessions()).isEqualTo(USERS);
        assertThat(found.isAlive(SET)).isTrue();
        // Its process is none of this machine's, wherever it is.
        assertThat(found.processIds()).isEmpty();
      }
    }
  }

  @Test
  void serviceWithOtherOptionsIsRefusedAndTheDifferenceNamed() {
    RunPlan plan = start(USERS + 1);

    assertThatThrownBy(() -> tierAs(plan))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_OTHER"))
        .hasMessageContaining("set a1 at 127.0.0.1:" + service.address().port())
        .hasMessageContaining("user sessions: 9, not 8")
        .hasMessageContaining("quartet package");
  }

  @Test
  void serviceThatIsNotThereIsNotWaitedForLikeAProcessThatStarts() {
    RunPlan plan = start(USERS);
    service.close();

    // Whoever waits gets another message: that there was no answer in time.
    assertThatThrownBy(() -> tierAs(plan))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_UNREACHABLE"))
        .hasMessageContaining("refused");
  }
}
