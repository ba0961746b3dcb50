package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.books.Backlog;
import io.quartet.books.Live;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.VmTrouble;
import io.quartet.run.progress.Stage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class JsonViewTest {

  private final StringWriter err = new StringWriter();
  private final RunPlan plan = BenchmarkFile.loadExample("demo");
  private final RunView view = RunView.of(plan, new PrintWriter(err), true);

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : err.toString().lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  @Test
  void everyLineIsAnObjectThatSaysWhatItIs() throws IOException {
    view.onStageStart(Stage.RUN);
    view.onResultsFolder(Path.of("/results/x"));
    view.onEvent(
        new LoggedEvent(
            5, new VmTrouble(VmTrouble.Kind.TIER_A_LOST, "a1", "a1-vm1", "refused", 3)));
    view.onStageEnd(Stage.RUN, Duration.ofSeconds(2));

    assertThat(lines())
        .extracting(line -> line.path("event").asText())
        .containsExactly("stageStart", "resultsFolder", "tierALost", "stageEnd");
    assertThat(lines()).allMatch(line -> line.path("utcMillis").isIntegralNumber());
    assertThat(lines().get(2).path("vm").asText()).isEqualTo("a1-vm1");
    assertThat(view.resultsFolder()).contains(Path.of("/results/x"));
  }

  @Test
  void progressHoldsWhatTheScreenShows() throws IOException {
    view.onProgress(
        new Live(
            plan.timeline().phases().get(3),
            Duration.ofSeconds(3),
            Duration.ofSeconds(38),
            1_234,
            41.25,
            Map.of(VmGroup.A, 5.0, VmGroup.B, 10.1, VmGroup.C, 4.9, VmGroup.D, 80.0),
            Map.of(VmGroup.A, 5.0, VmGroup.B, 10.0, VmGroup.C, 5.0, VmGroup.D, 80.0),
            List.of(
                new Live.Offender(
                    new VmSet(VmGroup.D, 1), TransactionType.TRADE_LOOKUP, 930_000, 0.5)),
            12_345,
            16,
            5,
            2,
            7),
        new Backlog(3, 24));

    JsonNode line = lines().get(0);
    assertThat(line.path("phase").asText()).isEqualTo("4");
    assertThat(line.path("leftMillis").asLong()).isEqualTo(38_000);
    assertThat(line.path("etps").asDouble()).isEqualTo(41.25);
    assertThat(line.at("/sharePercent/B").asDouble()).isEqualTo(10.1);
    assertThat(line.at("/p90OfLimitPercent/Trade-Lookup").asDouble()).isEqualTo(50);
    assertThat(line.path("skipped").asLong()).isEqualTo(5);
    assertThat(line.path("waiting").asLong()).isEqualTo(3);
    assertThat(line.path("dueTradeResults").asLong()).isEqualTo(24);
  }
}
