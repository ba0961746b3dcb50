package io.quartet.report.section;

import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.RunDocument;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The workload of a run, by which its report chooses figures, sections and words. A report lacks
 * what its workload does not have; it never shows it empty.
 *
 * <p>Templates, titles and keys are written in the words of the brokerage. For another workload,
 * {@link #words} and {@link #key} replace those that only a brokerage has.
 */
public enum Contents {
  /** Trades of a brokerage, on pairs of databases behind a Tier A. */
  BROKERAGE(List.of(), List.of()),
  /** Transactions of scripts of pgbench, on one database in each Set. */
  PGBENCH(
      List.of(
          new Word("TPC-V style elastic benchmark of PostgreSQL", "pgbench on PostgreSQL"),
          new Word("Elastic trades per second", "Transactions per second"),
          new Word("[Cc]ustomer Emulator requests|[Cc]ustomer requests", "transactions"),
          new Word("Trade-Results", "transactions"),
          new Word("Trade-Result", "transaction"),
          new Word("by trades?\\b", "by transaction"),
          new Word("database and no Tier A", "database"),
          new Word("Tier A and the databases", "the databases"),
          new Word("Tier A and databases", "Databases"),
          new Word("(?<=\\ba )trade\\b", "transaction"),
          new Word("/trade\\b", "/transaction"),
          new Word("\\betps\\b", "tps")),
      List.of(
          new Word("^customerRequests$", "requests"),
          new Word("^tradeResults$", "completedTransactions"),
          new Word("TradeResults", "Transactions"),
          new Word("TradeResult", "Transaction"),
          new Word("PerTrade$", "PerTransaction"),
          new Word("^etps", "tps"),
          new Word("Etps", "Tps")));

  private final List<Word> words;
  private final List<Word> keys;

  Contents(List<Word> words, List<Word> keys) {
    this.words = words;
    this.keys = keys;
  }

  /** Those of a run, also if its plan is damaged. */
  public static Contents of(RunDocument run) {
    return run.isOfTool() ? PGBENCH : BROKERAGE;
  }

  /** Those of a run with this plan. */
  public static Contents of(RunPlan plan) {
    return plan.workload() instanceof Brokerage ? BROKERAGE : PGBENCH;
  }

  /** True for the workload that has trades, Tier As, target shares and limits. */
  public boolean isBrokerage() {
    return this == BROKERAGE;
  }

  /** Name and unit of the figure of its runs. */
  public String unit() {
    return words("etps");
  }

  /** A text of a template or title in the words of this workload. */
  public String words(String text) {
    String replaced = text;
    for (Word word : words) {
      replaced = word.replacedIn(replaced);
    }
    return replaced;
  }

  /** A key of {@code report.json} as this workload has it. */
  public String key(String key) {
    String replaced = key;
    for (Word word : keys) {
      replaced = word.from.matcher(replaced).replaceAll(word.to);
    }
    return replaced;
  }

  /** A word of the brokerage and the one that stands for it, with a capital where text begins. */
  private static final class Word {
    private static final Pattern BEGIN = Pattern.compile("(^|>|[.] )$");

    private final Pattern from;
    private final String to;

    Word(String from, String to) {
      this.from = Pattern.compile(from);
      this.to = to;
    }

    String replacedIn(String text) {
      return from.matcher(text)
          .replaceAll(found -> isAtBegin(text, found.start()) ? capital() : to);
    }

    private boolean isAtBegin(String text, int at) {
      return to.startsWith("transaction")
          && BEGIN.matcher(text.substring(Math.max(0, at - 3), at)).find();
    }

    private String capital() {
      return Character.toUpperCase(to.charAt(0)) + to.substring(1);
    }
  }
}
