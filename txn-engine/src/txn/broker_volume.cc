// docs/spec/transactions.md, "Broker-Volume": potential volume of the open limit orders of some brokers in one
// sector.
#include "txn/statements.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

const db::Statement kVolumes = {"BV1",
                                "SELECT b_name"
                                ", sum(tr_qty * tr_bid_price) AS volume "
                                "FROM sector "
                                "JOIN industry ON in_sc_id = sc_id "
                                "JOIN company ON co_in_id = in_id "
                                "JOIN security ON s_co_id = co_id "
                                "JOIN trade_request ON tr_s_symb = s_symb "
                                "JOIN broker ON b_id = tr_b_id "
                                "WHERE sc_name = $1 "
                                "AND b_name = ANY($2) "
                                "GROUP BY b_name "
                                "ORDER BY volume DESC",
                                {Type::kText, Type::kTextArray}};

constexpr int kLongestList = 40;
constexpr int32_t kWrongLength = -111;

}  // namespace

StatementList broker_volume_statements() { return {&kVolumes}; }

Answer broker_volume(db::Session& session, const Context& /*context*/, const BrokerVolumeInput& input) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  const size_t volumes = batch.add(kVolumes, db::Parameters().text(input.sector).text_array(input.brokers));
  batch.commit();
  const db::Result& rows = session.run(batch)[volumes];

  Answer answer;
  if (rows.rows() > kLongestList || rows.rows() > static_cast<int>(input.brokers.size())) answer.status = kWrongLength;
  wire::Writer output;
  output.count(static_cast<size_t>(rows.rows()));
  for (int row = 0; row < rows.rows(); ++row) output(rows.text(row, 0))(rows.cents(row, 1));
  answer.output = output.take();
  return answer;
}

}  // namespace quartet
