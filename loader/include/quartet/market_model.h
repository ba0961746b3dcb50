// The market model: everything about a database that can be computed from its parameters, without reading it. Loader
// and input generator share it. All functions are pure, thread-safe and defined by
// docs/spec/population.md, "Market model" and the headings after it.
//
// Ordinals count from 0 and are what the model works with; ids are what the database holds.
#ifndef QUARTET_MARKET_MODEL_H
#define QUARTET_MARKET_MODEL_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

namespace quartet {

inline constexpr int64_t kIdBase = 4'300'000'000;             // docs/spec/population.md, "Ids"
inline constexpr int64_t kTradeIdBase = 200'000'000'000'000;  // docs/spec/population.md, "Ids"
inline constexpr int64_t kCustomersPerUnit = 1000;
inline constexpr int64_t kBrokersPerUnit = 10;
inline constexpr int64_t kCompaniesPerUnit = 500;
inline constexpr int64_t kSecuritiesPerUnit = 685;
inline constexpr int64_t kTradeIdsPerUnitDay = 58'176;  // completed trades and the 1 % skipped ids
inline constexpr int64_t kTradesPerUnitDay = 57'600;
inline constexpr int64_t kMillisPerTradeDay = 28'800'000;  // 8 h
inline constexpr int kMaxAccountsPerCustomer = 10;
inline constexpr int kMaxBasket = 18;
inline constexpr int64_t kRunTimeIdsPerBroker = 1'000'000'000;  // docs/spec/population.md, "Ids"

// Parameters of a loaded database.
struct MarketParameters {
  int64_t load_units = 1;         // loaded, 1..10000
  int64_t active_load_units = 1;  // used by the run, 1..load_units
  int64_t trade_days = 1;         // 1..1000
  int64_t news_length = 100'000;  // characters, 1000..100000
  uint64_t seed = 42;
};

// Trade types in the order of quartet_trade_type in engine.h.
enum class TradeType : uint8_t { kMarketBuy, kMarketSell, kStopLoss, kLimitSell, kLimitBuy };
inline constexpr std::array<std::string_view, 5> kTradeTypeIds = {"TMB", "TMS", "TSL", "TLS", "TLB"};
inline constexpr std::array<std::string_view, 5> kTradeTypeNames = {"Market-Buy", "Market-Sell", "Stop-Loss",
                                                                    "Limit-Sell", "Limit-Buy"};
constexpr bool is_sell(TradeType type) {
  return type == TradeType::kMarketSell || type == TradeType::kStopLoss || type == TradeType::kLimitSell;
}
constexpr bool is_market(TradeType type) { return type == TradeType::kMarketBuy || type == TradeType::kMarketSell; }

// A person's name and identity, from a number that need not be a customer's.
struct Person {
  std::string first_name;  // at most 11 characters, no blank
  std::string last_name;   // at most 13 characters, no blank
  char middle_initial;     // A..Z
  bool is_male;
  std::string tax_id;  // 14 characters, injective
};

// Up to 18 distinct security ordinals.
struct Basket {
  std::array<int32_t, kMaxBasket> securities;
  int size;
};

// A postal code of the fixed list.
struct ZipCode {
  std::string code;
  std::string town;
  std::string division;  // two letters
  int weight;
  bool is_first_country;  // USA; otherwise CANADA
};

// The tax brackets a customer is loaded with: an index into MarketModel::divisions(), brackets from 1.
struct TaxBrackets {
  bool is_first_country;
  int country_bracket;
  int division;
  int division_bracket;
};

class MarketModel {
 public:
  // Throws std::invalid_argument with a three-part message when a parameter is out of range.
  explicit MarketModel(const MarketParameters& parameters);

  [[nodiscard]] const MarketParameters& parameters() const { return parameters_; }
  [[nodiscard]] int64_t active_customers() const { return parameters_.active_load_units * kCustomersPerUnit; }
  [[nodiscard]] int64_t active_companies() const { return parameters_.active_load_units * kCompaniesPerUnit; }
  [[nodiscard]] int64_t active_securities() const { return parameters_.active_load_units * kSecuritiesPerUnit; }
  [[nodiscard]] int64_t active_brokers() const { return parameters_.active_load_units * kBrokersPerUnit; }

  // --- Customers, `customer` is an ordinal
  [[nodiscard]] int tier(int64_t customer) const;  // 1..3
  [[nodiscard]] int account_count(int64_t customer) const;
  [[nodiscard]] Person customer(int64_t customer) const;
  // The two tax rate ids of a customer as loaded: country, division.
  [[nodiscard]] std::array<std::string, 2> tax_rate_ids(int64_t customer) const;
  [[nodiscard]] TaxBrackets tax_brackets(int64_t customer) const;

  // Any person, by number: customers use their C_ID, brokers and extra persons use separate numbers.
  [[nodiscard]] Person person(int64_t number) const;

