package io.quartet.run.acid;

import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.plan.EngineOptions.TradeResultIsolation;
import io.quartet.results.evidence.AcidEvidence.Step;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Lets transactions meet at chosen moments: a session of ours holds a lock at which one of them has
 * to wait, and meanwhile the other one runs to its end. Looks for the anomalies that the levels of
 * docs/spec/transactions.md, "Overview" rule out: dirty reads, non-repeatable reads, lost updates,
 * and for a serializable Trade-Result also write skew.
 *
 * <p>It settles some trades, which stay.
 */
final class Isolation {

  private static final String CONFLICT = "40001";
  private static final int SHARES = 100;
  private static final int UNDO_LIMIT_SECONDS = 60;

  private final AcidStage stage;
  private final TradeResultIsolation level;
  private final Consumer<String> progress;
  private final OrderInput order;
  private final long account;
  private final String symbol;
  private final String broker;
  private final List<Step> steps = new ArrayList<>();

  private Isolation(
      AcidStage stage, TradeResultIsolation level, Consumer<String> progress, OrderInput order) {
    this.stage = stage;
    this.level = level;
    this.progress = progress;
    this.order = order;
    this.account = order.accountId();
    MarketOrder first = stage.place(order);
    // All orders of the test are for this account and this security.
    this.symbol = "(SELECT t_s_symb FROM trade WHERE t_id = " + first.tradeId() + ")";
    this.broker = "(SELECT ca_b_id FROM customer_account WHERE ca_id = " + account + ")";
  }

  static List<Step> prove(AcidStage stage, TradeResultIsolation level, Consumer<String> progress) {
    Isolation isolation =
        new Isolation(stage, level, progress, OrderInput.marketBuy(stage.inputs()));
    try {
      isolation.dirtyRead();
      isolation.nonRepeatableRead();
      isolation.lostUpdateOfBalance();
      isolation.lostUpdateOfVolume();
      isolation.writeSkew();
      isolation.twoOfOneAccount();
    } catch (SQLException e) {
      throw stage.unreachable(VmRole.OLTP, e);
    }
    return isolation.steps;
  }

  /** Work done while the first transaction waits. */
  private interface Meanwhile {
    void run() throws SQLException;
  }

  /** Sends a request, waits until it stands at a lock, and lets it go on after something else. */
  private EngineReply held(String lock, TransactionType type, byte[] input, Meanwhile meanwhile)
      throws SQLException {
    return held(lock, type, input, meanwhile, Optional.empty());
  }

  /**
   * Sends a request, waits until it stands at a lock, and lets it go on after something else.
   *
   * @param undo takes back what the statement of the lock changed, when the request has been
   *     answered or given up; the change is committed then. Empty for a lock that changed nothing
   */
  private EngineReply held(
      String lock, TransactionType type, byte[] input, Meanwhile meanwhile, Optional<String> undo)
      throws SQLException {
    try (Connection holder = stage.connect(VmRole.OLTP)) {
      holder.setAutoCommit(false);
      try (Statement statement = holder.createStatement()) {
        statement.execute(lock);
        CompletableFuture<EngineReply> reply = stage.send(type, input);
        stage.awaitBlocked();
        meanwhile.run();
        if (undo.isPresent()) {
          holder.commit();
          return answered(reply, statement, undo.get());
        }
        holder.rollback();
        return stage.await(reply);
      } finally {
        holder.rollback();
        holder.setAutoCommit(true);
      }
    }
  }

  private EngineReply answered(CompletableFuture<EngineReply> reply, Statement holder, String undo)
      throws SQLException {
    try {
      return stage.await(reply);
    } finally {
      // A request that was given up may hold the row still.
      holder.setQueryTimeout(UNDO_LIMIT_SECONDS);
      holder.execute(undo);
      holder.getConnection().commit();
    }
  }

  /** The broker's row is the last that a Trade-Result writes: by then everything else is done. */
  private String lockOfBroker() {
    return "SELECT FROM broker WHERE b_id = " + broker + " FOR UPDATE";
  }

