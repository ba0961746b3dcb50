#include "lab/plans.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "db/one_line.h"
#include "db/pq_session.h"
#include "lab/explaining_session.h"
#include "lab/prepared_sql.h"
#include "lab/sql_connection.h"
#include "lab/transaction_names.h"
#include "lab/undone_session.h"
#include "lab/workload.h"
#include "txn/statements.h"

namespace quartet::lab {
namespace {

// Puts the counter of the trade ids back, which no ROLLBACK does: a database whose counter has moved counts as one that
// a run has changed.
class KeptTradeIds {
 public:
  explicit KeptTradeIds(SqlConnection& connection)
      : connection_(connection), state_(connection.query("SELECT last_value, is_called FROM trade_id_seq").at(0)) {}
  // {fmt} throws only for a format that is wrong.
  ~KeptTradeIds() {  // NOLINT(bugprone-exception-escape)
    try {
      connection_.query(fmt::format("SELECT setval('trade_id_seq', {}, '{}')", state_[0], state_[1]));
    } catch (const Error&) {
      // The server is gone, and the failure that ended the work says so. Ids that are left out harm nothing.
    }
  }
  KeptTradeIds(const KeptTradeIds&) = delete;
  KeptTradeIds& operator=(const KeptTradeIds&) = delete;

 private:
  SqlConnection& connection_;
  SqlConnection::Row state_;
};

Json generic_plan(SqlConnection& connection, const db::Statement& statement) {
  constexpr std::string_view kName = "quartet_lab";
  connection.query("PREPARE " + prepared(kName, statement));
  const std::string text =
      connection.value("EXPLAIN (FORMAT JSON, SETTINGS) " + execution_with_nulls(kName, statement));
  connection.query(fmt::format("DEALLOCATE {}", kName));
  return Json::parse(text).at(0).at("Plan");
}

std::map<const db::Statement*, Json> generic_plans(SqlConnection& connection, Role role) {
  std::map<const db::Statement*, Json> plans;
  connection.query("BEGIN READ ONLY");
  for (const int type : types_of(role)) {
    for (const db::Statement* statement : statements_of(type)) {
      if (!plans.contains(statement)) plans[statement] = generic_plan(connection, *statement);
    }
  }
  connection.query("ROLLBACK");
  return plans;
}

// Plans of each transaction, by type.
using PlansByType = std::map<int, PlanUses>;

PlansByType analyze(const std::string& conninfo, const MarketParameters& parameters, Role role, int executions) {
  constexpr uint64_t kWorkloadSeed = 20;
  const MarketModel model(parameters);
  const Context context{.model = model,
                        .trade_result_isolation = db::Isolation::kSerializable,
                        .short_history = parameters.trade_days < kFullHistoryDays};
  ExplainingSession session(std::make_unique<UndoneSession>(std::make_unique<db::PqSession>(conninfo)));
  Workload workload(context, kWorkloadSeed);
  PlansByType plans;
  for (const int type : types_of(role)) {
    const int wanted = type == QUARTET_TRADE_CLEANUP ? 1 : executions;
    for (int execution = 0; execution < wanted && workload.execute(session, type); ++execution) {
      session.rollback();  // a wrong answer leaves its transaction open
    }
    plans[type] = session.take_plans();
  }
  return plans;
}

Json json_of(const std::string& scans, const PlanUse& use) {
  return {{"scans", scans},
          {"executions", use.executions},
          {"milliseconds", use.milliseconds},
          {"sharedHit", use.shared_hit},
          {"sharedRead", use.shared_read},
          {"rowsRemoved", use.rows_removed},
          {"heapFetches", use.heap_fetches},
          {"plan", use.plan}};
}

// The plan of a statement that was not executed.
Json unused_plan(const Json& plan, bool is_analyzed) {
  const std::string scans = facts_of(plan).scans;
  if (is_analyzed) {
    PlanUse none;
    none.plan = plan;
    return json_of(scans, none);
  }
  Json result = Json::object();
  result["scans"] = scans;
  result["plan"] = plan;
  return result;
}

}  // namespace

Json plans_of(const std::string& database, const MarketParameters& parameters, Role role,
              std::optional<int> executions) {
  const std::string conninfo = conninfo_of(database);
  SqlConnection connection(conninfo);
  require_loaded(connection, database, parameters, name_of(role));
  // First of all: what is executed leaves pages behind, and tables that have grown may get other plans.
  std::map<const db::Statement*, Json> generic = generic_plans(connection, role);
  PlansByType seen;
  if (executions) {
    const KeptTradeIds kept(connection);
    seen = analyze(conninfo, parameters, role, *executions);
  }
  Json statements = Json::array();
  for (const int type : types_of(role)) {
    for (const db::Statement* statement : statements_of(type)) {
      Json plans = Json::array();
      for (const auto& [scans, use] : seen[type][statement]) plans.push_back(json_of(scans, use));
      if (plans.empty()) plans.push_back(unused_plan(generic.at(statement), executions.has_value()));
      Json one = Json::object();
      one["name"] = statement->name;
      one["transaction"] = results_name(type);
      one["sql"] = db::one_line(statement->sql);
      one["plans"] = std::move(plans);
      statements.push_back(std::move(one));
    }
  }
  Json result = Json::object();
  result["role"] = name_of(role);
  result["database"] = database;
  result["serverVersion"] = connection.value("SHOW server_version");
  result["analyzed"] = executions.has_value();
  result["statements"] = std::move(statements);
  return result;
}

}  // namespace quartet::lab
