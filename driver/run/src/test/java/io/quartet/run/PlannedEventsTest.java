package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.EventAction;
import io.quartet.model.plan.EventAction.Command;
import io.quartet.model.plan.EventAction.OnServer;
import io.quartet.model.plan.EventAction.ProcessorHog;
import io.quartet.model.plan.EventAction.Words;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.PlannedEvent.Moment;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.TestDeployment;
import io.quartet.results.Check;
import io.quartet.results.RunResults;
import io.quartet.results.events.PlannedSpan;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run with events on its servers and its machine: they are done, logged and taken back. */
@Tag("pg")
class PlannedEventsTest {

  @TempDir Path work;

  private TestDeployment servers;

  @BeforeEach
  void up() throws IOException {
    servers =
        LoadedSet.up(
            "events-test", plan -> TestPlans.withOneSet(plan, 3, Duration.ofSeconds(4), 8));
  }

  @AfterEach
  void down() {
    servers.close();
  }

  private static PlannedEvent event(
      String name, int from, int millis, int until, String on, EventAction action) {
    return new PlannedEvent(
        name,
        new Moment(Integer.toString(from), Duration.ofMillis(millis)),
        Optional.of(new Moment(Integer.toString(until), Duration.ZERO)),
        on,
        action);
  }

  private Words touch(String file) {
    return new Words(List.of("touch", work.resolve(file).toString()), false);
  }

  private RunPlan withEvents() {
    Command command =
        new Command(touch("begun"), Optional.of(touch("undone")), Duration.ofSeconds(20));
    Command failing =
        new Command(
            new Words(List.of("echo token=abc; exit 7"), true),
            Optional.empty(),
            Duration.ofSeconds(20));
    return servers
        .plan()
        .withSchedule(
            servers
                .plan()
                .schedule()
                .withEvents(
                    List.of(
                        event("stands still", 1, 0, 2, "a1-vm2", OnServer.PAUSE),
                        event("killed", 1, 500, 3, "a1-vm3", OnServer.KILL),
                        event("command", 1, 0, 2, PlannedEvent.DRIVER, command),
                        event("neighbour", 2, 0, 3, PlannedEvent.DRIVER, new ProcessorHog(1)),
                        new PlannedEvent(
                            "fails",
                            new Moment("3", Duration.ZERO),
                            Optional.empty(),
                            PlannedEvent.DRIVER,
                            failing))));
  }

  @Test
  void eventsAreDoneAndTakenBackAndBreakNoRule() throws IOException {
    RunPlan plan = withEvents();
    RunResult result =
        BenchmarkRun.run(plan, servers.deployment(), servers.results(), RunListener.NONE);

    RunResults results = RunResults.read(ResultsFolder.open(result.folder()));
    List<PlannedSpan> spans = PlannedSpan.of(plan, results.events());
    assertThat(spans)
        .allSatisfy(
            span -> {
              assertThat(span.began()).isPresent();
              assertThat(span.ended()).isPresent();
              assertThat(span.began().get().begunUtcMillis())
                  .isGreaterThanOrEqualTo(span.began().get().plannedUtcMillis());
            });
    assertThat(spans.stream().flatMap(span -> span.failures().stream()))
        .singleElement()
        .satisfies(
            step -> {
              assertThat(step.title()).isEqualTo("fails");
              assertThat(step.exitCode()).isEqualTo(7);
              assertThat(step.output()).isEqualTo("token=***");
            });
    assertThat(work.resolve("begun")).exists();
    assertThat(work.resolve("undone")).exists();
    assertThat(servers.deployment().isAlive(servers.database(set(), VmRole.OLTP))).isTrue();
    assertThat(servers.deployment().isAlive(servers.database(set(), VmRole.DSS))).isTrue();
    Check lost = result.verdict().check("nothing-lost").orElseThrow();
    assertThat(lost.verdict()).isEqualTo(Check.Result.PASS);
    assertThat(lost.actual()).contains("a1-vm3 by event 'killed'");
    Path data = Path.of(plan.provider().dataDirectory().orElseThrow());
    assertThat(data.resolve(plan.name() + ".events.json")).doesNotExist();
  }

  private static VmSet set() {
    return new VmSet(VmGroup.A, 1);
  }
}
