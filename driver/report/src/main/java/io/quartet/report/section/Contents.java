package io.quartet.report.section;

import io.quartet.model.Text;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.RunDocument;
import java.util.Map;

/**
 * The workload of a run, by which its report chooses figures, sections and terms. A report lacks
 * what its workload does not have; it never shows it empty.
 */
public enum Contents {
  /** Trades of a brokerage, on pairs of databases behind a Tier A. */
  BROKERAGE(
      "",
      "TPC-V style elastic benchmark of PostgreSQL",
      "Elastic trades per second",
      "etps",
      "trade",
      "Trade-Result",
      "customer request",
      Map.of()),
  /** Transactions of scripts of pgbench, on one database in each Set. */
  PGBENCH(
      "pgbench",
      "pgbench on PostgreSQL",
      "Transactions per second",
      "tps",
      "transaction",
      "transaction",
      "transaction",
      Keys.OF_TOOLS),
  /** Transactions of a defined tool, on one database in each Set. */
  TOOL(
      "a load tool",
      "A load tool on PostgreSQL",
      "Counted transactions per second",
      "tps",
      "counted transaction",
      "counted transaction",
      "transaction",
      Keys.OF_TOOLS);

  private final String tool;
  private final String subtitle;
  private final String headline;
  private final String unit;
  private final String trade;
  private final String result;
  private final String request;
  private final Map<String, String> keys;

  Contents(
      String tool,
      String subtitle,
      String headline,
      String unit,
      String trade,
      String result,
      String request,
      Map<String, String> keys) {
    this.tool = tool;
    this.subtitle = subtitle;
    this.headline = headline;
    this.unit = unit;
    this.trade = trade;
    this.result = result;
    this.request = request;
    this.keys = keys;
  }

  /** Those of a run, also if its plan is damaged. */
  public static Contents of(RunDocument run) {
    if (!run.isOfTool()) {
      return BROKERAGE;
    }
    return run.planDocument().path("workload").has("definition") ? TOOL : PGBENCH;
  }

  /** Those of a run with this plan. */
  public static Contents of(RunPlan plan) {
    if (plan.workload() instanceof Brokerage) {
      return BROKERAGE;
    }
    return plan.workload() instanceof DefinedTool ? TOOL : PGBENCH;
  }

  /** True for the workload that has trades, Tier As, target shares and limits. */
  public boolean isBrokerage() {
    return this == BROKERAGE;
  }

  /** True if the response time of each request is known. */
  public boolean isTimed() {
    return this != TOOL;
  }

  /** What offers the load, in words; empty for a brokerage. */
  public String tool() {
    return tool;
  }

  /** The benchmark, beside the name of the kit. */
  public String subtitle() {
    return subtitle;
  }

  /** Name of the figure of its runs, in full. */
  public String headline() {
    return headline;
  }

  /** Name and unit of the figure of its runs. */
  public String unit() {
    return unit;
  }

  /** What the figure counts, as the unit of a cost. */
  public String trade() {
    return trade;
  }

  /** What the figure counts, as the transaction that completes it. */
  public String result() {
    return result;
  }

  /** What a client sends and waits for. */
  public String request() {
    return request;
  }

  /** What the figure counts per second, as a title. */
  public String rate() {
    return Text.capitalized(result) + "s per second";
  }

  /**
   * A text in the terms of this workload, for texts that are the same in every report.
   *
   * @param text with names of terms in braces, for instance {@code {unit}}, {@code {trade}}, {@code
   *     {result}} or, at the start of a text, {@code {Result}}
   */
  public String words(String text) {
    return text.replace("{unit}", unit)
        .replace("{trade}", trade)
        .replace("{result}", result)
        .replace("{Result}", Text.capitalized(result))
        .replace("{request}", request);
  }

  /** A key of JSON as this workload has it. */
  public String key(String key) {
    return keys.getOrDefault(key, key);
  }

  private static final class Keys {
    /** What tools have in place of the keys of a brokerage. */
    static final Map<String, String> OF_TOOLS =
        Map.ofEntries(
            Map.entry("customerRequests", "requests"),
            Map.entry("cpuMillisPerTrade", "cpuMillisPerTransaction"),
            Map.entry("diskBytesPerTradeResult", "diskBytesPerTransaction"),
            Map.entry("diskOperationsPerTrade", "diskOperationsPerTransaction"),
            Map.entry("diskOperationsPerTradeResult", "diskOperationsPerTransaction"),
            Map.entry("etps", "tps"),
            Map.entry("etpsPercent", "tpsPercent"),
            Map.entry("etpsPerProcessor", "tpsPerProcessor"),
            Map.entry("heapFetchesPerTrade", "heapFetchesPerTransaction"),
            Map.entry("indexBytesPerTradeResult", "indexBytesPerTransaction"),
            Map.entry("indexGrowthPerTrade", "indexGrowthPerTransaction"),
            Map.entry("maximumEtps", "maximumTps"),
            Map.entry("meanEtps", "meanTps"),
            Map.entry("mibPerTrade", "mibPerTransaction"),
            Map.entry("mibPerTradeResult", "mibPerTransaction"),
            Map.entry("operationsPerTrade", "operationsPerTransaction"),
            Map.entry("operationsPerTradeResult", "operationsPerTransaction"),
            Map.entry("perEtps", "perTps"),
            Map.entry("perTradeResult", "perTransaction"),
            Map.entry("requestedEtps", "requestedTps"),
            Map.entry("scansPerTradeResult", "scansPerTransaction"),
            Map.entry("tableBytesPerTradeResult", "tableBytesPerTransaction"),
            Map.entry("tableGrowthPerTrade", "tableGrowthPerTransaction"),
            Map.entry("tradeResults", "completedTransactions"),
            Map.entry("walBytesPerTrade", "walBytesPerTransaction"));
  }
}
