package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.FigureColumn;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.model.plan.ToolDefinition.Command;
import io.quartet.model.plan.ToolDefinition.JsonRows;
import io.quartet.model.plan.ToolDefinition.Patterns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Benchmark files whose load comes from a tool, and definitions of tools. */
@Tag("unit")
class ToolFileTest {

  private static final Path TOOLS = Path.of(System.getProperty("quartet.home"), "examples/tools");

  private static final String SMALL =
      """
      name: small
      program: ./small
      commands:
        prepare: ['{program}', prepare]
        run: ['{program}', '{seconds}', '{clients}']
      kinds: {one: {}}
      headline: {unit: ones per second, counts: [one]}
      output:
        interval: {patterns: ['^i (?<count>[0-9]+)$']}
        total: {patterns: ['^t (?<count>[0-9]+)$']}
      """;

  @TempDir Path folder;

  private RunPlan plan(String workload) {
    return BenchmarkFile.parse(
        "run.yaml", "name: x\nworkload: {kind: tool, " + workload + "}\n", folder, name -> null);
  }

  private static ToolDefinition definition(RunPlan plan) {
    return ((DefinedTool) plan.workload()).definition();
  }

  private String refused(String workload) {
    QuartetException error = catchThrowableOfType(QuartetException.class, () -> plan(workload));
    assertThat(error.kind()).isEqualTo(QuartetException.Kind.BAD_INPUT);
    return error.getMessage();
  }

  private String refusedDefinition(String text) throws IOException {
    Files.createDirectories(folder.resolve("small"));
    Files.writeString(folder.resolve("small/tool.yaml"), text);
    return refused("definition: small");
  }

  @ParameterizedTest
  @ValueSource(strings = {"go-tpc", "sysbench", "visits"})
  void planOfAnExampleSurvivesJson(String tool) throws IOException {
    RunPlan plan = plan("definition: " + TOOLS.resolve(tool).toAbsolutePath());
    String json = PlanDocument.toJson(plan).toString();
    assertThat(PlanDocument.fromJson(new ObjectMapper().readTree(json))).isEqualTo(plan);
    assertThat(definition(plan).name()).isEqualTo(tool);
  }

  @Test
  void orderEntryIsReadFromJsonByKind() {
    ToolDefinition tool =
        definition(plan("definition: " + TOOLS.resolve("go-tpc").toAbsolutePath()));
    assertThat(tool.headline().per()).isEqualTo(Duration.ofMinutes(1));
    assertThat(tool.headline().kinds()).containsExactly("NEW_ORDER");
    assertThat(tool.kinds()).extracting(kind -> kind.weight()).containsExactly(45, 43, 4, 4, 4);
    assertThat(tool.commitsPerTransaction()).isEqualTo(2);
    JsonRows total = (JsonRows) tool.output().total();
    assertThat(total.columns()).containsEntry(FigureColumn.P999, "/99.9th(ms)");
  }

  @Test
  void settingsAndProgramReplaceThoseOfTheDefinition() {
    ToolDefinition tool =
        definition(
            plan(
                "definition: "
                    + TOOLS.resolve("sysbench").toAbsolutePath()
                    + ", program: bin/sysbench, settings: {rows: 5, script: oltp_point_select}"));
    assertThat(tool.settings())
        .containsEntry("rows", "5")
        .containsEntry("tables", "1")
        .containsEntry("script", "oltp_point_select");
    assertThat(tool.program()).isEqualTo(folder.resolve("bin/sysbench").toString());
    assertThat(tool.preparation()).contains("oltp_point_select", "--table-size=5", "{host}");
  }

  @Test
  void smallestDefinitionHasDefaults() throws IOException {
    Files.createDirectories(folder.resolve("small"));
    Files.writeString(folder.resolve("small/tool.yaml"), SMALL);
    ToolDefinition tool = definition(plan("definition: small"));
    assertThat(tool.program()).isEqualTo(folder.resolve("small/small").toString());
    assertThat(tool.output().every()).isEqualTo(Duration.ofSeconds(1));
    assertThat(tool.output().interval()).isEqualTo(new Patterns(List.of("^i (?<count>[0-9]+)$")));
    assertThat(tool.command(Command.CLEAN)).isEmpty();
    assertThat(tool.meaning(3)).isEqualTo("exit code 3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          headline: {unit: ones per second, counts: [one]} | | tool.yaml:1:1: 'headline' is missing. Add it.
          counts: [one] | counts: [two] | headline.counts[0] is 'two', but the kinds are one.
          '^i (?<count> | '^i (?<kount> | output.interval.patterns[0] names the figure 'kount', which does not exist
          '^i (?<count>[0-9]+)$' | '^i ([0-9]+)$' | output.interval.patterns[0] has no named group
          '^i (?<count>[0-9]+)$' | '^i (?<p95>[0-9]+)$' | output.interval gives neither count nor rate.
          '^t (?<count>[0-9]+)$' | '^t (?<rate>[0-9]+)$' | output.total gives no count of the whole process.
          '^t (?<count>[0-9]+)$' | '^t (?<count>[0-9]+$' | output.total.patterns[0] is no regular expression of Java
          {one: {}} | {one: {}, two: {}} | output gives no kind, but there are several kinds
          '{seconds}', | | commands.run lacks {seconds} or {clients}
          ['{program}', prepare] | ['{program}', '{hots}'] | commands.prepare[1] has {hots}, which stands for nothing. Did you mean {host}?
          {one: {}} | {one: {failedAs: one}} | kinds.one has a name that another kind has
          """)
  void wrongDefinitionNamesThePlace(String from, String to, String message) throws IOException {
    String text = SMALL.replace(from, to == null ? "" : to);
    assertThat(text).isNotEqualTo(SMALL);
    assertThat(refusedDefinition(text)).contains("small/tool.yaml:", message);
  }

  @Test
  void whatTheBenchmarkFileLacksOrHasTooMuchIsNamed() throws IOException {
    assertThat(refused("scale: 3")).contains("'definition' is missing");
    assertThat(refused("definition: nowhere"))
        .contains("nowhere/tool.yaml", "the definition of a tool cannot be read");
    Files.createDirectories(folder.resolve("small"));
    Files.writeString(folder.resolve("small/tool.yaml"), SMALL);
    assertThat(refused("definition: small, settings: {size: 3}"))
        .contains("workload.settings.size is no setting of the tool, which has none.");
    assertThat(refused("definition: small, scale: 3"))
        .contains("workload.scale applies to workload.kind pgbench only.");
    assertThat(refused("definition: small}\nload: {mode: paced, rate: 5 tps"))
        .contains("load.rate cannot be kept: the run command of small has no {rate}.");
  }

  @Test
  void oneProblemOfTheDefinitionHidesNothingElse() throws IOException {
    assertThat(refusedDefinition("name: [1]\n")).contains("small/tool.yaml:1:7");
  }
}
