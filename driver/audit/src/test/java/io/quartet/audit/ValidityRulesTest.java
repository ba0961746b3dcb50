package io.quartet.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.audit.internal.agreement.AgreementRules;
import io.quartet.audit.internal.official.Deviations;
import io.quartet.books.VirtualClock;
import io.quartet.config.PlanDocument;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.Check;
import io.quartet.results.DriverProcess;
import io.quartet.results.Finding;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.SimulatedRun;
import io.quartet.results.Verdict;
import io.quartet.results.evidence.Disturbance;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each test takes a valid run and breaks one thing. */
@Tag("unit")
class ValidityRulesTest {

  private static final Optional<Disturbance> UNDISTURBED =
      Optional.of(new Disturbance(OptionalDouble.of(3), ""));

  @TempDir static Path shared;

  private static Path validRun;

  @TempDir Path results;

  private ResultsFolder folder;

  @BeforeAll
  static void run() {
    validRun = SimulatedRun.write(shared, TestPlans.demo(1)).path();
  }

  @BeforeEach
  void copyRun() throws IOException {
    Path copy = results.resolve(validRun.getFileName());
    try (Stream<Path> paths = Files.walk(validRun)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Files.copy(path, copy.resolve(validRun.relativize(path).toString()));
      }
    }
    folder = ResultsFolder.open(copy);
  }

  private void edit(String name, UnaryOperator<String> change) {
    try {
      String before = Files.readString(folder.file(name));
      String after = change.apply(before);
      assertThat(after).as("the edit must change " + name).isNotEqualTo(before);
      Files.writeString(folder.file(name), after);
      Manifest.write(folder);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Adds to one column of the line that begins with the prefix. */
  private void add(String name, String prefix, int column, long amount) {
    edit(
        name,
        text -> {
          String line = text.lines().filter(l -> l.startsWith(prefix)).findFirst().orElseThrow();
          String[] fields = line.split(",", -1);
          fields[column] = Long.toString(Long.parseLong(fields[column]) + amount);
          return text.replace(line + "\n", String.join(",", fields) + "\n");
        });
  }

  private String phaseRow(String phase, String set, String type) throws IOException {
    return Files.readAllLines(folder.file("phases.csv")).stream()
        .filter(line -> line.startsWith(phase + ",") && line.contains("," + set + "," + type + ","))
        .findFirst()
        .orElseThrow();
  }

  /** Beside the rules that an edit of one file breaks because the others are as they were. */
  private Verdict assertBroken(String... ids) {
    Verdict verdict = ValidityRules.evaluate(folder);
    assertThat(brokenBesideAgreement(verdict)).containsExactlyInAnyOrder(ids);
    assertThat(verdict.isValid()).isFalse();
    assertThat(verdict.exitCode()).isEqualTo(4);
    assertThat(verdict.statement()).startsWith("INVALID, broken: ");
    return verdict;
  }

  private static List<String> brokenBesideAgreement(Verdict verdict) {
    List<String> agreement = AgreementRules.ALL.stream().map(Rule::id).toList();
    return verdict.broken().stream().map(Check::id).filter(id -> !agreement.contains(id)).toList();
  }

  @Test
  void demoThatKeepsEveryRuleIsValidForDemo() {
    Verdict verdict = ValidityRules.evaluate(folder);

    assertThat(verdict.broken()).isEmpty();
    assertThat(verdict.warnings()).isEmpty();
    assertThat(verdict.statement())
        .isEqualTo("valid for demo, not publishable, disturbance not known");
    assertThat(verdict.exitCode()).isZero();
    assertThat(verdict.deviations())
        .contains(
            "other lengths: ramp-up 5 s instead of 120 s, warm-up 5 s instead of 720 s, each phase"
                + " 6 s instead of 720 s, ramp-down 2 s instead of 300 s",
            "Data-Maintenance comes every 2 s instead of 60 s",
            "a ticker waits up to 1 s for its Market-Feed instead of 5 s")
        .noneMatch(sentence -> sentence.contains("tickers") || sentence.contains("index"))
        .anyMatch(sentence -> sentence.startsWith("short history: 1 trade day,"));
  }

  @Test
  void auditJsonHasTheShapeOfTheContract() throws IOException {
    ValidityRules.evaluate(folder).write(folder);

    JsonNode json = new ObjectMapper().readTree(folder.file("audit.json").toFile());

    assertThat(json.path("profile").asText()).isEqualTo("demo");
    assertThat(json.path("verdict").asText()).isEqualTo("valid");
    assertThat(json.path("checks"))
        .isNotEmpty()
        .allSatisfy(
            check ->
                assertThat(check.fieldNames())
                    .toIterable()
                    .containsExactly(
                        "id",
                        "title",
                        "severity",
                        "verdict",
                        "actual",
                        "limit",
                        "evidence",
                        "detail"));
    assertThat(json.path("deviations").isArray()).isTrue();
  }

  @Test
  void runThatWasKilledIsInvalid() throws IOException {
    new RunState(RunState.State.RUNNING, "", new DriverProcess(Long.MAX_VALUE, 0), 0).write(folder);
    Files.delete(folder.file("manifest.sha256"));

    assertThat(assertBroken("state").broken().get(0).actual()).isEqualTo("killed");
  }

  @Test
  void nothingIsKnownOfTradesAndChecksOfARunThatWasCutShort() throws IOException {
    Files.delete(folder.file("conservation.csv"));
    edit("checks.csv", text -> text.replaceAll("(?m)^(after|before,a1-vm2).*\n", ""));
    assertThat(ValidityRules.evaluate(folder).broken())
        .extracting(Check::id)
        .contains("conservation", "consistency-before", "consistency-after");

    RunState.running().aborted("a test", 7).write(folder);
    Manifest.write(folder);
    Verdict verdict = ValidityRules.evaluate(folder);
    assertThat(verdict.isValid()).isFalse();
    assertThat(verdict.broken())
        .extracting(Check::id)
        .contains("state")
        .doesNotContain("conservation", "consistency-before", "consistency-after");
    assertNotJudged(
        verdict,
        "conservation",
        "0 of 4 Sets agree with their database",
        "the run was cut short before it counted the trades of a1; b1; c1; d1");
    assertNotJudged(
        verdict,
        "consistency-before",
        "PASSED of PASSED checks passed",
        "the run was cut short before it checked a1-vm2");
    assertThat(verdict.check("consistency-after").orElseThrow().detail())
        .startsWith("the run was cut short before it checked a1-vm2; a1-vm3; ");
  }

  private static void assertNotJudged(Verdict verdict, String id, String actual, String detail) {
    assertThat(verdict.check(id).orElseThrow())
        .satisfies(
            check -> {
              assertThat(check.verdict()).isEqualTo(Check.Result.NOT_JUDGED);
              assertThat(check.actual().replaceAll("\\d\\d+", "PASSED")).isEqualTo(actual);
              assertThat(check.detail()).isEqualTo(detail);
            });
  }

  @Test
  void measuredRunIsJudgedOnWhatWasCheckedAndIsNotValidBeforeTheRest() {
    RunState.running().measured("interrupted", 7).write(folder);
    edit("checks.csv", text -> text.replaceAll("(?m)^after,[b-d].*\n", ""));

    Verdict verdict = assertBroken("state");
    assertThat(verdict.broken().get(0).detail()).contains("quartet check --finish");
    assertThat(verdict.notJudged())
        .extracting(Check::id)
        .containsExactly("consistency-after", "settlements", "server-commits");
    assertThat(verdict.notJudged().get(0).detail())
        .isEqualTo("only 82 checks ran without a failure");

    edit("checks.csv", text -> text.replaceFirst("after,(.*),pass", "after,$1,fail"));
    assertBroken("state", "consistency-after");
  }

  @Test
  void checksOfAnEarlierCommandCountUnlessTheyAreLaterThanTheRun() {
    edit("checks.csv", text -> text.replaceAll("(before,a1-vm2,.*,pass),", "$1,1"));
    assertThat(ValidityRules.evaluate(folder).isValid()).isTrue();

    edit("checks.csv", text -> text.replaceAll("(before,a1-vm2,.*,pass),1", "$1,99999999999999"));
    assertThat(check(ValidityRules.evaluate(folder), "check-list").detail())
        .contains("a1-vm2: check-1 before the run was not made before it");

    edit("checks.csv", text -> text.replaceAll("(before,a1-vm2,.*,pass),9+", "$1,"));
    edit("checks.csv", text -> text.replaceAll("(after,a1-vm2,.*,pass),", "$1,1"));
    assertThat(check(ValidityRules.evaluate(folder), "check-list").detail())
        .contains("a1-vm2: check-1 after the run was not made before it");
  }

  @Test
  void folderWithNothingButThePlanIsInvalidAndStillJudged() throws IOException {
    for (String name :
        new String[] {
          "state.json",
          "phases.csv",
          "intervals.csv",
          "checks.csv",
          "conservation.csv",
          "events.jsonl",
          "sqlstates.csv",
          "latency/phases.hlog"
        }) {
      Files.delete(folder.file(name));
    }

    assertBroken(
        "evidence",
        "state",
        "phases-measured",
        "measured-transactions",
        "bookkeeping",
        "conservation",
        "consistency-before",
        "consistency-after",
        "shares",
        "littles-law");
  }

  @Test
  void rawDataChangedAfterTheRunAreInvalid() throws IOException {
    Files.writeString(folder.file("events.jsonl"), "\n", StandardOpenOption.APPEND);

    assertThat(assertBroken("evidence").broken().get(0).detail())
        .isEqualTo("events.jsonl was changed after the run");
  }

  @Test
  void filesThatADesktopLeftAreNamedInAValidRun() throws IOException {
    for (String name : List.of(".DS_Store", "stats/Thumbs.db", "settings/._a1-vm2.json")) {
      Files.write(folder.file(name), new byte[] {0, 5, 22, 7});
    }

    Verdict verdict = ValidityRules.evaluate(folder);

    assertThat(verdict.isValid()).isTrue();
    assertThat(verdict.check("evidence").orElseThrow().actual())
        .isEqualTo(
            "0 differences, without files of a desktop: .DS_Store; settings/._a1-vm2.json;"
                + " stats/Thumbs.db");
  }

  @Test
  void everyJudgedCheckNamesItsEvidence(@TempDir Path other) {
    folder =
        SimulatedRun.write(other, TestPlans.plan(ValidityProfile.OFFICIAL, 1, PhaseTable.VLDB2013));

    assertThat(ValidityRules.evaluate(folder).checks())
        .filteredOn(check -> !check.id().startsWith("rule-"))
        .allSatisfy(check -> assertThat(check.evidence()).as(check.id()).isNotEmpty());
  }

  @Test
  void phaseCutShortIsNamed() {
    long end = VirtualClock.START_UTC_MILLIS + 70_000;
    String start = "," + (end - 6_000) + ",";
    edit("phases.csv", text -> text.replace(start + end + ",", start + (end - 1_000) + ","));

    Verdict verdict = ValidityRules.evaluate(folder);

    assertThat(verdict.broken()).extracting(Check::id).contains("phases-measured");
    assertThat(verdict.broken().get(0).detail()).isEqualTo("cut short or missing: phase 10");
  }

  @Test
  void rowOutOfBalanceIsNamed() throws IOException {
    add("phases.csv", phaseRow("3", "b1", "Trade-Status"), 20, 1);

    Verdict verdict = assertBroken("bookkeeping");

    assertThat(verdict.broken().get(0).detail()).contains("3 b1 Trade-Status");
  }

  @Test
  void requestThatIntervalsDoNotKnowBreaksTheBookkeeping() throws IOException {
    String row = phaseRow("rampUp", "b1", "Trade-Status");
    add("phases.csv", row, 7, 1);
    String offered = phaseRow("rampUp", "b1", "Trade-Status");
    add("phases.csv", offered, 8, 1);
    add("phases.csv", phaseRow("rampUp", "b1", "Trade-Status"), 10, 1);

    assertBroken("bookkeeping");
  }

  @Test
  void oneWrongAnswerIsInvalid() throws IOException {
    add("phases.csv", phaseRow("3", "b1", "Trade-Status"), 10, -1);
    add("phases.csv", phaseRow("3", "b1", "Trade-Status"), 19, 1);

    Verdict verdict = assertBroken("wrong-answers");

    assertThat(verdict.broken().get(0).detail()).isEqualTo("phase 3 b1 Trade-Status");
    assertThat(verdict.warnings()).extracting(Check::id).containsExactly("failures");
  }

  @Test
  void lostTradeIsInvalid() {
    add("conservation.csv", "C,c1", 4, -1);

    Verdict verdict = assertBroken("conservation");

    assertThat(verdict.statement()).startsWith("INVALID, broken: No trade was lost or duplicated");

    assertThat(verdict.broken().get(0).detail()).startsWith("c1: ");
  }

  @Test
  void tradesOfADatabaseThatDidNotAnswerAreNotKnown() {
    edit("conservation.csv", text -> text.replaceAll("(?m)^(C,c1(,\\d+){2})(,\\d+){4}", "$1,,,,"));
    assertThat(assertBroken("conservation").broken().get(0).detail())
        .contains("trades in the database: not known");

    edit("checks.csv", text -> text.replaceAll("(?m)^after,c1-vm3,.*\n", ""));
    assertTradesOfC1AreNotKnown(ValidityRules.evaluate(folder));

    edit("checks.csv", text -> text + "after,c1-vm3,unreachable,A,0,0,fail,\n");
    Verdict verdict = ValidityRules.evaluate(folder);
    assertTradesOfC1AreNotKnown(verdict);
    assertThat(verdict.broken()).map(Check::id).doesNotContain("check-list");
    assertThat(verdict.check("consistency-after").orElseThrow().detail())
        .isEqualTo("c1-vm3 did not answer");
  }

  private static void assertTradesOfC1AreNotKnown(Verdict verdict) {
    assertThat(verdict.isValid()).isFalse();
    assertNotJudged(
        verdict,
        "conservation",
        "3 of 4 Sets agree with their database",
        "the database gave no answer at the end of the run: c1");
  }

  @Test
  void orderThatOnlyTheExchangeHoldsIsInvalid() {
    add("conservation.csv", "C,c1", 8, 1);

    assertThat(assertBroken("conservation").broken().get(0).detail())
        .contains("orders in flight: 1,");
  }

  @Test
  void orderInDoubtMayBeInTheDatabaseAlone() throws IOException {
    add("phases.csv", phaseRow("rampUp", "b1", "Trade-Order"), 10, -1);
    add("phases.csv", phaseRow("rampUp", "b1", "Trade-Order"), 16, 1);
    add("conservation.csv", "B,b1", 2, -1);

    assertThat(brokenBesideAgreement(ValidityRules.evaluate(folder))).isEmpty();
  }

  @Test
  void orderThatFailedOtherwiseMayNotBeInTheDatabase() throws IOException {
    add("phases.csv", phaseRow("rampUp", "b1", "Trade-Order"), 10, -1);
    add("phases.csv", phaseRow("rampUp", "b1", "Trade-Order"), 15, 1);
    add("conservation.csv", "B,b1", 2, -1);

    assertBroken("conservation");
  }

  @Test
  void marketAndIndexesThatAreNotTheDefaultsAreDeviations() {
    ObjectNode json = PlanDocument.toJson(TestPlans.demo(1));
    json.putObject("market").put("flush", 7).put("flushAfter", "2.5s");
    ((ObjectNode) json.get("database")).put("indexes", "plain");
    RunPlan plan = PlanDocument.fromJson(json);

    assertThat(Deviations.of(plan))
        .contains(
            "a Market-Feed carries 7 tickers instead of 20",
            "a ticker waits up to 2.5 s for its Market-Feed instead of 5 s",
            "the index profile is plain, not covering");
  }

  @Test
  void durabilitySwitchedOffIsADeviation() {
    ObjectNode json = PlanDocument.toJson(TestPlans.demo(1));
    ObjectNode settings = (ObjectNode) json.get("provider").get("settings");
    settings.putObject("oltp").put("synchronous_commit", "off").put("fsync", "on");
    assertThat(Deviations.of(PlanDocument.fromJson(json)))
        .filteredOn(sentence -> sentence.contains("durable"))
        .containsExactly("the Tier B OLTP databases are not durable: synchronous_commit is off");
  }

  @Test
  void durabilitySwitchedOffInOneGroupIsADeviationOfItsDatabases() {
    ObjectNode json = PlanDocument.toJson(TestPlans.demo(2));
    ((ObjectNode) json.get("provider"))
        .putObject("sizes")
        .putObject("groups")
        .putObject("B")
        .putObject("dss")
        .putObject("settings")
        .put("fsync", "off");
    assertThat(Deviations.of(PlanDocument.fromJson(json)))
        .contains("the databases b1-vm2, b2-vm2 are not durable: fsync is off");
  }

  @Test
  void passInTheFileDoesNotHideADifference() {
    edit("conservation.csv", text -> text.replaceAll("(?m)^D,d1,\\d+", "D,d1,1"));

    assertBroken("conservation");
  }

  @Test
  void shareBeyondTheToleranceIsInvalid() {
    edit("phases.csv", text -> moveRequests(text, "8", "a1", "b1", 20));

    Verdict verdict = ValidityRules.evaluate(folder);

    assertThat(verdict.broken()).extracting(Check::id).contains("shares");
    Check shares =
        verdict.broken().stream().filter(c -> c.id().equals("shares")).findFirst().orElseThrow();
    assertThat(shares.actual()).contains("phase 8 Group A");
    assertThat(shares.detail()).startsWith("phase 8 Group B").doesNotContain("Group A");
  }

  private static String moveRequests(String text, String phase, String to, String from, int count) {
    StringBuilder edited = new StringBuilder();
    text.lines()
        .forEach(
            line -> {
              String[] fields = line.split(",", -1);
              if (fields[0].equals(phase) && fields[6].equals("Trade-Status")) {
                int change = fields[5].equals(to) ? count : fields[5].equals(from) ? -count : 0;
                for (int column : new int[] {7, 8, 10}) {
                  fields[column] = Long.toString(Long.parseLong(fields[column]) + change);
                }
              }
              edited.append(String.join(",", fields)).append('\n');
            });
    return edited.toString();
  }

  @Test
  void idleUsersAreInvalid() {
    edit("run.json", text -> text.replace("\"users\" : 4", "\"users\" : 5"));

    assertThat(assertBroken("littles-law").broken().get(0).actual()).isEqualTo("20.00 %");
  }

  @Test
  void vmThatHoldsTheOthersUpIsNamed() {
    edit(
        "phases.csv",
        text ->
            text.lines()
                .map(line -> line.contains(",b1,") ? withSevenfoldResponseTime(line) : line)
                .collect(Collectors.joining("\n", "", "\n")));

    // All take as long before; b1 has a fifth of the load, so 7 of 7 + 4 parts of this role's time.
    Check check = check(ValidityRules.evaluate(folder), "longest-waits");

    assertThat(check.severity()).isEqualTo(Check.Severity.INFORMATION);
    assertThat(check.actual()).matches("b1-vm2: \\d+ % of the users' time, against \\d+ % if .*");
    int[] percent =
        Stream.of(check.actual().split("\\D+")).skip(3).mapToInt(Integer::parseInt).toArray();
    assertThat(percent[0]).isGreaterThan(2 * percent[1]);
  }

  @Test
  void oneVmAloneHoldsNobodyUp() {
    edit(
        "phases.csv",
        text ->
            text.lines()
                .filter(line -> line.startsWith("phase,") || line.contains(",a1,"))
                .collect(Collectors.joining("\n", "", "\n")));

    assertThat(check(ValidityRules.evaluate(folder), "longest-waits").verdict())
        .isEqualTo(Check.Result.NOT_JUDGED);
  }

  private static String withSevenfoldResponseTime(String line) {
    String[] fields = line.split(",", -1);
    boolean isOfVm2 =
        Stream.of(TransactionType.values())
            .anyMatch(type -> type.label().equals(fields[6]) && type.database() == VmRole.DSS);
    fields[25] = Long.toString((isOfVm2 ? 7 : 1) * Long.parseLong(fields[25]));
    return String.join(",", fields);
  }

  @Test
  void overloadOfAPacedRunIsAWarningAndItsRateIsThatOfThePlan() throws IOException {
    edit(
        "run.json",
        text ->
            text.replace("\"mode\" : \"closed\"", "\"mode\" : \"paced\", \"rate\" : \"10 etps\""));
    assertThat(ValidityRules.evaluate(folder).checks())
        .extracting(Check::id)
        .contains("overload")
        .doesNotContain("littles-law");

    add("phases.csv", phaseRow("3", "b1", "Trade-Status"), 7, 1);
    add("phases.csv", phaseRow("3", "b1", "Trade-Status"), 9, 1);
    Verdict verdict = ValidityRules.evaluate(folder);

    assertThat(verdict.broken()).extracting(Check::id).containsExactly("paced-schedule");
    assertThat(check(verdict, "paced-schedule").findings())
        .extracting(Finding::text)
        .allSatisfy(
            text -> assertThat(text).matches("phase \\d+: [0-9,]+ requests fell due, 540 planned"));
    assertThat(verdict.warnings()).extracting(Check::id).containsExactly("overload");
    assertThat(verdict.warnings().get(0).actual()).startsWith("1 of ");
    assertThat(verdict.deviations())
        .contains(
            "the load is not one constant closed pool: paced, 10 etps, at most 4 requests under"
                + " way");
  }

  @Test
  void driverAtItsLimitIsInvalid() {
    edit("driver.csv", text -> text.replace("driver-network,400", "driver-network,990"));

    Check check = assertBroken("driver-not-bottleneck").broken().get(0);

    assertThat(check.actual()).matches("(\\d+) of \\1 s at its limit");
    assertThat(check.detail())
        .startsWith("busiest thread driver-network with 990 ms of 1,000 ms")
        .containsPattern("; a thread busy for more than 90 % of the time in \\d+ s$");
  }

  @Test
  void driverThatCollectsGarbageAllTheTimeIsInvalid() {
    edit("driver.csv", text -> text.replace("driver-network,400,5,", "driver-network,400,300,"));

    assertThat(assertBroken("driver-not-bottleneck").broken().get(0).detail())
        .containsPattern("; garbage collection for more than 10 % of the time in \\d+ s$");
  }

  @Test
  void oneWorkerAtItsLimitIsInvalidHoweverWellTheOthersDo() {
    edit(
        "driver.csv",
        text -> {
          StringBuilder rows = new StringBuilder(text);
          text.lines()
              .skip(1)
              .forEach(
                  line -> {
                    rows.append(line.replaceFirst(",0,", ",1,")).append('\n');
                    rows.append(
                            line.replaceFirst(",0,", ",2,")
                                .replace("driver-network,400", "driver-network,990"))
                        .append('\n');
                  });
          return rows.toString();
        });

    Check check = assertBroken("driver-not-bottleneck").broken().get(0);

    assertThat(check.actual()).matches("(\\d+) of \\1 s at its limit");
    assertThat(check.detail()).startsWith("worker 2: busiest thread driver-network with 990 ms");
  }

  @Test
  void rowsOfTheDriverFromBeforeThereWereWorkersAreStillRead() {
    edit(
        "driver.csv",
        text ->
            text.replace(",worker,", ",")
                .replace(",waiting_requests,due_trade_results", "")
                .replaceAll("(?m)^(\\d+),0,(.*),0,0$", "$1,$2"));

    assertThat(ValidityRules.evaluate(folder).checks())
        .filteredOn(check -> check.id().equals("driver-not-bottleneck"))
        .extracting(Check::verdict)
        .containsExactly(Check.Result.PASS);
  }

  private void withTwoWorkers(String event) throws IOException {
    edit("run.json", text -> text.replaceFirst("\"workers\" : 1", "\"workers\" : 2"));
    edit("run.json", text -> text.replaceFirst("\"sets\" : 1", "\"sets\" : 2"));
    append(event + "\n");
  }

  @Test
  void lostWorkerIsInvalidAndWhatIsNotKnownIsSaid() throws IOException {
    withTwoWorkers(
        "{\"utcMillis\":1005000,\"event\":\"workerLost\",\"worker\":2,"
            + "\"address\":\"10.0.0.5:7500\",\"reason\":\"UNAVAILABLE\",\"sets\":[\"a2\",\"b2\"],"
            + "\"lastReportUtcMillis\":1004000}");

    assertThat(ValidityRules.evaluate(folder).broken())
        .filteredOn(check -> check.id().equals("workers"))
        .singleElement()
        .satisfies(
            check -> {
              assertThat(check.actual()).isEqualTo("1 of 2 workers lost");
              assertThat(check.detail())
                  .isEqualTo(
                      "worker 2 at 10.0.0.5:7500 was lost (UNAVAILABLE): requests to its Sets a2, b2 after"
                          + " 1970-01-01T00:16:44Z are not known");
            });
  }

  @Test
  void driverThatWasNotWatchedIsNotJudged() throws IOException {
    Files.delete(folder.file("driver.csv"));

    assertThat(ValidityRules.evaluate(folder).checks())
        .filteredOn(check -> check.id().equals("driver-not-bottleneck"))
        .extracting(Check::verdict)
        .containsExactly(Check.Result.NOT_JUDGED);
  }

  @Test
  void failedConsistencyCheckIsInvalid() {
    edit(
        "checks.csv",
        text ->
            text.replace("after,d1-vm3,check-7,A,0,12,pass", "after,d1-vm3,check-7,A,7,12,fail"));

    assertThat(assertBroken("consistency-after").broken().get(0).detail())
        .isEqualTo("d1-vm3 check-7: 7 rows");
  }

  @Test
  void databaseThatWasNotCheckedIsInvalid() {
    edit("checks.csv", text -> text.replaceAll("before,a1-vm2.*\n", ""));

    assertThat(assertBroken("consistency-before").broken().get(0).detail())
        .isEqualTo("a1-vm2 was not checked");
  }

  @Test
  void databaseThatCommittedLessThanTheDriverSawIsInvalid() throws IOException {
    RunFigures figures = RunResults.read(folder).figures();
    Path stats = Files.createDirectories(folder.file("stats/a1-vm3"));
    Files.writeString(
        stats.resolve("pg_stat_database.csv"),
        "utc_ms,xact_commit\n%d,1000\n%d,1007\n"
            .formatted(figures.startUtcMillis(), figures.endUtcMillis()));
    Manifest.write(folder);

    assertThat(ValidityRules.evaluate(folder).broken())
        .singleElement()
        .satisfies(check -> assertThat(check.id()).isEqualTo("server-commits"))
        .satisfies(check -> assertThat(check.detail()).startsWith("a1-vm3: 7 commits, and "));
  }

  @Test
  void lostDatabaseIsInvalid() throws IOException {
    append("{\"utcMillis\":1,\"event\":\"databaseLost\",\"vm\":\"b1-vm3\"}\n");

    assertThat(assertBroken("nothing-lost").broken().get(0).detail()).isEqualTo("b1-vm3");
  }

  @Test
  void lockOfAServerThatWasLostAndTakenAgainDoesNotTouchTheVerdict() throws IOException {
    append(
        "{\"utcMillis\":1,\"event\":\"serverLockLost\",\"vm\":\"b1-vm3\",\"reason\":\"restart\"}\n"
            + "{\"utcMillis\":9,\"event\":\"serverLockRestored\",\"vm\":\"b1-vm3\",\"lostMillis\":8}\n");

    assertThat(ValidityRules.evaluate(folder).isValid()).isTrue();
  }

  @Test
  void serverThatAnotherDriverHasTakenIsInvalidAndThatDriverIsNamed() throws IOException {
    append(
        "{\"utcMillis\":1,\"event\":\"serverInUse\",\"vm\":\"b1-vm3\","
            + "\"holder\":\"quartet load (process 77 on driver-2)\"}\n");

    assertThat(assertBroken("nothing-lost").broken().get(0).detail())
        .isEqualTo("b1-vm3 to quartet load (process 77 on driver-2)");
  }

  private static String step(String kind, long utcMillis) {
    return "{\"utcMillis\":%d,\"event\":\"%s\",\"title\":\"kill it\",\"on\":\"b1-vm3\","
            .formatted(utcMillis, kind)
        + "\"plannedUtcMillis\":%1$d,\"begunUtcMillis\":%1$d,\"exitCode\":0,\"output\":\"\"}\n"
            .formatted(utcMillis);
  }

  private static String lost(String vm, long utcMillis) {
    return "{\"utcMillis\":%d,\"event\":\"databaseLost\",\"vm\":\"%s\"}%n".formatted(utcMillis, vm);
  }

  @Test
  void lossByAnEventOfTheFileIsNamedAndBreaksNothing() throws IOException {
    edit("run.json", text -> withKill(text));
    append(step("plannedEventBegan", 150) + lost("b1-vm3", 160) + step("plannedEventEnded", 200));

    assertThat(check(ValidityRules.evaluate(folder), "nothing-lost").actual())
        .isEqualTo("0 lost, besides b1-vm3 by event 'kill it'");
    append(lost("c1-vm3", 170));
    assertThat(assertBroken("nothing-lost").broken().get(0).detail()).isEqualTo("c1-vm3");
  }

  @Test
  void lossLongAfterAnEventOfTheFileIsInvalid() throws IOException {
    edit("run.json", text -> withKill(text));
    append(step("plannedEventBegan", 150) + step("plannedEventEnded", 200) + lost("b1-vm3", 9_000));

    assertBroken("nothing-lost");
  }

  @Test
  void failuresWhileAnEventOfTheFileWasInForceAreNamedAndOthersCount() throws IOException {
    edit("run.json", text -> withKill(text));
    appendKillIn("3");
    fail("3", "b1", "Trade-Result");
    assertThat(check(ValidityRules.evaluate(folder), "failures").actual())
        .endsWith(" measured requests, besides 1 by event 'kill it'");
    assertThat(check(ValidityRules.evaluate(folder), "trade-results-given-up"))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(Check.Result.PASS))
        .satisfies(
            check ->
                assertThat(check.actual())
                    .isEqualTo("0 Trade-Results, besides 1 by event 'kill it'"));

    fail("3", "c1", "Trade-Status"); // Of another Set.
    fail("2", "b1", "Trade-Status"); // Of the phase before, to whose end the event begins.
    Check failures = check(ValidityRules.evaluate(folder), "failures");
    assertThat(failures.verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(failures.actual()).startsWith("2 of ");
    assertThat(failures.detail()).contains("phase 3 c1 Trade-Status", "phase 2 b1 Trade-Status");
  }

  private void fail(String phase, String set, String type) throws IOException {
    add("phases.csv", phaseRow(phase, set, type), 10, -1);
    add("phases.csv", phaseRow(phase, set, type), 12, 1);
    String interval =
        Files.readAllLines(folder.file("intervals.csv")).stream()
            .filter(line -> line.matches("\\d+,%s,.,%s,%s,.*".formatted(phase, set, type)))
            .findFirst()
            .orElseThrow();
    add("intervals.csv", interval, 8, 1);
  }

  /** From the begin to the end of a phase. */
  private void appendKillIn(String phase) throws IOException {
    String[] fields = phaseRow(phase, "b1", "Trade-Status").split(",", -1);
    append(
        step("plannedEventBegan", Long.parseLong(fields[2]))
            + step("plannedEventEnded", Long.parseLong(fields[3]) + 5));
  }

  @Test
  void usersThatWaitedForAnEventOfTheFileDoNotBreakLittlesLaw() throws IOException {
    String waited = "(?m)^(3,.*),\\d+((?:,\\d+){5})$";
    edit("phases.csv", text -> text.replaceAll(waited, "$1,0$2"));
    assertThat(check(ValidityRules.evaluate(folder), "littles-law").actual()).isEqualTo("10.00 %");

    edit("run.json", text -> withKill(text));
    appendKillIn("3");
    Check withoutPhase = check(ValidityRules.evaluate(folder), "littles-law");
    assertThat(withoutPhase.verdict()).isEqualTo(Check.Result.PASS);
    assertThat(withoutPhase.detail()).endsWith(", without the phases of event 'kill it'");

    edit("run.json", text -> text.replace("\"users\" : 4", "\"users\" : 5"));
    assertThat(check(ValidityRules.evaluate(folder), "littles-law").verdict())
        .isEqualTo(Check.Result.FAIL);
  }

  private static String withKill(String runJson) {
    return runJson.replaceFirst(
        "(\"plan\" ?: ?\\{)",
        "$1\"events\":[{\"name\":\"kill it\",\"at\":{\"phase\":1},\"on\":\"b1-vm3\",\"action\":\"kill\"}],");
  }

  @Test
  void silentDatabaseIsAWarning() throws IOException {
    append(
        "{\"utcMillis\":1,\"event\":\"databaseSilent\",\"vm\":\"b1-vm3\"}\n"
            + "{\"utcMillis\":9,\"event\":\"databaseRestored\",\"vm\":\"b1-vm3\",\"lostMillis\":7500}\n");

    Verdict verdict = ValidityRules.evaluate(folder);
    assertThat(verdict.isValid()).isTrue();
    assertThat(check(verdict, "nothing-silent").verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(check(verdict, "nothing-silent").detail()).isEqualTo("b1-vm3 for 7.5 s");
  }

  @Test
  void clocksThatDisagreeAreAWarningAndFarApartInvalid() throws IOException {
    append(clockOffset("a1-vm2", 9_000));
    assertThat(check(ValidityRules.evaluate(folder), "clocks").verdict())
        .isEqualTo(Check.Result.PASS);
    append(clockOffset("a1-vm3", -20_000));
    Check warning = check(ValidityRules.evaluate(folder), "clocks");
    assertThat(warning.verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(warning.breaksTheRun()).isFalse();
    assertThat(warning.actual()).isEqualTo("a1-vm3 20.0 ms behind (± 0.1 ms)");
    append(clockOffset("b1-vm3", 80_000));
    assertBroken("clocks");
  }

  private static String clockOffset(String machine, long micros) {
    return "{\"utcMillis\":1,\"event\":\"clockOffset\",\"machine\":\""
        + machine
        + "\",\"offsetMicros\":"
        + micros
        + ",\"uncertaintyMicros\":100}\n";
  }

  private void append(String lines) throws IOException {
    Files.writeString(folder.file("events.jsonl"), lines, StandardOpenOption.APPEND);
    Manifest.write(folder);
  }

  private static Check check(Verdict verdict, String id) {
    return verdict.checks().stream()
        .filter(check -> check.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void tradeResultGivenUpIsInvalid() throws IOException {
    add("phases.csv", phaseRow("rampDown", "b1", "Trade-Result"), 10, -1);
    add("phases.csv", phaseRow("rampDown", "b1", "Trade-Result"), 12, 1);

    assertBroken("trade-results-given-up", "conservation");
  }

  @Test
  void growingBacklogOfTradeResultsIsInvalid() {
    edit(
        "intervals.csv",
        text -> {
          StringBuilder edited = new StringBuilder();
          text.lines()
              .forEach(
                  line -> {
                    String[] fields = line.split(",", -1);
                    if (fields[4].equals("Trade-Result")) {
                      fields[6] = Long.toString(Long.parseLong(fields[6]) / 2);
                    }
                    edited.append(String.join(",", fields)).append('\n');
                  });
          return edited.toString();
        });

    assertBroken("trade-result-backlog");
  }

  @Test
  void noMeasuredTradeResultIsNamedAsSuch() {
    edit(
        "phases.csv",
        text -> {
          StringBuilder edited = new StringBuilder();
          text.lines()
              .forEach(
                  line -> {
                    String[] fields = line.split(",", -1);
                    if (fields[6].equals("Trade-Result")) {
                      fields[24] = "0";
                    }
                    edited.append(String.join(",", fields)).append('\n');
                  });
          return edited.toString();
        });

    assertThat(assertBroken("measured-transactions").broken().get(0).detail())
        .startsWith("NO_MEASURED_TRANSACTIONS");
  }

  @Test
  void manyRetriesAreAWarning() throws IOException {
    add("phases.csv", phaseRow("5", "d1", "Trade-Result"), 22, 60);

    Verdict verdict = ValidityRules.evaluate(folder);

    assertThat(brokenBesideAgreement(verdict)).isEmpty();
    assertThat(verdict.warnings()).extracting(Check::id).containsExactly("trade-result-retries");
  }

  @Test
  void customRunIsJudgedOnAnswersAndMixButNotOnUnsettledTradeResults(@TempDir Path other) {
    folder =
        SimulatedRun.write(other, TestPlans.plan(ValidityProfile.CUSTOM, 1, PhaseTable.VLDB2013));

    Verdict verdict = ValidityRules.evaluate(folder);

    assertThat(verdict.statement()).isEqualTo("valid, non-standard, disturbance not known");
    assertThat(verdict.checks())
        .filteredOn(check -> check.verdict() == Check.Result.NOT_JUDGED)
        .extracting(Check::id)
        .containsExactlyInAnyOrder(
            "response-time-market-feed",
            "trade-result-mix",
            "foreign-share",
            "settlements",
            "server-commits");
    assertThat(verdict.checks())
        .filteredOn(check -> check.verdict() == Check.Result.PASS)
        .extracting(Check::id)
        .contains("response-time-trade-status", "mix", "intended-rollbacks");
  }

  @Test
  void officialRunIsNeverValidWhileRulesAreNotJudged(@TempDir Path other) {
    folder =
        SimulatedRun.write(other, TestPlans.plan(ValidityProfile.OFFICIAL, 1, PhaseTable.VLDB2013));

    Verdict verdict = ValidityRules.evaluate(folder);

    assertThat(verdict.isValid()).isFalse();
    assertThat(verdict.broken()).extracting(Check::id).contains("sizes", "interval");
    assertThat(verdict.checks())
        .filteredOn(check -> check.id().equals("rule-40"))
        .extracting(Check::verdict)
        .containsExactly(Check.Result.NOT_JUDGED);
    assertThat(phaseSwitches(verdict).verdict()).isEqualTo(Check.Result.PASS);
    assertThat(check(verdict, "consistency-before").verdict()).isEqualTo(Check.Result.PASS);

    edit("checks.csv", text -> text.replaceAll("(before,a1-vm2,.*,pass),", "$1,1"));
    assertThat(check(ValidityRules.evaluate(folder), "consistency-before").detail())
        .isEqualTo("a1-vm2 was not checked for this run");
  }

  private static Check check(
      String id, String title, Check.Severity severity, Check.Result verdict) {
    return new Check(id, title, severity, verdict, "", "", "", "", List.of());
  }

  /** The best verdict that an official run can reach here, according to docs/audit.md. */
  @Test
  void rulesThatAreNotJudgedAreNamedInTheStatement() {
    Check mix = check("mix", "the mix", Check.Severity.FATAL, Check.Result.PASS);
    Check device = check("rule-40", "a device", Check.Severity.FATAL, Check.Result.NOT_JUDGED);
    Check swap = check("rule-9", "no swapping", Check.Severity.WARNING, Check.Result.NOT_JUDGED);

    Verdict verdict =
        Verdict.of(
            ValidityProfile.OFFICIAL,
            List.of(mix, device, swap),
            List.of(),
            UNDISTURBED,
            Optional.empty());

    assertThat(verdict.isValid()).isFalse();
    assertThat(verdict.statement()).isEqualTo("INVALID as an official run, not judged: a device");
    assertThat(
            Verdict.of(
                    ValidityProfile.CUSTOM,
                    List.of(mix, device),
                    List.of(),
                    UNDISTURBED,
                    Optional.empty())
                .isValid())
        .isTrue();
  }

  @Test
  void phaseThatTookEffectLateIsNamed(@TempDir Path other) {
    folder =
        SimulatedRun.write(other, TestPlans.plan(ValidityProfile.OFFICIAL, 1, PhaseTable.VLDB2013));
    edit("events.jsonl", text -> text.replaceAll("(\"afterMicros\":)\\d+", "$160000"));

    Check check = phaseSwitches(ValidityRules.evaluate(folder));

    assertThat(check.verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(check.actual()).isEqualTo("60.00 ms");
  }

  private static Check phaseSwitches(Verdict verdict) {
    return check(verdict, "phase-switches");
  }
}
