package io.quartet.model.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class GrowthTest {

  private final RunPlan plan = TestPlans.growing(TestPlans.demo(2), 1_000, 25);

  @Test
  void tableBeginsAgainAfterItsLastRow() {
    Timeline timeline = plan.timeline();

    assertThat(timeline.phases()).hasSize(25).last().extracting(Segment::name).isEqualTo("25");
    for (int i = 0; i < 25; i++) {
      assertThat(timeline.phases().get(i).shares())
          .isEqualTo(PhaseTable.VLDB2013.rows().get(i % 10));
    }
    assertThat(timeline.segments().get(0).shares())
        .as("the average of the table, whatever part of it comes last")
        .isEqualTo(TestPlans.demo(2).timeline().segments().get(0).shares());
  }

  @Test
  void planWithoutGrowthHasEachPhaseOnce() {
    assertThat(TestPlans.demo(1).schedule().phaseCount()).isEqualTo(10);
    assertThat(Growth.refusal(TestPlans.demo(1))).isEmpty();
  }

  @Test
  void whatFixesThePhasesCannotGrow() {
    assertThat(Growth.refusal(plan)).isEmpty();
    assertThat(Growth.refusal(plan.withPublication(Publication.of(ValidityProfile.OFFICIAL))))
        .hasValueSatisfying(why -> assertThat(why).contains("official run"));
    assertThat(Growth.refusal(TestPlans.withLoad(plan, new Load.Closed(new Load.Ladder(2, 2)))))
        .hasValueSatisfying(why -> assertThat(why).contains("a ramp cannot repeat"));
    PlannedEvent event =
        new PlannedEvent(
            "a",
            new PlannedEvent.Moment("1", Duration.ZERO),
            Optional.empty(),
            PlannedEvent.DRIVER,
            new EventAction.ClearCaches());
    assertThat(Growth.refusal(plan.withSchedule(plan.schedule().withEvents(List.of(event)))))
        .isPresent();
    assertThat(Growth.refusal(plan.withDriver(new Driver(2, List.of(), Optional.empty()))))
        .hasValueSatisfying(why -> assertThat(why).contains("driver.workers is 2"));
  }

  @Test
  void growthOfNothingOrBeyondAllBoundsIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Growth(Growth.MOST_TRADES + 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Growth(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Growth(1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Growth(1, 1_001));
  }
}
