// docs/spec/transactions.md, "Trade-Cleanup": cancel what an earlier run left pending or submitted. One database
// transaction in one round trip; no other transaction may run beside it.
#include <chrono>

#include "txn/statements.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

const db::Statement kSubmitPending{"TC1",
                                   R"(
    INSERT INTO trade_history (th_t_id, th_dts, th_st_id)
    SELECT t_id, greatest(t_dts, $1), 'SBMT'
    FROM trade_request
    JOIN trade ON t_id = tr_t_id)",
                                   {Type::kTimestamp}};

const db::Statement kCancelPending{"TC2",
                                   R"(
    WITH canceled AS (
        UPDATE trade
        SET t_st_id = 'CNCL'
          , t_dts = greatest(t_dts, $1)
        FROM trade_request
        WHERE t_id = tr_t_id
        RETURNING t_id, t_dts)
    INSERT INTO trade_history (th_t_id, th_dts, th_st_id)
    SELECT t_id, t_dts, 'CNCL'
    FROM canceled)",
                                   {Type::kTimestamp}};

const db::Statement kDeleteRequests{"TC4", "DELETE FROM trade_request", {}};

const db::Statement kCancelSubmitted{"TC6",
                                     R"(
    WITH canceled AS (
        UPDATE trade
        SET t_st_id = 'CNCL'
          , t_dts = greatest(t_dts, $2)
        WHERE t_id >= $1
          AND t_st_id = 'SBMT'
        RETURNING t_id, t_dts)
    INSERT INTO trade_history (th_t_id, th_dts, th_st_id)
    SELECT t_id, t_dts, 'CNCL'
    FROM canceled)",
                                     {Type::kInt8, Type::kTimestamp}};

// It looks at every trade of all runs before; nobody waits for it but the next run.
constexpr std::chrono::minutes kLongestCleanUp{10};

}  // namespace

StatementList trade_cleanup_statements() {
  return {&kSubmitPending, &kCancelPending, &kDeleteRequests, &kCancelSubmitted};
}

Answer trade_cleanup(db::Session& session, const Context& context, const TradeCleanupInput& input) {
  const int64_t now = context.now();
  db::Batch batch;
  // Enough, because no other transaction runs beside it.
  batch.begin(db::Isolation::kReadCommitted);
  batch.add(kSubmitPending, db::Parameters().timestamp(now));
  const size_t pending = batch.add(kCancelPending, db::Parameters().timestamp(now));
  // Last of the three: the two before find their trades through these rows.
  batch.add(kDeleteRequests);
  const size_t submitted = batch.add(kCancelSubmitted, db::Parameters().int8(input.first_trade_id).timestamp(now));
  batch.commit();
  batch.allow(kLongestCleanUp);
  const db::Results& results = session.run(batch);
  Answer answer;
  wire::Writer writer;
  writer(static_cast<int32_t>(results[pending].affected()));
  writer(static_cast<int32_t>(results[submitted].affected()));
  answer.output = writer.take();
  return answer;
}

}  // namespace quartet
