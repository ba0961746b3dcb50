package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.PlanDocument;
import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;
import io.quartet.model.plan.FigureColumn;
import io.quartet.model.plan.RunPlan;
import io.quartet.report.section.Contents;
import io.quartet.results.ToolFigures;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Report of a run whose load comes from a defined tool: a simulated one, counted by its kinds. */
@Tag("unit")
class DefinedToolReportTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Its kinds have the names of the scripts of the simulated run. */
  private static final String DEFINITION =
      """
      {"name": "orders", "program": "/opt/orders", "folder": "/opt",
       "commands": {"prepare": ["{program}"], "run": ["{program}", "{seconds}", "{clients}"]},
       "kinds": {"tpcb-like": {"weight": 1}, "select-only": {"weight": 1, "writes": false}},
       "headline": {"unit": "new orders per minute", "counts": ["tpcb-like"], "per": "minute"},
       "output": {"interval": {"patterns": ["^i (?<kind>[^ ]+) (?<count>[0-9]+)$"]},
                  "total": {"patterns": ["^t (?<kind>[^ ]+) (?<count>[0-9]+) (?<p95>[0-9.]+)$"]}}}
      """;

  @TempDir static Path results;
  private static Path folder;
  private static Report report;
  private static JsonNode json;

  @BeforeAll
  static void simulate() throws IOException {
    folder = SimulatedPgbench.finished(results);
    Path run = folder.resolve("run.json");
    ObjectNode document = (ObjectNode) JSON.readTree(run.toFile());
    ObjectNode workload = ((ObjectNode) document.get("plan")).putObject("workload");
    workload.put("kind", "tool").set("definition", JSON.readTree(DEFINITION));
    ((ObjectNode) document.get("plan").get("load")).put("threads", 1);
    Files.writeString(run, document.toString().replace("\"pgbench\":1", "\"tool\":1"));
    removeResponseTimes();
    ResultsFolder opened = ResultsFolder.open(folder);
    ToolFigures.TABLE.write(opened, totals(PlanDocument.fromJson(document.get("plan"))));
    report = ReportWriter.write(folder);
    json = JSON.readTree(folder.resolve(ReportWriter.JSON).toFile());
  }

  /** A tool tells none of single transactions. */
  private static void removeResponseTimes() throws IOException {
    try (Stream<Path> logs = Files.list(folder.resolve("latency"))) {
      for (Path log : logs.toList()) {
        Files.delete(log);
      }
    }
    for (String name : List.of("phases.csv", "intervals.csv")) {
      List<String> lines = Files.readAllLines(folder.resolve(name));
      List<String> columns = List.of(lines.get(0).split(","));
      List<String> changed = new ArrayList<>(List.of(lines.get(0)));
      for (String line : lines.subList(1, lines.size())) {
        String[] values = line.split(",", -1);
        for (int i = 0; i < values.length; i++) {
          values[i] = columns.get(i).matches("(response|service)_.*") ? "0" : values[i];
        }
        changed.add(String.join(",", values));
      }
      Files.write(folder.resolve(name), changed);
    }
  }

  /** One for each phase, in two lines of which the second one has the retries. */
  private static List<ToolFigures> totals(RunPlan plan) {
    VmSet set = plan.sets().get(0);
    RequestKind kind = plan.workload().kinds().get(0);
    return List.of(
        new ToolFigures(
            set, "1", 1, true, kind, Map.of(FigureColumn.COUNT, 600.0, FigureColumn.P95, 4.25)),
        new ToolFigures(set, "1", 2, true, kind, Map.of(FigureColumn.RETRIES, 3.0)),
        new ToolFigures(set, "rampUp", 1, true, kind, Map.of(FigureColumn.COUNT, 9.0)));
  }

  @Test
  void headlineIsInTheUnitOfTheTool() {
    assertThat(report.contents()).isEqualTo(Contents.TOOL);
    Headline headline = new Headline(report);
    assertThat(headline.title()).isEqualTo("New orders per minute");
    assertThat(headline.figure()).isEqualTo(60 * report.metric().etps(), within(1e-9));
  }

  @Test
  void jsonFitsTheSchemaAndIsEmptyWhereNothingWasSaid() throws IOException {
    TestPages.assertFitsSchema(folder);
    assertThat(json.path("run").path("workload").asText()).isEqualTo("tool");
    assertThat(json.path("tool").path("told").path("perSeconds").asInt()).isEqualTo(60);
    JsonNode totals = json.path("tool").path("told").path("totals");
    assertThat(totals).hasSize(1);
    assertThat(totals.get(0).path("committed").asInt()).isEqualTo(600);
    assertThat(totals.get(0).path("retries").asInt()).isEqualTo(3);
    assertThat(totals.get(0).path("p95Millis").asDouble()).isEqualTo(4.25);
    assertThat(totals.get(0).path("p99Millis").isNull()).isTrue();
    assertThat(totals.get(0).path("failed").isNull()).isTrue();
    assertThat(json.path("transactions").get(0).path("response").path("p90").isNull()).isTrue();
  }

  @Test
  void pageNamesTheToolAndNoOther() throws IOException {
    for (String text :
        List.of(
            ShownText.ofPage(Files.readString(folder.resolve(ReportWriter.HTML))),
            ShownText.ofDocument(Files.readAllBytes(folder.resolve(ReportWriter.PDF))))) {
      assertThat(text).contains("New orders per minute", "What orders reports");
      assertThat(
              text.lines()
                  .filter(
                      line -> line.matches(".*pgbench(?!_).*") && !line.startsWith("workload |")))
          .isEmpty();
      assertThat(text).doesNotContain("etps", "customer request");
    }
  }
}
