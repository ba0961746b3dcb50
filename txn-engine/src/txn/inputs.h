// Inputs of each transaction. Plain values; ids are those of the database, money is in cents, timestamps are
// microseconds and dates days since 2000-01-01. Choice of values: docs/spec/transactions.md,
// "The twelve transactions".
#ifndef QUARTET_TXN_INPUTS_H
#define QUARTET_TXN_INPUTS_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quartet/engine.h"

namespace quartet {

struct BrokerVolumeInput {
  static constexpr int kType = QUARTET_BROKER_VOLUME;
  using IsRecord = void;
  std::vector<std::string> brokers;  // distinct names, 1..40
  std::string sector;
  template <typename Archive, typename Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.brokers)(self.sector);
  }
};

struct CustomerPositionInput {
  static constexpr int kType = QUARTET_CUSTOMER_POSITION;
  using IsRecord = void;
  int64_t customer_id = 0;  // 0 when tax_id is given
  std::string tax_id;       // "" when customer_id is given
  bool get_history = false;
  int32_t account_index = -1;  // into the list of frame 1 with history, else -1
  template <typename Archive, typename Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.customer_id)(self.tax_id)(self.get_history)(self.account_index);
  }
};

struct MarketFeedInput {
  static constexpr int kType = QUARTET_MARKET_FEED;
  using IsRecord = void;
  struct Entry {
    using IsRecord = void;
    std::string symbol;
    int64_t price_cents = 0;
    int32_t quantity = 0;
    template <typename Archive, typename Self>
    static void fields(Archive& archive, Self& self) {
      archive(self.symbol)(self.price_cents)(self.quantity);
    }
  };
  std::vector<Entry> entries;  // in ticker order, 1..20; a symbol may come more than once
  int32_t unique_symbols = 0;
  template <typename Archive, typename Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.entries)(self.unique_symbols);
  }
};

// Exactly one of customer_id, account_id and industry is set.
struct MarketWatchInput {
  static constexpr int kType = QUARTET_MARKET_WATCH;
  using IsRecord = void;
  int64_t customer_id = 0;
  int64_t account_id = 0;
  std::string industry;
  int64_t first_company_id = 0;  // with industry: window of companies, both ends included
  int64_t last_company_id = 0;
  int32_t start_date = 0;
  template <typename Archive, typename Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.customer_id)(self.account_id)(self.industry);
    archive(self.first_company_id)(self.last_company_id)(self.start_date);
  }
};

struct SecurityDetailInput {
  static constexpr int kType = QUARTET_SECURITY_DETAIL;
  using IsRecord = void;
  std::string symbol;
  bool access_lob = false;  // read the news texts, not only headline and summary
  int32_t max_rows = 0;     // of DAILY_MARKET, 5..20
  int32_t start_date = 0;
  template <typename Archive, typename Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.symbol)(self.access_lob)(self.max_rows)(self.start_date);
  }
};

// Trade-Lookup and Trade-Update: which trades a frame works on. Fields a frame does not use are 0 or empty.
struct TradeSelection {
  using IsRecord = void;
  uint8_t frame = 0;               // 1..4, in Trade-Update 1..3
  std::vector<int64_t> trade_ids;  // frame 1: 20 distinct ids
  int64_t account_id = 0;          // frames 2 and 4
  std::string symbol;              // frame 3
  int32_t max_trades = 0;          // frames 1 to 3: 20
  int64_t start_dts = 0;           // frames 2 to 4
  int64_t end_dts = 0;             // frames 2 and 3
  int64_t max_account_id = 0;      // frame 3: highest account id of the active customers
  template <typename Archive, typename Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.frame)(self.trade_ids)(self.account_id)(self.symbol)(self.max_trades);
    archive(self.start_dts)(self.end_dts)(self.max_account_id);
  }
};

struct TradeLookupInput : TradeSelection {
  static constexpr int kType = QUARTET_TRADE_LOOKUP;
};

struct TradeUpdateInput : TradeSelection {
  static constexpr int kType = QUARTET_TRADE_UPDATE;
};

struct TradeOrderInput {
  static constexpr int kType = QUARTET_TRADE_ORDER;
  using IsRecord = void;
  int64_t account_id = 0;
  std::string symbol;        // "" when company and issue are given
  std::string company_name;  // "" when symbol is given
  std::string issue;
  std::string executor_first_name;
  std::string executor_last_name;
  std::string executor_tax_id;
  uint8_t trade_type = 0;             // quartet_trade_type
  int32_t quantity = 0;               // shares, above 0
  int64_t requested_price_cents = 0;  // used by limit orders only
  bool is_margin = false;
  bool is_lifo = false;
  bool roll_it_back = false;
  template <typename Archive, typename Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.account_id)(self.symbol)(self.company_name)(self.issue);
    archive(self.executor_first_name)(self.executor_last_name)(self.executor_tax_id);
    archive(self.trade_type)(self.quantity)(self.requested_price_cents);
    archive(self.is_margin)(self.is_lifo)(self.roll_it_back);
  }
};

struct TradeResultInput {
  static constexpr int kType = QUARTET_TRADE_RESULT;
  using IsRecord = void;
  int64_t trade_id = 0;
  int64_t price_cents = 0;
  template <typename Archive, typename Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.trade_id)(self.price_cents);
  }
};

struct TradeStatusInput {
  static constexpr int kType = QUARTET_TRADE_STATUS;
  using IsRecord = void;
  int64_t account_id = 0;
  template <typename Archive, typename Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.account_id);
  }
};

// Tables of Data-Maintenance, in order of rotation.
enum class MaintainedTable : uint8_t {
  kAccountPermission = 1,
  kAddress,
  kCompany,
  kCustomer,
  kCustomerTaxrate,
  kDailyMarket,
  kExchange,
  kFinancial,
  kNewsItem,
  kSecurity,
  kTaxrate,
  kWatchItem,
};
inline constexpr int kMaintainedTables = 12;

// Fields a table does not use are 0 or empty.
struct DataMaintenanceInput {
  static constexpr int kType = QUARTET_DATA_MAINTENANCE;
  using IsRecord = void;
  uint8_t table = 0;  // MaintainedTable, 1..12
  int64_t account_id = 0;
  int64_t customer_id = 0;
  int64_t company_id = 0;
  int32_t day_of_month = 0;      // 1..31
  int32_t volume_increment = 0;  // -3..3 without 0
  std::string symbol;
  std::string tax_id;
  template <typename Archive, typename Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.table)(self.account_id)(self.customer_id)(self.company_id);
    archive(self.day_of_month)(self.volume_increment)(self.symbol)(self.tax_id);
  }
};

struct TradeCleanupInput {
  static constexpr int kType = QUARTET_TRADE_CLEANUP;
  using IsRecord = void;
  int64_t first_trade_id = 0;  // first run-time id
  template <typename Archive, typename Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.first_trade_id);
  }
};

// Bytes of an input: its type, then its fields in order (doc/wire.md).
template <typename Input>
[[nodiscard]] std::string encode(const Input& input);

// Input of the bytes. Throws std::invalid_argument when they are malformed, of another type or out of range.
template <typename Input>
[[nodiscard]] Input decode(std::string_view bytes);

}  // namespace quartet

#endif  // QUARTET_TXN_INPUTS_H
