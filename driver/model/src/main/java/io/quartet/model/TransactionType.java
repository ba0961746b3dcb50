package io.quartet.model;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * The twelve transactions. {@link #code()} is the number on the wire and in the C interface and
 * never changes.
 *
 * <p>Source: docs/spec/transactions.md, "Overview".
 */
public enum TransactionType implements RequestKind {
  BROKER_VOLUME(1, "Broker-Volume", Issuer.CUSTOMER_EMULATOR, VmRole.OLTP, 3),
  CUSTOMER_POSITION(2, "Customer-Position", Issuer.CUSTOMER_EMULATOR, VmRole.OLTP, 3),
  MARKET_FEED(3, "Market-Feed", Issuer.MARKET_EXCHANGE, VmRole.OLTP, 2),
  MARKET_WATCH(4, "Market-Watch", Issuer.CUSTOMER_EMULATOR, VmRole.OLTP, 3),
  SECURITY_DETAIL(5, "Security-Detail", Issuer.CUSTOMER_EMULATOR, VmRole.OLTP, 3),
  TRADE_LOOKUP(6, "Trade-Lookup", Issuer.CUSTOMER_EMULATOR, VmRole.DSS, 3),
  TRADE_ORDER(7, "Trade-Order", Issuer.CUSTOMER_EMULATOR, VmRole.OLTP, 2),
  TRADE_RESULT(8, "Trade-Result", Issuer.MARKET_EXCHANGE, VmRole.OLTP, 2),
  TRADE_STATUS(9, "Trade-Status", Issuer.CUSTOMER_EMULATOR, VmRole.OLTP, 1),
  TRADE_UPDATE(10, "Trade-Update", Issuer.CUSTOMER_EMULATOR, VmRole.DSS, 3),
  DATA_MAINTENANCE(11, "Data-Maintenance", Issuer.DATA_MAINTENANCE, VmRole.OLTP, 0),
  TRADE_CLEANUP(12, "Trade-Cleanup", Issuer.OPERATOR, VmRole.OLTP, 0);

  /** Who sends a transaction. */
  public enum Issuer {
    CUSTOMER_EMULATOR,
    MARKET_EXCHANGE,
    DATA_MAINTENANCE,
    OPERATOR
  }

  private final int code;
  private final String label;
  private final Issuer issuer;
  private final VmRole database;
  private final int limitSeconds;

  TransactionType(int code, String label, Issuer issuer, VmRole database, int limitSeconds) {
    this.code = code;
    this.label = label;
    this.issuer = issuer;
    this.database = database;
    this.limitSeconds = limitSeconds;
  }

  /** Number on the wire and in the C interface, 1 to 12. */
  public int code() {
    return code;
  }

  /** Name in benchmark files, CSV files and reports, for instance {@code Trade-Order}. */
  @Override
  public String label() {
    return label;
  }

  /** Who sends it. */
  public Issuer issuer() {
    return issuer;
  }

  /** Data-Maintenance and Trade-Cleanup go to both databases and name theirs per request. */
  @Override
  public VmRole database() {
    return database;
  }

  @Override
  public boolean isSentByUsers() {
    return issuer == Issuer.CUSTOMER_EMULATOR;
  }

  @Override
  public boolean isWriting() {
    return switch (this) {
      case BROKER_VOLUME,
          CUSTOMER_POSITION,
          MARKET_WATCH,
          SECURITY_DETAIL,
          TRADE_LOOKUP,
          TRADE_STATUS ->
          false;
      case MARKET_FEED, TRADE_ORDER, TRADE_RESULT, TRADE_UPDATE, DATA_MAINTENANCE, TRADE_CLEANUP ->
          true;
    };
  }

  @Override
  public long timed(long committed, long finished) {
    return finished;
  }

  @Override
  public Optional<Duration> responseTimeLimit() {
    return limitSeconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(limitSeconds));
  }

  /** The type with that label, if any. */
  public static Optional<TransactionType> byLabel(String label) {
    return Arrays.stream(values()).filter(type -> type.label.equals(label)).findFirst();
  }
}
