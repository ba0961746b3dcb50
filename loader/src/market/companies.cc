#include "market/companies.h"

#include <fmt/format.h>

#include <string>

#include "market/arithmetic.h"
#include "market/industries.h"
#include "market/purpose.h"
#include "quartet/market_model.h"

namespace quartet {
namespace {

// Names and symbols repeat with a suffix after this many companies (10 Load Units).
constexpr int64_t kBaseCompanies = 5'000;

constexpr std::array<std::string_view, 50> kFirstWords = {
    "Amber",   "Anchor",   "Apex",     "Arbor",    "Atlas",     "Aurora",  "Beacon",  "Birch",    "Blue",
    "Cascade", "Castle",   "Cedar",    "Clear",    "Cobalt",    "Compass", "Copper",  "Coral",    "Crescent",
    "Crown",   "Delta",    "Eastern",  "Ember",    "Evergreen", "Falcon",  "First",   "Frontier", "Gateway",
    "Golden",  "Granite",  "Harbor",   "Highland", "Horizon",   "Island",  "Juniper", "Keystone", "Lakeside",
    "Liberty", "Meridian", "Mountain", "Northern", "Ocean",     "Orchard", "Pioneer", "Prairie",  "Quartz",
    "River",   "Silver",   "Summit",   "Union",    "Western"};
constexpr std::array<std::string_view, 100> kSecondWords = {
    "Air",    "Alloy",   "Apparel", "Arts",    "Audio",   "Bakery",   "Barrel", "Battery", "Bearing", "Board",
    "Boat",   "Bolt",    "Books",   "Brake",   "Brick",   "Bridge",   "Cable",  "Camera",  "Capital", "Carbon",
    "Care",   "Cargo",   "Cement",  "Chain",   "Charter", "Circuit",  "Clay",   "Clinic",  "Clock",   "Cloth",
    "Coast",  "Coffee",  "Color",   "Control", "Cotton",  "Crane",    "Credit", "Crystal", "Dairy",   "Data",
    "Design", "Diesel",  "Digital", "Drug",    "Dynamo",  "Electric", "Engine", "Fabric",  "Farms",   "Fiber",
    "Film",   "Finance", "Forge",   "Freight", "Fuel",    "Garden",   "Gear",   "Glass",   "Grain",   "Health",
    "Hotel",  "Imaging", "Ink",     "Jewel",   "Kitchen", "Labs",     "Lamp",   "Leather", "Lens",    "Light",
    "Logic",  "Lumber",  "Marine",  "Media",   "Metal",   "Mill",     "Mining", "Motor",   "Network", "Oil",
    "Optics", "Paint",   "Paper",   "Pharma",  "Pipe",    "Plastic",  "Power",  "Press",   "Pump",    "Radio",
    "Rail",   "Robot",   "Rubber",  "Salt",    "Sensor",  "Shoe",     "Signal", "Solar",   "Steel",   "Water"};
constexpr std::array<std::string_view, 12> kKinds = {"Company",    "Corporation",  "Enterprises",  "Holdings",
                                                     "Industries", "Incorporated", "Partners",     "International",
                                                     "Services",   "Systems",      "Technologies", "Works"};

constexpr int64_t kWordStep = 2'777;  // coprime to 5,000
constexpr int64_t kLetterCodes = int64_t{26} * 26 * 26;
constexpr int64_t kLetterStep = 7'919;  // coprime to 26
constexpr int64_t kLetterShift = 4'241;

// Issues by rank: 400, 50, 25, 15 and 10 companies per Load Unit have 1 to 5. The rank scatters them.
constexpr int issues_of_rank(int64_t rank) {
  return rank < 400 ? 1 : rank < 450 ? 2 : rank < 475 ? 3 : rank < 490 ? 4 : 5;
}

struct IssueTable {
  std::array<int16_t, kCompaniesPerUnit + 1> first{};
  std::array<int16_t, kSecuritiesPerUnit> company{};
};
constexpr IssueTable build_issue_table() {
  IssueTable table;
  int16_t security = 0;
  for (int16_t company = 0; company < kCompaniesPerUnit; ++company) {
    table.first[static_cast<size_t>(company)] = security;
    for (int i = issues_of_rank((company * 273 + 119) % kCompaniesPerUnit); i > 0; --i) {
      table.company[static_cast<size_t>(security++)] = company;
    }
  }
  table.first[kCompaniesPerUnit] = security;
  return table;
}
constexpr IssueTable kIssueTable = build_issue_table();
static_assert(kIssueTable.first[kCompaniesPerUnit] == kSecuritiesPerUnit);

// -a .. -z, -aa ..: the block number in letters, the last digit without a zero.
std::string block_suffix(int64_t block) {
  std::string letters;
  for (; block > 0; block = (block - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('a' + (block - 1) % 26));
  }
  return letters.empty() ? letters : "-" + letters;
}

// Block number of the letters behind the hyphen, -1 if they are none.
int64_t block_of_suffix(std::string_view letters) {
  int64_t block = 0;
  for (const char letter : letters) {
    if (letter < 'a' || letter > 'z' || block > 1'000'000) {
      return -1;
    }
    block = block * 26 + (letter - 'a') + 1;
  }
  return letters.empty() ? -1 : block;
}

// Three letters that name the base company, and for three quarters of them a fourth.
std::string base_symbol(int64_t base) {
  int64_t code = (base * kLetterStep + kLetterShift) % kLetterCodes;
  std::string letters(3, ' ');
  for (int place = 2; place >= 0; --place, code /= 26) {
    letters[static_cast<size_t>(place)] = static_cast<char>('A' + code % 26);
  }
  Stream random(0, purpose::kSymbolLetters, static_cast<uint64_t>(base));
  if (random.percent(75)) {
    letters += static_cast<char>('A' + random.uniform(0, 25));
  }
  return letters;
}

// Base company of a symbol's first three letters, or -1.
int64_t base_of_letters(std::string_view symbol) {
  if (symbol.size() < 3) {
    return -1;
  }
  int64_t code = 0;
  for (const char letter : symbol.substr(0, 3)) {
    if (letter < 'A' || letter > 'Z') {
      return -1;
    }
    code = code * 26 + (letter - 'A');
  }
  const int64_t base = floor_mod((code - kLetterShift) * inverse_mod(kLetterStep, kLetterCodes), kLetterCodes);
  return base < kBaseCompanies ? base : -1;
}

}  // namespace

int issue_count(int64_t company_in_unit) {
  const auto index = static_cast<size_t>(company_in_unit);
  return kIssueTable.first.at(index + 1) - kIssueTable.first.at(index);
}

int first_security_in_unit(int64_t company_in_unit) {
  return kIssueTable.first.at(static_cast<size_t>(company_in_unit));
}

int issue_index(int64_t security_in_unit) {
  const int company = kIssueTable.company.at(static_cast<size_t>(security_in_unit));
  return static_cast<int>(security_in_unit) - kIssueTable.first.at(static_cast<size_t>(company));
}

std::string MarketModel::company_name(int64_t company) const {
  const int64_t base = company % kBaseCompanies;
  const int64_t block = company / kBaseCompanies;
  const auto words = static_cast<size_t>(base * kWordStep % kBaseCompanies);
  Stream random(0, purpose::kCompanyWords, static_cast<uint64_t>(base));
  std::string name =
      fmt::format("{} {} {}", kFirstWords.at(words / kSecondWords.size()), kSecondWords.at(words % kSecondWords.size()),
                  kKinds.at(static_cast<size_t>(random.uniform(0, kKinds.size() - 1))));
  if (block > 0) {
    name += fmt::format(" #{}", block);
  }
  return name;
}

int MarketModel::industry_of(int64_t company) const {
  Stream random(parameters_.seed, purpose::kIndustry, static_cast<uint64_t>(company));
  return industry_at(random.uniform(0, kIndustryWeightSum - 1));
}

int MarketModel::exchange_of(int64_t company) const {
  Stream random(parameters_.seed, purpose::kExchange, static_cast<uint64_t>(company));
  return static_cast<int>(random.uniform(0, kExchangeIds.size() - 1));
}

int64_t MarketModel::company_of(int64_t security) const {
  return security / kSecuritiesPerUnit * kCompaniesPerUnit +
         kIssueTable.company.at(static_cast<size_t>(security % kSecuritiesPerUnit));
}

std::string MarketModel::issue(int64_t security) const {
  return std::string(kIssues.at(static_cast<size_t>(issue_index(security % kSecuritiesPerUnit))));
}

std::string MarketModel::security_name(int64_t security) const {
  return issue(security) + " of " + company_name(company_of(security));
}

std::string MarketModel::symbol(int64_t security) const {
  const int64_t company = company_of(security);
  std::string symbol = base_symbol(company % kBaseCompanies);
  if (const int index = issue_index(security % kSecuritiesPerUnit); index > 0) {
    symbol += "PR";
    symbol += kIssues.at(static_cast<size_t>(index)).back();
  }
  return symbol + block_suffix(company / kBaseCompanies);
}

int64_t MarketModel::security_of_symbol(std::string_view symbol) const {
  const size_t hyphen = symbol.find('-');
  const int64_t block = hyphen == std::string_view::npos ? 0 : block_of_suffix(symbol.substr(hyphen + 1));
  const int64_t base = base_of_letters(symbol);
  const int64_t company = block * kBaseCompanies + base;
  if (block < 0 || base < 0 || company >= parameters_.load_units * kCompaniesPerUnit) {
    return -1;
  }
  const int64_t first =
      company / kCompaniesPerUnit * kSecuritiesPerUnit + first_security_in_unit(company % kCompaniesPerUnit);
  // The letters name the company; its few issues are compared whole, so a wrong fourth letter or suffix is found.
  for (int64_t security = first; security < first + issue_count(company % kCompaniesPerUnit); ++security) {
    if (this->symbol(security) == symbol) {
      return security;
    }
  }
  return -1;
}

}  // namespace quartet
