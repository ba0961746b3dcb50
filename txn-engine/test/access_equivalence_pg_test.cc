// One logic, several ways to the database: every access path and every manner of statements gives the same answers to
// the same requests, and leaves the same rows behind.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "db/open_session.h"
#include "engine_execution.h"
#include "exchange_fixture.h"
#include "postgres_fixture.h"
#include "quartet/engine.h"
#include "test_length.h"
#include "txn/inputs.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet::test {
namespace {

struct Variant {
  const char* name;
  db::Access access;
  db::Statements statements;
};
// The first is what the others are compared with.
constexpr std::array<Variant, 4> kVariants = {{{"libpq, batched", db::Access::kLibpq, db::Statements::kBatched},
                                               {"odbc, batched", db::Access::kOdbc, db::Statements::kBatched},
                                               {"libpq, plain", db::Access::kLibpq, db::Statements::kPlain},
                                               {"odbc, plain", db::Access::kOdbc, db::Statements::kPlain}}};

const int kAllRounds = usual_or_soak(60, 250);  // each asks for every transaction of a customer once
constexpr int kFewRounds = 10;                  // enough to meet every exchange
constexpr int kCleanups = 20;                   // each after some orders that nobody executes
constexpr uint64_t kInputSeed = 2026;
constexpr std::array<int, 8> kCustomerTypes = {QUARTET_BROKER_VOLUME,   QUARTET_CUSTOMER_POSITION, QUARTET_MARKET_WATCH,
                                               QUARTET_SECURITY_DETAIL, QUARTET_TRADE_LOOKUP,      QUARTET_TRADE_ORDER,
                                               QUARTET_TRADE_STATUS,    QUARTET_TRADE_UPDATE};

// A clock that gives the same times to everybody who starts it anew: a millisecond later at each look.
int64_t counted_micros = 0;
int64_t counting_clock() { return counted_micros += 1000; }
void restart_clock() {
  constexpr int64_t kNovember2026 = 848'361'600'000'000;
  counted_micros = kNovember2026;
}

struct CloseInputs {
  void operator()(quartet_inputs* inputs) const { quartet_inputs_close(inputs); }
};
using Inputs = std::unique_ptr<quartet_inputs, CloseInputs>;

Inputs open_inputs(uint64_t seed) {
  const quartet_model parameters = loaded_model();
  quartet_inputs* inputs = nullptr;
  if (quartet_inputs_open(&parameters, seed, &inputs, nullptr, 0) != 0) throw std::runtime_error("no inputs");
  return Inputs(inputs);
}

// One transaction: what was asked, and everything that came back.
struct Exchanged {
  int type;
  int frame;  // of Trade-Lookup and Trade-Update, table of Data-Maintenance; otherwise 0
  std::string answer;
  bool operator==(const Exchanged&) const = default;
};

std::string text_of(const Execution& execution) {
  std::string text = fmt::format("outcome {} status {} {} {} {} output ", static_cast<int>(execution.outcome),
                                 execution.answer.status, execution.sqlstate, execution.statement, execution.message);
  for (const char byte : execution.answer.output) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  for (const quartet_order& order : execution.answer.orders) {
    text += fmt::format(" order {} {} {} {} {} {}", order.trade_id, order.security, order.quantity, order.price_cents,
                        order.trade_type, order.action);
  }
  return text;
}

// Runs the script of the test on one session and writes down what happens.
class Script {
 public:
  explicit Script(std::unique_ptr<db::Session> session) : session_(std::move(session)) { restart_clock(); }

  std::vector<Exchanged> run(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      for (const int type : kCustomerTypes) ask(type, true);
      maintain(1 + round % kMaintainedTables);
      constexpr int64_t kMillisPerRound = 3000;
      exchange_.advance(kMillisPerRound);
      exchange_.flush();
      execute_market();
    }
    constexpr int kOpenOrders = 5;
    for (int cleanup = 0; cleanup < kCleanups; ++cleanup) {
      for (int i = 0; i < kOpenOrders; ++i) ask(QUARTET_TRADE_ORDER, false);
      execute(QUARTET_TRADE_CLEANUP, 0, encode(TradeCleanupInput{model_.first_run_time_trade_id()}), false);
    }
    return std::move(exchanged_);
  }

 private:
  void ask(int type, bool is_for_market) {
    const uint8_t* input = nullptr;
    size_t length = 0;
    if (quartet_inputs_next(inputs_.get(), type, &input, &length) != 0) throw std::runtime_error("no input");
    const std::string bytes(reinterpret_cast<const char*>(input), length);
    int frame = 0;
    if (type == QUARTET_TRADE_LOOKUP) frame = decode<TradeLookupInput>(bytes).frame;
    if (type == QUARTET_TRADE_UPDATE) frame = decode<TradeUpdateInput>(bytes).frame;
    execute(type, frame, bytes, is_for_market);
  }

  void maintain(int table) {
    const uint8_t* input = nullptr;
    size_t length = 0;
    quartet_inputs_data_maintenance(inputs_.get(), table, &input, &length);
    execute(QUARTET_DATA_MAINTENANCE, table, std::string(reinterpret_cast<const char*>(input), length), false);
  }

  void execute_market() {
    Request request;
    while (exchange_.next(request)) {
      execute(request.type, 0, std::string(request.input.begin(), request.input.end()), true);
    }
  }

  void execute(int type, int frame, const std::string& input, bool is_for_market) {
    const Execution execution = quartet::execute(*session_, type, make_attempt(type, input, context_));
    exchanged_.push_back({type, frame, text_of(execution)});
    if (!is_for_market) return;
    for (const quartet_order& order : execution.answer.orders) exchange_.accept(order);
  }

