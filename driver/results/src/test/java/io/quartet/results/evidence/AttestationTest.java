package io.quartet.results.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quartet.model.HostileThing;
import io.quartet.model.QuartetException;
import io.quartet.model.Sha256;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.RunInfo;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An attestation is taken for its own run only, and only with the evidence that it names. */
@Tag("unit")
class AttestationTest {

  private static final String RUN = "20261121-000000-test";
  private static final long BEGUN = 1_795_219_200_000L; // 2026-11-21
  private static final RunInfo OFFICIAL = run(ValidityProfile.OFFICIAL);

  @TempDir Path folder;
  private Path attested;
  private Path file;

  private static RunInfo run(ValidityProfile profile) {
    return new RunInfo(
        RUN,
        BEGUN,
        TestPlans.plan(profile, 1, PhaseTable.VLDB2013),
        Map.of(),
        "",
        null,
        null,
        List.of());
  }

  @BeforeEach
  void write() throws IOException {
    attested = Files.createDirectory(folder.resolve("attested"));
    file = AttestedRuns.write(attested, RUN);
  }

  private void edit(String part, String other) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(part);
    Files.writeString(
        file, text.replaceFirst(Pattern.quote(part), Matcher.quoteReplacement(other)));
  }

  private QuartetException refused(RunInfo run) {
    QuartetException error =
        catchThrowableOfType(QuartetException.class, () -> Attestation.read(file, run));
    assertThat(error).isNotNull();
    assertThat(error.kind()).isEqualTo(QuartetException.Kind.BAD_INPUT);
    assertThat(error.getMessage())
        .containsPattern("^" + Pattern.quote(file.toString()) + ":\\d+:\\d+: ");
    return error;
  }

  @Test
  void exampleIsTakenAndWrittenAsItIs() {
    Attestation attestation = Attestation.read(file, OFFICIAL);

    assertThat(attestation.attestedBy()).hasToString("Jane Doe, Example Storage Lab");
    assertThat(attestation.hasFailed("data")).isTrue();
    assertThat(attestation.hasFailed("wal")).isTrue();
    assertThat(attestation.devices().get(0).holds()).containsExactly("data", "index");
    assertThat(attestation.sha256()).matches("[0-9a-f]{64}");
    assertThat(Attestation.of(attestation.toJson())).isEqualTo(attestation);
  }

  private void nameEvent(String json) throws IOException {
    Path report = Files.writeString(attested.resolve("report.json"), json);
    String entry =
        "evidence:%n  - file: report.json%n    sha256: %s%n    what: events%n"
            .formatted(Sha256.of(Files.readString(report)));
    edit("evidence:", entry + "  #");
    edit("# event: array degraded", "event: array degraded");
  }

  /** The report of a run that began a minute before the device failed. */
  private static String report(double from, int exitCode) {
    return ("{\"run\":{\"runId\":\"20261120-093000-official\",\"startedUtcMillis\":%d},"
            + "\"events\":[{\"name\":\"array degraded\",\"exitCode\":%d,\"fromSeconds\":%s,"
            + "\"toSeconds\":90,\"before\":{\"etps\":200.5},\"during\":{\"etps\":90},"
            + "\"after\":{\"etps\":null},\"recoverySeconds\":4}]}")
        .formatted(
            Instant.parse("2026-11-20T10:14:02Z").toEpochMilli(), exitCode, Double.toString(from));
  }

  @Test
  void throughputAroundTheEventThatMadeADeviceFailIsTakenFromItsReport() throws IOException {
    nameEvent(report(59.5, 0));

    Attestation attestation = Attestation.read(file, OFFICIAL);
    assertThat(attestation.devices().get(0).throughput())
        .isEqualTo(new Attestation.Throughput(200.5, 90.0, null, 4.0));
    assertThat(attestation.devices().get(1).throughput()).isNull();
    assertThat(Attestation.of(attestation.toJson())).isEqualTo(attestation);
  }

  @ParameterizedTest
  @CsvSource({"70, 0", "59.5, 1"})
  void eventThatWasNotInForceOrNotDoneIsRefused(double from, int exitCode) throws IOException {
    nameEvent(report(from, exitCode));
    assertThat(refused(OFFICIAL))
        .hasMessageContaining(
            "no report.json among the evidence has an event 'array degraded' of run"
                + " 20261120-093000-official that was done and was in force at"
                + " 2026-11-20T10:15:02Z");
  }

  @Test
  void reportThatIsNoJsonHasNoEvent() throws IOException {
    nameEvent("{");
    assertThat(refused(OFFICIAL).code()).isEqualTo("ATTESTATION_REFUSED");
  }

  @Test
  void organisationAndContactMayBeAbsent() throws IOException {
    edit("  organisation: Example Storage Lab", "  # no organisation:");
    edit("  contact: jane.doe@example.com", "  # no contact:");

    assertThat(Attestation.read(file, OFFICIAL).attestedBy()).hasToString("Jane Doe");
  }

  @Test
  void attestationIsForOneOfficialRun() throws IOException {
    QuartetException ofCustom = refused(run(ValidityProfile.CUSTOM));
    assertThat(ofCustom.code()).isEqualTo("ATTESTATION_REFUSED");
    assertThat(ofCustom.getMessage())
        .contains("rule 40 applies to official runs only", "Leave --attest-40 out.");
    edit("run: " + RUN, "run: 20261121-000001-test");
    assertThat(refused(OFFICIAL).getMessage())
        .contains(":16:6: the attestation is for run 20261121-000001-test, not for " + RUN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "date: 2026-11-22               | date: 2026-11-19               | before the run, which began on 2026-11-21",
        "date: 2026-11-22               | date: 2026-02-31               | date is not a valid date",
        "failedAt: 2026-11-20T10:15:02Z | failedAt: 2026-11-20T10:41:10Z | back at 2026-11-20T10:41:10Z, but it failed",
        "failedAt: 2026-11-20T10:15:02Z | failedAt: 2026-13-20T10:41:10Z | is not a valid time",
        "backAt: 2026-11-20T10:41:10Z   | backAt: 2026-11-23T00:00:00Z   | after the day of the attestation",
      })
  void momentsThatCannotBeAreRefused(String part, String other, String words) throws IOException {
    edit(part, other);

    assertThat(refused(OFFICIAL).code()).isEqualTo("ATTESTATION_REFUSED");
    assertThat(refused(OFFICIAL).getMessage()).contains(words);
  }

  @Test
  void deviceMayBeBackOnTheDayOfTheAttestation() throws IOException {
    edit("backAt: 2026-11-20T10:41:10Z", "backAt: 2026-11-22T23:59:59Z");

    assertThat(Attestation.read(file, OFFICIAL).devices()).hasSize(2);
  }

  private void failedDuringThisRun(Instant moment) throws IOException {
    file = AttestedRuns.write(Files.createDirectory(attested.resolve("at" + moment)), RUN);
    edit("duringRun: 20261120-093000-official", "duringRun: " + RUN);
    edit("failedAt: 2026-11-20T10:15:02Z", "failedAt: " + moment);
    edit("backAt: 2026-11-20T10:41:10Z", "backAt: 2026-11-22T10:00:00Z");
  }

  @Test
  void deviceFailedWhileTheRunHadLoad() throws IOException {
    Instant begun = Instant.ofEpochMilli(BEGUN);
    Instant ended = begun.plus(OFFICIAL.plan().timeline().total());
    for (Instant inside : List.of(begun, begun.plusSeconds(60), ended)) {
      failedDuringThisRun(inside);
      assertThat(Attestation.read(file, OFFICIAL).devices()).hasSize(2);
    }
    for (Instant outside : List.of(begun.minusSeconds(1), ended.plusSeconds(1))) {
      failedDuringThisRun(outside);
      assertThat(refused(OFFICIAL).getMessage())
          .contains(
              "the device failed at " + outside,
              "this run, which duringRun names, had load from " + begun + " to " + ended);
    }
  }

  private String refusedEvidence() {
    QuartetException error = refused(OFFICIAL);
    assertThat(error.code()).isEqualTo("EVIDENCE_REFUSED");
    return error.getMessage();
  }

  @Test
  void evidenceThatIsMissingOrChangedIsNamed() throws IOException {
    Files.delete(attested.resolve("array-events.log"));
    Files.writeString(attested.resolve("throughput.csv"), "other");

    assertThat(refusedEvidence().lines().toList())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .contains("evidence 'array-events.log': it does not exist. Put it into"),
            second ->
                assertThat(second)
                    .contains(
                        "evidence 'throughput.csv': it was changed: its SHA-256 is d9298a10"));
  }

  @Test
  void evidenceLiesBelowTheFolderOfTheAttestation() throws IOException {
    Files.move(attested.resolve("throughput.csv"), folder.resolve("throughput.csv"));
    for (String outside :
        new String[] {
          "../throughput.csv",
          folder.resolve("throughput.csv").toString(),
          "sub/../../throughput.csv",
          "/dev/zero"
        }) {
      String before = Files.readString(file);
      edit("file: throughput.csv", "file: " + outside);
      assertThat(refusedEvidence()).contains("it lies outside the folder of the attestation");
      Files.writeString(file, before);
    }
    Files.createDirectory(attested.resolve("sub"));
    Files.move(folder.resolve("throughput.csv"), attested.resolve("sub/throughput.csv"));
    edit("file: throughput.csv", "file: sub/throughput.csv");
    assertThat(Attestation.read(file, OFFICIAL).evidence()).hasSize(2);
  }

  @Test
  void symbolicLinkIsNoEvidence() throws IOException {
    Files.move(attested.resolve("throughput.csv"), attested.resolve("real.csv"));
    Files.createSymbolicLink(attested.resolve("throughput.csv"), Path.of("real.csv"));
    assertThat(refusedEvidence()).contains("a symbolic link leads to it");

    Files.createSymbolicLink(attested.resolve("sub"), folder);
    Files.move(attested.resolve("real.csv"), folder.resolve("real.csv"));
    edit("file: throughput.csv", "file: sub/real.csv");
    assertThat(refusedEvidence()).contains("a symbolic link leads to it");
  }

  @Test
  void folderOfTheAttestationMayBeALink() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), attested);
    assertThat(Attestation.read(link.resolve("rule-40.yaml"), OFFICIAL).evidence()).hasSize(2);
  }

  @Test
  void hugeEvidenceIsRefusedUnread() throws IOException {
    try (RandomAccessFile huge =
        new RandomAccessFile(attested.resolve("throughput.csv").toFile(), "rw")) {
      huge.setLength(AttestationCheck.MOST_BYTES + 1);
    }

    assertThat(refusedEvidence()).contains("it is larger than 1 GiB");
  }

  @ParameterizedTest
  @EnumSource(HostileThing.class)
  void hostileThingIsNoEvidence(HostileThing thing) throws Exception {
    thing.replace(attested.resolve("throughput.csv"));

    assertThat(refusedEvidence()).contains("evidence 'throughput.csv': it ");
  }
}
