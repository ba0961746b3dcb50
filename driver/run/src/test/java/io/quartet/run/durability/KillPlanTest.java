package io.quartet.run.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Driver;
import io.quartet.model.plan.EventAction.OnServer;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.PlannedEvent.Moment;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Timing;
import io.quartet.run.durability.KillPlan.PlannedKill;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class KillPlanTest {

  /** Ten phases of a second after two seconds; phase 6 is the first with most load on Group D. */
  private static final RunPlan SMALL = TestPlans.small("kills", Path.of("/unused"), 21_000);

  private static KillPlan plan(String vm, Duration after, int times) {
    return new KillPlan(Optional.ofNullable(vm), Optional.ofNullable(after), times);
  }

  private static String refusal(KillPlan kills) {
    String[] message = new String[1];
    assertThatThrownBy(() -> kills.of(SMALL))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("WRONG_VALUE");
              message[0] = e.getMessage();
            });
    return message[0];
  }

  @Test
  void busiestVm3IsKilledHalfWayThrough() {
    List<PlannedKill> kills = plan(null, null, 1).of(SMALL);
    assertThat(kills)
        .singleElement()
        .satisfies(
            kill -> {
              assertThat(kill.at()).isEqualTo(Duration.ofSeconds(7));
              assertThat(kill.phase()).isEqualTo("6");
              assertThat(kill.vm()).isEqualTo("d1-vm3");
            });
  }

  @Test
  void longRunIsLeftAloneForFiveMinutes() {
    RunPlan official = TestPlans.withTiming(SMALL, Timing.OFFICIAL);
    assertThat(plan(null, null, 1).of(official).get(0).at())
        .isEqualTo(Duration.ofSeconds(840).plusMinutes(5));
  }

  @Test
  void laterKillsAreSpreadOverTheRestAndFollowTheLoad() {
    assertThat(plan(null, Duration.ofMillis(2_500), 3).of(SMALL))
        .extracting(kill -> kill.at().toMillis() + " " + kill.phase() + " " + kill.vm())
        .containsExactly("4500 3 d1-vm3", "7000 6 d1-vm3", "9500 8 b1-vm3");
  }

  @Test
  void namedVmIsKilledWhoeverHasTheLoad() {
    assertThat(plan("a1-vm2", Duration.ofSeconds(1), 1).of(SMALL).get(0).vm()).isEqualTo("a1-vm2");
  }

  @Test
  void whatCannotBeKilledIsRefused() {
    assertThat(refusal(plan("a1-vm1", null, 1))).contains("--vm: 'a1-vm1'", "a1-vm2, a1-vm3, b1");
    assertThat(refusal(plan("a2-vm3", null, 1))).contains("--vm: 'a2-vm3'");
    assertThat(refusal(plan(null, Duration.ofSeconds(10), 1)))
        .isEqualTo("--kill-after: 10.0 s is not within the 10.0 s of the phases. Choose less.");
    assertThat(refusal(plan(null, Duration.ZERO, 1))).contains("--kill-after: 0.0 s");
    assertThat(refusal(plan(null, null, 0))).contains("--times: 0 is not in 1..20");
    assertThat(refusal(plan(null, null, 21))).contains("--times: 21");
  }

  private static RunPlan withEvent(String on, int from, int until) {
    return SMALL.withSchedule(
        SMALL
            .schedule()
            .withEvents(
                List.of(
                    new PlannedEvent(
                        "stands still",
                        new Moment(Integer.toString(from), Duration.ZERO),
                        Optional.of(new Moment(Integer.toString(until), Duration.ZERO)),
                        on,
                        OnServer.PAUSE))));
  }

  @Test
  void eventOnAServerIsOverBeforeItsKillOrRefused() {
    DurabilityTrial.of(withEvent("d1-vm3", 2, 5), plan(null, null, 1));
    DurabilityTrial.of(withEvent("c1-vm3", 5, 8), plan(null, null, 1));
    assertThatThrownBy(() -> DurabilityTrial.of(withEvent("d1-vm3", 5, 7), plan(null, null, 1)))
        .hasMessageContaining("event 'stands still' on d1-vm3 is not over before d1-vm3 is killed");
    assertThatThrownBy(() -> DurabilityTrial.of(withEvent("d1-vm3", 9, 10), plan(null, null, 1)))
        .hasMessageContaining("choose another server with --vm");
  }

  @Test
  void runWhoseEndIsNotKnownIsRefused() {
    assertThatThrownBy(
            () -> DurabilityTrial.of(TestPlans.growing(SMALL, 100, 20), plan(null, null, 1)))
        .hasMessageContaining("Leave growth out");
  }

  @Test
  void placesWithoutServersOfOursAndSeveralDriversAreRefused() {
    RunPlan twoDrivers = SMALL.withDriver(new Driver(2, List.of(), Optional.empty()));
    assertThatThrownBy(() -> DurabilityTrial.of(twoDrivers, plan(null, null, 1)))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("DURABILITY_NOT_POSSIBLE"))
        .hasMessageContaining("2 driver processes")
        .hasMessageContaining("driver.workers: 1");
    Address somewhere = new Address("vm.example", 5_432);
    RunPlan prepared =
        TestPlans.onHosts(
            SMALL,
            Map.of(SMALL.sets().get(0), new SetHosts(somewhere, somewhere, somewhere)),
            Optional.empty());
    assertThatThrownBy(() -> DurabilityTrial.of(prepared, plan(null, null, 1)))
        .hasMessageContaining("machines that you have prepared")
        .hasMessageContaining("cut the power");
    assertThatThrownBy(
            () -> DurabilityTrial.of(TestPlans.withoutDatabases(SMALL), plan(null, null, 1)))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("NO_DATABASES"));
  }
}
