package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.plan.EventAction.Command;
import io.quartet.model.plan.EventAction.Words;
import io.quartet.model.plan.Growth;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.PlannedEvent.Moment;
import io.quartet.model.plan.RunPlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class RunPlanTextTest {

  private static String print(String example, int runs, boolean isRestore, boolean isJson) {
    return print(BenchmarkFile.loadExample(example), runs, isRestore, isJson);
  }

  private static String print(RunPlan plan, int runs, boolean isRestore, boolean isJson) {
    StringWriter text = new StringWriter();
    new RunPlanText(plan, runs, isRestore, Path.of("results")).print(new PrintWriter(text), isJson);
    return text.toString();
  }

  @Test
  void localRunIsToldWithItsTime() {
    assertThat(print("demo", 1, false, false).lines())
        .startsWith("demo: 1 run with profile demo")
        .contains(
            "  VMs        12, 1 Set in each Group: A, B, C, D",
            "  where      this machine",
            "  phases     ramp-up 0:05, warm-up 0:05, 10 phases of 0:06, ramp-down 0:02",
            "  caches     kept as they are",
            "  results    results")
        .anyMatch(line -> line.matches("  time       about .*: checks .*, load 1:12, .*"));
  }

  private static void fits(String text) {
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void severalRunsWithRestoresTakeLonger() throws Exception {
    assertThat(print("demo", 3, true, false))
        .contains("demo: 3 runs", " in all, each ", "restore ")
        .satisfies(RunPlanTextTest::fits);
    JsonNode one = new ObjectMapper().readTree(print("demo", 1, false, true));
    JsonNode restored = new ObjectMapper().readTree(print("demo", 3, true, true));
    assertThat(restored.get("runs").asInt()).isEqualTo(3);
    assertThat(restored.get("secondsPerRun").asLong())
        .isGreaterThan(one.get("secondsPerRun").asLong());
    assertThat(one.get("loadSeconds").asLong()).isEqualTo(72);
    assertThat(one.get("virtualMachines").asInt()).isEqualTo(12);
  }

  @Test
  void eventsAreListedWithEveryCommand() throws Exception {
    RunPlan demo = BenchmarkFile.loadExample("demo");
    PlannedEvent event =
        new PlannedEvent(
            "swap",
            new Moment("2", Duration.ofSeconds(1)),
            Optional.empty(),
            PlannedEvent.DRIVER,
            new Command(
                new Words(List.of("sudo", "swapoff", "-a"), false),
                Optional.of(new Words(List.of("sudo swapon -a\u001b"), true)),
                Duration.ofSeconds(60)));
    RunPlan plan = demo.withSchedule(demo.schedule().withEvents(List.of(event)));

    assertThat(print(plan, 1, false, false))
        .contains(
            "  event      at 0:17 to 1:12 on driver, 'swap': runs sudo swapoff -a, taken back")
        .contains("-a\\u001b")
        .satisfies(RunPlanTextTest::fits);
    JsonNode json = new ObjectMapper().readTree(print(plan, 1, false, true)).at("/events/0");
    assertThat(json.get("command")).extracting(JsonNode::asText).contains("swapoff", "-a");
    assertThat(json.get("undo").get(1).asText()).isEqualTo("-c");
  }

  @Test
  void runThatGrowsTakesAtMostThisLong() throws Exception {
    RunPlan demo = BenchmarkFile.loadExample("demo");
    RunPlan growing =
        demo.withSchedule(demo.schedule().withGrowth(Optional.of(new Growth(5_000, 20))));
    assertThat(print(growing, 1, false, false))
        .contains("at most 20 phases of 0:06, ramp-down 0:02; ends after 5,000")
        .contains("  time       at most about ");
    assertThat(
            new ObjectMapper().readTree(print(growing, 1, false, true)).get("untilTrades").asLong())
        .isEqualTo(5_000);
  }

  @Test
  void machinesAreListedAndTheirChecksNotEstimated() throws Exception {
    assertThat(print("machines", 1, false, false))
        .satisfies(RunPlanTextTest::fits)
        .contains("checks and report come to it")
        .doesNotContain("this machine\n");
    assertThat(print("machines", 3, false, false)).contains(" each; checks and report");
    assertThat(new ObjectMapper().readTree(print("machines", 1, false, true)).has("secondsPerRun"))
        .isFalse();
  }
}
