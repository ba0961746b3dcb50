#include "lab/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.h"
#include "db/pq_session.h"
#include "lab/fixed_order_session.h"
#include "lab/sql_connection.h"
#include "lab/transaction_names.h"

namespace quartet::lab {
namespace {

// Work done on each of two databases at the same time.
template <typename Work>
auto both(const std::string& expected, const std::string& found, const Work& work) {
  auto other = std::async(std::launch::async, [&] { return work(found); });
  auto first = work(expected);
  return std::pair(std::move(first), other.get());
}

void require_equal(const std::string& expected, const std::string& found) {
  const auto [of_expected, of_found] = both(expected, found, [](const std::string& database) {
    Contents contents = contents_of(conninfo_of(database));
    SqlConnection connection(conninfo_of(database));
    contents["trade_id_seq"] = connection.value("SELECT (last_value, is_called) FROM trade_id_seq");
    return contents;
  });
  for (const auto& [table, content] : of_expected) {
    if (of_found.at(table) == content) continue;
    throw Error(kExitBadInput,
                fmt::format("databases {} and {}: {} differs before any transaction: {} and {}. Restore both "
                            "from the same load.",
                            expected, found, table, content, of_found.at(table)));
  }
}

// The part of an answer around the first place where it differs: a whole one may hold the text of a news item.
std::string excerpt(const std::string& answer, size_t place) {
  constexpr size_t kBefore = 80;
  constexpr size_t kLength = 400;
  if (answer.size() <= kLength) return answer;
  const size_t start = place > kBefore ? place - kBefore : 0;
  return fmt::format("{}{}{}", start > 0 ? "..." : "", answer.substr(start, kLength),
                     start + kLength < answer.size() ? "..." : "");
}

// Two databases that fail alike would prove nothing.
void require_right(const std::string& database, const std::vector<Exchanged>& exchanged) {
  for (size_t i = 0; i < exchanged.size(); ++i) {
    if (exchanged[i].is_right()) continue;
    throw Error(kExitLoadFailed,
                fmt::format("database {}: transaction {}, {}, failed: {}. Check that it is loaded with these"
                            " parameters.",
                            database, i, kTypeNames.at(static_cast<size_t>(exchanged[i].type)),
                            excerpt(exchanged[i].answer, 0)));
  }
}

Json json_of(const Difference& difference) {
  const Exchanged& known = difference.expected ? *difference.expected : *difference.found;
  const std::string expected = difference.expected ? difference.expected->answer : "";
  const std::string found = difference.found ? difference.found->answer : "";
  const auto place = static_cast<size_t>(
      std::mismatch(expected.begin(), expected.end(), found.begin(), found.end()).first - expected.begin());
  return {{"number", difference.number},
          {"transaction", results_name(known.type)},
          {"frame", known.frame},
          {"expected", difference.expected ? excerpt(expected, place) : "no transaction"},
          {"found", difference.found ? excerpt(found, place) : "no transaction"}};
}

}  // namespace

Verification verify(const std::string& expected, const std::string& found, const MarketParameters& parameters,
                    Role role, int rounds) {
  require_equal(expected, found);
  struct Run {
    std::vector<Exchanged> exchanged;
    Contents contents;
  };
  auto [of_expected, of_found] = both(expected, found, [&](const std::string& database) {
    const std::string conninfo = conninfo_of(database);
    Script script(std::make_unique<FixedOrderSession>(std::make_unique<db::PqSession>(conninfo)), parameters,
                  customer_types_of(role));
    Run run;
    run.exchanged = script.run(rounds);
    run.contents = contents_of(conninfo);
    return run;
  });
  require_right(expected, of_expected.exchanged);
  return {.transactions = of_expected.exchanged.size(),
          .difference = first_difference(of_expected.exchanged, of_found.exchanged),
          .expected = std::move(of_expected.contents),
          .found = std::move(of_found.contents)};
}

Json json_of(const Verification& verification) {
  Json tables = Json::array();
  for (const auto& [table, expected] : verification.expected) {
    const std::string& found = verification.found.at(table);
    tables.push_back({{"table", table}, {"isEqual", expected == found}, {"expected", expected}, {"found", found}});
  }
  return {{"transactions", verification.transactions},
          {"isEqual", verification.is_equal()},
          {"difference", verification.difference ? json_of(*verification.difference) : Json()},
          {"tables", std::move(tables)}};
}

}  // namespace quartet::lab
