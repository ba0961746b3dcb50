package io.quartet.model.plan;

import java.util.Locale;
import java.util.Optional;

/**
 * Access of Tier A to the databases.
 *
 * @param access access path
 * @param odbcIni absolute file name of an {@code odbc.ini} with one data source per database; empty
 *     reaches the databases without one. Applies to {@link Access#ODBC} only
 * @param statements number of statements that travel together
 * @param tradeResultIsolation level Trade-Result runs at
 */
public record EngineOptions(
    Access access,
    Optional<String> odbcIni,
    Statements statements,
    TradeResultIsolation tradeResultIsolation) {

  /** The engine of an official run. */
  public static final EngineOptions STANDARD =
      new EngineOptions(
          Access.LIBPQ, Optional.empty(), Statements.BATCHED, TradeResultIsolation.SERIALIZABLE);

  /** The same without databases. */
  public EngineOptions withoutDatabases() {
    return new EngineOptions(Access.NONE, Optional.empty(), statements, tradeResultIsolation);
  }

  /** Access path from Tier A to the databases. */
  public enum Access {
    /** Pipelines with binary parameters and results. */
    LIBPQ,
    /** unixODBC with psqlODBC, one statement after the other. */
    ODBC,
    /** No databases: Tier A answers at once, for measuring the driver. */
    NONE;

    /** Value in the benchmark file. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Number of statements of a transaction that travel together. */
  public enum Statements {
    /** Independent statements together, arrays in place of loops. */
    BATCHED,
    /** One at a time, as the reference writes them. */
    PLAIN;

    /** Value in the benchmark file. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Isolation level of Trade-Result. */
  public enum TradeResultIsolation {
    SERIALIZABLE,
    REPEATABLE_READ;

    /** Value in the benchmark file. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
