package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.report.section.Statistics;
import io.quartet.report.section.Totals;
import io.quartet.results.DriverProcess;
import io.quartet.results.RecordedRuns;
import io.quartet.results.events.Outage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever became of a run, its folder gives a report; only a whole run gives a valid one. */
@Tag("unit")
class BrokenRunTest {

  @TempDir Path results;

  /** A finished run that a test may damage. */
  private Path copyOfFinished() {
    return SimulatedDemo.finished(results);
  }

  @Test
  void killedRunIsInvalidAndShowsWhatThereIs() throws IOException {
    Path folder = SimulatedDemo.killed(results, 25);
    Report report = TestPages.write(folder);
    assertThat(report.verdict().isValid()).isFalse();
    assertThat(report.run().state()).isEqualTo("killed");
    assertThat(report.verdict().reasons().get(0)).contains("was killed");
    assertThat(report.workload().phases()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("INVALID", "was killed", "Not a result");
  }

  @Test
  void measuredRunSaysHowItIsCompleted() throws IOException {
    Path folder = copyOfFinished();
    Files.writeString(
        folder.resolve("state.json"),
        "{\"state\": \"measured\", \"reason\": \"stopped\", \"pid\": 1, \"endedUtcMillis\": 7}");
    Report report = TestPages.write(folder);
    assertThat(report.verdict().isValid()).isFalse();
    assertThat(report.run().state()).isEqualTo("measured");
    assertThat(report.verdict().reasons().get(0))
        .isEqualTo(
            "The measurement is complete, but the checks after it are not (stopped). 'quartet check"
                + " --finish' with this folder completes the run, if its databases are unchanged since.");
  }

  @Test
  void processThatHasGotTheIdOfTheDriverSinceIsNotTakenForIt() throws IOException {
    Path folder = copyOfFinished();
    DriverProcess here = DriverProcess.here();
    Files.writeString(
        folder.resolve("state.json"),
        "{\"state\": \"running\", \"pid\": %d, \"pidStartUtcMillis\": %d, \"endedUtcMillis\": 0}"
            .formatted(here.pid(), here.startUtcMillis() - 60_000));
    assertThat(TestPages.write(folder).run().state()).isEqualTo("killed");
  }

  @Test
  void runKilledBeforeTheFirstPhaseHasNoThroughput() throws IOException {
    Report report = TestPages.write(SimulatedDemo.killed(results, 3));
    assertThat(report.metric().etps()).isNull();
    assertThat(report.workload().phases()).isEmpty();
    assertThat(report.verdict().reasons()).anyMatch(reason -> reason.contains("no throughput"));
  }

  @Test
  void phasesWithoutATradeResultHaveNoThroughputNotAZero() throws IOException {
    Path folder = copyOfFinished();
    Path phases = folder.resolve("phases.csv");
    StringBuilder edited = new StringBuilder();
    for (String line : Files.readAllLines(phases)) {
      String[] fields = line.split(",", -1);
      if (fields[6].equals("Trade-Result")) {
        fields[24] = "0";
      }
      edited.append(String.join(",", fields)).append('\n');
    }
    Files.writeString(phases, edited);
    Report report = TestPages.write(folder);
    assertThat(report.verdict().isValid()).isFalse();
    assertThat(report.verdict().reasons().get(0)).startsWith("NO_MEASURED_TRANSACTIONS: ");
    assertThat(report.metric().etps()).isNull();
    assertThat(report.metric().etpsPerLoadUnit()).isNull();
    assertThat(report.workload().phases()).hasSize(10).allMatch(phase -> phase.etps() == null);
  }

  @Test
  void abortedRunSaysWhy() throws IOException {
    Path folder = copyOfFinished();
    Files.delete(folder.resolve("audit.json"));
    Files.writeString(
        folder.resolve("state.json"),
        "{\"state\":\"aborted\",\"reason\":\"c1-vm3 is <gone>\",\"pid\":1,\"endedUtcMillis\":1}");
    Report report = TestPages.write(folder);
    assertThat(report.verdict().isValid()).isFalse();
    assertThat(report.verdict().reasons().get(0)).contains("c1-vm3 is <gone>");
    assertThat(Files.readString(folder.resolve("report.html"))).contains("c1-vm3 is &lt;gone&gt;");
  }

  @Test
  void outagesAreShownWithTheirEnds() throws IOException {
    Path folder = copyOfFinished();
    Files.writeString(
        folder.resolve("events.jsonl"),
        """
        {"utcMillis":1000,"event":"databaseSilent","vm":"b1-vm2","reason":"no answer","waiting":7}
        {"utcMillis":9000,"event":"databaseRestored","vm":"b1-vm2","lostMillis":12000,"failed":0}
        {"utcMillis":9500,"event":"tierALost","vm":"c1-vm1","reason":"<gone>","waiting":3}
        """,
        StandardOpenOption.APPEND);
    Report report = TestPages.write(folder);
    assertThat(report.integrity().outages())
        .containsExactly(
            new Outage("b1-vm2", false, -3_000, OptionalLong.of(12_000), 7, 0, "no answer"),
            new Outage("c1-vm1", true, 9_500, OptionalLong.empty(), 3, 0, "<gone>"));
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("12.0 s", "not at all", "&lt;gone&gt;");
  }

  @Test
  void statisticsThatCouldNotBeReadAreNamed() throws IOException {
    Path folder = copyOfFinished();
    Files.writeString(
        folder.resolve("events.jsonl"),
        """
        {"utcMillis":1,"event":"statisticsDenied","vm":"a1-vm2","source":"locks","reason":"<no>"}
        {"utcMillis":1,"event":"statisticsDenied","vm":"a1-vm3","source":"locks","reason":"<no>"}
        {"utcMillis":1,"event":"statisticsMissing","vm":"a1-vm3","source":"waits","reason":"none"}
        """,
        StandardOpenOption.APPEND);
    assertThat(TestPages.write(folder).statistics().notRead())
        .containsExactly(
            new Statistics.NotRead("locks", true, List.of("a1-vm2", "a1-vm3"), "<no>"),
            new Statistics.NotRead("waits", false, List.of("a1-vm3"), "none"));
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("on a1-vm2, a1-vm3: the role has no permission to read it (&lt;no&gt;)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"two\"", "0", "-1", "null", "[]"})
  void processorsThatAreNoNumberAreNoObstacle(String cores) throws IOException {
    Path folder = copyOfFinished();
    String run = Files.readString(folder.resolve("run.json"));
    String edited = run.replaceFirst("\"cores\" : \\d+", "\"cores\" : " + cores);
    assertThat(edited).isNotEqualTo(run);
    Files.writeString(folder.resolve("run.json"), edited);
    TestPages.write(folder);
    assertThat(Files.readString(folder.resolve("report.html"))).doesNotContain("Infinity");
  }

  @Test
  void runWithoutStatisticsSaysSo() throws IOException {
    Path folder = SimulatedDemo.killed(results, 25);
    assertThat(TestPages.write(folder).statistics().groups()).isEmpty();
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("No statistics of the servers were recorded");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state.json",
        "phases.csv",
        "intervals.csv",
        "conservation.csv",
        "checks.csv",
        "latency/phases.hlog",
        "settings/a1-vm2.json",
        "stats/a1-vm3/pg_stat_wal.csv",
        "stats/a1-vm3/sizes.csv",
        "stats/a1-vm3/checkpoints.csv",
        "stats/host/cpu.csv",
        "stats/host/disk.csv",
        "audit.json"
      })
  void missingFileIsNoObstacle(String name) throws IOException {
    Path folder = copyOfFinished();
    Files.delete(folder.resolve(name));
    Report report = TestPages.write(folder);
    assertThat(Files.size(folder.resolve("report.html"))).isGreaterThan(50_000);
    // The rules can be applied again.
    assertThat(report.verdict().isValid()).isEqualTo(name.equals("audit.json"));
  }

