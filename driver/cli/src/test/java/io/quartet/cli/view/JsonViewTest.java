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
import io.quartet.results.CheckRow;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.VmTrouble;
import io.quartet.run.progress.CopyProgress;
import io.quartet.run.progress.LoadProgress;
import io.quartet.run.progress.Stage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class JsonViewTest {

  private static final Path CONTRACTS =
      Path.of(System.getProperty("quartet.home"), "docs/contracts.md");

  /** Prints nothing, or a line of {@code events.jsonl}, which {@code EventTableTest} covers. */
  private static final Set<String> SILENT_OR_LOGGED = Set.of("onWork", "onEvent");

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

  /** Every method that prints a progress event, by its name. */
  private Map<String, Runnable> printing() {
    return Map.ofEntries(
        Map.entry("onRepeat", () -> view.onRepeat(1, 3)),
        Map.entry("onRestore", view::onRestore),
        Map.entry("onStageStart", () -> view.onStageStart(Stage.RUN)),
        Map.entry("onStageEnd", () -> view.onStageEnd(Stage.RUN, Duration.ofSeconds(2))),
        Map.entry("onResultsFolder", () -> view.onResultsFolder(Path.of("/results/x"))),
        Map.entry("onLoadProgress", () -> view.onLoadProgress(LoadProgress.done("a1-vm2"))),
        Map.entry("onLoadFailed", () -> view.onLoadFailed("a1-vm2", "no room")),
        Map.entry("onCopy", () -> copyBothWays(new CopyProgress(false, 1, 2, 10, 20))),
        Map.entry(
            "onCheck",
            () -> view.onCheck(new CheckRow("before", "a1-vm2", "I07", "A", 0, 1, true), 1, 9)),
        Map.entry("onProgress", this::onProgress));
  }

  private void copyBothWays(CopyProgress copy) {
    view.onCopy(copy);
    view.onCopy(
        new CopyProgress(true, copy.done(), copy.total(), copy.doneBytes(), copy.totalBytes()));
  }

  @Test
  void everyMethodPrintsEventsThatThePageDescribes() throws IOException {
    Set<String> methods =
        Stream.of(JsonView.class.getDeclaredMethods())
            .map(Method::getName)
            .filter(name -> name.startsWith("on") && !SILENT_OR_LOGGED.contains(name))
            .collect(Collectors.toSet());
    Map<String, Runnable> printing = printing();
    assertThat(printing.keySet()).isEqualTo(methods);
    printing.values().forEach(Runnable::run);

    Map<String, String> described = describedEvents();
    assertThat(lines())
        .extracting(line -> line.path("event").asText())
        .containsExactlyInAnyOrderElementsOf(described.keySet());
    for (JsonNode line : lines()) {
      List<String> fields = new ArrayList<>();
      line.fieldNames().forEachRemaining(fields::add);
      fields.removeAll(List.of("utcMillis", "event"));
      String description = described.get(line.path("event").asText());
      assertThat(fields)
          .as(line.path("event").asText())
          .containsExactlyInAnyOrderElementsOf(namesIn(description));
    }
  }

  /** The fields of a description: the words in back quotes before each colon. */
  private static List<String> namesIn(String description) {
    return Stream.of(description.split(";"))
        .flatMap(part -> Pattern.compile("`(\\w+)`").matcher(part.split(":")[0]).results())
        .map(name -> name.group(1))
        .toList();
  }

  /** Descriptions of the fields in {@code docs/contracts.md}, by event. */
  private static Map<String, String> describedEvents() throws IOException {
    return Files.readAllLines(CONTRACTS).stream()
        .dropWhile(line -> !line.startsWith("| progress event |"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.split(" ?\\| ?"))
        .collect(Collectors.toMap(cells -> cells[1].replace("`", ""), cells -> cells[2]));
  }

  private void onProgress() {
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
  }

  @Test
  void progressHoldsWhatTheScreenShows() throws IOException {
    onProgress();

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
