package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quartet.audit.Supplements;
import io.quartet.audit.ValidityRules;
import io.quartet.model.HostileThing;
import io.quartet.model.QuartetException;
import io.quartet.report.compare.Comparisons;
import io.quartet.report.compare.RunHistory;
import io.quartet.report.compare.RunHistory.Selection;
import io.quartet.results.RunFiles;
import io.quartet.results.RunResults;
import io.quartet.results.evidence.AcidEvidence;
import io.quartet.results.evidence.AcknowledgedCsv;
import io.quartet.results.evidence.Durability;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Pipes, devices and giants in the place of raw files neither hang a reader nor fill its memory:
 * {@code report} marks the run, the others refuse it and name the file.
 */
@Tag("unit")
class HostileResultsTest {

  /** Files that every verb reads. */
  private static final List<String> READ_BY_ALL =
      List.of("run.json", "phases.csv", "intervals.csv");

  /** Files that the audit reads as well; some it has no need of, and leaves to the manifest. */
  private static final List<String> READ_BY_AUDIT =
      List.of(
          "state.json",
          "conservation.csv",
          "checks.csv",
          "events.jsonl",
          "sqlstates.csv",
          "driver.csv",
          "latency/phases.hlog");

  private static final List<String> READ_BY_REPORT =
      List.of(
          "manifest.sha256",
          "audit.json",
          "loaded.csv",
          "durability.json",
          "settings/a1-vm2.json",
          "schema/a1-vm2.txt",
          "stats/host/facts.json",
          "stats/host/cpu.csv",
          "stats/a1-vm3/pg_stat_wal.csv",
          "stats/a1-vm3/sizes.csv",
          "stats/a1-vm3/checkpoints.csv",
          "stats/a1-vm3/gaps.csv",
          "latency/d1-Trade-Order-response.hlog");

  /** Files that the report can do without in a demo: the manifest alone tells that they changed. */
  private static final List<String> NAMED_BY_MANIFEST =
      List.of("driver.csv", "loaded.csv", "schema/a1-vm2.txt", "stats/a1-vm3/checkpoints.csv");

  @TempDir static Path whole;
  private static Path finished;

  @TempDir Path results;

  @BeforeAll
  static void simulate() throws IOException {
    finished = SimulatedDemo.finished(whole);
  }

  private Path copyOfFinished() {
    return SimulatedDemo.finished(results);
  }

  private static void assertRefused(HostileThing thing, String name, Throwable error) {
    assertThat(error).as(name).isInstanceOf(QuartetException.class);
    assertThat(((QuartetException) error).code())
        .as(name)
        .isIn("RESULTS_UNREADABLE", "NOT_RESULTS");
    assertThat(error.getMessage()).as(name).contains(name).hasSizeLessThan(1_000);
    if (!name.equals("run.json")) {
      assertThat(error.getMessage()).containsPattern(thing.reason());
    }
  }

  @ParameterizedTest
  @EnumSource
  void auditCompareAndHistoryNameTheFile(HostileThing thing) throws Exception {
    for (String name : READ_BY_ALL) {
      Path folder = copyOfFinished();
      thing.replace(folder.resolve(name));
      assertRefused(thing, name, catchThrowable(() -> audit(folder)));
      // Each run on its own: what is refused is refused before anything is compared.
      assertRefused(thing, name, catchThrowable(() -> Comparisons.of(List.of(folder, finished))));
      Files.move(folder, results.resolve("moved-" + name));
    }
    assertThat(RunHistory.of(results, Selection.ALL).unreadable())
        .extracting(RunHistory.Unreadable::folder)
        .contains("moved-run.json", "moved-phases.csv");
  }

