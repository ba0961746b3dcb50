package io.quartet.model.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.Address;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.EventAction.OnServer;
import io.quartet.model.plan.EventAction.ProcessorHog;
import io.quartet.model.plan.EventAction.ProcessorLimit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Events that cannot be told apart. */
@Tag("unit")
class PlannedEventTest {

  private static final RunPlan EMBEDDED =
      TestPlans.plan(
          ValidityProfile.CUSTOM, 1, new PhaseTable("custom", List.of(LoadShare.of(100, 0, 0, 0))));

  /** Both databases are on one machine. */
  private static final RunPlan ON_HOSTS =
      TestPlans.onHosts(
          EMBEDDED,
          Map.of(
              new VmSet(VmGroup.A, 1),
              new SetHosts(
                  Address.parse("app:1"), Address.parse("db:5432"), Address.parse("db:5433"))));

  private static PlannedEvent event(String on, EventAction action) {
    return new PlannedEvent(
        "e", new PlannedEvent.Moment("1", Duration.ZERO), Optional.empty(), on, action);
  }

  private static boolean collide(PlannedEvent one, PlannedEvent other) {
    boolean collide = one.collidesWith(other, ON_HOSTS);
    assertThat(other.collidesWith(one, ON_HOSTS)).isEqualTo(collide);
    return collide;
  }

  @Test
  void eventOnAMachineCollidesWithThoseOnItsVms() {
    PlannedEvent neighbour = event("a1-vm3", new ProcessorHog(1));

    assertThat(collide(neighbour, event("a1-vm2", new ProcessorHog(2)))).isTrue();
    assertThat(collide(neighbour, event("a1-vm3", OnServer.KILL))).isTrue();
    assertThat(collide(neighbour, event("a1-vm2", new ProcessorLimit(1)))).isTrue();
    assertThat(collide(neighbour, event("a1-vm1", new ProcessorLimit(1)))).isFalse();
    assertThat(collide(neighbour, event("driver", new ProcessorHog(1)))).isFalse();
  }

  @Test
  void copiesCollideWithEventsOnTheirSourceAndTargets() {
    PlannedEvent copies = event("a1-vm3", new Copy(List.of("b1-vm3"), Copy.Method.BASE_BACKUP));

    for (String vm : List.of("a1-vm3", "b1-vm3")) {
      PlannedEvent kill = event(vm, OnServer.KILL);
      assertThat(copies.collidesWith(kill, EMBEDDED)).isTrue();
      assertThat(kill.collidesWith(copies, EMBEDDED)).isTrue();
    }
    assertThat(copies.concerns(EMBEDDED, "b1-vm3")).isTrue();
    assertThat(copies.concerns(EMBEDDED, "a1-vm3")).as("it goes on working").isFalse();
    assertThat(copies.collidesWith(event("c1-vm3", OnServer.KILL), EMBEDDED)).isFalse();
    assertThat(copies.concerns(EMBEDDED, "c1-vm3")).isFalse();
    assertThat(copies.isOverAtOnce()).isFalse();
    assertThat(copies.isOverWhenDone()).isTrue();
  }

  @Test
  void eventsOnTwoVmsOfOneMachineDoNot() {
    PlannedEvent limit = event("a1-vm3", new ProcessorLimit(1));

    assertThat(collide(limit, event("a1-vm3", OnServer.KILL))).isTrue();
    assertThat(collide(limit, event("a1-vm2", OnServer.KILL))).isFalse();
  }

  @Test
  void neighbourBesideEmbeddedVmsDoesNotCollideWithThem() {
    assertThat(
            event("driver", new ProcessorHog(1))
                .collidesWith(event("a1-vm3", OnServer.KILL), EMBEDDED))
        .isFalse();
  }
}
