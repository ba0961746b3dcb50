package io.quartet.report.compare;

import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;

/**
 * Name of a figure of a whole run.
 *
 * @param quantity for instance {@code processor time}
 * @param of whose: a role of VMs, machines, a transaction, or {@code all}
 * @param unit {@code trade} in it is a completed Trade-Result
 */
public record FigureName(String quantity, String of, String unit) {

  /** Trade-Results per second of all Groups and phases. */
  public static final FigureName ETPS = new FigureName("etps", "all", "1/s");

  /** 90th percentile of the response time of a transaction, all Groups together. */
  public static FigureName p90(TransactionType type) {
    return new FigureName("90th percentile", type.label(), "ms");
  }

  /** Processor time by trade of all VMs of a role. */
  public static FigureName processorTime(VmRole role) {
    return new FigureName(
        "processor time", role.isDatabase() ? role.name() : role.label(), "ms/trade");
  }

  /** Reads and writes by trade of the machines with databases. */
  public static FigureName diskOperations() {
    return new FigureName("disk operations", "machines of databases", "1/trade");
  }

  /** Write-ahead log by trade of all databases of a role. */
  public static FigureName writeAheadLog(VmRole role) {
    return new FigureName("write-ahead log", role.name(), "bytes/trade");
  }

  /** Tables of all databases of a role at the end of the measured interval. */
  public static FigureName tables(VmRole role) {
    return new FigureName("tables", role.name(), "MiB");
  }

  /** Their indexes. */
  public static FigureName indexes(VmRole role) {
    return new FigureName("indexes", role.name(), "MiB");
  }

  /** Growth by trade of the tables of all databases of a role. */
  public static FigureName tableGrowth(VmRole role) {
    return new FigureName("growth of tables", role.name(), "bytes/trade");
  }

  /** Growth by trade of their indexes. */
  public static FigureName indexGrowth(VmRole role) {
    return new FigureName("growth of indexes", role.name(), "bytes/trade");
  }

  /** Rows by trade that index scans looked up in the tables of all databases of a role. */
  public static FigureName heapFetches(VmRole role) {
    return new FigureName("heap fetches", role.name(), "1/trade");
  }
}
