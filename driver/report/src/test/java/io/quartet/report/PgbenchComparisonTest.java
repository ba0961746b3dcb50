package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.quartet.model.QuartetException;
import io.quartet.report.advise.AdviceWriter;
import io.quartet.report.compare.Comparison;
import io.quartet.report.compare.Comparisons;
import io.quartet.report.compare.Gate;
import io.quartet.report.compare.RunHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class PgbenchComparisonTest {

  private static final Pattern OF_BROKERAGE =
      Pattern.compile("etps|[Tt]rade|Tier A|Load Unit|DSS", Pattern.MULTILINE);

  @TempDir static Path results;
  private static Comparison comparison;

  @BeforeAll
  static void compare() {
    comparison = Comparisons.ofSets(runs("fast", 1, 1), runs("slow", 11, 1.5));
  }

  private static List<Path> runs(String name, long seed, double slowness) {
    List<Path> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(SimulatedPgbench.finished(results.resolve(name + i), seed + i, slowness));
    }
    return runs;
  }

  @Test
  void comparisonIsInTheWordsOfPgbench() {
    assertThat(Comparisons.json(comparison)).doesNotContainPattern(OF_BROKERAGE);
    assertThat(ShownText.ofPage(Comparisons.html(comparison))).doesNotContainPattern(OF_BROKERAGE);
    assertThat(comparison.pairs().get(0).summary()).contains("tps");
  }

  @Test
  void jsonFitsItsSchema() throws IOException {
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(OutputSchema.COMPARISON.json())
                .validate(new ObjectMapper().readTree(Comparisons.json(comparison))))
        .isEmpty();
  }

  @Test
  void gateOfTpsJudges() {
    Gate gate = Gate.of("tps -5%");
    gate.require(comparison.figures());
    assertThat(gate.judge(comparison.pairings().get(0)).outcome())
        .isNotEqualTo(Gate.Outcome.PASSED);
    assertThatThrownBy(() -> Gate.of("etps -5%").require(comparison.figures()))
        .hasMessageContaining("no figure is called 'etps'");
  }

  @Test
  void brokerageIsNotCompared() {
    List<Path> folders =
        List.of(
            SimulatedPgbench.finished(results.resolve("one")),
            SimulatedDemo.finished(results.resolve("other")));
    assertThatThrownBy(() -> Comparisons.of(folders))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("WORKLOAD_DIFFERS"));
  }

  @Test
  void indexesOfPgbenchGetNoAdvice() {
    Path run = SimulatedPgbench.finished(results.resolve("advised"));
    assertThatThrownBy(() -> AdviceWriter.read(run, Optional.empty()))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("ADVISE_WORKLOAD"));
  }

  @Test
  void historyListsTps() throws IOException {
    Path list = results.resolve("list");
    SimulatedPgbench.finished(list);
    String json = RunHistory.of(list, RunHistory.Selection.ALL).json();
    assertThat(json).contains("\"tps\"").doesNotContain("etps", "contents");
  }
}