  // --- Addresses: the exchanges, then a block of companies and customers per Load Unit
  [[nodiscard]] static int64_t exchange_address_id(int exchange) { return kIdBase + 1 + exchange; }
  [[nodiscard]] static int64_t company_address_id(int64_t company) {
    return kIdBase + 5 + company / kCompaniesPerUnit * (kCompaniesPerUnit + kCustomersPerUnit) +
           company % kCompaniesPerUnit;
  }
  [[nodiscard]] static int64_t customer_address_id(int64_t customer) {
    return kIdBase + 5 + customer / kCustomersPerUnit * (kCompaniesPerUnit + kCustomersPerUnit) + kCompaniesPerUnit +
           customer % kCustomersPerUnit;
  }
  // Index into zip_codes() of an AD_ID.
  [[nodiscard]] int zip_code_of(int64_t address_id) const;

  // --- Accounts, `account` is a CA_ID
  [[nodiscard]] static int64_t account_id(int64_t customer, int index) { return (kIdBase + customer) * 10 + index + 1; }
  [[nodiscard]] static int64_t owner(int64_t account) { return (account - 1) / 10 - kIdBase; }
  [[nodiscard]] int64_t broker_of(int64_t account) const;  // broker ordinal
  [[nodiscard]] int tax_status(int64_t account) const;     // 0..2
  [[nodiscard]] Basket basket(int64_t account) const;
  // Extra persons who may trade on the account: none, one or two person numbers.
  [[nodiscard]] std::vector<int64_t> extra_permissions(int64_t account) const;

  // --- Brokers, companies, securities, by ordinal
  [[nodiscard]] std::string broker_name(int64_t broker) const;
  [[nodiscard]] std::string company_name(int64_t company) const;
  [[nodiscard]] int industry_of(int64_t company) const;  // 0..101
  [[nodiscard]] int exchange_of(int64_t company) const;  // 0..3
  [[nodiscard]] std::string symbol(int64_t security) const;
  // Ordinal of a symbol of this database, or -1.
  [[nodiscard]] int64_t security_of_symbol(std::string_view symbol) const;
  [[nodiscard]] int64_t company_of(int64_t security) const;
  [[nodiscard]] std::string issue(int64_t security) const;  // COMMON, PREF_A..PREF_D
  [[nodiscard]] std::string security_name(int64_t security) const;

  // --- Fixed tables
  [[nodiscard]] static const std::vector<ZipCode>& zip_codes();
  [[nodiscard]] static const std::vector<std::string>& sector_names();    // 12
  [[nodiscard]] static const std::vector<std::string>& industry_names();  // 102
  [[nodiscard]] static const std::vector<std::string>& divisions();       // 64 codes
  [[nodiscard]] static int division_bracket_count(int division);          // 1..10
  // TX_ID of a bracket, from 1: "US1", "CN4", "AB3".
  [[nodiscard]] static std::string tax_rate_id(std::string_view division_or_country, int bracket);

  // --- Selection, shared with the driver
  // Customer ordinal, non-uniform inside a uniformly drawn Load Unit of [first_unit, first_unit + units).
  [[nodiscard]] int64_t pick_customer(Stream& random, int64_t first_unit, int64_t units) const;
  // CA_ID, uniform over the customer's accounts.
  [[nodiscard]] int64_t pick_account(Stream& random, int64_t customer) const;

  // --- Price curve
  // Cents, 2000..3000, `millis` of trading time from 0; the load ends at trade_days x 8 h, a multiple of the period.
  [[nodiscard]] static int64_t price_cents(int64_t security, int64_t millis);
  // Milliseconds until the curve satisfies the limit order, 0 if it does now; less than 900,000.
  [[nodiscard]] static int64_t millis_until_triggered(int64_t security, int64_t millis, TradeType type,
                                                      int64_t limit_cents);

  // --- Trade ids
  [[nodiscard]] int64_t max_loaded_trade_offset() const {  // of the active Load Units
    return parameters_.active_load_units * parameters_.trade_days * kTradeIdsPerUnitDay;
  }
  [[nodiscard]] static bool is_skipped_offset(int64_t offset) { return offset % 101 == 51; }
  [[nodiscard]] int64_t first_run_time_trade_id() const {  // R: the first id after all loaded ones
    return kTradeIdBase + parameters_.load_units * parameters_.trade_days * kTradeIdsPerUnitDay + 1;
  }

 private:
  MarketParameters parameters_;
};

// Calendar. Timestamps are microseconds since 2000-01-01 00:00, dates are days since 2000-01-01.
namespace calendar {
inline constexpr int32_t kFirstTradeDate = 1829;  // 2005-01-03, a Monday
// Date of business day d (0-based): five per week, no holidays.
constexpr int32_t business_date(int64_t day) { return static_cast<int32_t>(kFirstTradeDate + day / 5 * 7 + day % 5); }
// Timestamp of an offset in trading time: milliseconds, 8 h per business day from 09:00.
constexpr int64_t trading_timestamp(int64_t trading_millis) {
  const int64_t day = trading_millis / kMillisPerTradeDay;
  const int64_t in_day = trading_millis % kMillisPerTradeDay;
  return (int64_t{business_date(day)} * 86'400'000 + int64_t{9} * 3'600'000 + in_day) * 1000;
}
}  // namespace calendar

}  // namespace quartet

#endif  // QUARTET_MARKET_MODEL_H
