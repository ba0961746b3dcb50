package io.quartet.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.Check.Result;
import io.quartet.results.Check.Severity;
import io.quartet.results.Finding.Subject;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Path;
import java.util.List;
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
            List.of("the mix is another"));

    verdict.write(folder);

    assertThat(Verdict.read(folder)).isEqualTo(verdict);
    assertThat(folder.json(Verdict.NAME).at("/checks/0/findings/0").toString())
        .isEqualTo(
            "{\"phase\":\"3\",\"transaction\":\"Trade-Order\","
                + "\"text\":\"Trade-Order 9.0 % against 10.1 %\"}");
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
