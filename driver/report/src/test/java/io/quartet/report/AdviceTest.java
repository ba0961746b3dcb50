package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
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
import io.quartet.report.compare.FigureVerdict;
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
import java.io.InputStream;
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
  private static final String VM = "a1-vm3";
  private static final long END_SECOND = 200;

  private static final List<String> SCHEMA =
      List.of(
          "load: generator 2, trade days 1, news length 10000, indexes covering, role oltp",
          "table trade",
          "column trade.t_ca_id bigint NOT NULL",
          "column trade.t_dts timestamp(3) without time zone NOT NULL",
          "column trade.t_exec_name character varying(49) NOT NULL",
          "column trade.t_id bigint NOT NULL",
          "column trade.t_s_symb character varying(15) NOT NULL",
          "constraint trade trade_pkey PRIMARY KEY (t_id)",
          "constraint trade trade_security FOREIGN KEY (t_s_symb) REFERENCES security(s_symb)",
          "index CREATE UNIQUE INDEX trade_pkey ON public.trade USING btree (t_id)",
          "index CREATE INDEX trade_by_executor ON public.trade USING btree (t_exec_name)",
          "index CREATE INDEX trade_by_symbol ON public.trade USING btree (t_s_symb, t_dts)",
          "index CREATE INDEX trade_by_time ON public.trade USING btree (t_dts)");

  private static final String SCAN =
      """
      {"Node Type":"Index Scan","Relation Name":"trade","Index Name":"%s","Total Cost":8.5,
       "Actual Rows":1,"Actual Loops":1,"Shared Hit Blocks":4,"Shared Read Blocks":0}
      """;

  private static final String WASTEFUL =
      """
      {"Node Type":"Limit","Total Cost":900.25,"Actual Rows":50,"Actual Loops":1,
       "Shared Hit Blocks":310,"Shared Read Blocks":10,
       "Plans":[{"Node Type":"Seq Scan","Relation Name":"trade","Alias":"trade",
         "Total Cost":900.0,"Actual Rows":50,"Actual Loops":1,
         "Filter":"((t_ca_id = $1) AND (t_dts >= $2))","Rows Removed by Filter":5000,
         "Shared Hit Blocks":300,"Shared Read Blocks":10}]}
      """;

  private static final Trial TRIAL =
      new Trial(
          "OLTP",
          VM,
          List.of("DROP INDEX trade_by_executor"),
          List.of(
              new PlanChange(
                  "OLTP",
                  "Trade-Order",
                  "TO1",
                  List.of(VM),
                  "index trade_by_executor",
                  "seq trade",
                  8.5,
                  900.25,
                  null,
                  null,
                  null,
                  null)),
          List.of(
              new Trial.Figure(
                  "Trade-Order",
                  "time",
                  "ms",
                  2.5,
                  2.25,
                  -10.0,
                  -12.0,
                  -8.0,
                  0.001,
                  FigureVerdict.LOWER),
              new Trial.Figure(
                  "Trade-Order",
                  "buffers",
                  "blocks",
                  0,
                  0,
                  null,
                  null,
                  null,
                  null,
                  FigureVerdict.NOT_ENOUGH_DATA)));

  @TempDir Path results;
  private Path run;
  private ResultsFolder folder;

  @BeforeEach
  void record() {
    run = SimulatedDemo.finished(results.resolve("first"));
    folder = ResultsFolder.open(run);
    for (VmSet set : SimulatedDemo.plan().sets()) {
      String vm = set.vmName(VmRole.OLTP);
      SchemaFile.write(folder, vm, SCHEMA);
      samples(vm);
    }
    plans(folder, PlanMoment.BEFORE, false, SCAN.formatted("trade_pkey"), "index trade_pkey");
    plans(folder, PlanMoment.AFTER, true, SCAN.formatted("trade_pkey"), "index trade_pkey");
    Manifest.write(folder);
  }

  /** The key and trade_by_symbol are used, trade_by_time once in all, trade_by_executor never. */
  private void samples(String vm) {
    StatsCsv.delete(folder, vm, "indexes");
    try (StatsCsv indexes = new StatsCsv(folder, vm, "indexes");
        StatsCsv tables = new StatsCsv(folder, vm, "tables")) {
      for (long second = 0; second <= END_SECOND; second++) {
        long utcMillis = SimulatedDemo.START_UTC_MILLIS + 1_000 * second;
        indexes.append(
            utcMillis,
            List.of(
                "table_name",
                "index_name",
                "idx_scan",
                "idx_tup_read",
                "idx_tup_fetch",
                "index_bytes"),
            List.of(
                index("trade_pkey", 0, second),
                index("trade_by_symbol", 1_000 * second, second),
                index("trade_by_time", vm.equals(VM) && second > END_SECOND / 4 ? 1 : 0, second),
                index("trade_by_executor", 0, second)));
        tables.append(
            utcMillis,
            List.of("table_name", "n_tup_ins", "n_tup_upd", "n_tup_hot_upd"),
            List.of(List.of("trade", text(10 * second), text(20 * second), text(15 * second))));
      }
    }
  }

  private static List<String> index(String name, long scans, long second) {
    return List.of(
        "trade", name, text(scans), text(2 * scans), text(scans), text(8_192 * (10 + second)));
  }

  private static String text(long number) {
    return Long.toString(number);
  }

  private static void plans(
      ResultsFolder folder, PlanMoment moment, boolean isAnalyzed, String first, String scans) {
    String measured =
        isAnalyzed
            ? "\"executions\":2,\"milliseconds\":5.0,\"sharedHit\":600,\"sharedRead\":20,"
            : "";
    PlansFile.write(
        folder,
        moment,
        VM,
        """
        {"role":"oltp","database":"quartet","serverVersion":"15.4","analyzed":%s,"statements":[
          {"name":"TS1","transaction":"TRADE_STATUS","sql":"SELECT 1",
           "plans":[{"scans":"%s",%s"plan":%s}]},
          {"name":"TO1","transaction":"TRADE_ORDER","sql":"SELECT 2",
           "plans":[{"scans":"index trade_by_symbol",%s"plan":%s}]}]}
        """
            .formatted(
                isAnalyzed, scans, measured, first, measured, SCAN.formatted("trade_by_symbol")));
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
        VM,
        JSON.createArrayNode()
            .add(JSON.createObjectNode().put("name", "track_counts").put("setting", "off")));

    assertUseIsNotKnown(
        "The use of indexes is not known on a1-vm3: track_counts was off. The verdicts of its role"
            + " are 'not known'.");
  }

  @Test
  void statisticsThatWereResetOrLostAreNotCalledUseless() {
    StatsCsv.delete(folder, VM, "pg_stat_bgwriter");
    try (StatsCsv file = new StatsCsv(folder, VM, "pg_stat_bgwriter")) {
      List<String> columns = List.of("stats_reset");
      long start = SimulatedDemo.START_UTC_MILLIS;
      file.append(start, columns, List.of(List.of("2026-01-01 00:00:00+00")));
      file.append(start + 1_000 * END_SECOND, columns, List.of(List.of("2026-03-01 12:01:40+00")));
    }

    assertUseIsNotKnown(
        "The use of indexes is not known on a1-vm3: the statistics were reset, or lost in a crash,"
            + " during the run. The verdicts of its role are 'not known'.");
  }

  @Test
  void missingIndexIsProposed() {
    plans(folder, PlanMoment.AFTER, true, WASTEFUL, "seq trade");

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
    List<String> schema = new ArrayList<>(SCHEMA);
    schema.add("index CREATE INDEX there ON public.trade USING btree (t_ca_id, t_dts, t_id)");
    SchemaFile.write(folder, VM, schema);
    plans(folder, PlanMoment.AFTER, true, WASTEFUL, "seq trade");

    assertThat(read().proposals()).isEmpty();
  }

  @Test
  void statementThatChangedItsPlanIsShownWithItsCost() {
    plans(folder, PlanMoment.AFTER, true, WASTEFUL, "seq trade");

    assertThat(read().changedWithin())
        .containsExactly(
            new PlanChange(
                "OLTP",
                "Trade-Status",
                "TS1",
                List.of(VM),
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
    PlansFile.write(folder, PlanMoment.BEFORE, VM, both);
    PlansFile.write(folder, PlanMoment.AFTER, VM, both);

    assertThat(read().changedWithin()).isEmpty();
  }

  @Test
  void plansOfTwoRunsAreCompared() {
    Path other = SimulatedDemo.finished(results.resolve("second"));
    plans(ResultsFolder.open(other), PlanMoment.AFTER, true, WASTEFUL, "seq trade");

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

  private List<FigureVerdict> verdicts(TriedIndex change, double first, double second) {
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
            CapturedPlans.printed(plans.formatted("seq trade", WASTEFUL)),
            CapturedPlans.printed(
                plans.formatted(
                    change.isDropped() ? "seq trade" : "index a", SCAN.formatted("a"))));
    Concern concern = new Concern(VmRole.OLTP, List.of(change), List.of());
    return Trials.of(List.of(new Trials.Measured(concern, VM, trial)), "without").stream()
        .flatMap(one -> one.figures().stream())
        .map(Trial.Figure::verdict)
        .toList();
  }

  @Test
  void gainNeedsAChangedPlanOrADroppedIndexOfAWrittenTable() {
    TriedIndex built = new TriedIndex(false, "a", "trade", "CREATE INDEX a ON trade (t_exec_name)");
    TriedIndex dropped = TriedIndex.dropped("trade_by_symbol", "trade");

    assertThat(verdicts(built, 0.5, 0.5))
        .containsExactly(FigureVerdict.LOWER, FigureVerdict.NO_DIFFERENCE_SHOWN);
    assertThat(verdicts(built, 0.5, 1.5))
        .containsExactly(FigureVerdict.LOWER, FigureVerdict.HIGHER);
    assertThat(verdicts(dropped, 0.5, 0.5))
        .containsExactly(FigureVerdict.NO_DIFFERENCE_SHOWN, FigureVerdict.LOWER);
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
        new Trials.Measured(concern, VM, new MeasuredTrial(borderline, plans, plans));
    List<Slice> noise = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      noise.addAll(slices("T" + i, 1));
    }
    Trials.Measured others =
        new Trials.Measured(concern, "a1-vm2", new MeasuredTrial(noise, plans, plans));

    Trial.Figure alone = Trials.of(List.of(first), "without").get(0).figures().get(0);
    Trial.Figure among = Trials.of(List.of(first, others), "without").get(0).figures().get(0);

    assertThat(alone.verdict()).isEqualTo(FigureVerdict.HIGHER);
    assertThat(among.lowPercent()).isEqualTo(alone.lowPercent()).isPositive();
    assertThat(among.verdict()).isEqualTo(FigureVerdict.NO_DIFFERENCE_SHOWN);
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
    Files.delete(folder.file(PlansFile.name(PlanMoment.BEFORE, VM)));
    Files.delete(folder.file(PlansFile.name(PlanMoment.AFTER, VM)));

    Advice advice = read();

    assertThat(advice.notes().get(0)).startsWith("The plans of this run were not captured");
    assertThat(advice.proposals()).isEmpty();
    assertThat(index("trade_by_executor").verdict()).isEqualTo(IndexVerdict.NOTHING);
  }

  @Test
  void documentFitsItsSchemaAndThePageHoldsTheSame() throws IOException {
    plans(folder, PlanMoment.AFTER, true, WASTEFUL, "seq trade");
    Manifest.write(folder);

    AdviceWriter.write(
        run,
        AdviceWriter.read(run, Optional.of(SimulatedDemo.finished(results.resolve("second"))))
            .with(List.of(TRIAL)));

    try (InputStream schema = Report.class.getResourceAsStream("advise.schema.json")) {
      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                  .getSchema(schema)
                  .validate(JSON.readTree(run.resolve("advise.json").toFile())))
          .isEmpty();
    }
    assertThat(Files.readString(run.resolve("advise.html")))
        .contains(
            "trade_by_executor",
            "used by nothing",
            "CREATE INDEX trade_by_t_ca_id_t_dts ON trade (t_ca_id, t_dts)",
            "not recorded",
            "DROP INDEX trade_by_executor",
            "index trade_by_executor",
            "−12.0 to −8.0",
            ">lower<",
            "corrected for the number of rows");
    assertThat(Manifest.differences(folder)).as("derived files are no change").isEmpty();
  }
}
