package io.quartet.model.plan;

import java.time.Duration;

/**
 * The work that a run asks of the databases.
 *
 * @param load how load is offered
 * @param mix deck of the Customer Emulator
 * @param market how the Market Exchange batches its ticker
 * @param dataMaintenance time between two Data-Maintenance transactions on one database
 * @param seed of the driver: decks and transaction inputs
 */
public record Workload(
    Load load, TransactionMix mix, Market market, Duration dataMaintenance, long seed) {

  /**
   * Version of the work that a run asks of the databases. Runs of different versions are never
   * compared.
   *
   * <p>Raise it by 1 with every change of the work that a plan asks for: reads, writes or answers
   * of a transaction; its statements; the cards of a mix; the generation of inputs; tables,
   * columns, constraints or generated rows. Do not raise it for an index profile: a run records its
   * hash, and {@code compare} lists differences.
   *
   * <ol>
   *   <li>the first.
   *   <li>Trade-Order and Trade-Result read and write with fewer statements: same tables, rows and
   *       answers.
   * </ol>
   */
  public static final int VERSION = 2;

  /** The same with another load. */
  public Workload withLoad(Load other) {
    return new Workload(other, mix, market, dataMaintenance, seed);
  }

  /** The same with another deck. */
  public Workload withMix(TransactionMix other) {
    return new Workload(load, other, market, dataMaintenance, seed);
  }

  /** The same with another ticker. */
  public Workload withMarket(Market other) {
    return new Workload(load, mix, other, dataMaintenance, seed);
  }

  /** The same with another time between two Data-Maintenance transactions. */
  public Workload withDataMaintenance(Duration other) {
    return new Workload(load, mix, market, other, seed);
  }

  /** The same with another seed. */
  public Workload withSeed(long other) {
    return new Workload(load, mix, market, dataMaintenance, other);
  }
}
