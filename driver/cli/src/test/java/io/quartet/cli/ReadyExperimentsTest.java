package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.cli.view.ExperimentPlanText;
import io.quartet.config.BenchmarkFile;
import io.quartet.config.ExperimentFile;
import io.quartet.config.PlanDocument;
import io.quartet.model.QuartetException;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The experiments of examples/experiments and examples/studies. */
@Tag("unit")
class ReadyExperimentsTest {

  private static final Path FOLDER =
      Path.of(System.getProperty("quartet.home"), "examples/experiments");
  private static final String BASE = "base.yaml";
  private static final String BASE_OF_MACHINES = "base-machines.yaml";

  /** Settings without which an acknowledged trade may be lost. */
  private static final Pattern DURABILITY =
      Pattern.compile("\"(fsync|full_page_writes|synchronous_commit)\":");

  private static final Pattern SCHEMA =
      Pattern.compile("# yaml-language-server: \\$schema=(.*)\n[\\s\\S]*");

  static List<Path> files() throws IOException {
    return files(FOLDER);
  }

  /** Those of every folder, which need not run on machines. */
  static List<Path> filesAndStudies() throws IOException {
    List<Path> all = new ArrayList<>(files());
    all.addAll(files(FOLDER.resolveSibling("studies")));
    return all;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.endsWith(BASE) && !file.endsWith(BASE_OF_MACHINES))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("filesAndStudies")
  void eachLoadsWithItsBaseAndPrintsWhatItWouldDo(Path file) {
    Experiment experiment = ExperimentFile.load(file).experiment();
    StringWriter text = new StringWriter();
    new ExperimentPlanText(experiment).print(new PrintWriter(text), false);

    assertThat(text.toString())
        .startsWith(experiment.name() + ": " + experiment.cells().size() + " cells")
        .contains("(baseline)", "runs in their order", "  control", "minutes in total");
    assertThat(experiment.purpose()).isPresent();
    assertThat(experiment.revisits()).isNotEmpty();
    assertThat(experiment.repeats()).as("fewer say nothing of chance").isGreaterThanOrEqualTo(3);
  }

  /** Limits are for embedded databases, and Quartet installs no ODBC. */
  private static final Set<String> EMBEDDED_ONLY =
      Set.of("shared-buffers.yaml", "index-only-scans.yaml", "access.yaml");

  @ParameterizedTest
  @MethodSource("files")
  void eachRunsOnMachinesWithAnotherBase(Path file, @TempDir Path folder) throws IOException {
    Path copy = folder.resolve(file.getFileName());
    Files.writeString(
        copy, Files.readString(file).replace("base: base.yaml", "base: machines.yaml"));
    StringBuilder sets = new StringBuilder();
    for (String group : List.of("a", "b", "c", "d")) {
      for (int i = group.equals("a") ? 2 : 1; i <= 4; i++) {
        sets.append(
            "    - {set: %s%d, tierA: '10.1.%d.%d:15', dss: '10.2.%d.%d:15', oltp: '10.3.%d.%d:15'}\n"
                .formatted(
                    group,
                    i,
                    i,
                    (int) group.charAt(0),
                    i,
                    (int) group.charAt(0),
                    i,
                    (int) group.charAt(0)));
      }
    }
    Files.writeString(
        folder.resolve("machines.yaml"), Files.readString(FOLDER.resolve(BASE_OF_MACHINES)) + sets);
    if (EMBEDDED_ONLY.contains(file.getFileName().toString())) {
      assertThatThrownBy(() -> ExperimentFile.load(copy)).isInstanceOf(QuartetException.class);
    } else {
      assertThat(ExperimentFile.load(copy).experiment().stacks()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("filesAndStudies")
  void noneTradesDurabilityForSpeed(Path file) {
    for (Cell cell : ExperimentFile.load(file).experiment().cells()) {
      assertThat(PlanDocument.toJson(cell.plan()).toString()).doesNotContainPattern(DURABILITY);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void editorsFindTheSchema(Path file) throws IOException {
    assertThat(schema(file)).isEqualTo("experiment.schema.json");
  }

  @Test
  void baseLoadsTooAndHasOneSet() throws IOException {
    assertThat(BenchmarkFile.load(FOLDER.resolve(BASE)).databases())
        .containsExactly("a1-vm2", "a1-vm3");
    assertThat(schema(FOLDER.resolve(BASE))).isEqualTo("benchmark.schema.json");
  }

  /** Name of the schema that the first line of a file leads to. */
  private static String schema(Path file) throws IOException {
    Matcher line = SCHEMA.matcher(Files.readString(file));
    assertThat(line.matches()).isTrue();
    Path schema = FOLDER.resolve(line.group(1));
    assertThat(schema).isRegularFile();
    return schema.getFileName().toString();
  }

  @Test
  void userGuideHasALineForEach() throws IOException {
    String guide =
        Files.readString(Path.of(System.getProperty("quartet.home"), "docs/guide/experiments.md"));
    for (Path file : files()) {
      assertThat(guide).contains("`" + file.getFileName() + "`");
    }
  }
}
