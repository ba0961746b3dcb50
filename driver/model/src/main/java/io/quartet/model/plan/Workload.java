package io.quartet.model.plan;

import java.time.Duration;

/**
 * What is asked of the databases.
 *
 * @param load how load is offered
 * @param mix deck of the Customer Emulator
 * @param market how the Market Exchange batches its ticker
 * @param dataMaintenance time between two Data-Maintenance transactions on one database
 * @param seed of the driver: decks and transaction inputs
 */
public record Workload(
    Load load, TransactionMix mix, Market market, Duration dataMaintenance, long seed) {

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