  private static void audit(Path folder) {
    ValidityRules.evaluate(RunResults.read(ResultsFolder.open(folder)), Supplements.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void auditNamesTheFile(HostileThing thing) throws Exception {
    Path folder = copyOfFinished();
    for (String name : READ_BY_AUDIT) {
      Path file = folder.resolve(name);
      Path kept = Files.move(file, folder.resolve("kept.tmp"));
      thing.replace(file);
      assertRefused(thing, name, catchThrowable(() -> audit(folder)));
      Files.delete(file);
      Files.move(kept, file);
    }
  }

  /** Without the giant: its checksum alone takes seconds. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SPARSE")
  void reportComesOutAndIsInvalid(HostileThing thing) throws Exception {
    Path folder = copyOfFinished();
    List<List<String>> groups = List.of(READ_BY_ALL, READ_BY_AUDIT, READ_BY_REPORT);
    for (List<String> group : groups) {
      for (String name : group) {
        if (!name.equals("run.json")) {
          Files.createDirectories(folder.resolve(name).getParent());
          thing.replace(folder.resolve(name));
        }
      }
    }
    Report report = TestPages.write(folder);
    assertThat(report.verdict().isValid()).isFalse();
    for (String name : List.of("phases.csv", "intervals.csv", "state.json", "checks.csv")) {
      assertThat(report.verdict().reasons())
          .as(name)
          .anyMatch(reason -> reason.startsWith(name + ":"));
    }
    assertThat(Files.readString(folder.resolve("report.html"))).endsWith("</html>\n");
  }

  /**
   * One at a time: where all are damaged, one of which the verdict knows nothing would not show.
   */
  @ParameterizedTest
  @EnumSource(names = {"FOLDER", "NO_TEXT"})
  void reportNamesEachFileThatItCannotRead(HostileThing thing) throws Exception {
    Path folder = copyOfFinished();
    List<String> names =
        Stream.of(READ_BY_ALL, READ_BY_AUDIT, READ_BY_REPORT)
            .flatMap(List::stream)
            .filter(name -> !name.equals("run.json")) // Without it there is no report.
            .filter(name -> !name.endsWith("/gaps.csv")) // This run has none.
            .toList();
    Path kept = results.resolve("kept");
    for (String name : names) {
      Path file = folder.resolve(name);
      boolean isThere = Files.exists(file);
      if (isThere) {
        Files.move(file, kept);
      }
      Files.createDirectories(file.getParent());
      thing.replace(file);
      Pattern reason =
          NAMED_BY_MANIFEST.contains(name)
              ? Pattern.compile(Pattern.quote(name) + " was changed after the run")
              : Pattern.compile("(?s)" + Pattern.quote(name) + ".*(" + thing.reason() + ").*");
      assertThat(ReportWriter.read(folder).verdict().reasons())
          .as(name)
          .anyMatch(text -> reason.matcher(text).matches());
      Files.delete(file);
      if (isThere) {
        Files.move(kept, file);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void filesOfOtherTestsAreRefused(HostileThing thing) throws Exception {
    ResultsFolder folder = ResultsFolder.open(copyOfFinished());
    thing.replace(folder.file(AcknowledgedCsv.NAME));
    assertRefused(
        thing,
        AcknowledgedCsv.NAME,
        catchThrowable(() -> new RunFiles(folder).acknowledged(acknowledgement -> {}).orRefuse()));
    thing.replace(folder.file(Durability.NAME));
    assertRefused(thing, Durability.NAME, catchThrowable(() -> Durability.read(folder)));
    Path acid = results.resolve("acid.json");
    thing.replace(acid);
    assertThat(catchThrowable(() -> AcidEvidence.read(acid)))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("NOT_ACID"));
  }

  @Test
  void nothingIsWrittenIntoAPipe() throws Exception {
    Path folder = copyOfFinished();
    HostileThing.PIPE.replace(folder.resolve("report.html.tmp"));
    TestPages.write(folder);
    assertThat(Files.readString(folder.resolve("report.html"))).endsWith("</html>\n");
  }

  @Test
  void logOfNoGroupIsLeftOut() throws Exception {
    Path folder = copyOfFinished();
    Files.copy(
        folder.resolve("latency/d1-Trade-Order-response.hlog"),
        folder.resolve("latency/x1-Trade-Order-response.hlog"));
    assertThat(TestPages.write(folder).verdict().reasons())
        .anyMatch(reason -> reason.contains("latency/x1-Trade-Order-response.hlog"));
  }
}
