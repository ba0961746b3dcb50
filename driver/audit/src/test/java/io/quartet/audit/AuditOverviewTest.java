package io.quartet.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.audit.Rule.DecidedBy;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.Rule.Workloads;
import io.quartet.model.GoldenFile;
import io.quartet.results.ChecksCsv;
import io.quartet.results.ConservationCsv;
import io.quartet.results.evidence.OrderInputsCsv;
import io.quartet.results.system.LoadedCsv;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of docs/audit.md is made from the rules, and every rule of the run rules has a row. */
@Tag("unit")
class AuditOverviewTest {

  private static final int RULES = 48;
  private static final String HEADER =
      "| rule | title | F W I | runs | workloads | decided by | check and files | how |";

  @Test
  void everyNumberHasARuleAndEveryIdIsUnique() {
    assertThat(Rules.ALL.stream().flatMap(rule -> rule.numbers().stream()).distinct().sorted())
        .containsExactlyElementsOf(IntStream.rangeClosed(1, RULES).boxed().toList());
    assertThat(Rules.ALL).extracting(Rule::id).doesNotHaveDuplicates();
  }

  @Test
  void everyRuleSaysHowItIsJudgedAndWhatItReads() {
    assertThat(Rules.ALL).allSatisfy(rule -> assertThat(rule.how()).isNotBlank());
    assertThat(Rules.ALL)
        .filteredOn(rule -> rule.evidence().isEmpty())
        .extracting(Rule::id)
        .containsExactly("rule-41", "rule-42");
  }

  /** A rule that is added here must read nothing that only a brokerage has. */
  @Test
  void theseRulesJudgeRunsOfEveryWorkload() {
    assertThat(Rules.ALL)
        .filteredOn(rule -> rule.workloads() == Workloads.EVERY && rule.scope() != Scope.NO_RUN)
        .extracting(Rule::id)
        .containsExactly(
            "databases",
            "state",
            "phases-measured",
            "measured-transactions",
            "bookkeeping",
            "failures",
            "nothing-lost",
            "nothing-silent",
            "evidence",
            "overload",
            "driver-not-bottleneck",
            "clocks",
            "workers",
            "foreign-share",
            "await-limits",
            "files",
            "timetable",
            "counts",
            "moments",
            "histograms",
            "sequence",
            "driver-record",
            "samples",
            "identity");
  }

  @Test
  void rulesOfEveryWorkloadReadNoFileThatOnlyABrokerageWrites() {
    assertThat(Rules.ALL)
        .filteredOn(rule -> rule.workloads() == Workloads.EVERY)
        .flatExtracting(Rule::evidence)
        .doesNotContain(ChecksCsv.NAME, ConservationCsv.NAME, OrderInputsCsv.NAME, LoadedCsv.NAME);
  }

  @Test
  void rulesOfOfficialRunsJudgeOnlyABrokerage() {
    assertThat(Rules.ALL)
        .filteredOn(rule -> Set.of(Scope.OFFICIAL, Scope.BEYOND_ONE_RUN).contains(rule.scope()))
        .isNotEmpty()
        .allMatch(rule -> rule.workloads() == Workloads.BROKERAGE);
  }

  @Test
  void tableOfThePageIsMadeFromTheRules() {
    GoldenFile.assertTable("docs/audit.md", table());
  }

  /** By number; what has none comes last, in the order of audit.json. */
  private static List<String> table() {
    List<String> table = new ArrayList<>(List.of(HEADER, "|---|---|---|---|---|---|---|---|"));
    Rules.ALL.stream()
        .sorted(
            Comparator.comparingInt(
                rule -> rule.numbers().isEmpty() ? RULES + 1 : rule.numbers().get(0)))
        .map(AuditOverviewTest::row)
        .forEach(table::add);
    return table;
  }

  private static String row(Rule rule) {
    String numbers = rule.numbers().stream().map(String::valueOf).collect(Collectors.joining(", "));
    String files =
        rule.evidence().stream().map(AuditOverviewTest::code).collect(Collectors.joining(", "));
    String check = code(rule.id()) + (files.isEmpty() ? "" : ": " + files);
    boolean isChecked = rule.scope() != Scope.NO_RUN;
    return String.join(
        " | ",
        "| " + numbers,
        rule.title(),
        isChecked ? rule.severity().letter() : "",
        rule.scope().label(),
        isChecked ? rule.workloads().label() : "",
        isChecked
            ? rule.decidedBy().stream().map(DecidedBy::label).collect(Collectors.joining(", "))
            : "",
        isChecked ? check : "",
        rule.how() + " |");
  }

  private static String code(String text) {
    return "`" + text + "`";
  }
}
