package io.quartet.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.config.AttestationFile;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.Check.Result;
import io.quartet.results.Check.Severity;
import io.quartet.results.Finding.Subject;
import io.quartet.results.evidence.Attestation;
import io.quartet.results.evidence.AttestedRuns;
import io.quartet.results.evidence.Disturbance;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class VerdictTest {

  @TempDir private Path results;
  private ResultsFolder folder;

  @BeforeEach
  void createFolder() {
    folder = ResultsFolder.create(results, "run");
  }

  private static final Optional<Disturbance> UNDISTURBED =
      Optional.of(new Disturbance(OptionalDouble.of(3), ""));

  private static Check check(Severity severity, Result result, List<Finding> findings) {
    return new Check(
        "mix", "the mix", severity, result, "9 of 10", "1 %", "phases.csv", "why", findings);
  }

  @Test
  void isReadAsItWasWritten() {
    Finding off =
        Finding.of(Subject.TRANSACTION, "Trade-Order", "Trade-Order 9.0 % against 10.1 %")
            .and(Subject.PHASE, "3");
    Verdict verdict =
        Verdict.of(
            ValidityProfile.CUSTOM,
            List.of(
                check(Severity.FATAL, Result.FAIL, List.of(off, Finding.of("and more"))),
                check(Severity.WARNING, Result.PASS, List.of()),
                check(Severity.INFORMATION, Result.NOT_JUDGED, List.of())),
            List.of("the mix is another"),
            Optional.of(new Disturbance(OptionalDouble.of(3.25), "d1-vm3 has no samples")),
            Optional.empty());

    verdict.write(folder);

    assertThat(Verdict.read(folder)).isEqualTo(verdict);
    assertThat(folder.json(Verdict.NAME).at("/checks/0/findings/0").toString())
        .isEqualTo(
            "{\"phase\":\"3\",\"transaction\":\"Trade-Order\","
                + "\"text\":\"Trade-Order 9.0 % against 10.1 %\"}");
  }

  @Test
  void attestationIsReadAsItWasWritten() throws IOException {
    Attestation attestation = attestation();
    Verdict verdict =
        Verdict.of(
            ValidityProfile.OFFICIAL,
            List.of(check(Severity.FATAL, Result.PASS, List.of())),
            List.of(),
            UNDISTURBED,
            Optional.of(attestation));

    verdict.write(folder);

    assertThat(Verdict.read(folder)).isEqualTo(verdict);
    assertThat(verdict.statement())
        .isEqualTo("valid, rule 40 attested by Jane Doe, Example Storage Lab");
    assertThat(folder.json(Verdict.NAME).at("/attestation/evidence/0/file").asText())
        .isEqualTo("array-events.log");
  }

  private Attestation attestation() throws IOException {
    return Attestation.of(
        AttestationFile.read(AttestedRuns.write(results, "20261121-000000-test")).values());
  }

  @Test
  void attestationDoesNotOutweighABrokenRule() throws IOException {
    Verdict verdict =
        Verdict.of(
            ValidityProfile.OFFICIAL,
            List.of(check(Severity.FATAL, Result.FAIL, List.of())),
            List.of(),
            UNDISTURBED,
            Optional.of(attestation()));

    assertThat(verdict.statement()).isEqualTo("INVALID, broken: the mix");
    assertThat(verdict.exitCode()).isEqualTo(4);
  }

  private static String statement(OptionalDouble foreignPercent, String unknown, Result result) {
    return Verdict.of(
            ValidityProfile.CUSTOM,
            List.of(check(Severity.FATAL, result, List.of())),
            List.of(),
            Optional.of(new Disturbance(foreignPercent, unknown)),
            Optional.empty())
        .statement();
  }

  @Test
  void statementOfAValidRunSaysThatOthersDisturbedItOrThatItIsNotKnown() {
    String valid = "valid, non-standard";
    String lost = "no samples";

    assertThat(statement(OptionalDouble.of(20), "", Result.PASS)).isEqualTo(valid);
    assertThat(statement(OptionalDouble.of(40.04), "", Result.PASS))
        .isEqualTo(valid + ", disturbed: others took 40.0 %");
    assertThat(statement(OptionalDouble.of(20.1), lost, Result.PASS))
        .isEqualTo(valid + ", disturbed: others took 20.1 %");
    assertThat(statement(OptionalDouble.of(3), lost, Result.PASS))
        .isEqualTo(valid + ", disturbance not known");
    assertThat(statement(OptionalDouble.empty(), lost, Result.PASS))
        .isEqualTo(valid + ", disturbance not known");
    assertThat(statement(OptionalDouble.of(40), "", Result.FAIL))
        .isEqualTo("INVALID, broken: the mix");
  }

  @Test
  void attestationThatIsNotWholeIsDamage() {
    for (String damaged : new String[] {"[]", "{}", "{\"attestedBy\": {}}", "null", "1"}) {
      folder.replace(Verdict.NAME, "{\"verdict\": \"valid\", \"attestation\": " + damaged + "}");

      assertThatThrownBy(() -> Verdict.read(folder))
          .as(damaged)
          .hasMessageContaining("has a damaged attestation");
    }
  }

  @Test
  void fieldsThatAnEarlierVersionDidNotWriteAreEmpty() {
    folder.replace(Verdict.NAME, "{\"verdict\": \"valid\", \"checks\": [{\"id\": \"mix\"}]}");

    Verdict verdict = Verdict.read(folder);

    assertThat(verdict.isValid()).isTrue();
    assertThat(verdict.check("mix"))
        .contains(
            new Check(
                "mix", "", Severity.INFORMATION, Result.NOT_JUDGED, "", "", "", "", List.of()));
    assertThat(verdict.deviations()).isEmpty();
  }

  @Test
  void whatIsNoObjectIsDamaged() {
    folder.replace(Verdict.NAME, "[]");

    assertThatThrownBy(() -> Verdict.read(folder)).hasMessageContaining("is no JSON object");
  }
}
