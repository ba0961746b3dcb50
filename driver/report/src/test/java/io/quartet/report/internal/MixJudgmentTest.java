package io.quartet.report.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.audit.ValidityRules;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.MeasuredLoad.Transaction;
import io.quartet.results.SimulatedRun;
import io.quartet.results.Verdict;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transaction that is off its target is named by the findings of the rule. */
@Tag("unit")
class MixJudgmentTest {

  private static final int TRANSACTION = 6;
  private static final int OFFERED = 7;

  @TempDir private Path results;
  private ResultsFolder folder;

  @BeforeEach
  void writeRunWithTooManyTradeLookups() throws IOException {
    folder =
        SimulatedRun.write(results, TestPlans.plan(ValidityProfile.CUSTOM, 1, PhaseTable.VLDB2013));
    StringBuilder rows = new StringBuilder();
    for (String line : Files.readAllLines(folder.file("phases.csv"))) {
      String[] fields = line.split(",", -1);
      if (fields[TRANSACTION].equals("Trade-Lookup")) {
        fields[OFFERED] = "" + 2 * Long.parseLong(fields[OFFERED]);
      }
      rows.append(String.join(",", fields)).append('\n');
    }
    folder.replace("phases.csv", rows.toString());
    Manifest.write(folder);
    ValidityRules.evaluate(folder).write(folder);
  }

  /** The transactions whose share of the mix has this judgment. */
  private List<String> transactions(Judgment judgment) {
    return ReportBuilder.build(folder).report().workload().transactions().stream()
        .filter(row -> row.mixPercent() != null && row.mixVerdict() == judgment)
        .map(Transaction::transaction)
        .toList();
  }

  @Test
  void transactionsThatAreOffTheirTargetsFail() {
    assertThat(transactions(Judgment.FAIL)).contains("Trade-Lookup");
    assertThat(transactions(Judgment.PASS)).isEmpty();
  }

  @Test
  void moreThanTheDetailNamesFail() {
    Verdict verdict = Verdict.read(folder);

    assertThat(verdict.check("mix").orElseThrow().detail()).contains(" more");
    assertThat(transactions(Judgment.FAIL))
        .hasSameSizeAs(verdict.check("mix").orElseThrow().findings());
  }

  @Test
  void auditOfAnEarlierVersionGivesTheSame() throws IOException {
    List<String> off = transactions(Judgment.FAIL);
    ObjectNode audit = (ObjectNode) new ObjectMapper().readTree(folder.file(Verdict.NAME).toFile());
    audit.path("checks").forEach(check -> ((ObjectNode) check).remove("findings"));
    folder.replace(Verdict.NAME, audit.toPrettyString());

    assertThat(transactions(Judgment.FAIL)).isEqualTo(off);
  }
}