  private void dirtyRead() throws SQLException {
    progress.accept("dirty read");
    MarketOrder trade = stage.place(order);
    long before = balance();
    long[] seen = new long[1];
    EngineReply reply =
        held(
            lockOfBroker(),
            TransactionType.TRADE_RESULT,
            stage.settle(trade),
            () -> seen[0] = positionBalance());
    long after = positionBalance();
    add(
        "Customer-Position while a Trade-Result is not committed",
        "balance " + before + " before its commit, " + (before + amount(trade)) + " after it",
        "balance " + seen[0] + " before its commit, " + after + " after it",
        isCommitted(reply) && seen[0] == before && after == before + amount(trade));
  }

  /** The first statement reads the account; then comes the security, and the price after it. */
  private void nonRepeatableRead() throws SQLException {
    progress.accept("non-repeatable read");
    MarketOrder any = stage.place(order);
    long before = price();
    int other = (int) (before == 2_500 ? 2_600 : 2_500);
    EngineReply reply =
        held(
            "LOCK TABLE security IN ACCESS EXCLUSIVE MODE",
            TransactionType.TRADE_ORDER,
            order.bytes(),
            () -> stage.commit(TransactionType.MARKET_FEED, feedInput(any, other)));
    long asked = reply.orders().isEmpty() ? 0 : reply.orders().get(0).priceCents();
    add(
        "Trade-Order that begins before a Market-Feed and reads the price after it",
        "price " + before + " of its begin, not " + other,
        "price " + asked,
        isCommitted(reply) && asked == before && price() == other);
  }

  private void lostUpdateOfBalance() throws SQLException {
    progress.accept("lost update of a balance");
    MarketOrder trade = stage.place(order);
    long before = balance();
    EngineReply reply =
        held(
            addToBalance(1),
            TransactionType.TRADE_RESULT,
            stage.settle(trade),
            () -> {},
            Optional.of(addToBalance(-1)));
    expectRetried(
        "Trade-Result while another session changes the balance",
        "balance",
        reply,
        before + amount(trade),
        balance());
  }

  private String addToBalance(int amount) {
    return "UPDATE customer_account SET ca_bal = ca_bal + " + amount + " WHERE ca_id = " + account;
  }

  private void lostUpdateOfVolume() throws SQLException {
    progress.accept("lost update of a volume");
    MarketOrder any = stage.place(order);
    long before = volume();
    EngineReply reply =
        held(
            addToVolume(7),
            TransactionType.MARKET_FEED,
            feedInput(any, (int) price()),
            () -> {},
            Optional.of(addToVolume(-7)));
    expectRetried(
        "Market-Feed while another session changes the volume",
        "volume",
        reply,
        before + SHARES,
        volume());
  }

  private String addToVolume(int amount) {
    return "UPDATE last_trade SET lt_vol = lt_vol + " + amount + " WHERE lt_s_symb = " + symbol;
  }

  private void expectRetried(
      String name, String what, EngineReply reply, long expected, long found) {
    add(
        name,
        what + " " + expected + " after a retry for " + CONFLICT,
        what + " " + found + ", " + AcidStage.describe(reply),
        isCommitted(reply) && hasConflict(reply) && found == expected);
  }

  /**
   * Each of two reads what the other one writes. One after the other they could not both see the
   * old state; REPEATABLE READ lets that pass, SERIALIZABLE does not. The other session writes a
   * commission rate as it was, so that nothing changes.
   */
  private void writeSkew() throws SQLException {
    progress.accept("write skew");
    MarketOrder trade = stage.place(order);
    EngineReply reply =
        held(
            lockOfBroker(),
            TransactionType.TRADE_RESULT,
            stage.settle(trade),
            () -> readAndWrite(trade));
    boolean isSerializable = level == TradeResultIsolation.SERIALIZABLE;
    add(
        "Trade-Result that reads a commission rate while a session that read its trade writes it",
        isSerializable
            ? "a retry for " + CONFLICT
            : "committed at once: REPEATABLE READ, as declared, allows write skew",
        AcidStage.describe(reply),
        isCommitted(reply) && hasConflict(reply) == isSerializable);
  }

