package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.audit.Supplements;
import io.quartet.audit.ValidityRules;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.RunResults;
import io.quartet.results.SimulatedRun;
import io.quartet.results.Verdict;
import io.quartet.results.evidence.Attestation;
import io.quartet.results.evidence.AttestedRuns;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a report shows an official run with an attestation of rule 40. */
@Tag("unit")
class AttestedReportTest {

  @TempDir Path results;
  @TempDir Path attested;
  private ResultsFolder folder;
  private Verdict verdict;

  @BeforeEach
  void attest() throws IOException {
    folder =
        SimulatedRun.write(
            results, TestPlans.plan(ValidityProfile.OFFICIAL, 1, PhaseTable.VLDB2013));
    RunResults run = RunResults.read(folder);
    Path file = AttestedRuns.write(attested, folder.runId());
    Files.writeString(
        file, Files.readString(file).replace("name: Jane Doe ", "name: <b>Jane</b> & Doe "));
    verdict =
        ValidityRules.evaluate(
            run,
            new Supplements(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Attestation.read(file, run.info()))));
  }

  private String page() throws IOException {
    TestPages.write(folder.path());
    return Files.readString(folder.file(ReportWriter.HTML));
  }

  @Test
  void ruleIsShownAsAttestedAndNamesAreEscaped() throws IOException {
    verdict.write(folder);

    assertThat(page())
        .contains(
            "attested by &lt;b&gt;Jane&lt;/b&gt; &amp; Doe, Example Storage Lab on 2026-11-22",
            "attested, not judged by the kit, in a file with SHA-256 ",
            "array-events.log (events of the two arrays)")
        .doesNotContain("<b>Jane");
    assertThat(ReportWriter.read(folder.path()).verdict().isValid()).isFalse();
  }
}
