package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quartet.audit.Supplements;
import io.quartet.audit.ValidityRules;
import io.quartet.audit.internal.Judgment;
import io.quartet.config.PlanDocument;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Brokerage;
import io.quartet.results.Check;
import io.quartet.results.RunResults;
import io.quartet.results.Verdict;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.SchemaFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second run beside the first. */
@Tag("unit")
class RepeatRuleTest {

  @TempDir Path first;
  @TempDir Path second;
  private OfficialFolder run;
  private ResultsFolder other;

  @BeforeEach
  void simulate() throws IOException {
    run = new OfficialFolder(first);
    other = copy("20261122-000000-test");
    edit("run.json", run.folder.runId(), other.runId());
  }

  private ResultsFolder copy(String runId) throws IOException {
    Path to = second.resolve(runId);
    try (Stream<Path> paths = Files.walk(run.folder.path())) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Files.copy(path, to.resolve(run.folder.path().relativize(path).toString()));
      }
    }
    return ResultsFolder.open(to);
  }

  private void edit(String name, String before, String after) throws IOException {
    String text = Files.readString(other.file(name));
    assertThat(text).contains(before);
    Files.writeString(other.file(name), text.replace(before, after));
    Manifest.write(other);
  }

  private Check repeatability(Optional<ResultsFolder> folder) {
    return ValidityRules.evaluate(
            RunResults.read(run.folder),
            new Supplements(folder, Optional.empty(), Optional.empty(), Optional.empty()))
        .checks()
        .stream()
        .filter(check -> check.id().equals("repeatability"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void oneRunProvesNothing() {
    assertThat(repeatability(Optional.empty()).verdict()).isEqualTo(Check.Result.NOT_JUDGED);
    assertThat(repeatability(Optional.of(run.folder)).detail()).contains("it is the same run");
  }

  @Test
  void secondRunOfAnotherWorkloadIsRefused() throws IOException {
    int next = Brokerage.VERSION + 1;
    edit("run.json", "\"workloadVersion\" : " + Brokerage.VERSION, "\"workloadVersion\" : " + next);
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> repeatability(Optional.of(other)))
        .withMessageContaining(
            "20261122-000000-test has version "
                + next
                + " of the workload, but "
                + run.folder.runId()
                + " has version "
                + Brokerage.VERSION)
        .satisfies(error -> assertThat(error.code()).isEqualTo("WORKLOAD_DIFFERS"))
        .satisfies(error -> assertThat(error.kind().exitCode()).isEqualTo(2));
  }

  /** The simulated run is too short for an official one, which is the only complaint. */
  @Test
  void secondRunMustBeGoodItself() {
    assertThat(repeatability(Optional.of(other)).detail())
        .contains("it is INVALID itself: Ten phases of 720 s")
        .doesNotContain("etps")
        .doesNotContain("another");
  }

  @Test
  void ruleThatTheSecondRunLeavesOpenIsNotPassedOver() {
    Check passed = check("mix", "the mix", Check.Severity.FATAL, Check.Result.PASS);
    Check device = check("rule-40", "a device", Check.Severity.FATAL, Check.Result.NOT_JUDGED);
    Check open = check("sameness", "same on all", Check.Severity.FATAL, Check.Result.NOT_JUDGED);

    assertThat(repeatability(passed, device).result()).isEqualTo(Check.Result.PASS);
    assertThat(repeatability(passed, device, open).result()).isEqualTo(Check.Result.NOT_JUDGED);
    assertThat(repeatability(passed, device, open).detail())
        .isEqualTo(other.runId() + " could not be judged by sameness");
  }

  private static Check check(
      String id, String title, Check.Severity severity, Check.Result verdict) {
    return new Check(id, title, severity, verdict, "", "", "", "", List.of());
  }

  private Judgment repeatability(Check... ofTheSecondRun) {
    return RepeatRule.judge(
        RunResults.read(run.folder),
        RunResults.read(other),
        Verdict.of(
            run.plan.publication().profile(),
            List.of(ofTheSecondRun),
            List.of(),
            Optional.empty(),
            Optional.empty()));
  }

  @Test
  void otherPlanProgramsOrThroughputAreNamed() throws IOException {
    edit("run.json", "\"commit\" : \"abc123\"", "\"commit\" : \"abc124\"");
    edit("run.json", "\"users\" : 4", "\"users\" : 5");
    assertThat(PlanDocument.toJson(RunResults.read(other).info().plan()))
        .isNotEqualTo(PlanDocument.toJson(run.plan));

    assertThat(repeatability(Optional.of(other)).detail())
        .contains("its plan is different", "its programs are different");
  }

  @Test
  void otherSchemaIsNamed() throws IOException {
    List<String> lines =
        List.of("index CREATE INDEX trade_by_id ON trade USING hash (t_id)", "table trade");
    SchemaFile.write(run.folder, "a1-vm2", lines);
    SchemaFile.write(other, "a1-vm2", List.of(lines.get(1), lines.get(0)));
    Manifest.write(run.folder);
    Manifest.write(other);
    assertThat(repeatability(Optional.of(other)).detail()).doesNotContain("schema");

    edit("schema/a1-vm2.txt", lines.get(0) + "\n", "");
    assertThat(repeatability(Optional.of(other)).detail())
        .contains("its schema is different on a1-vm2");
    Files.delete(other.file("schema/a1-vm2.txt"));
    Manifest.write(other);
    assertThat(repeatability(Optional.of(other)).detail())
        .contains("its schema is different on a1-vm2");
  }

  @Test
  void throughputThatIsOffByMoreThanTwoPercentIsNamed() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (String line : Files.readAllLines(other.file("phases.csv"))) {
      String[] fields = line.split(",", -1);
      if (fields[6].equals("Trade-Result") && fields[5].equals("d1")) {
        fields[24] = "" + Math.round(Long.parseLong(fields[24]) * 0.9);
      }
      rows.append(String.join(",", fields)).append('\n');
    }
    Files.writeString(other.file("phases.csv"), rows);
    Manifest.write(other);

    Check check = repeatability(Optional.of(other));

    assertThat(check.verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(check.actual()).startsWith("−");
    assertThat(check.detail()).contains("etps");
  }
}
