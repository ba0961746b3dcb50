package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.quartet.model.GoldenFile;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.report.advise.Advice;
import io.quartet.report.advise.AdviceWriter;
import io.quartet.report.advise.Concern;
import io.quartet.report.advise.IndexAdvice;
import io.quartet.report.advise.IndexVerdict;
import io.quartet.report.advise.PlanChange;
import io.quartet.report.advise.TransactionAdvice;
import io.quartet.report.advise.Trial;
import io.quartet.report.advise.Trials;
import io.quartet.report.compare.Conclusion;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.SchemaFile;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.lab.CapturedPlans;
import io.quartet.results.lab.MeasuredTrial;
import io.quartet.results.lab.PlanMoment;
import io.quartet.results.lab.PlansFile;
import io.quartet.results.lab.Slice;
import io.quartet.results.lab.TriedIndex;
import io.quartet.results.system.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on databases with an index that nothing uses, and without one that a plan needs. */
@Tag("unit")
class AdviceTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir Path results;
  private Path run;
  private ResultsFolder folder;

  @BeforeEach
  void record() {
    run = AdvisedRun.record(results.resolve("first"));
    folder = ResultsFolder.open(run);
  }

  private Advice read() {
    return AdviceWriter.read(run, Optional.empty());
  }

  private IndexAdvice index(String name) {
    return read().indexes().stream()
        .filter(index -> index.role().equals("OLTP") && index.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void indexThatNothingUsesIsNamedAsSuchAndComesFirst() {
    IndexAdvice useless = read().indexes().get(0);

    assertThat(useless.name()).isEqualTo("trade_by_executor");
    assertThat(useless.verdict()).isEqualTo(IndexVerdict.NOTHING);
    assertThat(useless.usedBy()).isEmpty();
    assertThat(useless.bytes()).isPositive();
    assertThat(useless.growthBytesPerMillionTrades()).isPositive();
    assertThat(useless.entriesWrittenPerTrade()).isPositive();
    assertThat(useless.walBytesPerTrade()).isNull();
  }

  @Test
  void usedIndexEarnsItsKeepAndItsStatementsAreNamed() {
    IndexAdvice used = index("trade_by_symbol");

    assertThat(used.verdict()).isEqualTo(IndexVerdict.EARNS);
    assertThat(used.usedBy()).containsExactly(new IndexAdvice.Use("Trade-Order", List.of("TO1")));
    assertThat(used.scansPerTrade()).isGreaterThan(1);
    assertThat(used.definition()).isEqualTo("USING btree (t_s_symb, t_dts)");
  }

  @Test
  void keyIsNeverCalledUseless() {
    IndexAdvice key = index("trade_pkey");

    assertThat(key.scans()).isZero();
    assertThat(key.constraint()).isEqualTo("primary key");
    assertThat(key.verdict()).isEqualTo(IndexVerdict.CONSTRAINT);
  }

  @Test
  void indexWithFewScansIsRarelyUsed() {
    assertThat(index("trade_by_time").verdict()).isEqualTo(IndexVerdict.RARE);
  }

  /** Every index of the role, even the one that plans use, but for the key. */
  private void assertUseIsNotKnown(String why) {
    Advice advice = read();

    assertThat(advice.notes()).contains(why);
    for (IndexAdvice index : advice.indexes()) {
      if (index.role().equals("OLTP")) {
        assertThat(index.verdict())
            .isEqualTo(index.constraint() == null ? IndexVerdict.UNKNOWN : IndexVerdict.CONSTRAINT);
        assertThat(index.scans()).isNull();
        assertThat(index.entriesWrittenPerTrade()).isNull();
        assertThat(index.bytes()).isPositive();
        assertThat(index.reason()).startsWith("Its scans are not known.");
      }
    }
  }

  @Test
  void withoutCountingNoIndexIsCalledUseless() {
    DatabaseSettings.write(
        folder,
        AdvisedRun.VM,
        JSON.createArrayNode()
            .add(JSON.createObjectNode().put("name", "track_counts").put("setting", "off")));

    assertUseIsNotKnown(
        "The use of indexes is not known on a1-vm3: track_counts was off. The verdicts of its role"
            + " are 'not known'.");
  }

  @Test
  void statisticsThatWereResetOrLostAreNotCalledUseless() {
    StatsCsv.delete(folder, AdvisedRun.VM, "pg_stat_bgwriter");
    try (StatsCsv file = new StatsCsv(folder, AdvisedRun.VM, "pg_stat_bgwriter")) {
      List<String> columns = List.of("stats_reset");
      long start = SimulatedDemo.START_UTC_MILLIS;
      file.append(start, columns, List.of(List.of("2026-01-01 00:00:00+00")));
      file.append(
          start + 1_000 * AdvisedRun.END_SECOND,
          columns,
          List.of(List.of("2026-03-01 12:01:40+00")));
    }

    assertUseIsNotKnown(
        "The use of indexes is not known on a1-vm3: the statistics were reset, or lost in a crash,"
            + " during the run. The verdicts of its role are 'not known'.");
  }

  @Test
  void missingIndexIsProposed() {
    AdvisedRun.plans(folder, PlanMoment.AFTER, true, AdvisedRun.WASTEFUL, "seq trade");

    Advice advice = read();

    assertThat(advice.proposals()).hasSize(1);
    assertThat(advice.proposals().get(0).createIndex())
        .isEqualTo("CREATE INDEX trade_by_t_ca_id_t_dts ON trade (t_ca_id, t_dts)");
    assertThat(advice.proposals().get(0).usedBy())
        .containsExactly(new IndexAdvice.Use("Trade-Status", List.of("TS1")));
    assertThat(advice.proposals().get(0).rowsRemoved()).isEqualTo(5_000);
    TransactionAdvice.Node node =
        advice.transactions().stream()
            .filter(transaction -> transaction.transaction().equals("Trade-Status"))
            .findFirst()
            .orElseThrow()
            .mostBuffers()
            .get(0);
    assertThat(node.node()).isEqualTo("Seq Scan on trade");
    assertThat(node.buffers()).isEqualTo(310);
  }

  @Test
  void indexThatIsThereIsNotProposed() {
    List<String> schema = new ArrayList<>(AdvisedRun.SCHEMA);
    schema.add("index CREATE INDEX there ON public.trade USING btree (t_ca_id, t_dts, t_id)");
    SchemaFile.write(folder, AdvisedRun.VM, schema);
    AdvisedRun.plans(folder, PlanMoment.AFTER, true, AdvisedRun.WASTEFUL, "seq trade");

    assertThat(read().proposals()).isEmpty();
  }

  @Test
  void statementThatChangedItsPlanIsShownWithItsCost() {
    AdvisedRun.plans(folder, PlanMoment.AFTER, true, AdvisedRun.WASTEFUL, "seq trade");

    assertThat(read().changedWithin())
        .containsExactly(
            new PlanChange(
                "OLTP",
                "Trade-Status",
                "TS1",
                List.of(AdvisedRun.VM),
                "index trade_pkey",
                "seq trade",
                8.5,
                900.25,
                null,
                310.0,
                null,
                2.5));
  }

  @Test
  void statementsThatShareANameAreToldApart() {
    String both =
        """
        {"role":"oltp","analyzed":false,"statements":[
          {"name":"MWs","transaction":"MARKET_WATCH","sql":"SELECT 1","plans":[{"scans":"a"}]},
          {"name":"MWs","transaction":"MARKET_WATCH","sql":"SELECT 2","plans":[{"scans":"b"}]}]}
        """;
    PlansFile.write(folder, PlanMoment.BEFORE, AdvisedRun.VM, both);
    PlansFile.write(folder, PlanMoment.AFTER, AdvisedRun.VM, both);

    assertThat(read().changedWithin()).isEmpty();
  }

  @Test
  void plansOfTwoRunsAreCompared() {
    Path other = SimulatedDemo.finished(results.resolve("second"));
    AdvisedRun.plans(
        ResultsFolder.open(other), PlanMoment.AFTER, true, AdvisedRun.WASTEFUL, "seq trade");

    Advice advice = AdviceWriter.read(run, Optional.of(other));

    assertThat(advice.changedWithin()).isEmpty();
    assertThat(advice.changedAgainst()).hasSize(1);
    assertThat(advice.changedAgainst().get(0).before()).isEqualTo("seq trade");
    assertThat(advice.changedAgainst().get(0).after()).isEqualTo("index trade_pkey");
  }

  @Test
  void onlyAnIndexWithoutAConstraintCanBeTriedAway() {
    assertThat(Trials.dropped(read(), "trade_by_executor").sql())
        .isEqualTo("DROP INDEX trade_by_executor");
    assertThatThrownBy(() -> Trials.dropped(read(), "trade_pkey"))
        .hasMessageContaining("keeps a constraint (primary key)");
    assertThatThrownBy(() -> Trials.dropped(read(), "trade_by_moon"))
        .hasMessageContaining("has no index 'trade_by_moon'");
  }

  @Test
  void trialsConcernTheTransactionsThatTouchTheTable() {
    List<TriedIndex> built =
        List.of(new TriedIndex(false, "a", "trade", "CREATE INDEX a ON trade (t_exec_name)"));
    List<TriedIndex> dropped = List.of(TriedIndex.dropped("trade_by_symbol", "trade"));

    assertThat(Trials.concerns(run, built))
        .containsExactly(new Concern(VmRole.OLTP, built, List.of("TRADE_STATUS", "TRADE_ORDER")));
    assertThat(Trials.concerns(run, dropped))
        .containsExactly(new Concern(VmRole.OLTP, dropped, List.of("TRADE_ORDER")));
    assertThatThrownBy(
            () ->
                Trials.concerns(
                    run,
                    List.of(
                        new TriedIndex(false, "a", "broker", "CREATE INDEX a ON broker (b_id)"))))
        .hasMessageContaining("no captured plan reads or writes the table");
  }

  private static List<Slice> slices(String transaction, double factor) {
    List<Slice> slices = new ArrayList<>();
    for (int number = 1; number <= 6; number++) {
      long micros = 100_000 + 100 * number;
      for (String database : List.of("without", "with")) {
        slices.add(
            new Slice(
                transaction,
                database,
                number,
                100,
                Math.round(
                    database.equals("with")
                        ? factor * micros + (number % 2 == 0 ? 50 : -50)
                        : micros),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty()));
      }
    }
    return slices;
  }

  private List<Conclusion> conclusions(TriedIndex change, double first, double second) {
    List<Slice> slices = new ArrayList<>(slices("TRADE_STATUS", first));
    slices.addAll(slices("TRADE_UPDATE", second));
    String plans =
        """
        {"role":"oltp","analyzed":false,"statements":[
          {"name":"TS1","transaction":"TRADE_STATUS","sql":"SELECT 1",
           "plans":[{"scans":"%s","plan":%s}]},
          {"name":"TU1","transaction":"TRADE_UPDATE","sql":"UPDATE 1","plans":[{"scans":"",
           "plan":{"Node Type":"ModifyTable","Relation Name":"trade"}}]}]}
        """;
    MeasuredTrial trial =
        new MeasuredTrial(
            slices,
            CapturedPlans.printed(plans.formatted("seq trade", AdvisedRun.WASTEFUL)),
            CapturedPlans.printed(
                plans.formatted(
                    change.isDropped() ? "seq trade" : "index a", AdvisedRun.SCAN.formatted("a"))));
    Concern concern = new Concern(VmRole.OLTP, List.of(change), List.of());
    return Trials.of(List.of(new Trials.Measured(concern, AdvisedRun.VM, trial)), "without")
        .stream()
        .flatMap(one -> one.figures().stream())
        .map(Trial.Figure::verdict)
        .toList();
  }

  @Test
  void gainNeedsAChangedPlanOrADroppedIndexOfAWrittenTable() {
    TriedIndex built = new TriedIndex(false, "a", "trade", "CREATE INDEX a ON trade (t_exec_name)");
    TriedIndex dropped = TriedIndex.dropped("trade_by_symbol", "trade");

    assertThat(conclusions(built, 0.5, 0.5))
        .containsExactly(Conclusion.LOWER, Conclusion.NO_DIFFERENCE_SHOWN);
    assertThat(conclusions(built, 0.5, 1.5)).containsExactly(Conclusion.LOWER, Conclusion.HIGHER);
    assertThat(conclusions(dropped, 0.5, 0.5))
        .containsExactly(Conclusion.NO_DIFFERENCE_SHOWN, Conclusion.LOWER);
  }

  @Test
  void figuresOfAllTrialsAreJudgedTogether() {
    Concern concern = new Concern(VmRole.OLTP, List.of(), List.of());
    CapturedPlans plans = CapturedPlans.printed("{\"statements\":[]}");
    List<Slice> borderline = new ArrayList<>();
    double[] factors = {1.0, 1.01, 1.02, 1.03, 1.04, 1.05};
    for (int i = 0; i < factors.length; i++) {
      for (String database : List.of("without", "with")) {
        borderline.add(
            new Slice(
                "TRADE_STATUS",
                database,
                i,
                100,
                Math.round(database.equals("with") ? factors[i] * 100_000 : 100_000),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty()));
      }
    }
    Trials.Measured first =
        new Trials.Measured(concern, AdvisedRun.VM, new MeasuredTrial(borderline, plans, plans));
    List<Slice> noise = new ArrayList<>();
    for (TransactionType type : TransactionType.values()) {
      noise.addAll(slices(type.name(), 1));
    }
    List<Trials.Measured> all = new ArrayList<>(List.of(first));
    for (int set = 1; set <= 4; set++) {
      MeasuredTrial other = new MeasuredTrial(noise, plans, plans);
      all.add(new Trials.Measured(concern, "a" + set + "-vm2", other));
    }

    Trial.Figure alone = Trials.of(List.of(first), "without").get(0).figures().get(0);
    Trial.Figure among = Trials.of(all, "without").get(0).figures().get(0);

    assertThat(alone.verdict()).isEqualTo(Conclusion.HIGHER);
    assertThat(among.lowPercent()).isEqualTo(alone.lowPercent()).isPositive();
    assertThat(among.verdict()).isEqualTo(Conclusion.NO_DIFFERENCE_SHOWN);
  }

  @Test
  void indexIsDroppedOnlyWhereItIs() {
    PlansFile.write(
        folder,
        PlanMoment.AFTER,
        "a1-vm2",
        """
        {"role":"dss","database":"quartet","serverVersion":"15.4","analyzed":false,"statements":[
          {"name":"TU1","transaction":"TRADE_UPDATE","sql":"UPDATE 1","plans":[{"scans":"",
           "plan":{"Node Type":"ModifyTable","Relation Name":"trade"}}]}]}
        """);
    TriedIndex built = new TriedIndex(false, "a", "trade", "CREATE INDEX a ON trade (t_exec_name)");
    TriedIndex dropped = TriedIndex.dropped("trade_by_symbol", "trade");

    assertThat(Trials.concerns(run, List.of(dropped)))
        .extracting(Concern::role)
        .containsExactly(VmRole.OLTP);
    assertThat(Trials.concerns(run, List.of(dropped, built)))
        .extracting(Concern::changes)
        .containsExactly(List.of(dropped, built), List.of(built));
  }

  @Test
  void folderWithoutStatisticsIsRefused() {
    for (VmSet set : SimulatedDemo.plan().sets()) {
      StatsCsv.delete(folder, set.vmName(VmRole.OLTP), "indexes");
      StatsCsv.delete(folder, set.vmName(VmRole.DSS), "indexes");
    }

    assertThatThrownBy(this::read)
        .hasMessageContaining("the run has no statistics of indexes")
        .hasMessageContaining("Name a run on databases");
  }

  @Test
  void runWithoutPlansIsJudgedByItsScansAndSaysSo() throws IOException {
    Files.delete(folder.file(PlansFile.name(PlanMoment.BEFORE, AdvisedRun.VM)));
    Files.delete(folder.file(PlansFile.name(PlanMoment.AFTER, AdvisedRun.VM)));

    Advice advice = read();

    assertThat(advice.notes().get(0)).startsWith("The plans of this run were not captured");
    assertThat(advice.proposals()).isEmpty();
    assertThat(index("trade_by_executor").verdict()).isEqualTo(IndexVerdict.NOTHING);
  }

  @Test
  void documentFitsItsSchemaAndThePageHoldsTheSame() throws IOException {
    AdviceWriter.write(run, AdvisedRun.whole(run, results));

    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(OutputSchema.ADVICE.json())
                .validate(JSON.readTree(run.resolve("advise.json").toFile())))
        .isEmpty();
    String golden = TestPages.RESOURCES + "/golden/advice";
    GoldenFile.assertSame(
        golden + ".json.txt", JsonLines.of(Files.readString(run.resolve(AdviceWriter.JSON))));
    GoldenFile.assertSame(
        golden + ".html.txt", ShownText.ofPage(Files.readString(run.resolve(AdviceWriter.HTML))));
    assertThat(Manifest.differences(folder)).as("derived files are no change").isEmpty();
  }
}
