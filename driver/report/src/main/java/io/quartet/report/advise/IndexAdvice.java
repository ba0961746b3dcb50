package io.quartet.report.advise;

import java.util.List;

/**
 * An index of all databases of one role: what it earns and what it costs. A trade is a completed
 * Trade-Result of their Sets in the measured phases. A figure that the run did not record is null.
 *
 * @param role {@code OLTP} or {@code DSS}
 * @param definition method, columns and what follows them; null if it was not recorded
 * @param constraint {@code primary key} or {@code unique}; null if it keeps none
 * @param bytes at the end of the measured interval
 * @param growthBytesPerMillionTrades growth within the interval, by trade, times a million
 * @param heapFetchesPerTrade rows that its scans looked up in the table
 * @param entriesWrittenPerTrade estimated from inserts and updates of its table that are not HOT
 * @param walBytesPerTrade write-ahead log of its entries; null: not recorded
 * @param usedBy by transaction, out of the captured plans
 * @param verdict what it is worth
 * @param reason of the verdict, a sentence or two
 */
public record IndexAdvice(
    String role,
    String table,
    String name,
    String definition,
    String constraint,
    Long bytes,
    Double growthBytesPerMillionTrades,
    Double scans,
    Double scansPerTrade,
    Double entriesRead,
    Double heapFetchesPerTrade,
    Double indexOnlyPercent,
    Double entriesWrittenPerTrade,
    Double walBytesPerTrade,
    List<Use> usedBy,
    IndexVerdict verdict,
    String reason) {

  public IndexAdvice {
    usedBy = List.copyOf(usedBy);
  }

  /** Statements of a transaction whose plan has the index. */
  public record Use(String transaction, List<String> statements) {
    public Use {
      statements = List.copyOf(statements);
    }
  }
}
