package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quartet.audit.ValidityRules;
import io.quartet.books.CellRow;
import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.provision.TestDeployment;
import io.quartet.results.Check;
import io.quartet.results.Finding;
import io.quartet.results.RunFiles;
import io.quartet.results.RunResults;
import io.quartet.results.ToolFigures;
import io.quartet.results.ToolProcess;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.database.Loading;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Load and runs of a tool of ten lines, and of tools that are broken, on a real database. */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefinedToolRunTest {

  private static final Path VISITS = TestTools.EXAMPLES.resolve("visits");
  private static final VmSet A1 = new VmSet(VmGroup.A, 1);

  @TempDir private Path folder;
  private TestDeployment servers;

  @BeforeAll
  void load() throws IOException {
    ToolDefinition visits = TestTools.read(VISITS);
    servers = TestDeployment.up("tool-test", small -> plan(small, visits));
    assertThat(load(servers.plan())).containsOnly(Action.LOADED);
    assertThat(load(servers.plan())).containsOnly(Action.WAS_LOADED);
  }

  @AfterAll
  void down() {
    servers.close();
  }

  private static RunPlan plan(RunPlan small, ToolDefinition definition) {
    return TestPlans.withTool(
        small, TestTools.withClients(definition, 1), TestPlans.timing(2, 0, 4, 1));
  }

  private List<Action> load(RunPlan plan) {
    return Loading.load(plan, servers.deployment(), LoadListener.NONE).stream()
        .map(result -> result.action())
        .toList();
  }

  private RunResults run(RunPlan plan) {
    RunResult result =
        BenchmarkRun.run(plan, servers.deployment(), servers.results(), RunListener.NONE);
    return RunResults.read(ResultsFolder.open(result.folder()));
  }

  private static List<ToolProcess> processes(RunResults results) {
    return new RunFiles(results.folder()).toolProcesses().orRefuse().orElseThrow();
  }

  private static long committed(RunResults results) {
    return results.phases().stream().mapToLong(CellRow::committed).sum();
  }

  private static long measured(RunResults results) {
    return results.figures().measured(row -> true, CellRow::committedInPhase);
  }

  private long visits() throws SQLException {
    return Long.parseLong(
        servers.column(servers.database(A1, VmRole.OLTP), "SELECT count(*) FROM visit").get(0));
  }

  /** What the audit finds of a rule. */
  private static String findings(RunResults results, String rule) {
    return ValidityRules.evaluate(results).broken().stream()
        .filter(check -> check.id().equals(rule))
        .flatMap(check -> check.findings().stream())
        .map(Finding::text)
        .collect(Collectors.joining("\n"));
  }

  /** The tool of ten lines with another loop of its load. */
  private RunPlan broken(String name, String script) throws IOException {
    Path copy = Files.createDirectory(folder.resolve(name));
    Files.copy(VISITS.resolve("tool.yaml"), copy.resolve("tool.yaml"));
    Path program = copy.resolve("visits");
    Files.writeString(program, "#!/usr/bin/env bash\nset -euo pipefail\n" + script);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return plan(servers.plan(), TestTools.read(copy));
  }

  @Test
  void everyTransactionIsCountedOnceAndInItsPhase() throws SQLException {
    final long before = visits();
    RunResults results = run(servers.plan());
    assertThat(ValidityRules.evaluate(results).broken())
        .extracting(Check::id)
        .isSubsetOf("driver-not-bottleneck");
    assertThat(processes(results)).hasSize(2);
    ToolProcess phase = processes(results).get(1);
    assertThat(phase.phase()).isEqualTo("1");
    assertThat(phase.isWhole()).isTrue();
    assertThat(phase.committed()).isPositive();
    assertThat(committed(results)).isEqualTo(visits() - before);
    assertThat(measured(results)).isEqualTo(phase.committed());
    assertThat(new RunFiles(results.folder()).toolFigures().orRefuse().orElseThrow())
        .filteredOn(ToolFigures::isTotal)
        .extracting(ToolFigures::phase)
        .containsExactly("rampUp", "1");
    assertThat(results.phases()).allMatch(row -> row.timed() == 0 && row.responseSumMicros() == 0);
    assertThat(results.info().versions().get("visits")).contains(VISITS.getFileName().toString());
  }

  @Test
  void figureWithoutItsPatternEndsTheRunWithTheLineThatWasSeen() throws IOException {
    RunResults results =
        run(
            broken(
                "other-words",
                "for ((i = 0; i < 30; i++)); do echo \"visits so far: $i\"; sleep 1; done"));
    assertThat(results.state().orElseThrow().reason())
        .contains("no line that fits output.interval", "visits so far: ");
  }

  @Test
  void failureWithExitCodeZeroBreaksARule() throws IOException {
    RunResults results =
        run(
            broken(
                "no-table",
                """
                for ((i = 0; i < $2; i++)); do
                  psql -qc 'INSERT INTO visit DEFAULT VALUES; SELECT 1 FROM no_such_table' 2>&1 || true
                  echo 'interval 1'
                  sleep 0.9
                done
                echo "total $2"
                """));
    assertThat(findings(results, "tool-processes"))
        .contains(
            "a1-vm3, phase 1: it ended with exit code 0", "ERROR:  relation \"no_such_table\"");
  }

  @Test
  void endWithinItsTimeBreaksARuleAndKeepsWhatWasTold() throws IOException {
    RunResults results =
        run(broken("dies", "for i in 1 2; do echo 'interval 5'; sleep 1; done; exit 7"));
    assertThat(findings(results, "tool-processes")).contains("it ended with exit code 7");
    assertThat(measured(results)).isEqualTo(10);
  }

  @Test
  void toolThatReportsLessThanTheDatabaseBreaksARule() throws IOException {
    RunResults results =
        run(
            broken(
                "too-few",
                """
                for ((end = SECONDS + $2; SECONDS < end; )); do
                  seq 200 | sed 's/.*/INSERT INTO visit DEFAULT VALUES;/' | psql -q
                  echo 'interval 1' && sleep 0.5
                done
                echo 'total 7'
                """));
    assertThat(findings(results, "tool-commits"))
        .contains("a1-vm3: the server counts", "reports 7");
  }

  @Test
  void whatAToolLeavesBehindEndsWithIt() throws IOException {
    RunResults results =
        run(
            broken(
                "leaves-a-child",
                """
                sleep 300 &
                for ((i = 0; i < $2; i++)); do echo 'interval 1'; sleep 1; done
                echo "total $2"
                """));
    assertThat(processes(results)).hasSize(2).allMatch(ToolProcess::isWhole);
    assertThat(processes(results)).allMatch(process -> process.failed().isEmpty());
  }

  @Test
  void toolThatHangsIsStopped() throws IOException {
    RunResults results = run(broken("hangs", "echo 'interval 3'; exec sleep 600"));
    assertThat(findings(results, "tool-processes")).contains("It was still at work 10 s after");
  }

  @Test
  void passwordIsInNoCommandAndNoVariable() throws IOException {
    RunResults results = run(broken("env", "env | sort; echo \"arguments $*\"; exit 3"));
    String printed = Files.readString(results.folder().file("logs/tool-a1-1.log"));
    assertThat(printed).contains("PGPASSFILE=", "PGHOST=", "arguments run 4 1");
    assertThat(printed).doesNotContain("PGPASSWORD", "JAVA_", "HOME=");
  }

  @Test
  void loadThatFailsSaysWhy() throws IOException {
    RunPlan plan = broken("no-load", "echo 'ERROR: the disk is full'");
    QuartetException error = catchThrowableOfType(QuartetException.class, () -> loadAgain(plan));
    assertThat(error.code()).isEqualTo("LOAD_FAILED");
    assertThat(error.getMessage())
        .contains(
            "the command prepare of visits printed 'ERROR: the disk is full', and ended with");
    loadAgain(servers.plan());
  }

  private void loadAgain(RunPlan plan) {
    Loading.load(plan, servers.deployment(), Loading.Start.FROM_SCRATCH, LoadListener.NONE);
  }

  @Test
  void missingProgramSaysHowToInstallIt() throws IOException {
    RunPlan plan = broken("no-program", "");
    Files.delete(folder.resolve("no-program/visits"));
    QuartetException error = catchThrowableOfType(QuartetException.class, () -> run(plan));
    assertThat(error.code()).isEqualTo("TOOL_NOT_FOUND");
    assertThat(error.getMessage())
        .contains("is no file that can be executed", "sudo apt-get install postgresql-client");
  }
}
