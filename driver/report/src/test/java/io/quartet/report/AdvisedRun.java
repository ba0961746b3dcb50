package io.quartet.report;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.report.advise.Advice;
import io.quartet.report.advise.AdviceWriter;
import io.quartet.report.advise.PlanChange;
import io.quartet.report.advise.Trial;
import io.quartet.report.compare.Conclusion;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.SchemaFile;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.lab.PlanMoment;
import io.quartet.results.lab.PlansFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A simulated run on databases with an index that nothing uses, and without one that a plan needs.
 */
public final class AdvisedRun {

  static final String VM = "a1-vm3";
  static final long END_SECOND = 200;

  static final List<String> SCHEMA =
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

  static final String SCAN =
      """
      {"Node Type":"Index Scan","Relation Name":"trade","Index Name":"%s","Total Cost":8.5,
       "Actual Rows":1,"Actual Loops":1,"Shared Hit Blocks":4,"Shared Read Blocks":0}
      """;

  static final String WASTEFUL =
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
                  Conclusion.LOWER),
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
                  Conclusion.NOT_ENOUGH_DATA)));

  private AdvisedRun() {}

  /**
   * Advice with everything in it: a proposal, plans that changed within the run and against another
   * one, and a trial.
   *
   * @param results where the two runs go
   */
  public static Advice whole(Path results) {
    return whole(record(results.resolve("first")), results);
  }

  static Advice whole(Path run, Path results) {
    ResultsFolder folder = ResultsFolder.open(run);
    plans(folder, PlanMoment.AFTER, true, WASTEFUL, "seq trade");
    Manifest.write(folder);
    Path other = SimulatedDemo.finished(results.resolve("second"));
    return AdviceWriter.read(run, Optional.of(other)).with(List.of(TRIAL));
  }

  /** The folder of the run. */
  static Path record(Path results) {
    Path run = SimulatedDemo.finished(results);
    ResultsFolder folder = ResultsFolder.open(run);
    for (VmSet set : SimulatedDemo.plan().sets()) {
      String vm = set.vmName(VmRole.OLTP);
      SchemaFile.write(folder, vm, SCHEMA);
      samples(folder, vm);
    }
    plans(folder, PlanMoment.BEFORE, false, SCAN.formatted("trade_pkey"), "index trade_pkey");
    plans(folder, PlanMoment.AFTER, true, SCAN.formatted("trade_pkey"), "index trade_pkey");
    Manifest.write(folder);
    return run;
  }

  /** The key and trade_by_symbol are used, trade_by_time once in all, trade_by_executor never. */
  private static void samples(ResultsFolder folder, String vm) {
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

  static void plans(
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
}