  std::unique_ptr<db::Session> session_;
  const MarketModel model_{loaded_parameters()};
  const Context context_{model_, db::Isolation::kSerializable, true, counting_clock};
  const Inputs inputs_ = open_inputs(kInputSeed);
  const Inputs market_inputs_ = open_inputs(kInputSeed + 1);
  Exchange exchange_{market_inputs_.get()};
  std::vector<Exchanged> exchanged_;
};

// Copies of the loaded database, dropped with the object. All copies exist before anything runs on one of them.
class Copies {
 public:
  explicit Copies(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      names_.push_back(fmt::format("quartet_equal_{}", i));
      static_cast<void>(copy_loaded_database(names_.back(), "oltp"));
      keep_still(i);
    }
  }
  ~Copies() {
    for (const std::string& name : names_) sql_.query(fmt::format("DROP DATABASE {} WITH (FORCE)", name));
  }
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  [[nodiscard]] std::string conninfo(size_t index) const { return fmt::format("dbname={}", names_.at(index)); }

 private:
  // Some statements leave the order of rows to the plan; statistics that change half-way could change it.
  void keep_still(size_t index) {
    Sql copy(conninfo(index));
    for (const auto& table : copy.query("SELECT oid::regclass FROM pg_class WHERE relkind = 'r' AND relnamespace = "
                                        "'public'::regnamespace")) {
      copy.query(fmt::format("ALTER TABLE {} SET (autovacuum_enabled = false)", table[0]));
    }
  }

  Sql sql_{empty_conninfo()};
  std::vector<std::string> names_;
};

// Rows and a digest of the contents of each table of schema/tables.
std::map<std::string, std::string> contents(const std::string& conninfo) {
  Sql sql(conninfo);
  std::map<std::string, std::string> digests;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(QUARTET_SCHEMA_DIR) / "tables")) {
    if (entry.path().extension() != ".sql") continue;
    const std::string table = entry.path().stem().string();
    digests[table] = sql.value(fmt::format(
        "SELECT count(*) || ' rows ' || coalesce(sum(hashtextextended(r::text, 0)), 0) FROM {} AS r", table));
  }
  return digests;
}

// The first transaction that was answered differently, or "".
std::string first_difference(const std::vector<Exchanged>& expected, const std::vector<Exchanged>& found) {
  for (size_t i = 0; i < std::min(expected.size(), found.size()); ++i) {
    if (expected[i] == found[i]) continue;
    return fmt::format("transaction {}: type {} frame {}\n{}\ntype {} frame {}\n{}", i, expected[i].type,
                       expected[i].frame, expected[i].answer, found[i].type, found[i].frame, found[i].answer);
  }
  return expected.size() == found.size() ? ""
                                         : fmt::format("{} transactions against {}", expected.size(), found.size());
}

// The script has run everything there is, and all of it went well.
void expect_complete(const std::vector<Exchanged>& exchanged) {
  std::map<int, int> executions;
  std::map<int, std::set<int>> frames;
  for (const Exchanged& one : exchanged) {
    ++executions[one.type];
    frames[one.type].insert(one.frame);
    EXPECT_TRUE(one.answer.starts_with("outcome 0 ") || one.answer.starts_with("outcome 1 "))
        << "type " << one.type << " frame " << one.frame << ": " << one.answer;
  }
  for (int type = 1; type < QUARTET_TRADE_CLEANUP; ++type)
    EXPECT_GE(executions[type], kAllRounds * 3 / 4) << "type " << type;
  EXPECT_EQ(executions[QUARTET_TRADE_CLEANUP], kCleanups);
  EXPECT_EQ(frames[QUARTET_TRADE_LOOKUP].size(), 4U);
  EXPECT_EQ(frames[QUARTET_TRADE_UPDATE].size(), 3U);
  EXPECT_EQ(frames[QUARTET_DATA_MAINTENANCE].size(), static_cast<size_t>(kMaintainedTables));
}

std::vector<Exchanged> run(const Variant& variant, const std::string& conninfo, int rounds = kAllRounds) {
  return Script(db::open_session(variant.access, variant.statements, conninfo)).run(rounds);
}

TEST(AccessEquivalence, EveryAccessPathGivesTheSameAnswersAndLeavesTheSameRows) {
  const Copies copies(kVariants.size());
  const auto before = contents(copies.conninfo(0));
  ASSERT_EQ(before.size(), 33U);
  const auto expected = run(kVariants[0], copies.conninfo(0));
  expect_complete(expected);
  const auto expected_contents = contents(copies.conninfo(0));
  EXPECT_NE(expected_contents, before);
  for (size_t i = 1; i < kVariants.size(); ++i) {
    EXPECT_EQ(first_difference(expected, run(kVariants[i], copies.conninfo(i))), "") << kVariants[i].name;
    EXPECT_EQ(contents(copies.conninfo(i)), expected_contents) << kVariants[i].name;
  }
}

// The comparison is worth something only if it can fail.
TEST(AccessEquivalence, OneChangedRowIsFound) {
  const Copies copies(2);
  EXPECT_EQ(contents(copies.conninfo(1)), contents(copies.conninfo(0)));
  Sql(copies.conninfo(1)).query("UPDATE exchange SET ex_close = ex_close + 1 WHERE ex_id = 'NYSE'");
  auto expected = contents(copies.conninfo(0));
  const auto changed = contents(copies.conninfo(1));
  EXPECT_NE(changed.at("exchange"), expected.at("exchange"));
  expected["exchange"] = changed.at("exchange");
  EXPECT_EQ(changed, expected) << "no other table differs";
  EXPECT_NE(first_difference(run(kVariants[0], copies.conninfo(0), kFewRounds),
                             run(kVariants[0], copies.conninfo(1), kFewRounds)),
            "");
}

}  // namespace
}  // namespace quartet::test
