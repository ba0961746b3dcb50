// Status codes that a sound database never gives: each is made to fire, by rows taken away or, where a LIMIT or a key
// forbids it, by a session that tells more than the server said.
#include <fmt/format.h>

#include "db/owned_results.h"
#include "trading_fixture.h"
#include "txn/wire.h"

namespace quartet::test {
namespace {

// Rows and counts of another result, several times over.
class Repeated final : public db::Result {
 public:
  Repeated(std::unique_ptr<db::Result> result, int times) : result_(std::move(result)), times_(times) {}

  [[nodiscard]] int rows() const override { return times_ * result_->rows(); }
  [[nodiscard]] int64_t affected() const override { return times_ * result_->affected(); }
  [[nodiscard]] bool is_null(int row, int column) const override { return result_->is_null(of(row), column); }
  [[nodiscard]] int64_t integer(int row, int column) const override { return result_->integer(of(row), column); }
  [[nodiscard]] bool boolean(int row, int column) const override { return result_->boolean(of(row), column); }
  [[nodiscard]] std::string_view text(int row, int column) const override { return result_->text(of(row), column); }
  [[nodiscard]] int64_t cents(int row, int column) const override { return result_->cents(of(row), column); }
  [[nodiscard]] int64_t scaled(int row, int column, int digits) const override {
    return result_->scaled(of(row), column, digits);
  }
  [[nodiscard]] int64_t timestamp(int row, int column) const override { return result_->timestamp(of(row), column); }
  [[nodiscard]] int32_t date(int row, int column) const override { return result_->date(of(row), column); }

 private:
  [[nodiscard]] int of(int row) const { return row % result_->rows(); }

  std::unique_ptr<db::Result> result_;
  int times_;
};

// A real session that repeats what one statement answered.
class TellsTooMuch final : public db::Session {
 public:
  TellsTooMuch(db::Session& session, std::string statement, int times)
      : session_(session), statement_(std::move(statement)), times_(times) {}

  const db::Results& run(const db::Batch& batch) override {
    session_.run(batch);
    results_.clear();
    for (const auto& entry : batch.entries()) {
      if (entry.kind != db::Batch::Entry::Kind::kStatement) continue;
      std::unique_ptr<db::Result> result = session_.take_result(results_.all().size());
      if (entry.statement->name == statement_) result = std::make_unique<Repeated>(std::move(result), times_);
      results_.add(std::move(result));
    }
    return results_;
  }
  [[nodiscard]] std::unique_ptr<db::Result> take_result(size_t index) override { return results_.take(index); }
  void rollback() override { session_.rollback(); }
  uint32_t take_round_trips() override { return session_.take_round_trips(); }

 private:
  db::Session& session_;
  std::string statement_;
  int times_;
  db::OwnedResults results_;
};

class StatusCodesTest : public TradingTest {
 protected:
  void TearDown() override { sql.query("DROP SCHEMA IF EXISTS broken CASCADE"); }

