// COMPANY, COMPANY_COMPETITOR and FINANCIAL.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "generate/dates.h"
#include "generate/generators.h"
#include "market/arithmetic.h"
#include "market/industries.h"
#include "market/purpose.h"
#include "market/words.h"

namespace quartet {
namespace {

// Chief executives have person numbers between those of extra persons and those of customers.
constexpr int64_t kFirstExecutive = 4'200'000'001;

constexpr int32_t kLastOpenDate = date_of(2000, 1, 2);

// One of the 39 strings of length 1 to 3 over A, B and C.
std::string rating(int64_t number) {
  std::string text;
  for (; number > 0; number = (number - 1) / 3) {
    text.insert(text.begin(), static_cast<char>('A' + (number - 1) % 3));
  }
  return text;
}

std::array<int, kCompaniesPerUnit> industries_of_unit(const MarketModel& model, int64_t unit) {
  std::array<int, kCompaniesPerUnit> industries{};
  for (int64_t i = 0; i < kCompaniesPerUnit; ++i) {
    industries[static_cast<size_t>(i)] = model.industry_of(unit * kCompaniesPerUnit + i);
  }
  return industries;
}

// Quantities of a company that move by a factor per quarter; money in cents.
struct Aggregates {
  int64_t revenue;
  int64_t net_earnings;
  int64_t out_basic;
  int64_t inventory;
  int64_t assets;
  int64_t liability;
};

Aggregates first_aggregates(Stream& random) {
  Aggregates now{};
  now.revenue = random.uniform(100'000'00, 16'000'000'000'00);
  now.net_earnings = random.uniform(-300'000'000'00, std::min<int64_t>(now.revenue, 3'000'000'000'00));
  now.out_basic = random.uniform(400'000, 9'500'000'000);
  now.inventory = random.uniform(0, 2'000'000'000'00);
  now.assets = random.uniform(100'000'00, 65'000'000'000'00);
  now.liability = random.uniform(100'000'00, 35'000'000'000'00);
  return now;
}

void advance_quarter(Aggregates& now, Stream& random) {
  for (int64_t* value :
       {&now.revenue, &now.net_earnings, &now.out_basic, &now.inventory, &now.assets, &now.liability}) {
    // Fits in 64 bits: at most 6.5 x 10^12 cents, 20 quarters of at most 15 %, times 11,500, is 1.1 x 10^18.
    *value = rounded_division(*value * random.uniform(9'000, 11'500), 10'000);
  }
  if (now.net_earnings >= now.revenue) {
    now.net_earnings = rounded_division(now.net_earnings * 9, 10);
  }
}

void write_quarter(int64_t company, int year, int quarter, const Aggregates& now, RowSink& sink) {
  const int64_t out_diluted = now.out_basic * 11 / 10;
  RowWriter& out = sink.row(14);
  out.int8(kIdBase + 1 + company);
  out.int2(static_cast<int16_t>(year));
  out.int2(static_cast<int16_t>(quarter));
  out.date(date_of(year, static_cast<unsigned>(quarter * 3 - 2), 1));
  out.numeric(now.revenue, 2);
  out.numeric(now.net_earnings, 2);
  out.numeric(rounded_division(now.net_earnings, now.out_basic), 2);
  out.numeric(rounded_division(now.net_earnings, out_diluted), 2);
  out.numeric(rounded_division(now.net_earnings * 100, now.revenue), 2);
  out.numeric(now.inventory, 2);
  out.numeric(now.assets, 2);
  out.numeric(now.liability, 2);
  out.int8(now.out_basic);
  out.int8(out_diluted);
}

}  // namespace

void generate_company(const MarketModel& model, int64_t unit, RowSink sink) {
  std::array<char, 150 + 16> description;
  for (int64_t company = unit * kCompaniesPerUnit; company < (unit + 1) * kCompaniesPerUnit; ++company) {
    Stream random(model.parameters().seed, purpose::kCompany, static_cast<uint64_t>(company));
    const Person executive = model.person(kFirstExecutive + company);
    RowWriter& out = sink.row(9);
    out.int8(kIdBase + 1 + company);
    out.text("ACTV");
    out.text(model.company_name(company));
    out.text(industry_id(model.industry_of(company)));
    out.text(rating(random.uniform(1, 39)));
    out.text(executive.first_name + " " + executive.last_name);
    out.int8(MarketModel::company_address_id(company));
    const auto length = static_cast<size_t>(random.percent(85) ? random.uniform(115, 150) : random.uniform(14, 114));
    news_words().fill(random, description.data(), length);
    out.text({description.data(), length});
    out.date(static_cast<int32_t>(random.uniform(date_of(1800, 1, 1), kLastOpenDate)));
  }
}

void generate_company_competitor(const MarketModel& model, int64_t unit, RowSink sink) {
  constexpr size_t kCompetitors = 3;
  const auto industries = industries_of_unit(model, unit);
  std::array<std::vector<int64_t>, kIndustries> members;
  for (size_t i = 0; i < industries.size(); ++i) {
    members.at(static_cast<size_t>(industries[i])).push_back(static_cast<int64_t>(i));
  }
  for (int64_t i = 0; i < kCompaniesPerUnit; ++i) {
    const int64_t company = unit * kCompaniesPerUnit + i;
    Stream random(model.parameters().seed, purpose::kCompetitor, static_cast<uint64_t>(company));
    const auto& peers = members.at(static_cast<size_t>(industries.at(static_cast<size_t>(i))));
    // From the own industry as long as it has peers left, then from anywhere.
    std::vector<int64_t> chosen;
    while (chosen.size() < kCompetitors) {
      // An industry may have fewer than four companies in a Load Unit.
      const bool has_peer = chosen.size() + 1 < peers.size();
      const int64_t rival = has_peer
                                ? peers[static_cast<size_t>(random.uniform(0, static_cast<int64_t>(peers.size()) - 1))]
                                : random.uniform(0, kCompaniesPerUnit - 1);
      if (rival != i && std::find(chosen.begin(), chosen.end(), rival) == chosen.end()) {
        chosen.push_back(rival);
      }
    }
    for (const int64_t rival : chosen) {
      RowWriter& out = sink.row(3);
      out.int8(kIdBase + 1 + company);
      out.int8(kIdBase + 1 + unit * kCompaniesPerUnit + rival);
      out.text(industry_id(industries.at(static_cast<size_t>(rival))));
    }
  }
}

void generate_financial(const MarketModel& model, int64_t unit, RowSink sink) {
  for (int64_t company = unit * kCompaniesPerUnit; company < (unit + 1) * kCompaniesPerUnit; ++company) {
    Stream random(model.parameters().seed, purpose::kFinancial, static_cast<uint64_t>(company));
    Aggregates now = first_aggregates(random);
    for (int year = 2000; year <= 2004; ++year) {
      for (int quarter = 1; quarter <= 4; ++quarter) {
        advance_quarter(now, random);
        write_quarter(company, year, quarter, now, sink);
      }
    }
  }
}

}  // namespace quartet