  @Test
  void finishedRunWithoutItsManifestIsInvalid() throws IOException {
    Path folder = copyOfFinished();
    Files.delete(folder.resolve("manifest.sha256"));
    assertThat(TestPages.write(folder).verdict().reasons())
        .containsExactly(
            "manifest.sha256 is missing although the run finished, so its files may have changed");
  }

  @Test
  void killedRunIsNotAskedForItsManifest() throws IOException {
    Path folder = SimulatedDemo.killed(results, 25);
    assertThat(TestPages.write(folder).verdict().reasons())
        .noneMatch(reason -> reason.contains("manifest.sha256"));
  }

  @Test
  void damagedFactsAreToldWithTheirFolder() throws IOException {
    Path folder = copyOfFinished();
    Path facts = Files.createDirectories(folder.resolve("stats/c1-vm2")).resolve("facts.json");
    Files.writeString(facts, "{\"cpu\"");
    assertThat(TestPages.write(folder).verdict().reasons())
        .anyMatch(
            reason ->
                reason.startsWith(
                    "stats/c1-vm2/facts.json: is not one complete JSON document, or has a key twice: see line 1"));
  }

  @Test
  void sumsWithoutADatabaseAreNotShown() throws IOException {
    Path folder = copyOfFinished();
    assertThat(TestPages.write(folder).summary().tableBytes()).isPositive();
    Files.delete(folder.resolve("stats/c1-vm2/sizes.csv"));
    Files.delete(folder.resolve("stats/b1-vm3/pg_stat_bgwriter.csv"));

    Totals summary = TestPages.write(folder).summary();

    assertThat(summary.tableBytes()).isNull();
    assertThat(summary.indexBytes()).isNull();
    assertThat(summary.checkpointsTimed()).isNull();
    assertThat(summary.checkpointsRequested()).isNull();
    assertThat(Files.readString(folder.resolve("report.html")).split("not recorded for all"))
        .hasSize(3);
  }

