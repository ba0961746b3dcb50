package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.audit.Supplements;
import io.quartet.audit.ValidityRules;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.Check;
import io.quartet.results.Check.Result;
import io.quartet.results.RunResults;
import io.quartet.results.Verdict;
import io.quartet.results.evidence.Attestation;
import io.quartet.results.evidence.AttestedRuns;
import io.quartet.results.evidence.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The effect of an attestation of rule 40 on the verdict of an official run. */
@Tag("unit")
class UnjudgedRulesTest {

  private static final Optional<Disturbance> UNDISTURBED =
      Optional.of(new Disturbance(OptionalDouble.of(3), ""));

  private static final String ID = "rule-40";

  @TempDir Path results;
  @TempDir Path attested;
  private OfficialFolder run;
  private Path file;

  @BeforeEach
  void simulate() throws IOException {
    run = new OfficialFolder(results);
    file = AttestedRuns.write(attested, run.folder.runId());
  }

  private Verdict verdict() {
    RunResults read = RunResults.read(run.folder);
    Attestation attestation = Attestation.read(file, read.info());
    return ValidityRules.evaluate(
        read,
        new Supplements(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(attestation)));
  }

  @Test
  void runAloneProvesNothing() {
    assertThat(run.whyNotJudged(ID)).contains("--attest-40 FILE");
  }

  @Test
  void attestationPassesTheRuleAndSaysThatTheKitHasNotJudged() {
    Check check = verdict().check(ID).orElseThrow();

    assertThat(check.verdict()).isEqualTo(Result.PASS);
    assertThat(check.actual()).isEqualTo("attested by Jane Doe, Example Storage Lab on 2026-11-22");
    assertThat(check.limit()).isEqualTo("a failed device of data and one of wal");
    assertThat(check.detail())
        .startsWith("attested, not judged by the kit, in a file with SHA-256 ")
        .contains(
            "db-host-3, slot 4, NVMe 960 GB (RAID 1 of two devices; wal) at 2026-11-20T10:52:31Z")
        .endsWith("throughput.csv (throughput of the run during which the devices failed)");
  }

  @Test
  void deviceOfEveryKindHasToFail() throws IOException {
    Files.writeString(file, Files.readString(file).replace("holds: [wal]", "holds: [index]"));

    Check check = verdict().check(ID).orElseThrow();

    assertThat(check.verdict()).isEqualTo(Result.NOT_JUDGED);
    assertThat(check.detail()).isEqualTo("no device that the attestation names holds wal");
  }

  @Test
  void attestationChangesNoOtherRule() {
    Verdict verdict = verdict();

    assertThat(verdict.isValid()).isFalse();
    assertThat(verdict.statement()).startsWith("INVALID, broken: ").contains("Ten phases of 720 s");
    assertThat(verdict.attestation()).isPresent();
    assertThat(verdict.checks())
        .filteredOn(check -> !check.id().equals(ID))
        .isEqualTo(
            ValidityRules.evaluate(run.folder).checks().stream()
                .filter(check -> !check.id().equals(ID))
                .toList());
  }

  /** With every other rule passed, rule 40 alone decides, and the verdict says who attests it. */
  @Test
  void officialRunIsValidOnceRule40IsAttested() {
    List<Check> attestedOnly = verdict().checks().stream().map(UnjudgedRulesTest::passed).toList();
    List<Check> open =
        ValidityRules.evaluate(run.folder).checks().stream()
            .map(UnjudgedRulesTest::passed)
            .toList();

    Verdict valid =
        Verdict.of(
            ValidityProfile.OFFICIAL,
            attestedOnly,
            List.of(),
            UNDISTURBED,
            verdict().attestation());

    assertThat(valid.statement())
        .isEqualTo("valid, rule 40 attested by Jane Doe, Example Storage Lab");
    assertThat(valid.exitCode()).isZero();
    assertThat(
            Verdict.of(ValidityProfile.OFFICIAL, open, List.of(), UNDISTURBED, Optional.empty())
                .statement())
        .isEqualTo(
            "INVALID as an official run, not judged: Data accessibility under device failure");
  }

  private static Check passed(Check check) {
    return check.id().equals(ID)
        ? check
        : new Check(
            check.id(),
            check.title(),
            check.severity(),
            Result.PASS,
            check.actual(),
            check.limit(),
            check.evidence(),
            "",
            List.of());
  }
}