  private void readAndWrite(MarketOrder trade) throws SQLException {
    try (Connection other = stage.connect(VmRole.OLTP)) {
      int usual = other.getTransactionIsolation();
      other.setAutoCommit(false);
      other.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      try (Statement statement = other.createStatement()) {
        statement.execute("SELECT t_st_id FROM trade WHERE t_id = " + trade.tradeId());
        statement.execute(
            "UPDATE commission_rate SET cr_rate = cr_rate WHERE cr_tt_id = 'TMB' AND "
                + SHARES
                + " BETWEEN cr_from_qty AND cr_to_qty");
        other.commit();
      } finally {
        other.rollback();
        other.setAutoCommit(true);
        other.setTransactionIsolation(usual);
      }
    }
  }

  private void twoOfOneAccount() {
    progress.accept("two Trade-Results of one account");
    MarketOrder one = stage.place(order);
    MarketOrder two = stage.place(order);
    long balance = balance();
    long position = position();
    long trades = brokerTrades();
    var first = stage.send(TransactionType.TRADE_RESULT, stage.settle(one));
    var second = stage.send(TransactionType.TRADE_RESULT, stage.settle(two));
    boolean areCommitted = isCommitted(stage.await(first)) & isCommitted(stage.await(second));
    add(
        "Trade-Result beside a Trade-Result of the same account, security and broker",
        sums(balance + amount(one) + amount(two), position + 2 * SHARES, trades + 2),
        sums(balance(), position(), brokerTrades()),
        areCommitted
            && balance() == balance + amount(one) + amount(two)
            && position() == position + 2 * SHARES
            && brokerTrades() == trades + 2);
  }

  private static String sums(long balance, long position, long trades) {
    return "balance " + balance + ", position " + position + ", " + trades + " trades";
  }

  private byte[] feedInput(MarketOrder like, int priceCents) {
    return stage
        .inputs()
        .marketFeed(new int[] {like.security()}, new int[] {priceCents}, new int[] {SHARES});
  }

  private static boolean isCommitted(EngineReply reply) {
    return reply.outcome() == Outcome.COMMITTED;
  }

  private static boolean hasConflict(EngineReply reply) {
    return reply.retries().stream().anyMatch(retry -> retry.sqlstate().equals(CONFLICT));
  }

  private long balance() {
    return cents("SELECT ca_bal FROM customer_account WHERE ca_id = " + account);
  }

  /** The amount that a trade moved on the account. */
  private long amount(MarketOrder trade) {
    return cents("SELECT ct_amt FROM cash_transaction WHERE ct_t_id = " + trade.tradeId());
  }

  private long price() {
    return cents("SELECT lt_price FROM last_trade WHERE lt_s_symb = " + symbol);
  }

  private long volume() {
    return stage.number("SELECT lt_vol FROM last_trade WHERE lt_s_symb = " + symbol);
  }

  private long position() {
    return stage.number(
        "SELECT coalesce(sum(hs_qty), 0) FROM holding_summary WHERE hs_ca_id = "
            + account
            + " AND hs_s_symb = "
            + symbol);
  }

  private long brokerTrades() {
    return stage.number("SELECT b_num_trades FROM broker WHERE b_id = " + broker);
  }

  /** A query of one amount of money, in cents. */
  private long cents(String query) {
    return stage.number("SELECT (100 * (" + query + "))::bigint");
  }

  /** Balance of the account as Customer-Position answers it. */
  private long positionBalance() {
    long customer = stage.number("SELECT ca_c_id FROM customer_account WHERE ca_id = " + account);
    ByteBuffer input = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    input.put((byte) TransactionType.CUSTOMER_POSITION.code()).putLong(customer);
    EngineReply reply = stage.await(stage.send(TransactionType.CUSTOMER_POSITION, input.array()));
    return CustomerPositionAnswer.balance(reply.output(), account);
  }

  private void add(String name, String expected, String found, boolean hasPassed) {
    steps.add(new Step(name, stage.vm(VmRole.OLTP), expected, found, hasPassed));
  }
}