  // A session that sees `columns` of a table in place of its own.
  db::PqSession seeing(const std::string& table, const std::string& columns) {
    sql.query(fmt::format("CREATE SCHEMA IF NOT EXISTS broken; CREATE VIEW broken.{0} AS SELECT {1} FROM public.{0}",
                          table, columns));
    return db::PqSession(trading_conninfo() + " options='-c search_path=broken,public'");
  }
  // The trade that Trade-Result settles; a sale with a gain.
  int64_t gainful_sale(const Position& position) {
    trade(position, TradeType::kMarketBuy, 100, 2000);
    return static_cast<int64_t>(place(order_of(position, TradeType::kMarketSell, 100)).orders.at(0).trade_id);
  }
  TradeOrderInput gainful_order(const Position& position) {
    trade(position, TradeType::kMarketBuy, 100, 1000);
    return order_of(position, TradeType::kMarketSell, 100);
  }
  std::string rows() {
    return sql.value(
        "SELECT (SELECT count(*) FROM trade) || ' ' || (SELECT count(*) FROM trade_history) || ' ' || "
        "(SELECT count(*) FROM settlement) || ' ' || (SELECT count(*) FROM holding_history) || ' ' || "
        "(SELECT sum(ca_bal) FROM customer_account) || ' ' || (SELECT sum(b_num_trades) FROM broker)");
  }
  template <typename Input>
  Input selection(int frame) {
    Input input;
    input.frame = static_cast<uint8_t>(frame);
    input.max_trades = 20;
    if (frame == 1) {
      for (const Sql::Row& row : sql.query("SELECT t_id FROM trade WHERE t_st_id = 'CMPT' ORDER BY t_id LIMIT 20")) {
        input.trade_ids.push_back(std::stoll(row[0]));
      }
    }
    input.account_id = sql.number("SELECT t_ca_id FROM trade GROUP BY t_ca_id ORDER BY count(*) DESC, 1 LIMIT 1");
    input.symbol = sql.value("SELECT t_s_symb FROM trade GROUP BY t_s_symb ORDER BY count(*) DESC, 1 LIMIT 1");
    input.end_dts = INT64_C(1'000'000'000'000'000);
    input.max_account_id = INT64_MAX;
    return input;
  }
  int32_t lookup(int frame, const std::string& statement, int times) {
    TellsTooMuch lying(session, statement, times);
    return trade_lookup(lying, context, selection<TradeLookupInput>(frame)).status;
  }
  int32_t update(int frame, const std::string& statement, int times) {
    const std::string executors = "SELECT md5(string_agg(t_exec_name, ',' ORDER BY t_id)) FROM trade";
    const std::string cash = "SELECT md5(string_agg(se_cash_type, ',' ORDER BY se_t_id)) FROM settlement";
    const std::string names = "SELECT md5(string_agg(ct_name, ',' ORDER BY ct_t_id)) FROM cash_transaction";
    const std::string before = sql.value(executors) + sql.value(cash) + sql.value(names);
    TellsTooMuch lying(session, statement, times);
    const int32_t status = trade_update(lying, context, selection<TradeUpdateInput>(frame)).status;
    EXPECT_EQ(sql.value(executors) + sql.value(cash) + sql.value(names), before) << "a wrong answer changes nothing";
    return status;
  }
};

TEST_F(StatusCodesTest, BrokerVolumeWithMoreBrokersThanAskedForIsMinus111) {
  const Position position = fresh_position();
  ASSERT_EQ(place(order_of(position, TradeType::kLimitBuy, 100)).status, 0);
  BrokerVolumeInput input;
  input.brokers = {model.broker_name(model.broker_of(position.account))};
  input.sector = sql.value(
      fmt::format("SELECT sc_name FROM security JOIN company ON co_id = s_co_id JOIN industry ON in_id = co_in_id "
                  "JOIN sector ON sc_id = in_sc_id WHERE s_symb = '{}'",
                  position.symbol));
  EXPECT_EQ(broker_volume(session, context, input).status, 0);
  TellsTooMuch lying(session, "BV1", 2);
  EXPECT_EQ(broker_volume(lying, context, input).status, -111);
}

TEST_F(StatusCodesTest, TradeLookupWithMoreTradesThanAskedForIsMinus621AndMinus631) {
  EXPECT_EQ(lookup(2, "TL5", 1), 0);
  EXPECT_EQ(lookup(2, "TL5", 2), -621);
  EXPECT_EQ(lookup(3, "TL6", 1), 0);
  EXPECT_EQ(lookup(3, "TL6", 2), -631);
}

TEST_F(StatusCodesTest, TradeLookupWithTwoFirstTradesIsMinus641AndWithTooManyHoldingsMinus642) {
  EXPECT_EQ(lookup(4, "TL7", 1), 0);
  EXPECT_EQ(lookup(4, "TL7", 2), -641);
  EXPECT_EQ(lookup(4, "TL8", 21), -642);
}

TEST_F(StatusCodesTest, TradeOrderWithoutTaxRatesOnAGainIsMinus731) {
  const TradeOrderInput order = gainful_order(fresh_position(1));
  const std::string before = rows();
  db::PqSession broken = seeing("taxrate", "tx_id, tx_name, 0.00000::numeric(6,5) AS tx_rate");
  const Answer answer = trade_order(broken, context, order);
  EXPECT_EQ(answer.status, -731);
  EXPECT_TRUE(answer.orders.empty());
  EXPECT_EQ(rows(), before);
  EXPECT_EQ(place(order).status, 0);
}

TEST_F(StatusCodesTest, TradeOrderOfACustomerWithoutTaxRatesIsMinus731) {
  const Position position = fresh_position(2);
  const TradeOrderInput order = gainful_order(position);
  db::PqSession broken = seeing("customer_taxrate", "cx_tx_id, -cx_c_id AS cx_c_id");
  EXPECT_EQ(trade_order(broken, context, order).status, -731);
}

TEST_F(StatusCodesTest, TradeOrderWithoutCommissionRateIsMinus732) {
  const TradeOrderInput order = order_of(fresh_position(), TradeType::kMarketBuy, 100);
  const std::string before = rows();
  db::PqSession zero =
      seeing("commission_rate", "cr_c_tier, cr_tt_id, cr_ex_id, cr_from_qty, cr_to_qty, 0.00::numeric(5,2) AS cr_rate");
  EXPECT_EQ(trade_order(zero, context, order).status, -732);
  sql.query("DROP VIEW broken.commission_rate");
  db::PqSession none =
      seeing("commission_rate", "cr_c_tier, cr_tt_id, cr_ex_id, cr_to_qty + 1 AS cr_from_qty, cr_to_qty, cr_rate");
  EXPECT_EQ(trade_order(none, context, order).status, -732);
  EXPECT_EQ(rows(), before);
}

TEST_F(StatusCodesTest, TradeOrderWithoutChargeIsMinus733) {
  const TradeOrderInput order = order_of(fresh_position(), TradeType::kMarketBuy, 100);
  const std::string before = rows();
  db::PqSession zero = seeing("charge", "ch_tt_id, ch_c_tier, 0.00::numeric(10,2) AS ch_chrg");
  EXPECT_EQ(trade_order(zero, context, order).status, -733);
  EXPECT_EQ(rows(), before);
}

// The first check that fails is the one that is told.
TEST_F(StatusCodesTest, TradeOrderStopsAtItsFirstNegativeStatus) {
  const TradeOrderInput order = gainful_order(fresh_position(1));
  seeing("charge", "ch_tt_id, ch_c_tier, 0.00::numeric(10,2) AS ch_chrg");
  seeing("commission_rate", "cr_c_tier, cr_tt_id, cr_ex_id, cr_from_qty, cr_to_qty, 0.00::numeric(5,2) AS cr_rate");
  db::PqSession broken = seeing("taxrate", "tx_id, tx_name, 0.00000::numeric(6,5) AS tx_rate");
  EXPECT_EQ(trade_order(broken, context, order).status, -731);
}

TEST_F(StatusCodesTest, TradeResultWithoutTaxRatesOnAGainIsMinus831) {
  const int64_t sale = gainful_sale(fresh_position(1));
  const std::string before = rows();
  db::PqSession broken = seeing("taxrate", "tx_id, tx_name, 0.00000::numeric(6,5) AS tx_rate");
  EXPECT_EQ(trade_result(broken, context, {sale, 2900}).status, -831);
  EXPECT_EQ(rows(), before);
  EXPECT_EQ(status_of(sale), "SBMT");
  EXPECT_EQ(settle(sale, 2900).status, 0);
}

TEST_F(StatusCodesTest, TradeResultWithoutCommissionRateIsMinus841) {
  const Answer placed = place(order_of(fresh_position(), TradeType::kMarketBuy, 100));
  const auto trade_id = static_cast<int64_t>(placed.orders.at(0).trade_id);
  const std::string before = rows();
  db::PqSession zero =
      seeing("commission_rate", "cr_c_tier, cr_tt_id, cr_ex_id, cr_from_qty, cr_to_qty, 0.00::numeric(5,2) AS cr_rate");
  EXPECT_EQ(trade_result(zero, context, {trade_id, 2900}).status, -841);
  sql.query("DROP VIEW broken.commission_rate");
  db::PqSession none =
      seeing("commission_rate", "cr_c_tier, cr_tt_id, cr_ex_id, cr_to_qty + 1 AS cr_from_qty, cr_to_qty, cr_rate");
  EXPECT_EQ(trade_result(none, context, {trade_id, 2900}).status, -841);
  EXPECT_EQ(rows(), before);
  EXPECT_EQ(status_of(trade_id), "SBMT");
}

TEST_F(StatusCodesTest, TradeUpdateThatCountsWrongIsMinus1012Minus1021Minus1022Minus1031AndMinus1032) {
  EXPECT_EQ(update(1, "TUs2", 2), -1012);
  EXPECT_EQ(update(2, "TL5", 2), -1021);
  EXPECT_EQ(update(2, "TUs4", 2), -1022);
  EXPECT_EQ(update(3, "TU5", 2), -1031);
  EXPECT_EQ(update(3, "TUs7", 20), -1032);
}

// Rates of 37 hundredths of a percent and twice 15 %, a charge of 4.50: every figure below is worked out by hand.
TEST_F(StatusCodesTest, SettlementMatchesHandComputedFigures) {
  seeing("commission_rate", "cr_c_tier, cr_tt_id, cr_ex_id, cr_from_qty, cr_to_qty, 0.37::numeric(5,2) AS cr_rate");
  seeing("charge", "ch_tt_id, ch_c_tier, 4.50::numeric(10,2) AS ch_chrg");
  db::PqSession fixed = seeing("taxrate", "tx_id, tx_name, 0.15000::numeric(6,5) AS tx_rate");
  const auto deal = [&](const Position& position, TradeType type, int32_t quantity, int64_t price, bool is_lifo,
                        bool is_margin) {
    TradeOrderInput order = order_of(position, type, quantity);
    order.is_lifo = is_lifo;
    order.is_margin = is_margin;
    const auto id = static_cast<int64_t>(trade_order(fixed, context, order).orders.at(0).trade_id);
    EXPECT_EQ(trade_result(fixed, context, {id, price}).status, 0);
    return lines(fmt::format("SELECT t_comm, t_tax, se_cash_type, se_amt, coalesce(ct_amt::text, 'none') FROM trade "
                             "JOIN settlement ON se_t_id = t_id LEFT JOIN cash_transaction ON ct_t_id = t_id "
                             "WHERE t_id = {}",
                             id))
        .at(0);
  };
  const Position withheld = fresh_position(1);
  // 200 x 25.17 = 5,034.00; 0.37 % is 18.6258; 5,034.00 + 4.50 + 18.63 are paid.
  EXPECT_EQ(deal(withheld, TradeType::kMarketBuy, 200, 2517, false, false),
            "18.63 0.00 Cash Account -5057.13 -5057.13");
  // 100 x 26.00: 9.62; on margin.
  EXPECT_EQ(deal(withheld, TradeType::kMarketBuy, 100, 2600, false, true), "9.62 0.00 Margin -2614.12 none");
  // LIFO: 100 bought at 26.00 and 50 at 25.17; sold 150 at 28.01: 4,201.50 - 3,858.50 = 343.00 gain, 30 % is 102.90;
  // 0.37 % of 4,201.50 is 15.54555; 4,201.50 - 4.50 - 15.55 - 102.90 are received.
  EXPECT_EQ(deal(withheld, TradeType::kMarketSell, 150, 2801, true, false),
            "15.55 102.90 Cash Account 4078.55 4078.55");
  EXPECT_EQ(lots(withheld), std::vector<std::string>{"150@25.17"});
  // FIFO: 150 at 25.17 are left; 400 sold at 25.20: 150 close with a gain of 4.50, tax 1.35; 250 go short.
  // 0.37 % of 10,080.00 is 37.296.
  EXPECT_EQ(deal(withheld, TradeType::kMarketSell, 400, 2520, false, false),
            "37.30 1.35 Cash Account 10036.85 10036.85");
  EXPECT_EQ(position_quantity(withheld), "-250");
  // 100 of the short lot are bought back at 24.00: 2,520.00 - 2,400.00 = 120.00 gain, tax 36.00; 0.37 % is 8.88;
  // 2,400.00 + 4.50 + 8.88 + 36.00 are paid.
  EXPECT_EQ(deal(withheld, TradeType::kMarketBuy, 100, 2400, false, false),
            "8.88 36.00 Cash Account -2449.38 -2449.38");
  EXPECT_EQ(lots(withheld), std::vector<std::string>{"-150@25.20"});

  // The same sale without withholding: taxed, but paid in full. And without tax.
  const Position later = fresh_position(2);
  deal(later, TradeType::kMarketBuy, 100, 2000, false, false);
  EXPECT_EQ(deal(later, TradeType::kMarketSell, 100, 2900, false, false), "10.73 270.00 Cash Account 2884.77 2884.77");
  const Position free = fresh_position(0);
  deal(free, TradeType::kMarketBuy, 100, 2000, false, false);
  EXPECT_EQ(deal(free, TradeType::kMarketSell, 100, 2900, false, false), "10.73 0.00 Cash Account 2884.77 2884.77");
}

}  // namespace
}  // namespace quartet::test
