package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.model.plan.EventAction.OnServer;
import io.quartet.model.plan.EventAction.ProcessorHog;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.PlannedEvent.Moment;
import io.quartet.model.plan.RunPlan;
import io.quartet.report.internal.ReportBuilder;
import io.quartet.report.internal.run.EventFigures;
import io.quartet.report.internal.run.ReportPlots;
import io.quartet.report.section.EventEffect;
import io.quartet.results.events.EventLog;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulated run with three events: one was done, one failed, one was not reached. */
@Tag("unit")
class EventReportTest {

  @TempDir static Path results;
  private static ReportBuilder.Built built;

  @BeforeAll
  static void simulate() throws IOException {
    RunPlan demo = SimulatedDemo.plan();
    RunPlan plan =
        demo.withSchedule(
            demo.schedule()
                .withEvents(
                    List.of(
                        event("stands still", 3, 4, "d1-vm3"),
                        event("fails", 6, 7, "c1-vm3"),
                        event("late", 9, 10, "b1-vm3"),
                        new PlannedEvent(
                            "neighbour",
                            new Moment("3", Duration.ofSeconds(2)),
                            Optional.empty(),
                            PlannedEvent.DRIVER,
                            new ProcessorHog(1)))));
    Path folder = SimulatedDemo.finished(results, plan);
    // Phases of 6 s begin after 10 s.
    Files.writeString(
        folder.resolve(EventLog.NAME),
        step("Began", "stands still", "d1-vm3", 22_000, 22_020, 22_100, 0, "")
            + step("Ended", "stands still", "d1-vm3", 28_000, 28_010, 28_100, 0, "")
            + step("Began", "fails", "c1-vm3", 40_000, 40_050, 40_100, 1, "<it> said \\u001b no")
            + step("Ended", "fails", "c1-vm3", 46_000, 46_050, 46_100, 0, "")
            + step("Began", "neighbour", "driver", 24_000, 24_050, 24_100, 0, ""),
        StandardOpenOption.APPEND);
    Files.writeString(
        folder.resolve(EventLog.NAME),
        outage("Lost", 23_000, "\"reason\":\"a test\",\"waiting\":3")
            + outage("Restored", 27_000, "\"lostMillis\":4000,\"failed\":2"),
        StandardOpenOption.APPEND);
    built = ReportBuilder.build(ResultsFolder.open(folder));
  }

  private static PlannedEvent event(String name, int from, int until, String on) {
    return new PlannedEvent(
        name,
        new Moment(Integer.toString(from), Duration.ZERO),
        Optional.of(new Moment(Integer.toString(until), Duration.ZERO)),
        on,
        OnServer.PAUSE);
  }

  private static String step(
      String kind,
      String title,
      String on,
      long planned,
      long begun,
      long done,
      int exitCode,
      String output) {
    long start = SimulatedDemo.START_UTC_MILLIS;
    return ("{\"utcMillis\":%d,\"event\":\"plannedEvent%s\",\"title\":\"%s\",\"on\":\"%s\","
            + "\"plannedUtcMillis\":%d,\"begunUtcMillis\":%d,\"exitCode\":%d,\"output\":\"%s\"}%n")
        .formatted(start + done, kind, title, on, start + planned, start + begun, exitCode, output);
  }

  private static String outage(String kind, long after, String more) {
    return "{\"utcMillis\":%d,\"event\":\"database%s\",\"set\":\"d1\",\"vm\":\"d1-vm3\",%s}%n"
        .formatted(SimulatedDemo.START_UTC_MILLIS + after, kind, more);
  }

  private static EventEffect effect(int number) {
    return built.report().workload().events().get(number - 1);
  }

  @Test
  void paceIsThatOfTheWholeIntervalsWithinEachTime() {
    EventEffect done = effect(1);
    assertThat(done.fromSeconds()).isCloseTo(22.02, within(1e-9));
    assertThat(done.toSeconds()).isCloseTo(28.1, within(1e-9));
    double mean = built.report().metric().etps().doubleValue();
    assertThat(done.before().etps()).isCloseTo(mean, within(0.5 * mean));
    assertThat(done.during().etps()).isCloseTo(mean, within(0.5 * mean));
    assertThat(done.during().responseMillis()).isPositive();
    assertThat(done.after().etps()).isPositive();
  }

  @Test
  void shareOutagesAndDisksAreThoseOfItsVm() {
    EventEffect done = effect(1);
    assertThat(done.before().sharePercent()).isBetween(1.0, 99.0);
    assertThat(done.outages()).containsExactly("d1-vm3 for 4.0 s");
    assertThat(effect(2).outages()).isEmpty();
    assertThat(EventFigures.targets(built.report().workload().events()).rows())
        .as("every event that was begun and has a share or an outage")
        .hasSize(3);
    assertThat(EventFigures.disks(built.report().workload().events()).rows())
        .hasSize(
            built.report().workload().events().stream().mapToInt(e -> e.awaits().size()).sum());
  }

  @Test
  void eventThatWasNotTakenBackHasNoTimeAfterIt() {
    EventEffect neighbour = effect(4);
    assertThat(neighbour.toSeconds()).isNull();
    assertThat(neighbour.during().etps()).isPositive();
    assertThat(neighbour.after()).isEqualTo(EventEffect.Pace.UNKNOWN);
    assertThat(neighbour.before().sharePercent()).as("of no VM").isNull();
    assertThat(neighbour.outages()).containsExactly("d1-vm3 for 4.0 s");
  }

  @Test
  void whatFailedAndWhatWasNotReachedIsSaid() {
    assertThat(EventFigures.steps(built.report().workload().events()).rows())
        .extracting(row -> row.cells().get(row.cells().size() - 1).text())
        .containsExactly(
            "done", "not done (exit code 1): <it> said \\u001b no", "not reached", "done");
    assertThat(effect(3).before()).isEqualTo(EventEffect.Pace.UNKNOWN);
    assertThat(EventFigures.effects(built.report().workload().events()).rows()).hasSize(3);
  }

  @Test
  void chartsHaveABandAndAMarkForEachThatBegan() {
    assertThat(ReportPlots.of(built.charts()))
        .filteredOn(plot -> plot.place().equals("chart-results"))
        .singleElement()
        .satisfies(
            plot -> {
              assertThat(plot.marks())
                  .extracting(mark -> mark.label())
                  .containsExactly("1", "2", "4");
              assertThat(plot.bands()).filteredOn(band -> band.label().isEmpty()).hasSize(3);
            });
    assertThat(built.charts().events().get(2).to())
        .as("what was not taken back lasts to the end")
        .isEqualTo(72);
  }
}