  @Test
  void priceByThroughputOfAnInvalidRunIsMarked() throws IOException {
    Path folder = copyOfFinished();
    TestPages.write(folder);
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains(" EUR per etps")
        .doesNotContain("(the run is INVALID)", "of a run that is INVALID");
    Files.delete(folder.resolve("checks.csv"));
    TestPages.write(folder);
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains(" EUR per etps (the run is INVALID)", ", of a run that is INVALID.");
  }

  @Test
  void missingFileIsToldOnce() throws IOException {
    Path folder = copyOfFinished();
    Files.delete(folder.resolve("phases.csv"));
    assertThat(TestPages.write(folder).verdict().reasons())
        .containsOnlyOnce(
            "phases.csv is missing: the run ended before it was written, or it was removed");
  }

  @Test
  void verdictInAFileHidesNoLostTrade() throws IOException {
    Path folder = copyOfFinished();
    CsvRows rows = CsvRows.read(folder.resolve("conservation.csv"));
    CsvRows.Row a1 = rows.where("set", "a1").one();
    assertThat(a1.text("verdict")).isEqualTo("pass");
    a1.add("db_completed", -1);
    rows.write();

    Report report = TestPages.write(folder);

    assertThat(report.integrity().conservation())
        .filteredOn(row -> !row.isConserved())
        .extracting(row -> row.set().name())
        .containsExactly("a1");
    assertThat(Headline.inShort(report.verdict().reasons()))
        .anyMatch(reason -> reason.startsWith("Broken rule: No trade was lost or duplicated"))
        .allMatch(reason -> reason.length() <= 121);
  }

  @Test
  void damagedFolderGivesTheSameBytesInAnotherPlace() throws IOException {
    Path here = copyOfFinished();
    Files.writeString(here.resolve("phases.csv"), "phase,group\n1,A\n");
    Files.writeString(here.resolve("checks.csv"), "moment\nbefore\n");
    Path there =
        RecordedRuns.copyOf(here, Files.createDirectories(results.resolve("another/place")));
    assertThat(ReportWriter.write(here).verdict().reasons())
        .anyMatch(reason -> reason.startsWith("phases.csv: line 2 has no column"));
    ReportWriter.write(there);
    for (String name : List.of("report.json", "report.html", "report.pdf", "disclosure.pdf")) {
      assertThat(there.resolve(name)).hasSameBinaryContentAs(here.resolve(name));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run.json",
        "state.json",
        "phases.csv",
        "intervals.csv",
        "conservation.csv",
        "checks.csv",
        "events.jsonl",
        "latency/phases.hlog",
        "latency/d1-Trade-Order-response.hlog",
        "settings/a1-vm2.json",
        "stats/a1-vm3/pg_stat_wal.csv",
        "stats/a1-vm3/sizes.csv",
        "stats/a1-vm3/checkpoints.csv",
        "stats/host/cpu.csv",
        "stats/host/disk.csv",
        "audit.json"
      })
  void fileCutShortIsNoObstacle(String name) throws IOException {
    Path folder = copyOfFinished();
    Path file = folder.resolve(name);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length * 2 / 3 + 1));
    Report report = TestPages.write(folder);
    assertThat(report.verdict().isValid()).isFalse();
    assertThat(report.verdict().reasons()).anyMatch(reason -> reason.contains(name));
    assertThat(Files.readString(folder.resolve("report.html")).toLowerCase(Locale.ROOT))
        .contains("etps")
        .endsWith("</html>\n");
  }
}
