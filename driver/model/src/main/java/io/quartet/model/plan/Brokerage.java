package io.quartet.model.plan;

import io.quartet.model.Headline;
import io.quartet.model.RequestKind;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The twelve transactions of a brokerage on pairs of databases.
 *
 * @param load how load is offered
 * @param mix deck of the Customer Emulator
 * @param market how the Market Exchange batches its ticker
 * @param dataMaintenance time between two Data-Maintenance transactions on one database
 * @param seed of the driver: decks and transaction inputs
 */
public record Brokerage(
    Load load, TransactionMix mix, Market market, Duration dataMaintenance, long seed)
    implements Workload {

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

  /** Its transactions, in their order. */
  public static final List<RequestKind> KINDS = List.of(TransactionType.values());

  /** Trade-Results, whose rate is etps. */
  public static final Headline HEADLINE =
      new Headline("etps", Set.of(TransactionType.TRADE_RESULT));

  @Override
  public String label() {
    return "brokerage";
  }

  @Override
  public int version() {
    return VERSION;
  }

  @Override
  public List<RequestKind> kinds() {
    return KINDS;
  }

  @Override
  public Map<RequestKind, Integer> weights() {
    return Collections.unmodifiableMap(mix.cards());
  }

  @Override
  public Headline headline() {
    return HEADLINE;
  }

  @Override
  public List<VmRole> databaseRoles() {
    return VmRole.DATABASES;
  }

  @Override
  public boolean hasTierA() {
    return true;
  }

  @Override
  public boolean hasTargetShares() {
    return true;
  }

  @Override
  public boolean rampsUpEachPhase() {
    return false;
  }

  @Override
  public boolean isPaced() {
    return load instanceof Load.Paced;
  }

  @Override
  public boolean isRamp() {
    return load.ladder().isRamp();
  }

  @Override
  public OptionalDouble users(int phase) {
    return load instanceof Load.Closed closed
        ? OptionalDouble.of(closed.users().in(phase))
        : OptionalDouble.empty();
  }

  @Override
  public String describeLoad() {
    return load.describe();
  }

  @Override
  public int mostUsers(int phases) {
    return load.mostInFlight(phases);
  }

  /** In the worst case every user is there. */
  @Override
  public int userSessions(int phases) {
    return mostUsers(phases);
  }

  /** For Trade-Result, Market-Feed and Data-Maintenance. */
  @Override
  public int otherSessions() {
    return 8;
  }

  /** The same with another load. */
  public Brokerage withLoad(Load other) {
    return new Brokerage(other, mix, market, dataMaintenance, seed);
  }

  /** The same with another deck. */
  public Brokerage withMix(TransactionMix other) {
    return new Brokerage(load, other, market, dataMaintenance, seed);
  }

  /** The same with another ticker. */
  public Brokerage withMarket(Market other) {
    return new Brokerage(load, mix, other, dataMaintenance, seed);
  }

  /** The same with another time between two Data-Maintenance transactions. */
  public Brokerage withDataMaintenance(Duration other) {
    return new Brokerage(load, mix, market, other, seed);
  }

  /** The same with another seed. */
  public Brokerage withSeed(long other) {
    return new Brokerage(load, mix, market, dataMaintenance, other);
  }
}
