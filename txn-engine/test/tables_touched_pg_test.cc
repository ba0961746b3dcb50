// Batched and plain statements do the same work: in each transaction, every table that plain statements read or write
// is also read or written by the batched ones, and no transaction ever touches another one. Nothing is answered from
// constants or from memory of the kit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "db/open_session.h"
#include "db/owned_results.h"
#include "db/plain_session.h"
#include "db/pq_session.h"
#include "lab/script.h"
#include "lab_fixture.h"
#include "postgres_fixture.h"
#include "quartet/engine.h"
#include "test_length.h"

namespace quartet::test {
namespace {

using Tables = std::set<std::string>;  // "read trade", "write trade"

// The effects of the open transaction, and of earlier ones not yet reported by the server, on each table.
const db::Statement kCounts = {"COUNTS",
                               "SELECT relname::text"
                               ", coalesce(seq_scan, 0) + coalesce(idx_scan, 0)"
                               ", n_tup_ins + n_tup_upd + n_tup_del "
                               "FROM pg_stat_xact_user_tables",
                               {}};

// Records the tables that each transaction touches. Sends one statement at a time, and each BEGIN: the counts can only
// be read inside of a transaction.
class TouchingSession final : public db::Session {
 public:
  TouchingSession(std::unique_ptr<db::Session> inner, std::vector<Tables>& touched)
      : inner_(std::move(inner)), touched_(touched) {}

  const db::Results& run(const db::Batch& batch) override {
    results_.clear();
    for (const db::Batch::Entry& entry : batch.entries()) {
      switch (entry.kind) {
        case db::Batch::Entry::Kind::kBegin:
          inner_->run(db::Batch().begin(entry.isolation));
          before_ = counts();
          is_open_ = true;
          break;
        case db::Batch::Entry::Kind::kStatement: {
          db::Batch one;
          one.add(*entry.statement, entry.parameters);
          inner_->run(one);
          results_.add(inner_->take_result(0));
          break;
        }
        case db::Batch::Entry::Kind::kCommit:
          record();
          inner_->run(db::Batch().commit());
          break;
        case db::Batch::Entry::Kind::kRollback:
          rollback();
          break;
      }
    }
    return results_;
  }

  [[nodiscard]] std::unique_ptr<db::Result> take_result(size_t index) override { return results_.take(index); }
  void rollback() override {
    if (is_open_) record();
    inner_->rollback();
  }
  uint32_t take_round_trips() override { return inner_->take_round_trips(); }

 private:
  using Counts = std::map<std::string, int64_t>;

  [[nodiscard]] Counts counts() {
    db::Batch batch;
    batch.add(kCounts);
    const db::Result& rows = inner_->run(batch)[0];
    Counts counts;
    for (int row = 0; row < rows.rows(); ++row) {
      counts[fmt::format("read {}", rows.text(row, 0))] = rows.integer(row, 1);
      counts[fmt::format("write {}", rows.text(row, 0))] = rows.integer(row, 2);
    }
    return counts;
  }

  void record() {
    is_open_ = false;
    Tables tables;
    for (const auto& [name, count] : counts()) {
      if (count != before_[name]) tables.insert(name);
    }
    touched_.push_back(std::move(tables));
  }

  std::unique_ptr<db::Session> inner_;
  std::vector<Tables>& touched_;
  db::OwnedResults results_;
  Counts before_;
  bool is_open_ = false;
};

struct Seen {
  std::vector<lab::Exchanged> exchanged;
  std::vector<Tables> touched;  // of each transaction
};

Seen run(const std::string& conninfo, db::Statements statements) {
  const std::vector<int> types = {QUARTET_BROKER_VOLUME,   QUARTET_CUSTOMER_POSITION, QUARTET_MARKET_WATCH,
                                  QUARTET_SECURITY_DETAIL, QUARTET_TRADE_LOOKUP,      QUARTET_TRADE_ORDER,
                                  QUARTET_TRADE_STATUS,    QUARTET_TRADE_UPDATE};
  Seen seen;
  std::unique_ptr<db::Session> session =
      std::make_unique<TouchingSession>(std::make_unique<db::PqSession>(conninfo), seen.touched);
  if (statements == db::Statements::kPlain) session = std::make_unique<db::PlainSession>(std::move(session));
  seen.exchanged = lab::Script(std::move(session), loaded_parameters(), types).run(usual_or_soak(60, 250));
  return seen;
}

TEST(TablesTouched, AreTheSameBatchedAndPlain) {
  // All exist before anything runs on one of them.
  const CopiedDatabase batched_copy("quartet_touched_batched", "oltp");
  const CopiedDatabase plain_copy("quartet_touched_plain", "oltp");
  const Seen batched = run(batched_copy.conninfo(), db::Statements::kBatched);
  const Seen plain = run(plain_copy.conninfo(), db::Statements::kPlain);
  ASSERT_EQ(batched.exchanged, plain.exchanged);
  ASSERT_EQ(batched.touched.size(), batched.exchanged.size());
  ASSERT_EQ(plain.touched.size(), plain.exchanged.size());

  std::map<int, Tables> of_batched;
  std::map<int, Tables> of_plain;
  for (size_t i = 0; i < plain.touched.size(); ++i) {
    const int type = plain.exchanged[i].type;
    Tables missing;
    std::set_difference(plain.touched[i].begin(), plain.touched[i].end(), batched.touched[i].begin(),
                        batched.touched[i].end(), std::inserter(missing, missing.end()));
    EXPECT_EQ(missing, Tables()) << "transaction " << i << " of type " << type << " frame " << plain.exchanged[i].frame;
    of_batched[type].insert(batched.touched[i].begin(), batched.touched[i].end());
    of_plain[type].insert(plain.touched[i].begin(), plain.touched[i].end());
  }
  EXPECT_EQ(of_batched.size(), static_cast<size_t>(QUARTET_TRADE_CLEANUP));
  // The counts tell more than that the two agree.
  EXPECT_EQ(of_batched[QUARTET_MARKET_WATCH],
            (Tables{"read company", "read daily_market", "read holding_summary", "read industry", "read last_trade",
                    "read security", "read watch_item", "read watch_list"}));
  EXPECT_EQ(of_batched[QUARTET_TRADE_STATUS],
            (Tables{"read broker", "read customer", "read customer_account", "read exchange", "read security",
                    "read status_type", "read trade", "read trade_type"}));
  for (const auto& [type, tables] : of_plain) {
    EXPECT_FALSE(tables.empty()) << "type " << type;
    EXPECT_EQ(of_batched[type], tables) << "type " << type;
  }
}

}  // namespace
}  // namespace quartet::test
