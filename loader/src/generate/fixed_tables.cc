// The tables whose content does not depend on the size of the database, and EXCHANGE, which counts the securities.
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "generate/generators.h"
#include "generate/rates.h"
#include "market/companies.h"
#include "market/geography.h"
#include "market/industries.h"

namespace quartet {
namespace {

constexpr std::array<TradeType, 5> kTradeTypes = {TradeType::kMarketBuy, TradeType::kMarketSell, TradeType::kStopLoss,
                                                  TradeType::kLimitSell, TradeType::kLimitBuy};

struct Exchange {
  std::string_view name;
  std::string_view description;
};
// In the order of kExchangeIds. Data-Maintenance appends its text to the description, hence at most 100 characters.
constexpr std::array<Exchange, 4> kExchanges = {
    {{"New York Stock Exchange", "Floor and electronic trading of large listed firms"},
     {"NASDAQ Stock Market", "Screen trading through competing dealers, mostly of young firms"},
     {"American Stock Exchange", "Floor trading of smaller listed firms and of funds"},
     {"Pacific Exchange", "Electronic trading on the west coast after the eastern floors close"}}};

void write_bracket(RowSink& sink, std::string_view place, std::string_view label, int bracket, int rate) {
  RowWriter& out = sink.row(3);
  out.text(MarketModel::tax_rate_id(place, bracket));
  out.text(fmt::format("{} Tax Bracket {}", label, bracket));
  out.numeric(rate, 5);
}

}  // namespace

void generate_status_type(const MarketModel& /*model*/, RowSink sink) {
  constexpr std::array<std::array<std::string_view, 2>, 5> kRows = {
      {{"CMPT", "Completed"}, {"ACTV", "Active"}, {"SBMT", "Submitted"}, {"PNDG", "Pending"}, {"CNCL", "Canceled"}}};
  for (const auto& [id, name] : kRows) {
    RowWriter& out = sink.row(2);
    out.text(id);
    out.text(name);
  }
}

void generate_trade_type(const MarketModel& /*model*/, RowSink sink) {
  for (const TradeType type : kTradeTypes) {
    RowWriter& out = sink.row(4);
    out.text(kTradeTypeIds.at(static_cast<size_t>(type)));
    out.text(kTradeTypeNames.at(static_cast<size_t>(type)));
    out.boolean(is_sell(type));
    out.boolean(is_market(type));
  }
}

void generate_sector(const MarketModel& /*model*/, RowSink sink) {
  for (int sector = 0; sector < kSectors; ++sector) {
    RowWriter& out = sink.row(2);
    out.text(sector_id(sector));
    out.text(MarketModel::sector_names().at(static_cast<size_t>(sector)));
  }
}

void generate_industry(const MarketModel& /*model*/, RowSink sink) {
  for (int industry = 0; industry < kIndustries; ++industry) {
    RowWriter& out = sink.row(3);
    out.text(industry_id(industry));
    out.text(MarketModel::industry_names().at(static_cast<size_t>(industry)));
    out.text(sector_id(sector_of_industry(industry)));
  }
}

void generate_zip_code(const MarketModel& /*model*/, RowSink sink) {
  for (const ZipCode& zip : MarketModel::zip_codes()) {
    RowWriter& out = sink.row(3);
    out.text(zip.code);
    out.text(zip.town);
    out.text(zip.division);
  }
}

void generate_taxrate(const MarketModel& /*model*/, RowSink sink) {
  for (const bool is_first : {true, false}) {
    for (int bracket = 1; bracket <= country_bracket_count(is_first); ++bracket) {
      write_bracket(sink, is_first ? "US" : "CN", is_first ? "USA Income" : "Canada Income", bracket,
                    country_rate(is_first, bracket));
    }
  }
  for (int division = 0; division < kDivisions; ++division) {
    const std::string& code = MarketModel::divisions().at(static_cast<size_t>(division));
    for (int bracket = 1; bracket <= MarketModel::division_bracket_count(division); ++bracket) {
      write_bracket(sink, code, code + " Division", bracket, division_rate(division, bracket));
    }
  }
}

void generate_exchange(const MarketModel& model, RowSink sink) {
  std::array<int32_t, kExchangeIds.size()> securities{};
  // Counted, because the exchange of a company is drawn.
  for (int64_t company = 0; company < model.parameters().load_units * kCompaniesPerUnit; ++company) {
    securities.at(static_cast<size_t>(model.exchange_of(company))) += issue_count(company % kCompaniesPerUnit);
  }
  for (size_t i = 0; i < kExchanges.size(); ++i) {
    RowWriter& out = sink.row(7);
    out.text(kExchangeIds.at(i));
    out.text(kExchanges.at(i).name);
    out.int4(securities.at(i));
    out.int2(930);
    out.int2(1600);
    out.text(kExchanges.at(i).description);
    out.int8(MarketModel::exchange_address_id(static_cast<int>(i)));
  }
}

void generate_charge(const MarketModel& /*model*/, RowSink sink) {
  for (const TradeType type : kTradeTypes) {
    for (int16_t tier = 1; tier <= 3; ++tier) {
      RowWriter& out = sink.row(3);
      out.text(kTradeTypeIds.at(static_cast<size_t>(type)));
      out.int2(tier);
      out.numeric(charge_cents(type, tier), 2);
    }
  }
}

void generate_commission_rate(const MarketModel& /*model*/, RowSink sink) {
  for (int16_t tier = 1; tier <= 3; ++tier) {
    for (const TradeType type : kTradeTypes) {
      for (size_t exchange = 0; exchange < kExchangeIds.size(); ++exchange) {
        for (const QuantityBand& band : kQuantityBands) {
          RowWriter& out = sink.row(6);
          out.int2(tier);
          out.text(kTradeTypeIds.at(static_cast<size_t>(type)));
          out.text(kExchangeIds.at(exchange));
          out.int4(band.from);
          out.int4(band.to);
          out.numeric(commission_rate(tier, static_cast<int>(exchange), band), 2);
        }
      }
    }
  }
}

}  // namespace quartet
