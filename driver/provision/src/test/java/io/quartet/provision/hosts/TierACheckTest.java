package io.quartet.provision.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Hosts;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.FakeKit;
import io.quartet.provision.PreparedMachine;
import io.quartet.provision.RunningTierA;
import io.quartet.tiera.wire.NetworkThreads;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The advice for a Tier A depends on who has installed it. */
@Tag("process")
class TierACheckTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);
  private static final RunPlan PLAN =
      TestPlans.withoutDatabases(
          FakeKit.plan("tier-a-check", "/srv/quartet", "127.0.0.1", "127.0.0.1", "127.0.0.1"));

  private RunningTierA tierA;

  @AfterEach
  void stop() {
    tierA.close();
  }

  /** Starts a Tier A that has one session more than the plan wants. */
  private void startOther() {
    tierA = new RunningTierA(PLAN, PLAN.userSessions() + 1);
  }

  private RunPlan ofAnAdministrator() {
    return tierA.on(PLAN);
  }

  private RunPlan ofQuartet() {
    return PLAN.withProvider(
        new Hosts(
            ((Hosts) tierA.on(PLAN).provider()).addresses(),
            Optional.empty(),
            PLAN.provider().preparation()));
  }

  private static PreparedMachine check(RunPlan plan) {
    try (NetworkThreads network = new NetworkThreads("test", 1, Optional.empty())) {
      return TierACheck.at(SET, plan, network);
    }
  }

  @Test
  void optionsThatDifferAreBroughtByWhoeverInstalledTheService() {
    startOther();

    PreparedMachine ours = check(ofQuartet());
    assertThat(ours.problem()).contains("user sessions: 5, not 4");
    assertThat(ours.fix())
        .contains("Run quartet up", "quartet-tier-a-check-a1-vm1.service")
        .doesNotContain("quartet package");
    assertThat(check(ofAnAdministrator()).fix())
        .contains("Run quartet package", "a1.env", "quartet-tier-a@a1");
  }

  @Test
  void serviceThatDoesNotAnswerHasTheNameThatItHasThere() {
    startOther();
    tierA.close();

    assertThat(check(ofQuartet()).fix())
        .contains("systemctl status quartet-tier-a-check-a1-vm1.service", "quartet up");
    assertThat(check(ofAnAdministrator()).fix())
        .contains("systemctl status quartet-tier-a@a1 ", "certificates");
  }
}
